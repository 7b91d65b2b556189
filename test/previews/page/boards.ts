import fc from 'fast-check'
import type { TreeThen } from '../../../src/base/history.ts'
import type { FoundEntry } from '../../../src/base/ledger.ts'
import { NOTHING } from '../../../src/content/entity.ts'
import type { LiveFacts } from '../../../src/content/facts.ts'
import { type Dashboard, type Report, reportKey, type Widget, workbookKey } from '../../../src/content/model.ts'
import { readDigests } from '../../../src/content/unit-digests.ts'
import type { Accepted } from '../../../src/plan/accept.ts'
import { NOTHING_FOUND } from '../../../src/plan/complete.ts'
import type { PlanInputs } from '../../../src/plan/inputs.ts'
import { type CompleteDecision, decideFrom, type Sources } from '../../../src/project/plan/decide.ts'
import { UNSHAPED } from '../../../src/project/plan/inputs.ts'
import { actOf } from '../../support/act-of.ts'
import { NO_HISTORY, NOTHING_LIVE } from '../../support/compare-inputs.ts'
import { contentIn, type Lists } from '../../support/lists.ts'

export const SLUG = 'board'
const PAGE = workbookKey(SLUG)

/** A published dashboard and its reports. */
interface Board {
  readonly dashboard: Dashboard
  readonly reports: readonly Report[]
}

interface Edit {
  readonly what: string
  readonly at: number
  readonly by: number
}

/** `mark` tells the texts of one side from those of the other. */
type Change = (board: Board, edit: Edit, mark: string) => Board

const nth = <T>(items: readonly T[], at: number): T | undefined => items[at % Math.max(1, items.length)]

const onWidgets =
  (change: (widgets: readonly Widget[], edit: Edit, mark: string) => readonly Widget[]): Change =>
  (board, edit, mark) => ({
    ...board,
    dashboard: { ...board.dashboard, widgets: change(board.dashboard.widgets, edit, mark) },
  })

const onWidget = (change: (widget: Widget, edit: Edit, mark: string) => Widget): Change =>
  onWidgets((widgets, edit, mark) => {
    const one = nth(widgets, edit.at)
    return widgets.map((each) => (each === one ? change(each, edit, mark) : each))
  })

const onReport =
  (change: (report: Report, mark: string) => Partial<Report['definition']>): Change =>
  (board, { at }, mark) => {
    const one = nth(board.reports, at)
    const changed = (report: Report) => ({ ...report, definition: { ...report.definition, ...change(report, mark) } })
    return { ...board, reports: board.reports.map((each) => (each === one ? changed(each) : each)) }
  }

const idOf = (number: number): string => `REPORT${String(number).padStart(6, '0')}`
const below = (by: number) => ({ x: 0, y: 1_000 + 10 * by, w: 4, h: 2 })
const chart = (id: string, report: string, by: number): Widget => ({
  ...{ id, type: 'CHART', report: reportKey(report), position: below(by) },
})

const CHANGES: Readonly<Record<string, Change>> = {
  moved: onWidget((one, { by }) => ({ ...one, position: { ...one.position, y: one.position.y + 100 + by } })),
  resized: onWidget((one, { by }) => ({ ...one, position: { ...one.position, w: 1 + (by % 4) } })),
  'moved and resized': onWidget((one, { by }) => ({ ...one, position: below(by) })),
  'moved on narrow screens': onWidget((one, { by }) => ({ ...one, responsiveLayouts: { sm: below(by) } })),
  'all moved down': onWidgets((widgets, { by }) =>
    widgets.map((one) => ({ ...one, position: { ...one.position, y: one.position.y + 1 + by } })),
  ),
  swapped: onWidgets((widgets, { at, by }) => {
    const [one, other] = [nth(widgets, at), nth(widgets, at + 1 + by)]
    if (!one || !other) return widgets
    return widgets.map((each) => {
      const placed = each === one ? other : each === other ? one : each
      return { ...each, position: placed.position }
    })
  }),
  deleted: onWidgets((widgets, { at }) => widgets.filter((each) => each !== nth(widgets, at))),
  added: onWidgets((widgets, { by }, mark) => [
    ...widgets,
    { id: `${mark}-${by}`, type: 'TEXT', position: below(by), config: { markdown: mark } },
  ]),
  'said otherwise': onWidget((one, { by }, mark) => ({ ...one, config: { ...one.config, markdown: `${mark} ${by}` } })),
  titled: onWidget((one, { by }, mark) => ({ ...one, config: { ...one.config, title: `${mark} ${by}` } })),
  coloured: onWidget((one, { by }) => ({ ...one, style: { background: `#00000${by % 10}` } })),
  'shows another report': (board, edit, mark) =>
    onWidget((one) => {
      const { report, ...rest } = one
      const other = nth(board.reports, edit.by)
      return report === undefined || !other ? one : { ...rest, report: reportKey(other.id) }
    })(board, edit, mark),
  'turned around': onWidgets((widgets) => [...widgets].reverse()),
  'given settings': (board, { by }) => ({
    ...board,
    dashboard: { ...board.dashboard, settings: { crossFilter: by % 2 === 0 } },
  }),
  'a report is renamed': onReport((_, mark) => ({ name: mark })),
  'a report is titled': onReport((_, mark) => ({ title: mark })),
  'a report asks otherwise': onReport((_, mark) => ({ sql: `select '${mark}' as a` })),
  'a report is kept otherwise': onReport((_, mark) => ({ meta: { note: mark } })),
}

/** Changes that only the repo can make here, because live objects have numbers. */
const REPO_CHANGES: Readonly<Record<string, Change>> = {
  ...CHANGES,
  'a report is made': (board, { by }, mark) => {
    const id = idOf(100 + by)
    if (board.reports.some((each) => each.id === id)) return board
    const made = { id, place: { workbook: SLUG }, definition: { name: mark, sql: 'select 1 as a' } }
    const shown = onWidgets((widgets) => [...widgets, chart(`${mark}-of-${id}`, id, by)])
    return { ...shown(board, { what: '', at: 0, by }, mark), reports: [...board.reports, made] }
  },
  'a report goes': (board, { at }) => {
    const gone = nth(board.reports, at)
    const isShown = ({ report }: Widget): boolean => gone !== undefined && report === reportKey(gone.id)
    const { widgets } = board.dashboard
    return {
      reports: board.reports.filter((each) => each !== gone),
      dashboard: { ...board.dashboard, widgets: widgets.filter((each) => !isShown(each)) },
    }
  },
}

const edits = (changes: Readonly<Record<string, Change>>): fc.Arbitrary<readonly Edit[]> =>
  fc.array(fc.record({ what: fc.constantFrom(...Object.keys(changes)), at: fc.nat(9), by: fc.nat(9) }), {
    maxLength: 4,
  })

/** Some widgets are texts, others show a report; one report may be shown twice. */
const board: fc.Arbitrary<Board> = fc
  .array(fc.option(fc.nat(2), { freq: 3 }), { minLength: 1, maxLength: 6 })
  .map((shown) => ({
    reports: [0, 1, 2].map((number) => ({
      ...{ id: idOf(number), place: { workbook: SLUG } },
      definition: { name: `Report ${number}`, sql: `select ${number} as a` },
    })),
    dashboard: {
      title: 'Board',
      widgets: shown.map((report, index): Widget => {
        const position = { x: 4 * (index % 3), y: 4 * Math.floor(index / 3), w: 4, h: 4 }
        const id = `w${index}`
        if (report === null) return { id, type: 'TEXT', position, config: { markdown: `Text ${index}` } }
        return { ...chart(id, idOf(report), 0), position }
      }),
    },
  }))

export const course = fc.record({
  board,
  inTheUi: edits(CHANGES),
  inTheRepo: edits(REPO_CHANGES),
  /** The UI saved, and did not publish. */
  isDraft: fc.boolean(),
  accept: fc.constantFrom<Accepted[]>([], [], ['ui-edits']),
  prune: fc.boolean(),
})
export type Course = typeof course extends fc.Arbitrary<infer T> ? T : never

export type PlannedBoard = Pick<CompleteDecision, 'plan' | 'work' | 'inputs'>

const APPLIED = 'a'.repeat(40)
const HEAD = 'b'.repeat(40)

const listsOfBoard = ({ dashboard, reports }: Board): Lists => ({
  ...{ folders: [], model: [], reports },
  workbooks: [{ slug: SLUG, folder: [], name: 'Board', publish: true, meta: {}, dashboard }],
})

/** Plans without a target: what was applied, what people made of it in the UI, and what the repo says now. */
export async function planBoard({ board, inTheUi, inTheRepo, isDraft, accept, prune }: Course): Promise<PlannedBoard> {
  const made = (mark: string, all: readonly Edit[]): Board =>
    all.reduce((now, edit) => actOf(REPO_CHANGES, edit.what)(now, edit, mark), board)
  const edited = made('ui', inTheUi)
  const seen = isDraft ? { ...edited, dashboard: board.dashboard } : edited
  const [base, live, desired] = [board, seen, made('repo', inTheRepo)].map(listsOfBoard)
  if (!base || !live || !desired) throw new Error('three sides')
  const isEdited = (report: Report): boolean => board.reports.every((each) => each !== report)
  const facts = new Map<string, LiveFacts>(
    edited.reports.map((report, index) => [
      reportKey(report.id),
      { id: 200 + index, version: isEdited(report) ? 4 : 3 },
    ]),
  )
  const snapshots = edited.reports.map((report) => ({
    ...{ report: reportKey(report.id), version: isEdited(report) && !isDraft ? 4 : 3 },
  }))
  facts.set(PAGE, {
    ...{ id: 100, name: SLUG, publication: { dashboard: 9, publicId: 'D00000000009', version: 3, snapshots } },
    ...(isDraft && edited.dashboard !== board.dashboard ? { draft: edited.dashboard } : {}),
  })
  const known = new Map(
    [...contentIn(base)].map(([key, { digests }]): [typeof key, FoundEntry] => [
      key,
      {
        ...{ live: facts.get(key)?.id ?? 0, commit: APPLIED },
        base: Object.fromEntries(readDigests(digests())),
      },
    ]),
  )
  const [desiredSide, liveSide, baseSide] = [desired, live, base].map(contentIn)
  if (!desiredSide || !liveSide || !baseSide) throw new Error('three sides')
  const then: TreeThen = { outline: baseSide, whole: () => baseSide, hasMoreFiles: false }
  const sources: Sources = {
    treeAt: async (commit) => (commit === APPLIED ? then : undefined),
    declaredAt: async () => undefined,
    lookUp: async () => NOTHING_FOUND,
    tokens: [],
  }
  const { plan, work, inputs } = await decideFrom(
    {
      ...WORLD,
      desired: desiredSide,
      ...{ shaping: { ...UNSHAPED, accept, prune } },
      history: {
        ...{ head: HEAD, dirty: false, relations: new Map([[APPLIED, 'older']]), applied: APPLIED, forks: new Map() },
        trees: new Map([[APPLIED, then]]),
      },
      live: { ...WORLD.live, content: liveSide, facts: new Map([...facts]) as never, entries: known },
    },
    sources,
  )
  return { plan, work, inputs }
}

const NONE = new Map<never, never>()
const WORLD: PlanInputs = {
  project: { id: '7f3kQ2m9', name: 'acme' },
  target: {
    ...{ name: 'production', deployment: 2, host: 'acme.example', url: 'https://acme.example', home: true },
    ...{ protected: false, manages: [], branch: undefined, merge: undefined },
    limits: { deletePercent: 100, changePercent: 100, fromCount: 0 },
  },
  ...{ desired: NOTHING, files: NONE, notBrought: [], shaping: UNSHAPED },
  live: NOTHING_LIVE,
  history: { ...NO_HISTORY, head: HEAD },
  ...{
    selected: () => true,
    isRead: () => true,
    named: () => false,
    ignoredBecause: () => undefined,
    takenEdits: new Set(),
    removedMembers: [],
  },
  modelSides: { desired: NONE, live: NONE, applied: NONE },
  modelNames: { desired: NONE, live: NONE },
}
