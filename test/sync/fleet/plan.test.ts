import { beforeAll, describe, expect, test } from 'vitest'
import { openProject, requireConfig } from '../../../src/project/project.ts'
import { planFleet } from '../../../src/sync/fleet/fold.ts'
import { commitAll, writeFiles } from '../../support/directory.ts'
import { REPORT, TREE } from '../promote-tree.ts'
import { openFleet } from './stage.ts'

const fleet = openFleet(12, 'waves:\n  - {size: 1}\n  - {}\n')

beforeAll(async () => {
  await fleet.run('apply --target * --yes')
  await fleet.retitle('By week')
})

class WatchedFiles extends Map<string, Uint8Array> {
  readonly read: string[] = []

  override get(path: string): Uint8Array | undefined {
    this.read.push(path)
    return super.get(path)
  }
}

interface Told {
  readonly folds: readonly { readonly targets: readonly string[]; readonly changes: number }[]
  readonly unread: readonly { readonly target: string }[]
}
const told = async (): Promise<Told> => JSON.parse((await fleet.run('fleet plan --json')).stdout) as Told

describe('a plan of a fleet', () => {
  test('reads and parses the tree as often for twelve targets as for one', async () => {
    const project = requireConfig(await openProject(fleet.root(), '2026-01-01'))
    const planned = async (names: readonly string[]) => {
      const files = new WatchedFiles(project.files)
      const { folds, parsed } = await planFleet({ ...project, files }, names, {
        env: { BOARDWRIGHT_TOKEN: fleet.sandbox().keys.admin },
      })
      const read = files.read.filter((path) => path.startsWith('content/'))
      return { targets: folds.map(({ targets }) => targets.length), parsed, read: read.sort() }
    }
    const [one, all] = [await planned(['tenant-001']), await planned(fleet.names)]
    expect(all).toEqual({ ...one, targets: [12] })
    expect(all.parsed).toBe(Object.keys(TREE).length)
    expect(new Set(all.read)).toEqual(new Set(Object.keys(TREE)))
  })

  test('is one where only variables differ, and asks once whose token it is', async () => {
    fleet.sandbox().controls.clearRequests()
    const { folds } = await told()
    expect(folds.map(({ targets, changes }) => [targets.length, changes])).toEqual([[12, 2]])
    expect(fleet.writes()).toEqual(new Map())
    const asked = fleet.sandbox().controls.requests()
    expect(asked.filter(({ path }) => path === '/api/v1/users/me')).toHaveLength(1)
    expect(asked).toHaveLength(1 + 12 * 6)
    const { code, stdout } = await fleet.run('fleet plan')
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^12 targets: the same 2 changes\n\n12 targets: 2 changes \(tenant-001, .* and 4 more\)\n> publish/,
    )
  })

  test('says what an overlay makes different, what is held, what is done, and who cannot be read', async () => {
    await writeFiles(fleet.root(), { [`overlays/tenant-002/${REPORT}`]: 'name: Ours\n' })
    await writeFiles(fleet.root(), { 'targets/tenant-003.yaml': 'deployment: 999\nvariables: {schema: gone}\n' })
    commitAll(fleet.root(), 'one of its own, and one that is gone')
    await fleet.run('apply --target tenant-004,tenant-005 --yes')
    const deployment = fleet.deploymentOf('tenant-006')
    const { url, keys, controls } = fleet.sandbox()
    const answer = await fetch(`${url}/api/v1/deployments/${deployment}/reports?first=100`, {
      headers: { authorization: `Bearer ${keys.admin}` },
    })
    const { items } = (await answer.json()) as { items: { publicId: string; name: string }[] }
    const report = items.find(({ name }) => name.startsWith('By '))?.publicId ?? ''
    await controls.addPeople({ do: [{ do: 'edit-report', report, set: { name: 'By hand' }, deployment }] })

    const { code, stdout } = await fleet.run('fleet plan')
    expect(code).toBe(1)
    expect(stdout).toContain(
      '7 targets: the same 2 changes; 1 differs; 1 held; 2 with nothing to do; 1 cannot be read\n',
    )
    expect(stdout).toContain('1 target: 2 changes (tenant-002)')
    expect(stdout).toMatch(/ {2}held {2}Sales \/ Revenue \/ By week: 1 conflict/)
    expect(stdout).toContain('boardwright plan --target tenant-006')
    expect(stdout).toContain('tenant-003 cannot be read: ')
    expect((await told()).unread).toMatchObject([{ target: 'tenant-003' }])
  })

  test('is a comment that is short enough, in which nothing is mark-up', async () => {
    const { stdout } = await fleet.run('fleet plan --markdown')
    expect(stdout.startsWith('### Boardwright: 7 targets: the same 2 changes; ')).toBe(true)
    expect(stdout.match(/<details>/g)).toHaveLength(3)
    expect(stdout.length).toBeLessThan(60_000)
  })

  test('of one wave asks that wave only', async () => {
    fleet.sandbox().controls.clearRequests()
    expect((await fleet.run('fleet plan --wave 1')).stdout).toContain('1 target: the same 2 changes')
    const asked = fleet
      .sandbox()
      .controls.requests()
      .flatMap(({ path }) => /deployments\/(\d+)/.exec(path)?.[1] ?? [])
    expect(new Set(asked)).toEqual(new Set([String(fleet.deploymentOf('tenant-001'))]))
  })
})
