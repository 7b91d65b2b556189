// Slow: it plans for many targets.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { planFleet } from '../../src/fleet/fold.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { REPORT, TREE } from '../project/promote-tree.ts'
import { commitAll, writeFiles } from '../support/directory.ts'
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
      const {
        plan: { folds },
        parsed,
      } = await planFleet({ ...project, files }, names, {
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

  test('is one plan if only variables differ, and checks once whose token it is', async () => {
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

  test('reads more targets while others are still being planned', async () => {
    const atOnce = 6
    const begun = new Set<string>()
    let tellAll = (): void => undefined
    const areBegun = new Promise<void>((resolve) => {
      tellAll = resolve
    })
    // The requests for notifications come once the plan is known. None is answered before others are reading, too.
    const listen = (path: string): Promise<void> | undefined => {
      begun.add(/deployments\/(\d+)/.exec(path)?.[1] ?? '')
      if (begun.size > atOnce + 2) tellAll()
      return path.endsWith('/notifications') ? areBegun : undefined
    }
    const { folds } = await fleet.watched(listen, told)
    expect(folds.map(({ targets }) => targets.length)).toEqual([12])
  })

  test('says what an overlay changes, what is held, what is done, and which target cannot be read', async () => {
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
    // Held outweighs an error, as in `plan --target '*'`.
    expect([code, (await fleet.run('plan --target *')).code]).toEqual([5, 5])
    expect(stdout).toContain(
      '7 targets: the same 2 changes; 1 differs; 1 held; 2 with nothing to do; 1 cannot be read\n',
    )
    expect(stdout).toContain('1 target: 2 changes (tenant-002)')
    expect(stdout).toMatch(/ {2}held {2}Sales \/ Revenue \/ By week: 1 conflict/)
    expect(stdout).toContain('boardwright plan --target tenant-006')
    expect(stdout).toContain('tenant-003 cannot be read: ')
    expect((await told()).unread).toMatchObject([{ target: 'tenant-003' }])
  })

  test('is a comment: what is alike once, and by name what differs, is held or cannot be read', async () => {
    const { stdout } = await fleet.run('fleet plan --format markdown')
    const told = stdout
      .replaceAll(/127\.0\.0\.1:\d+; it sees .*(?= \(BW)/g, '127.0.0.1')
      .replaceAll(/[0-9a-f]{7}(?=`|\))/g, 'COMMIT')
      .replaceAll(/saved [\d:\- ]+ UTC/g, 'saved')
    expect(told).toMatchInlineSnapshot(`
      "<!-- boardwright:7f3kQ2m9 -->
      ### Boardwright: 7 targets: the same 2 changes; 1 differs; 1 held; 2 with nothing to do; 1 cannot be read

      | Where | After merge | Status |
      |---|---|---|
      | 7 targets (tenant-001, tenant-007, tenant-008 and 4 more) | 1 dashboard (1 report), published | ready |
      | tenant-002 | same | ready |
      | tenant-006 | no changes | **1 held**, see below |

      #### Cannot be read

      - **tenant-003**: the token of tenant-003 sees no deployment 999 on 127.0.0.1 (BW-E2103)

      <details><summary>Which targets</summary>

      - 7 targets: tenant-001, tenant-007, tenant-008, tenant-009, tenant-010, tenant-011, tenant-012

      </details>

      #### Held: not applied until somebody decides

      **report Sales / Revenue / By week** in tenant-006: 1 conflict

      | | last applied (COMMIT) | repo (this commit) | live |
      |---|---|---|---|
      | name | By month | By week | By hand |

      - Live: edited in the UI, saved, owner ci-bot@&#8203;acme.com
      - Take what is live into git, by hand: write it into content/sales/revenue/reports/by-month.yaml, or for tenant-006 alone into overlays/tenant-006/
      - Or overwrite this one object: \`boardwright apply --target tenant-006 --select byMonth00001 --accept ui-edits\`
      - Then publish its dashboard: \`boardwright apply --target tenant-006 --select revenue\`

      #### Sales / Revenue in 7 targets (tenant-001, tenant-007, tenant-008 and 4 more)
      - **By week**: name "By month" → "By week"
      - It is published: a report on it changes.
      - Who notices: 0 embedded tenants. Links and ids stay the same.

      #### Sales / Revenue in tenant-002
      - **Ours**: name "By month" → "Ours"
      - It is published: a report on it changes.
      - Who notices: 0 embedded tenants. Links and ids stay the same.

      <details><summary>Good to know (1)</summary>

      - Sales / Revenue: "By week" was edited in the UI and not published (tenant-006).
      </details>

      Checked: files valid, nothing will be deleted, no unpublished draft goes out.
      11 targets at \`COMMIT\`. 0 write requests.
      "
    `)
  })

  test('of one wave reads that wave only', async () => {
    fleet.sandbox().controls.clearRequests()
    expect((await fleet.run('fleet plan --wave 1')).stdout).toContain('1 target: the same 2 changes')
    const asked = fleet
      .sandbox()
      .controls.requests()
      .flatMap(({ path }) => /deployments\/(\d+)/.exec(path)?.[1] ?? [])
    expect(new Set(asked)).toEqual(new Set([String(fleet.deploymentOf('tenant-001'))]))
  })
})

describe('a broken tree', () => {
  const WRONG = 'content/nowhere/folder.yaml'

  test.each(['fleet plan', 'status'])('for all targets alike is reported once, with its lines: %s', async (command) => {
    await writeFiles(fleet.root(), { [WRONG]: 'name: [\n' })
    const { code, stdout, stderr } = await fleet.run(command)
    await rm(join(fleet.root(), WRONG))
    expect([code, stderr.split(`${WRONG}:`).length - 1]).toEqual([1, 1])
    expect(stderr).toContain('1 | name: [')
    expect(stderr).toContain('1 problem in 1 file. Nothing was written.')
    expect(stdout).toBe('')
  })

  test('stops each target of an apply, and is shown once', async () => {
    await writeFiles(fleet.root(), { [WRONG]: 'name: [\n' })
    const { code, stdout, stderr } = await fleet.run('apply --target * --yes --accept uncommitted')
    await rm(join(fleet.root(), WRONG))
    expect([code, stderr.split(`${WRONG}:`).length - 1]).toEqual([1, 1])
    expect(stdout.match(/^failed like tenant-001$/gm)).toHaveLength(fleet.names.length - 1)
    expect(stdout).toMatch(/^tenant-012 {2}failed: content\/nowhere\/folder\.yaml:1: .* {2}BW-E1103$/m)
  })

  test('for one target is named with its file and line beside the others', async () => {
    const overlay = 'overlays/tenant-009/content/sales/folder.yaml'
    await writeFiles(fleet.root(), { [overlay]: 'name: [\n' })
    const [planned, seen] = [await fleet.run('fleet plan'), await fleet.run('fleet status')]
    await rm(join(fleet.root(), overlay))
    for (const { stdout } of [planned, seen]) expect(stdout).toMatch(/tenant-009.* overlays\/tenant-009\S+\.yaml:\d+: /)
    expect(planned.stdout).toContain('2 cannot be read')
  })
})
