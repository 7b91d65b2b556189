import { expect } from 'vitest'
import { FOR_ALL } from '../../embed-support.ts'
import type { Rule, World } from '../rule.ts'

const BUILD = '/build/api/v1/deployments/2'
const CUBE = 'cubes:\n  - name: only_here\n    sql_table: x\n    measures:\n      - name: count\n        type: count\n'

const addBranch = ({ ok }: World, name: string) => ok('POST', `${BUILD}/branches`, { body: { name } })
const stage = ({ ok }: World, branchName: string, enabled: boolean) =>
  ok('PUT', `${BUILD}/branches/staging-environment`, { body: { branchName, enabled } })

/** A served branch whose model has a cube that production does not have. */
async function stagedBranch(world: World, name: string): Promise<string> {
  const { ok } = world
  await addBranch(world, name)
  await ok('POST', `${BUILD}/dev-mode`, { body: { branchName: name } })
  const files = [{ path: 'model/cubes/only_here.yml', content: CUBE }]
  await ok('PUT', `${BUILD}/data-model/files`, { body: { files } })
  await ok('POST', `${BUILD}/commit`, { body: { message: 'Add a cube', exitDevMode: true } })
  await stage(world, name, true)
  return name
}

const cubesOf = async ({ data }: World, token: string): Promise<string[]> => {
  const { cubes } = (await data(token, 'GET', '/v1/meta')).body as unknown as { cubes: { name: string }[] }
  return cubes.map(({ name }) => name)
}

export const BRANCHES: readonly Rule[] = [
  {
    line: 285,
    rule: 'missing, or the name of the production branch: production',
    run: async ({ claims }) => {
      for (const branchName of [undefined, null, 'main']) expect((await claims({ branchName })).branchName).toBe(null)
    },
  },
  {
    line: 286,
    rule: 'another branch: queries are answered from its model',
    run: async (world) => {
      const branchName = await stagedBranch(world, 'queried')
      expect(await cubesOf(world, await world.enter({ branchName }))).toContain('only_here')
      expect(await cubesOf(world, await world.enter())).not.toContain('only_here')
    },
  },
  {
    line: 286,
    part: 2,
    rule: 'content is the same on every branch',
    run: async (world) => {
      await addBranch(world, 'contents')
      await stage(world, 'contents', true)
      const [there, here] = [await world.enter({ branchName: 'contents' }), await world.enter()]
      const read = async (token: string) =>
        (await world.bearing(token, 'GET', `/api/v1/embed/dashboard/${FOR_ALL}`)).body
      expect(await read(there)).toEqual(await read(here))
    },
  },
  {
    line: 287,
    rule: 'the branch is looked up when the session is minted',
    run: async (world) => {
      await addBranch(world, 'short-lived')
      await stage(world, 'short-lived', true)
      const id = await world.mint({ branchName: 'short-lived' })
      await stage(world, 'short-lived', false)
      expect((await world.exchange(id)).status).toBe(200)
      await world.noSession(400, { branchName: 'short-lived' })
    },
  },
  {
    line: 287,
    part: 2,
    rule: 'a name that is not a branch of this deployment: 404',
    run: async (world) => {
      await addBranch(world, 'elsewhere')
      await stage(world, 'elsewhere', true)
      for (const branchName of ['no-such-branch', 'Main', 'main ']) await world.noSession(404, { branchName })
      await world.noSession(404, { deploymentId: 1, branchName: 'elsewhere' })
    },
  },
  {
    line: 287,
    part: 3,
    rule: 'a branch that is not served: 400',
    run: async (world) => {
      await addBranch(world, 'idle')
      await world.noSession(400, { branchName: 'idle' })
    },
  },
  {
    line: 287,
    part: 4,
    rule: 'it is served while somebody has it open, and permanently with a staging environment',
    run: async (world) => {
      const { claims, noSession, ok } = world
      const { branchName } = await ok('POST', `${BUILD}/dev-mode`)
      expect((await claims({ branchName })).branchName).toBe(branchName)
      await ok('DELETE', `${BUILD}/dev-mode`)
      await noSession(400, { branchName })
      await addBranch(world, 'permanent')
      await stage(world, 'permanent', true)
      world.wait({ hours: 48 })
      expect((await claims({ branchName: 'permanent' })).branchName).toBe('permanent')
    },
  },
]
