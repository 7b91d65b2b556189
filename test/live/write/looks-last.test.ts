// Slow: it changes things between any two requests of a run.
import { expect, test } from 'vitest'
import { EMPTY } from '../../content/values.ts'
import { isLong } from '../../support/long.ts'
import type { Ran } from './support.ts'
import { openWorld, TREE } from './support.ts'

/** A prune of everything, one request after another, and what people do before each of its reads. */

const world = openWorld()
const post = (path: string, body: object) => ({
  ...{ do: 'request', method: 'POST', path: `/api/v1/deployments/2/${path}` },
  body,
})
const people = (action: object): Promise<void> => world.sandbox().controls.addPeople({ do: [action as never] })

interface Sent {
  readonly method: string
  /** `reports/7`, `folders/3/ancestors`. */
  readonly path: string
}
const sent = (): Sent[] =>
  world
    .sandbox()
    .controls.requests()
    .map(({ method, path }) => ({ method, path: path.replace(/^.*\/deployments\/\d+\//, '').replace(/\?.*/, '') }))

/** What is live besides the tree, and the numbers of what people act on. */
async function layOut() {
  await world.sandbox().controls.reset({ seed: 'empty' })
  await world.apply(TREE)
  await people(post('workbooks', { name: 'Others' }))
  await people(post('reports', { publicId: 'others000001', name: 'Of others' }))
  const seen = await world.read(EMPTY)
  const { client } = world
  const path = { deploymentId: 2 }
  const workbooks = (await client().workbooks.getWorkbooks({ path })).items
  const reports = (await client().reports.getReports({ path })).items
  const others = workbooks.find(({ name }) => name === 'Others')?.id ?? 0
  const theirs = reports.find(({ publicId }) => publicId === 'others000001')?.id ?? 0
  const number = (key: string): number => seen.ids.get(key as never) ?? 0
  return { seen, others, theirs, number }
}

/** Deletes the tree, and nothing of others. */
async function pruneAll({ seen }: Pick<Laid, 'seen'>): Promise<Ran> {
  const { workbooks, reports, ...rest } = seen.content
  const ours = {
    ...rest,
    workbooks: workbooks.filter(({ slug }) => TREE.workbooks.some((each) => each.slug === slug)),
    reports: reports.filter(({ id }) => TREE.reports.some((each) => each.id === id)),
  }
  return world.apply(EMPTY, { seen, live: ours, prune: true, onError: 'continue', concurrency: 1 })
}
type Laid = Awaited<ReturnType<typeof layOut>>

interface Act {
  readonly what: string
  /** What is to be deleted. */
  readonly key: string
  readonly action: (laid: Laid) => object
  /** How many reads of the object may follow unnoticed, because nothing but the object is looked at by then. */
  readonly unseen: 0 | 1
  /** Whether the run says afterwards what it could not see in time. */
  readonly isNamed?: true
}

const chartOf = (reportId: number) => ({
  ...{ id: 'theirs', type: 'CHART', config: { reportId } },
  position: { x: 0, y: 0, w: 1, h: 1 },
})

const ACTS: readonly Act[] = [
  {
    ...{ what: 'edits a report', key: 'report/aaaaaaaaaaa5', unseen: 0 },
    action: ({ number }) => ({
      ...{ do: 'edit-report', report: number('report/aaaaaaaaaaa5') },
      set: { sqlQuery: 'select 55' },
    }),
  },
  {
    ...{ what: 'moves a report', key: 'report/aaaaaaaaaaa4', unseen: 0 },
    action: ({ number }) => ({ do: 'edit-report', report: number('report/aaaaaaaaaaa4'), set: { folderId: null } }),
  },
  {
    ...{ what: 'edits a draft', key: 'workbook/cash', unseen: 0 },
    action: () => ({ do: 'edit-draft', workbook: 'cash', set: { title: 'Theirs' } }),
  },
  {
    ...{ what: 'publishes a dashboard', key: 'workbook/revenue', unseen: 0 },
    action: () => ({ do: 'publish', workbook: 'revenue' }),
  },
  {
    ...{ what: 'renames a folder', key: 'folder/Sales/EMEA', unseen: 0 },
    action: ({ number }) => ({ do: 'rename', type: 'FOLDER', id: number('folder/Sales/EMEA'), name: 'Theirs' }),
  },
  {
    ...{ what: 'shows a report on a dashboard', key: 'report/aaaaaaaaaaa5', unseen: 1, isNamed: true },
    action: ({ others, number }) => ({
      ...{ do: 'edit-draft', workbook: others },
      set: { widgets: [chartOf(number('report/aaaaaaaaaaa5'))] },
    }),
  },
  {
    ...{ what: 'puts a report into a workbook', key: 'workbook/bare', unseen: 1 },
    action: ({ theirs, number }) => ({
      ...{ do: 'edit-report', report: theirs },
      set: { workbookId: number('workbook/bare') },
    }),
  },
  {
    ...{ what: 'puts a report into a folder', key: 'folder/Sales', unseen: 1 },
    action: ({ theirs, number }) => ({
      ...{ do: 'edit-report', report: theirs },
      set: { folderId: number('folder/Sales') },
    }),
  },
]

/** The path of the object in requests. */
const pathOf = ({ number }: Laid, key: string): string => `${key.replace(/\/.*/s, '')}s/${number(key)}`

interface Outcome extends Ran {
  /** How many reads came between the act and the delete of its object; undefined if that was not deleted after it. */
  readonly unseen: number | undefined
}

/** Somebody acts before the nth read of the run. Undefined if there are fewer. */
async function actBefore(nth: number, { key, action }: Act): Promise<Outcome | undefined> {
  const laid = await layOut()
  let reads = 0
  let at: number | undefined
  world.onRequest = async ({ method, phase }) => {
    if (phase !== 'before' || method !== 'GET' || at !== undefined) return
    reads += 1
    if (reads < nth) return
    at = sent().length
    await people(action(laid))
  }
  const ran = await pruneAll(laid)
  world.onRequest = () => undefined
  if (at === undefined) return undefined
  const after = sent().slice(at)
  const deleted = after.findIndex(({ method, path }) => method === 'DELETE' && path === pathOf(laid, key))
  const unseen = deleted < 0 ? undefined : after.slice(0, deleted).filter(({ method }) => method === 'GET').length
  return { ...ran, unseen }
}

test.each(ACTS)(
  'whoever $what that is being deleted, before any read of the run, is noticed',
  async (act) => {
    const problems: string[] = []
    const unseen = new Map<number, number>()
    let refused = 0
    for (let nth = isLong ? 1 : 2; ; nth += isLong ? 1 : 5) {
      const outcome = await actBefore(nth, act)
      if (!outcome) break
      const { result } = outcome
      if (outcome.unseen === undefined) {
        refused += result.failed.some(({ key }) => key === act.key) ? 1 : 0
        continue
      }
      unseen.set(outcome.unseen, nth)
      if (outcome.unseen - 1 >= act.unseen) problems.push(`before read ${nth}: deleted ${outcome.unseen} reads later`)
      else if (act.isNamed && result.shown.every(({ key }) => key !== act.key)) problems.push(`${nth}: not named`)
    }
    expect(problems).toEqual([])
    expect(refused).toBeGreaterThan(0)
  },
  120_000,
)

test('between the last look at an object and its delete there is no other request', async () => {
  await pruneAll(await layOut())
  const all = sent()
  const between = all.flatMap(({ method, path }, at) => {
    if (method !== 'DELETE') return []
    const look = all.slice(0, at).findLastIndex((each) => each.method === 'GET' && each.path.startsWith(path))
    return [[path.replace(/\/.*/, ''), at - look - 1]]
  })
  expect(between).toHaveLength(TREE.reports.length + TREE.workbooks.length + TREE.folders.length)
  expect(between.filter(([, count]) => count !== 0)).toEqual([])
})
