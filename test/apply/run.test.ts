import { describe, expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import type { ApplyEvent } from '../../src/apply/events.ts'
import type { Stored } from '../../src/apply/writer.ts'
import { NOTHING } from '../../src/content/entity.ts'
import { chart, dashboard, EMPTY, report, workbook } from '../content/values.ts'
import type { Lists } from '../support/lists.ts'
import { decisionOf } from './decision.ts'
import { fakeWriter, runFake } from './fake.ts'

/** Two dashboards that show a report each, and a report that nobody shows. */
const TREE: Lists = {
  folders: [{ path: ['Sales'] }, { path: ['Sales', 'EMEA'] }],
  workbooks: [
    workbook('board', {
      folder: ['Sales'],
      dashboard: dashboard(chart('w', 'report/board1')),
      embedAccess: { '*': 'read', acme: 'none' },
    }),
    workbook('cash', { dashboard: dashboard(chart('w', 'report/cash1')) }),
  ],
  reports: [
    report('board1', {}, { workbook: 'board' }),
    report('cash1', {}, { workbook: 'cash' }),
    report('loose', {}, { folder: ['Sales', 'EMEA'] }),
  ],
  model: [],
}
const failure = (kind: BoardwrightError['kind'] = 'SERVER_FAILED') => new BoardwrightError(kind, 'it failed')
const typed = (events: readonly ApplyEvent[], type: ApplyEvent['type']) =>
  events.flatMap((event) => (event.type === type && 'key' in event ? [event.key] : []))

const changedIn = (stored: Stored, unit: string): Stored => new Map([...stored, [unit, 'otherwise1']])

describe('a run', () => {
  test('goes phase by phase: parents first, all drafts before anything is published', async () => {
    const { lines, result, events } = await runFake(TREE)
    expect(lines).toEqual([
      'create folder Sales',
      'create folder Sales/EMEA',
      'create board',
      'create cash',
      'create board1',
      'create cash1',
      'create loose',
      'draft board',
      'draft cash',
      'publish board',
      'publish cash',
      'share board * read',
      'record board',
      'record cash',
    ])
    expect(result).toMatchObject({
      failed: [],
      skipped: [],
      left: [],
      interrupted: false,
      exit: 0,
      counts: {
        folders: { done: 2, total: 2 },
        workbooks: { done: 2, total: 2 },
        reports: { done: 3, total: 3 },
        drafts: { done: 2, total: 2 },
        published: { done: 2, total: 2 },
        shares: { done: 1, total: 1 },
        deleted: { done: 0, total: 0 },
      },
      viewers: { see: 'new', old: [], newModel: false },
    })
    expect(result.applied).toHaveLength(7)
    expect(result.published.map(({ key, version }) => `${key} ${version}`)).toEqual([
      'workbook/board 15',
      'workbook/cash 15',
    ])
    expect(events.at(0)).toEqual({ type: 'phase', phase: 'folders', steps: 2 })
    expect(events.at(-1)).toEqual({ type: 'summary', result })
    expect(typed(events, 'started')).toEqual(typed(events, 'done'))
  })

  test('writes the name of a workbook when it opens it, and does not wait for a folder that keeps its path', async () => {
    const position = { ...TREE, folders: TREE.folders.map((each) => ({ ...each, position: 7 })) }
    const workbooks = TREE.workbooks.map((each) => (each.slug === 'board' ? { ...each, name: 'Other' } : each))
    const reports = TREE.reports.map((each) =>
      each.id === 'board1' ? { ...each, definition: { ...each.definition, sql: 'select 9' } } : each,
    )
    const { lines, result } = await runFake(
      { ...position, workbooks, reports },
      {
        live: TREE,
        onError: 'continue',
        faults: { 'update folder Sales': failure() },
      },
    )
    expect(lines.filter((line) => !line.includes('older'))).toEqual([
      'change board name',
      'update board1 sql',
      'publish board',
      'record board',
    ])
    expect(result.skipped.map(({ key }) => key)).toEqual(['folder/Sales/EMEA'])
  })

  test('opens a workbook before anything in it is written, and writes nothing that does not change', async () => {
    const desired = {
      ...TREE,
      reports: TREE.reports.map((each) => (each.id === 'cash1' ? report('cash1', { sql: 'x' }, each.place) : each)),
    }
    const { lines } = await runFake(desired, { live: TREE })
    expect(lines).toEqual(['open cash', 'update cash1 sql', 'publish cash', 'record cash'])
  })

  test('deletes at the end, children first, then corrects the ledgers', async () => {
    const { lines } = await runFake(EMPTY, { live: TREE, prune: true })
    expect(lines).toEqual([
      'delete report/board1',
      'delete report/cash1',
      'delete report/loose',
      'delete workbook/board',
      'delete workbook/cash',
      'delete folder/Sales/EMEA',
      'delete folder/Sales',
      'look back',
    ])
  })

  test('looks back after its deletes, and says which report somebody put on a dashboard meanwhile', async () => {
    const { events, result } = await runFake(EMPTY, {
      live: TREE,
      prune: true,
      shownSince: async (leaving) =>
        new Map(leaving.has('report/loose') ? [['report/loose', 'the draft of "Board"']] : []),
    })
    expect(events.filter(({ type }) => type === 'shown')).toEqual([
      { type: 'shown', key: 'report/loose', title: expect.any(Array), where: 'the draft of "Board"' },
    ])
    expect(result.failed).toEqual([])
    const failing = await runFake(EMPTY, { live: TREE, prune: true, shownSince: () => Promise.reject(failure()) })
    expect(failing.result.failed).toMatchObject([{ verb: 'look', error: { kind: 'SERVER_FAILED' } }])
  })

  test('that deletes no report does not look back', async () => {
    expect((await runFake(TREE, {})).lines).not.toContain('look back')
  })

  test('runs as many writes at once as it is allowed', async () => {
    const reports = Array.from({ length: 30 }, (_, index) => report(`r${index}`))
    expect(await runFake({ ...EMPTY, reports }, { concurrency: 7 })).toMatchObject({ most: 7, result: { exit: 0 } })
  })

  test('needs a commit', async () => {
    const decision = decisionOf({ desired: TREE })
    const { writer, lines } = fakeWriter({}, EMPTY)
    const run = import('../../src/apply/run.ts').then(({ runPlan }) =>
      runPlan({ ...decision, plan: { ...decision.plan, commit: null } }, writer, {
        seen: { content: NOTHING, ledgers: new Map(), entries: new Map(), facts: new Map(), accountMoves: 0 },
      }),
    )
    await expect(run).rejects.toMatchObject({ kind: 'NOTHING_COMMITTED' })
    expect(lines).toEqual([])
  })
})

describe('a failure', () => {
  test('stops the run: nothing is published, and the ledgers say what was done', async () => {
    const { lines, result } = await runFake(TREE, { faults: { 'create cash1': failure() } })
    expect(lines).toEqual([
      'create folder Sales',
      'create folder Sales/EMEA',
      'create board',
      'create cash',
      'create board1',
      'create cash1 FAILS',
      'record board',
      'record cash',
    ])
    expect(result).toMatchObject({
      exit: 4,
      failed: [{ key: 'report/cash1', verb: 'create', phase: 'reports' }],
      skipped: [],
      viewers: { see: 'old', old: [{ key: 'workbook/board' }, { key: 'workbook/cash' }] },
    })
    expect(result.left.map(({ verb, key }) => `${verb} ${key}`)).toEqual([
      'create report/cash1',
      'create report/loose',
      'draft workbook/board',
      'draft workbook/cash',
      'publish workbook/board',
      'publish workbook/cash',
      'share workbook/board',
    ])
    expect(result.applied).toEqual(['folder/Sales', 'folder/Sales/EMEA', 'report/board1'])
  })

  test('skips what depends on it; with `onError: continue` the rest is published', async () => {
    const { lines, result } = await runFake(TREE, { onError: 'continue', faults: { 'create cash1': failure() } })
    expect(lines).toContain('publish board')
    expect(lines).not.toContain('draft cash')
    expect(result.skipped).toEqual([
      { key: 'workbook/cash', title: ['cash'], phase: 'drafts', verb: 'draft', because: 'report/cash1' },
      { key: 'workbook/cash', title: ['cash'], phase: 'publish', verb: 'publish', because: 'workbook/cash' },
    ])
    expect(result).toMatchObject({ exit: 4, viewers: { see: 'some new', old: [{ key: 'workbook/cash' }] } })
  })

  test('of a report leaves its dashboard unpublished, also where nothing else of that dashboard changes', async () => {
    const reports = TREE.reports.map((each) => ({ ...each, definition: { ...each.definition, title: 'Other' } }))
    const { lines, result } = await runFake(
      { ...TREE, reports },
      { live: TREE, onError: 'continue', faults: { 'update cash1 title': failure() } },
    )
    expect(lines).toContain('publish board')
    expect(lines).not.toContain('publish cash')
    expect(result.skipped).toEqual([
      { key: 'workbook/cash', title: ['cash'], phase: 'publish', verb: 'publish', because: 'report/cash1' },
    ])
  })

  test('of a folder skips everything in it', async () => {
    const { lines, result } = await runFake(TREE, { onError: 'continue', faults: { 'create folder Sales': failure() } })
    expect(lines).toEqual([
      'create folder Sales FAILS',
      'create cash',
      'create cash1',
      'draft cash',
      'publish cash',
      'record cash',
    ])
    expect(result.skipped.map(({ key, because }) => `${key}: ${because}`)).toContain('report/loose: folder/Sales/EMEA')
  })

  test('of any kind prevents all deletes', async () => {
    const live = { ...TREE, reports: [...TREE.reports, report('old')] }
    const desired = {
      ...TREE,
      reports: TREE.reports.map((each) => (each.id === 'loose' ? report('loose', { sql: 'x' }, each.place) : each)),
    }
    const options = { live, prune: true, onError: 'continue' } as const
    expect((await runFake(desired, options)).lines).toContain('delete report/old')
    const { lines, result } = await runFake(desired, { ...options, faults: { 'update loose sql': failure() } })
    expect(lines).not.toContain('delete report/old')
    expect(result.left).toContainEqual(expect.objectContaining({ verb: 'delete', key: 'report/old' }))
  })

  test('that every request would hit ends the run at once', async () => {
    const { lines, result } = await runFake(TREE, {
      onError: 'continue',
      faults: { 'create board1': failure('UNAUTHORIZED') },
    })
    expect(lines.at(-1)).toBe('create board1 FAILS')
    expect(result.exit).toBe(4)
  })

  const BUG = new TypeError('x is undefined')
  test.each<[string, Readonly<Record<string, unknown>>, number]>([
    ['401', { 'create folder A': failure('UNAUTHORIZED') }, 3],
    ['403', { 'create folder A': failure('FORBIDDEN') }, 3],
    ['409', { 'create folder A': failure('CONFLICT') }, 5],
    ['500', { 'create folder A': failure() }, 1],
    ['a 403 beside a 409', { 'create folder A': failure('CONFLICT'), 'create folder B': failure('FORBIDDEN') }, 3],
    ['a bug beside a 403', { 'create folder A': failure('FORBIDDEN'), 'create folder B': BUG }, 70],
    ['a bug after a write', { 'create folder B': BUG }, 70],
    ['a 409 after a write', { 'create folder B': failure('CONFLICT') }, 4],
  ])('%s ends with the worst exit status that applies', async (_, faults, exit) => {
    const desired = { ...EMPTY, folders: [{ path: ['A'] }, { path: ['B'] }] }
    const { result } = await runFake(desired, { faults, concurrency: Object.keys(faults).length })
    expect(result.exit).toBe(exit)
  })

  test('that nobody expected is reported as a bug', async () => {
    const { result } = await runFake(TREE, { faults: { 'create cash': new TypeError('x is undefined') } })
    expect(result.failed[0]?.error).toMatchObject({ kind: 'INTERNAL', message: 'x is undefined' })
  })
})

describe('publishing', () => {
  test('that needs a review is not a failure, and the rest goes on', async () => {
    const { result, events, lines } = await runFake(TREE, { faults: { 'publish board': new Error('review') } })
    expect(result).toMatchObject({
      exit: 6,
      failed: [],
      review: [{ key: 'workbook/board' }],
      viewers: { see: 'some new' },
    })
    expect(typed(events, 'review')).toEqual(['workbook/board'])
    expect(lines).toContain('publish cash')
  })

  test.each<[string, Parameters<typeof runFake>[1], readonly string[]]>([
    ['a report that was edited meanwhile', { publishes: () => ({ slipped: ['report "Cash"'] }) }, ['report "Cash"']],
    ['a widget somewhere else', { publishes: (stored) => ({ stored: changedIn(stored, 'widget w') }) }, ['widget w']],
    ['another layout', { publishes: (stored) => ({ stored: changedIn(stored, 'layout') }) }, ['layout']],
  ])('that sends out %s is reported, and is partly applied', async (_, answers, what) => {
    const { result, events } = await runFake(TREE, answers)
    const slipped = [
      expect.objectContaining({ key: 'workbook/board', what }),
      expect.objectContaining({ key: 'workbook/cash', what }),
    ]
    expect(result).toMatchObject({ slipped, exit: 4, failed: [], left: [] })
    expect(typed(events, 'slipped')).toEqual(['workbook/board', 'workbook/cash'])
  })

  const alike = (stored: Stored) => ({ stored, before: stored })
  test('does not report what the platform changes in every dashboard', async () => {
    const theme = await runFake(TREE, { publishes: (stored) => ({ stored: changedIn(stored, 'theme') }) })
    expect(theme.result).toMatchObject({ slipped: [], exit: 0 })
    const both = await runFake(TREE, {
      drafts: 'widget w',
      publishes: (stored) => ({ stored: changedIn(stored, 'widget w') }),
    })
    expect(both.result).toMatchObject({ slipped: [], exit: 0 })
    const reports = TREE.reports.map((each) => ({ ...each, definition: { ...each.definition, title: 'Other' } }))
    const asBefore = await runFake(
      { ...TREE, reports },
      { live: TREE, publishes: (stored) => alike(changedIn(stored, 'widget w')) },
    )
    expect(asBefore.lines.filter((line) => /^(draft|publish) /.test(line))).toEqual(['publish board', 'publish cash'])
    expect(asBefore.result).toMatchObject({ slipped: [], exit: 0 })
  })

  test('is refused when a report on the dashboard was edited since the plan', async () => {
    const { result, lines } = await runFake(TREE, { onError: 'continue', edited: ['report/board1'] })
    expect(lines).not.toContain('publish board')
    expect(lines).toContain('publish cash')
    expect(result.failed[0]?.error.message).toBe(
      'workbook/board shows report/board1, which was edited since the plan: not published',
    )
  })
})

describe('an interruption', () => {
  test('starts nothing new, and finishes the writes in progress', async () => {
    const abort = new AbortController()
    const { lines, result } = await runFake(TREE, {
      concurrency: 2,
      signal: abort.signal,
      onStep: (line) => (line === 'create cash1' ? abort.abort() : undefined),
    })
    expect(lines.slice(-2)).toEqual(['create board1', 'create cash1'])
    expect(result).toMatchObject({ interrupted: true, exit: 130, failed: [], published: [] })
    expect(result.left).toContainEqual(expect.objectContaining({ key: 'report/loose' }))
  })
})

describe('the data model', () => {
  test('comes first, and a failure in it stops everything', async () => {
    const order: string[] = []
    const dataModel = async () => ({ changed: order.push('model') > 0 })
    const { result } = await runFake(TREE, { dataModel, onStep: (line) => void order.push(line) })
    expect(order[0]).toBe('model')
    expect(result.viewers.newModel).toBe(true)

    const broken = await runFake(TREE, { onError: 'continue', dataModel: () => Promise.reject(failure()) })
    expect(broken.lines).toEqual([])
    expect(broken.result).toMatchObject({ failed: [{ phase: 'data model' }], viewers: { see: 'old', newModel: false } })
  })

  test('counts as new even when no dashboard is', async () => {
    const { result } = await runFake(TREE, {
      dataModel: async () => ({ changed: true }),
      faults: { 'draft board': failure() },
    })
    expect(result.viewers).toMatchObject({ see: 'old', newModel: true })
  })
})
