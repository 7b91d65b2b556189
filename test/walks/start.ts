import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import type { Seed } from '../../packages/sandbox/seeds/seed.ts'
import { selectTarget } from '../../src/config/targets.ts'
import { adoptTarget } from '../../src/project/adopt.ts'
import { openProject, requireConfig } from '../../src/project/local/project.ts'
import { readTreeFor } from '../../src/project/local/render.ts'
import { ANA, MARIA } from '../invariants/people.ts'
import { appliedSeed } from '../scenarios/applied.ts'
import { commitAll, git, readFiles, writeFiles } from '../support/directory.ts'
import { ownedSeed } from '../support/owned-seed.ts'
import { inWhole } from '../support/whole.ts'
import type { RequestKind } from './amid.ts'
import { treeFromSnapshot } from './from-snapshot.ts'

export const TODAY = '2026-11-20'

/** A file that `export --snapshot` wrote: walks start from that tenant instead. */
const FROM = process.env['BOARDWRIGHT_WALK_FROM']
export const TARGETS = { dev: 1, production: 2 } as const
export type TargetName = keyof typeof TARGETS

const configOf = (url: string): string => `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
manage: [notifications]
limits: {changePercent: 100, deletePercent: 100}
apply: {concurrency: 1}
targets:
  dev: {url: ${url}, deployment: 1}
  production: {url: ${url}, deployment: 2, dataModel: {branch: main}, manage: [notifications, groups, attributes, roles, settings, tenantGroups]}
`

const chart = (id: string, report: string, y: number): string =>
  `  - {id: ${id}, type: CHART, report: ${report}, position: {x: 0, y: ${y}, w: 6, h: 4}}\n`

const note = (id: string): string =>
  `  - {id: ${id}, type: TEXT, config: {text: as it was}, position: {x: 6, y: 0, w: 6, h: 4}}\n`

const report = (id: string, name: string): string =>
  `id: ${id}\nname: ${name}\nsource: PLAYGROUND\nsql: select 1\nmeta: {born: ${id}}\n`

/** Its filter has its birth, because no field of a schedule on the platform could have its name. */
const schedule = (slug: string, more = ''): string =>
  `slug: ${slug}\nschedule: 0 4 * * 1\ntimezone: UTC\nenabled: true\nfilters:\n  - member: born.${slug}\n${more}`

const cube = (name: string): string => `cubes:
  - name: ${name}
    description: as it was
    sql: select * from ${name}
    dimensions:
      - {name: id, sql: id, type: string, primary_key: true}
      - name: status
        description: as it was
        sql: status
        type: string
`

/** What is applied to production before a walk starts. Whatever has a birth name can be told from its copies. */
const TREE = {
  'content/sales/folder.yaml': 'name: Sales\nposition: 1\n',
  'content/finance/folder.yaml': 'name: Finance\nposition: 2\n',
  'content/sales/pipeline.report.yaml': report('pipeline0001', 'Pipeline'),
  'content/sales/revenue/workbook.yaml': 'slug: revenue\nname: Revenue\nallowEmbed: true\n',
  'content/sales/revenue/dashboard.yaml': `title: Revenue\ndescription: born revenue\nwidgets:\n${chart('a', 'by-month', 0)}${chart('b', '/sales/pipeline', 4)}${note('c')}`,
  'content/sales/revenue/reports/by-month.yaml': report('byMonth00001', 'By month'),
  'content/sales/revenue/reports/customers.yaml': report('customers001', 'Customers'),
  'content/finance/cash/workbook.yaml': 'slug: cash\nname: Cash\n',
  'content/finance/cash/dashboard.yaml': `title: Cash\ndescription: born cash\nwidgets:\n${chart('a', '/sales/revenue/by-month', 0)}${chart('b', 'balance', 4)}`,
  'content/sales/revenue/notifications/weekly.yaml': schedule(
    'weekly',
    'recipients:\n  - ana@acme.com\n  - maria@acme.com\n',
  ),
  'content/finance/cash/notifications/monthly.yaml': schedule('monthly'),
  'content/finance/cash/reports/balance.yaml': report('balance00001', 'Balance'),
  'content/finance/plans/workbook.yaml': 'slug: plans\nname: Plans\npublish: false\n',
  'content/finance/plans/dashboard.yaml': `title: Plans\ndescription: born plans\nwidgets:\n${chart('a', '/finance/cash/balance', 0)}${note('b')}`,
  'account/groups/analysts.yaml': 'name: Analysts\nmembers:\n  - ana@acme.com\n  - maria@acme.com\n',
  'account/groups/board.yaml': 'name: Board\nmembers: []\n',
  'account/attributes/region.yaml': 'name: region\ntype: string\ndisplayName: Region\ndescription: as it was\n',
  'account/attributes/team.yaml': 'name: team\ntype: number_array\ndisplayName: Team\n',
  'account/roles/readers.yaml':
    'name: Readers\ndescription: as it was\npolicies:\n  - {resourceType: Deployment, actions: [ReportRead], resources: [production]}\n',
  'account/roles/sellers.yaml': 'name: Sellers\npolicies: []\n',
  'account/tenants/initech/groups/editors.yaml': 'name: Editors\ndescription: as it was\n',
  'account/tenants/initech/groups/all.yaml': 'name: All\n',
  'data-model/model/cubes/orders.yml': cube('orders'),
  'data-model/model/cubes/cash.yml': cube('cash'),
}

type Watcher = (kind: RequestKind, nth: number) => Promise<void>

/** The start of each walk: a platform, and two clones of one repository. */
export interface Start {
  readonly sandbox: () => Sandbox
  /** Returns the directory with the clones `a` and `b`, and their origin `origin`. */
  readonly begin: () => Promise<string>
  /** Refuses every request from the nth write on, until `heal`. */
  readonly cutAt: (nth: number) => void
  /** Calls this before each request, with its kind and how many of that kind there were, until `heal`. */
  readonly watch: (watcher: Watcher) => void
  readonly heal: () => void
}

export function openStart({ port = 0 }: { readonly port?: number } = {}): Start {
  let running: Sandbox | undefined
  let [base, walks] = ['', 0]
  let seed: Seed | undefined
  let left = Number.POSITIVE_INFINITY
  let watching: Watcher | undefined
  let isBusy = false
  const counts = { read: 0, write: 0 }
  const sandbox = (): Sandbox => {
    if (!running) throw new Error('the sandbox is not running')
    return running
  }
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'boardwright-walks-'))
    running = await startSandbox({
      port,
      seed: 'empty',
      data: join(base, 'sandbox'),
      async onRequest({ method, phase }) {
        // What the watcher itself asks does not count.
        if (phase !== 'before' || isBusy) return undefined
        const kind = method === 'GET' ? 'read' : 'write'
        counts[kind] += 1
        isBusy = true
        try {
          await watching?.(kind, counts[kind])
        } finally {
          isBusy = false
        }
        if (kind === 'read') return undefined
        left -= 1
        if (left === 0) sandbox().controls.addFault({ path: '/**', kind: 'status', status: 401, times: 1_000_000 })
        return undefined
      },
    })
    const [origin, a] = [join(base, 'start', 'origin'), join(base, 'start', 'a')]
    const tree = FROM === undefined ? TREE : await treeFromSnapshot(FROM, TODAY)
    await writeFiles(a, { ...tree, '.gitignore': '.boardwright/\n', 'boardwright.yaml': configOf(running.url) })
    const commit = commitAll(a)
    git(base, 'clone', '--quiet', '--bare', a, origin)
    git(base, 'clone', '--quiet', origin, join(base, 'start', 'b'))
    seed = await adopted(running, a, await seedOf(a, commit))
    for (const clone of ['a', 'b']) {
      const root = join(base, 'start', clone)
      if (clone === 'a') git(root, 'remote', 'add', 'origin', origin)
      git(root, 'remote', 'set-url', 'origin', '../origin')
      for (const [key, value] of Object.entries(SETTINGS)) git(root, 'config', key, value)
      git(root, 'fetch', '--quiet')
    }
  })
  afterAll(async () => {
    await running?.close()
    rmSync(base, { recursive: true, force: true })
  })
  return {
    sandbox,
    async begin() {
      rmSync(join(base, String(walks)), { recursive: true, force: true })
      walks += 1
      const directory = join(base, String(walks))
      cpSync(join(base, 'start'), directory, { recursive: true })
      if (seed) await sandbox().controls.reset({ seed })
      return directory
    },
    cutAt(nth) {
      left = nth
    },
    watch(watcher) {
      counts.read = 0
      counts.write = 0
      watching = watcher
    },
    heal() {
      watching = undefined
      left = Number.POSITIVE_INFINITY
      sandbox().controls.clearFaults()
    },
  }
}

const SETTINGS = {
  'user.name': 'Test',
  'user.email': 'test@example.com',
  'gc.auto': '0',
  'maintenance.auto': 'false',
  'merge.renames': 'true',
  'advice.detachedHead': 'false',
}

/** What belongs to the account is recorded by the program itself. */
async function adopted(sandbox: Sandbox, root: string, seed: Seed): Promise<Seed> {
  await sandbox.controls.reset({ seed })
  const project = requireConfig(await openProject(root, TODAY))
  const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  await adoptTarget(project, { env, target: 'production', confirm: async () => true })
  rmSync(join(root, '.boardwright'), { recursive: true, force: true })
  return ownedSeed(sandbox, seed)
}

async function seedOf(root: string, commit: string): Promise<Seed> {
  const project = requireConfig(await openProject(root, TODAY))
  const { tree } = readTreeFor(project, project.config, selectTarget(project.config, 'production'))
  const model = Object.entries(readFiles(join(root, 'data-model')))
  const bytes = model.map(([path, text]) => [path, new TextEncoder().encode(text)] as const)
  const laid = appliedSeed(inWhole(tree).content, new Map(bytes), commit)
  const groups = [
    { id: 1, name: 'Analysts', members: [MARIA.id, ANA.id] },
    { id: 2, name: 'Board', members: [] },
  ].map((group) => ({ ...group, createdAt: ANA.createdAt, updatedAt: ANA.updatedAt }))
  return { ...laid, users: [...laid.users, ANA], account: { ...laid.account, groups } }
}
