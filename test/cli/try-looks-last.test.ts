// Slow: it makes copies and sweeps at every request.
import { beforeAll, expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { Refusal } from '../../packages/sandbox/http/refusal.ts'
import { previewNamed } from '../../src/content/preview.ts'
import { makeCopies } from '../../src/previews/copies.ts'
import { type Dropped, dropPreview, sweepPreviews } from '../../src/previews/drop.ts'
import { openProject, requireConfig, type SoundProject } from '../../src/project/local/project.ts'
import { type Row, readRows } from '../invariants/rows.ts'
import { editModel } from '../scenarios/model.ts'
import { isLong } from '../support/long.ts'
import { openStage } from './stage.ts'

/** The removal of a preview, one request after another, and what people do before each of its reads. */

const world = openStage()
const HOUR = 3_600_000
const ORDERS = 'model/cubes/orders.yml'

const files = (url: string, sql: string, table: string): Record<string, string> => ({
  'boardwright.yaml': `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
targets:
  production: {url: ${url}, deployment: 2, dataModel: {branch: main}}
`,
  '.gitignore': '.boardwright/\n',
  [`data-model/${ORDERS}`]: `cubes:\n  - name: orders\n    sql_table: ${table}\n`,
  'content/revenue/workbook.yaml': 'slug: revenue\nname: Revenue\n',
  'content/revenue/dashboard.yaml':
    'title: Revenue\nwidgets:\n  - {id: w1, type: CHART, report: orders, position: {x: 0, y: 0, w: 1, h: 1}}\n',
  'content/revenue/reports/orders.yaml': `id: orders000001\nname: Orders\nsql: ${sql}\n`,
  'content/other/workbook.yaml': 'slug: other\nname: Other\n',
  'content/other/dashboard.yaml': 'title: Other\nwidgets: []\n',
  'content/loose.report.yaml': 'id: loose0000001\nname: Loose\nsql: select 1\n',
})

let root = ''
beforeAll(async () => {
  const { url, controls } = world.sandbox()
  controls.setSwitches({ buildMs: 0 })
  root = await world.prepare(files(url, 'select 1', 'one'), files(url, 'select 2', 'two'))
})

const project = async (): Promise<SoundProject> => requireConfig(await openProject(root, '2026-11-20'))
const options = () => ({ env: { BOARDWRIGHT_TOKEN: world.sandbox().keys.admin }, concurrency: 1 })

interface Laid {
  /** What is to be deleted. */
  readonly folder: Row
  readonly copy: Row
  readonly index: Row
  readonly report: Row
  /** What is not. */
  readonly other: Row
  readonly loose: Row
  readonly branch: string
}

/** A preview that has expired. */
async function layOut(): Promise<Laid> {
  await world.layOut()
  await makeCopies(await project(), { ...options(), name: 'pr-1', ttlMs: HOUR })
  world.sandbox().controls.setClock({ advanceMs: 24 * HOUR })
  const rows = await readRows(world.sandbox())
  const one = (is: (row: Row) => boolean): Row => {
    const found = [...rows.values()].find(is)
    if (!found) throw new Error('there is no such row')
    return found
  }
  const isOf = (kind: Row['kind'], name: RegExp) => one((row) => row.kind === kind && name.test(row.name))
  const copy = isOf('workbook', /^preview-.*-revenue$/)
  return {
    ...{ copy, branch: previewNamed('7f3kQ2m9', 'pr-1').branch },
    ...{ folder: isOf('folder', /^Previews\/pr-1$/), other: isOf('workbook', /^other$/) },
    index: one(({ kind, wire }) => kind === 'workbook' && wire['name'] === 'Preview of pr-1'),
    report: one(({ kind, wire }) => kind === 'report' && wire['workbookId'] === copy.id),
    loose: isOf('report', /^loose0000001$/),
  }
}

const drop = async (): Promise<readonly Dropped[]> => dropPreview(await project(), 'pr-1', options())
const sweep = async (): Promise<readonly Dropped[]> => (await sweepPreviews(await project(), options())).dropped
const RUNS = { drop, sweep }

interface Act {
  readonly what: string
  /** The request that deletes what people act on. */
  readonly deletes: (laid: Laid) => string
  readonly act: (laid: Laid) => Promise<void>
  /**
   * How many reads may follow unnoticed: 1 if nothing but the object is looked at by then, 2 if it is around it, as no
   * one call says who shows it and what it is.
   */
  readonly unseen: 0 | 1 | 2
  /** Whether the run says afterwards what it could not see in time. */
  readonly isNamed?: true
  readonly runs?: readonly (keyof typeof RUNS)[]
}

const deleting =
  (which: 'folder' | 'copy' | 'index' | 'report') =>
  (laid: Laid): string =>
    `${laid[which].kind}s/${laid[which].id}`
const people = (action: object): Promise<void> => world.sandbox().controls.addPeople({ do: [action as never] })
const put = (path: string, body: object) =>
  people({ do: 'request', method: 'PUT', path: `/api/v1/deployments/2/${path}`, body })
const chartOf = (reportId: number) => ({
  ...{ id: 'theirs', type: 'CHART', config: { reportId } },
  position: { x: 0, y: 50, w: 1, h: 1 },
})
const copyAgain = async (): Promise<void> =>
  void (await makeCopies(await project(), { ...options(), name: 'pr-1', ttlMs: 48 * HOUR }))

/** Each credential has one dev mode, and the run has its own. */
async function commitToBranch({ branch }: Laid): Promise<void> {
  const { url, keys, controls } = world.sandbox()
  const { key } = controls.addKey({ user: 'ci-bot@acme.com' })
  const content = 'cubes:\n  - name: orders\n    sql_table: theirs\n'
  await editModel({ [ORDERS]: content }, { branchName: branch, sandbox: { url, keys: { ...keys, admin: key } } })
}

const ACTS: readonly Act[] = [
  {
    ...{ what: 'edits a report', unseen: 0, deletes: deleting('report') },
    act: ({ report }) => people({ do: 'edit-report', report: report.id, set: { sqlQuery: 'select 55' } }),
  },
  {
    ...{ what: 'moves a report', unseen: 0, deletes: deleting('report') },
    act: ({ report, other }) => put(`reports/${report.id}`, { workbookId: other.id }),
  },
  {
    ...{ what: 'edits the draft of a copy', unseen: 0, deletes: deleting('copy') },
    act: ({ copy }) => people({ do: 'edit-draft', workbook: copy.id, set: { title: 'Theirs' } }),
  },
  {
    ...{ what: 'edits the index', unseen: 0, deletes: deleting('index') },
    act: ({ index }) => people({ do: 'edit-draft', workbook: index.id, set: { title: 'Theirs' } }),
  },
  {
    ...{ what: 'renames the folder', unseen: 0, deletes: deleting('folder') },
    act: ({ folder }) => put(`folders/${folder.id}`, { name: 'Theirs' }),
  },
  {
    ...{ what: 'commits to the branch', unseen: 0, deletes: () => 'branches' },
    act: commitToBranch,
  },
  {
    ...{ what: 'shows a report', unseen: 2, isNamed: true, deletes: deleting('report') },
    act: ({ other, report }) =>
      people({ do: 'edit-draft', workbook: other.id, set: { widgets: [chartOf(report.id)] } }),
  },
  {
    ...{ what: 'puts a report into a copy', unseen: 1, deletes: deleting('copy') },
    act: ({ loose, copy }) => put(`reports/${loose.id}`, { workbookId: copy.id }),
  },
  {
    ...{ what: 'puts a report into the folder', unseen: 1, deletes: deleting('folder') },
    act: ({ loose, folder }) => put(`reports/${loose.id}`, { folderId: folder.id }),
  },
  { ...{ what: 'copies again a copy', unseen: 0, deletes: deleting('copy') }, act: copyAgain, runs: ['sweep'] },
  {
    ...{ what: 'copies again a report', unseen: 2, isNamed: true, deletes: deleting('report') },
    ...{ act: copyAgain, runs: ['sweep'] },
  },
]

interface Sent {
  readonly method: string
  readonly path: string
}
const sent = (): Sent[] =>
  world
    .sandbox()
    .controls.requests()
    .map(({ method, path }) => ({ method, path: path.replace(/^.*\/deployments\/\d+\//, '') }))

interface Outcome {
  readonly dropped: readonly Dropped[]
  /** How many reads came between the act and the delete of its object; undefined if that was not deleted after it. */
  readonly unseen: number | undefined
}

/** Somebody acts before the nth read of the run. Undefined if there are fewer, or nothing is left to act on by then. */
async function actBefore(nth: number, run: keyof typeof RUNS, { deletes, act }: Act): Promise<Outcome | undefined> {
  const laid = await layOut()
  world.sandbox().controls.clearRequests()
  let reads = 0
  let at: number | undefined
  let isRefused = false
  world.onRequest = async ({ method, phase }) => {
    if (phase !== 'before' || method !== 'GET' || reads >= nth) return
    reads += 1
    if (reads < nth) return
    await act(laid).catch((cause: unknown) => {
      isRefused = true
      if (!(cause instanceof Refusal || cause instanceof BoardwrightError)) throw cause
    })
    at = sent().length
  }
  const dropped = await RUNS[run]()
  world.onRequest = () => undefined
  if (at === undefined || isRefused) return undefined
  const after = sent().slice(at)
  const deleted = after.findIndex(({ method, path }) => method === 'DELETE' && path === deletes(laid))
  const unseen = deleted < 0 ? undefined : after.slice(0, deleted).filter(({ method }) => method === 'GET').length
  return { dropped, unseen }
}

const CASES = ACTS.flatMap((act) => (act.runs ?? (['drop', 'sweep'] as const)).map((run) => ({ ...act, run })))

/** Short runs try every other one. */
test.each(CASES.filter((_, nth) => isLong || nth % 2 === 1))(
  'whoever $what of a preview, before any read of a $run, is noticed',
  async ({ run, ...act }) => {
    const problems: string[] = []
    const seen: (number | undefined)[] = []
    for (let nth = 1; ; nth += isLong ? 1 : 15) {
      const outcome = await actBefore(nth, run, act)
      if (!outcome) break
      const { unseen, dropped } = outcome
      seen.push(unseen)
      for (const { error } of dropped) if (error) problems.push(`before read ${nth}: ${error.message}`)
      if (unseen === undefined) continue
      if (unseen > act.unseen) problems.push(`before read ${nth}: deleted ${unseen} reads later`)
      else if (act.isNamed && dropped.every(({ shown }) => shown.length === 0)) problems.push(`${nth}: not named`)
    }
    expect(problems).toEqual([])
    expect(seen).toContain(undefined)
  },
  600_000,
)
