// Slow: it breaks off many runs, and finishes each.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSeed } from '../../packages/sandbox/seeds/seed.ts'
import type { Key } from '../../src/content/model.ts'
import { type Adopted, adoptTarget } from '../../src/project/adopt.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { planTarget } from '../../src/project/plan.ts'
import { commitFirst, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { openWorld, TODAY } from './world.ts'

const world = openWorld()
const EDITED = 'content/finance/cash/reports/cash-by-day.yaml'

/** An exported project in which one report differs from live. */
async function openExported(): Promise<string> {
  await world.lay(readSeed('acme'))
  const root = await world.project()
  await world.export(root)
  const text = readFileSync(join(root, EDITED), 'utf8')
  await writeFiles(root, { [EDITED]: text.replace(/^title: .*$/m, 'title: Differs'), '.gitignore': '.boardwright/\n' })
  commitFirst(root)
  return root
}

const projectAt = async (root: string) => requireConfig(await openProject(root, TODAY))
const adopt = async (root: string): Promise<Adopted> =>
  adoptTarget(await projectAt(root), { env: world.env(), confirm: async () => true })

async function standingOf(root: string) {
  const { plan, live } = await planTarget(await projectAt(root), { env: world.env() })
  const { objects, held, left, summary } = plan
  return { objects, held, left, summary, bases: new Map([...live.entries].map(([key, { base }]) => [key, base])) }
}

test('an adopt that is interrupted at any write is finished by the next one, and each says what it did', async () => {
  let root = await openExported()
  const whole = await adopt(root)
  const all = whole.adoption.claims.map(({ key }) => key)
  expect([...whole.recorded].sort()).toEqual([...all].sort())
  const reference = await standingOf(root)
  expect(reference.held.map(({ reason }) => reason)).toContain('conflict')
  const writes = world.writes().length
  const cuts = Array.from({ length: writes }, (_, index) => index + 1)
  for (const nth of isLong ? cuts : cuts.filter((each) => each % 9 === 0 || each === writes)) {
    root = await openExported()
    world.cutAt(nth)
    const first = await adopt(root).catch(() => undefined)
    world.heal()
    const then = await standingOf(root)
    const recorded = first?.recorded ?? []
    expect([nth, [...then.bases.keys()].sort()]).toEqual([nth, [...recorded].sort()])
    const second = await adopt(root)
    const left: Key[] = all.filter((key) => !recorded.includes(key))
    expect([nth, [...second.recorded].sort()]).toEqual([nth, left.sort()])
    expect([nth, await standingOf(root)]).toEqual([nth, reference])
  }
})

test('an object of ours that lost its record to a save in the UI gets it again', async () => {
  const root = await openExported()
  await adopt(root)
  const reference = await standingOf(root)
  const workbooks = (await planTarget(await projectAt(root), { env: world.env() })).live.facts
  const path = `/api/v1/deployments/2/workbooks/${workbooks.get('workbook/order-explorer')?.id}`
  await world.sandbox().controls.addPeople({ do: [{ do: 'request', method: 'PUT', path, body: { meta: {} } }] })
  const { recorded } = await adopt(root)
  expect(recorded).toContain('workbook/order-explorer')
  expect((await standingOf(root)).bases).toEqual(reference.bases)
})
