// Slow: its edits are random, and many.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson, stringifyJson } from '../../../packages/common/json.ts'
import type { ComparedChange, Comparison, Scene, SceneMark, SceneWidget } from '../../../packages/pictures/scene.ts'
import { canonicalText } from '../../../src/content/digest.ts'
import { reportKey } from '../../../src/content/model.ts'
import type { Plan } from '../../../src/plan/plan-file.ts'
import { compareDashboard } from '../../../src/previews/page/compare.ts'
import { whyAlsoHeld } from '../../../src/words/held.ts'
import { renderObjects } from '../../../src/words/text.ts'
import { isLong } from '../../support/long.ts'
import { course, planBoard, SLUG } from './boards.ts'

const RUNS = isLong ? 10_000 : 300
const PAGE = `workbook/${SLUG}`

type Marks = Record<string, SceneMark[]>

const text = (value: unknown): string => canonicalText(parseJson(stringifyJson(value ?? null)))

const widgetsIn = (scene: Scene | undefined) => new Map((scene?.dashboard.widgets ?? []).map((each) => [each.id, each]))
const namedIn = ({ report, reports = [] }: SceneWidget): string[] => [report, ...reports].flatMap((each) => each ?? [])

const reportsIn = (scene: Scene | undefined): string[] => [...widgetsIn(scene).values()].flatMap(namedIn)

/** What visibly happens to each widget when one picture replaces the other. */
function seenBetween({ live, after }: Comparison): Marks {
  const [before, now] = [widgetsIn(live), widgetsIn(after)]
  const marks: Marks = {}
  for (const id of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(id), now.get(id)]
    if (!was || !is) {
      marks[id] = [is ? 'added' : 'removed']
      continue
    }
    const { position: from, responsiveLayouts: wasNarrow, ...old } = was
    const { position: to, responsiveLayouts: isNarrow, ...young } = is
    const isResized = from.w !== to.w || from.h !== to.h
    const isMoved = from.x !== to.x || from.y !== to.y || (!isResized && text(wasNarrow) !== text(isNarrow))
    // A widget with a title of its own shows none of its report's.
    const reports = (widget: SceneWidget, scene: Scene | undefined) =>
      namedIn(widget).map((name) => {
        const shown = scene?.reports[name]
        return typeof widget.config?.['title'] === 'string' ? { ...shown, name: '', title: '' } : shown
      })
    const isChanged = text(old) !== text(young) || text(reports(was, live)) !== text(reports(is, after))
    const own: SceneMark[] = [
      ...(isMoved ? ['moved' as const] : []),
      ...(isResized ? ['resized' as const] : []),
      ...(isChanged ? ['changed' as const] : []),
    ]
    if (own.length > 0) marks[id] = own
  }
  return marks
}

/**
 * Widgets that the plan does not write, or only in part: their own units, or those of the reports that they show on
 * either side.
 */
function sparedBy({ objects, held, left }: Plan, { live, after }: Comparison): Marks {
  const marks: Marks = {}
  const mark = (key: string, units: readonly { readonly unit: string }[], fate: 'held' | 'left'): void => {
    const own = units.flatMap(({ unit }) => /^widget (.*)/.exec(unit)?.[1] ?? [])
    const showing = [live, after].flatMap((scene) =>
      [...widgetsIn(scene).values()].filter((each) => namedIn(each).includes(key)).map(({ id }) => id),
    )
    for (const id of key === PAGE ? own : showing) marks[id] = [...new Set([...(marks[id] ?? []), fate])].sort()
  }
  for (const { key, keeps } of objects) if (keeps.length > 0) mark(key, keeps, 'left')
  for (const { key, units } of left) mark(key, units, 'left')
  for (const { key, units, alsoHeld = [], merges } of held) {
    mark(key, [...units, ...alsoHeld], 'held')
    if (merges.length > 0) mark(key, merges, 'left')
  }
  return marks
}

/** The marks of each widget, from all of these. */
const merged = (...all: readonly Marks[]): Marks => {
  const ids = new Set(all.flatMap((each) => Object.keys(each)))
  return Object.fromEntries([...ids].sort().map((id) => [id, all.flatMap((each) => each[id] ?? [])]))
}
const sorted = (marks: Comparison['marks']): Marks =>
  Object.fromEntries(
    Object.keys(marks)
      .sort()
      .map((id) => [id, [...(marks[id] ?? [])]]),
  )

/** Every unit of a widget that the plan names, with its heading. */
const unitsOf = ({ objects, held, left }: Plan): string[] => {
  const under = (fate: ComparedChange['fate'], units: readonly { readonly unit: string }[]) =>
    units.filter(({ unit }) => unit.startsWith('widget ')).map(({ unit }) => `${fate} ${unit}`)
  return [
    ...objects.flatMap(({ action, units, keeps }) => [
      ...(action === 'create' || action === 'delete' ? [] : under('written', units)),
      ...under('left', keeps),
    ]),
    ...left.flatMap(({ units }) => under('left', units)),
    ...held.flatMap(({ units, alsoHeld = [], merges }) => [
      ...under('held', [...units, ...alsoHeld]),
      ...under('left', merges),
    ]),
  ].sort()
}

const WIDE = { width: 100_000, color: false, verbose: true }
/** What a drawing shows of few widgets, the terminal tells in one sentence. For many that move alike, it counts them. */
const IN_DRAWING = /^(moves |becomes |added|removed)/
const ABOUT_WIDGET = /^(?:[~+-] )?(widget .*)$/

const wordsOf = (said: string): string => said.replaceAll(/[\s,]+/g, ' ').trim()

/** The terminal's lines about widgets must match the list of changes. */
function expectSameWords(plan: Plan, changes: readonly ComparedChange[]): void {
  const lines = renderObjects(plan, WIDE)
    .split('\n')
    .map((line) => line.trim())
  const onTerminal = lines.flatMap((line) => wordsOf(ABOUT_WIDGET.exec(line)?.[1] ?? '') || [])
  const listed = changes
    .filter(({ fate, title }) => fate === 'written' && title === undefined)
    .flatMap((change) => change.lines)
    .filter(({ subject }) => subject.startsWith('widget '))
    .map(({ subject, parts, aside = '' }) => ({ isPlace: IN_DRAWING.test(parts.join('')), subject, parts, aside }))
    .map(({ isPlace, subject, parts, aside }) => ({ isPlace, said: wordsOf(`${subject} ${parts.join(' ')} ${aside}`) }))
  const unsaid = (said: string): string => said.replace(/ [+-] (added|removed)/, ' $1')
  const inList = listed.map(({ said }) => unsaid(said))
  // Of a place that the sentence tells, what is left is where else it changes.
  expect(onTerminal.filter((said) => !inList.includes(said) && !/^widget .* also on /.test(said))).toEqual([])
  const missing = listed.filter(({ said }) => !onTerminal.includes(unsaid(said)))
  expect(missing.filter(({ isPlace }) => !isPlace)).toEqual([])
  if (missing.length > 0) expect(lines.join('\n')).toMatch(/^[~+] layout|^\d+ widgets\s+move /m)
}

test('marks and words in compare are those of the plan, widget by widget', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(course, async (given) => {
      const planned = await planBoard(given)
      const comparison = compareDashboard(planned, SLUG, {})
      const { plan } = planned
      const { marks, changes } = comparison
      expect(sorted(marks)).toEqual(merged(seenBetween(comparison), sparedBy(plan, comparison)))
      for (const mark of Object.values(marks).flat()) seen.set(mark, (seen.get(mark) ?? 0) + 1)

      const named = changes.flatMap(({ id, fate }) => {
        const [, unit] = /^(widget \S+)/.exec(id) ?? []
        return unit === undefined ? [] : [`${fate} ${unit}`]
      })
      expect(named.sort()).toEqual(unitsOf(plan))
      expectSameWords(plan, changes)
      const reasons = changes.flatMap(({ fate, why }) => (fate === 'held' ? [why] : []))
      const onPage = new Set([PAGE, ...[comparison.live, comparison.after].flatMap(reportsIn)])
      const held = plan.held.filter(({ key }) => onPage.has(key))
      const waiting = held.flatMap((each) => (each.alsoHeld && each.units.length > 0 ? [whyAlsoHeld(each)] : []))
      const messages = held.map(({ message }) => message.replace(/^it shows /, 'the dashboard shows '))
      expect(new Set(reasons)).toEqual(new Set([...messages, ...waiting]))
    }),
    { numRuns: RUNS },
  )
  expect([...seen.keys()].sort()).toEqual(['added', 'changed', 'held', 'left', 'moved', 'removed', 'resized'])
})

test('a title of a report that no widget shows marks none, and the list says why', async () => {
  const [given] = fc.sample(course, { seed: 1, numRuns: 1 })
  const titled = given?.board.dashboard.widgets[0]
  if (!given || !titled) throw new Error('a board has a widget')
  const [report] = given.board.reports
  const inTheRepo = [{ what: 'a report is titled', at: 0, by: 0 }]
  const shows = { id: 'w0', type: 'CHART', position: titled.position, report: reportKey(report?.id ?? '') }
  const compared = async (widgets: readonly object[], inTheUi: typeof inTheRepo = []) => {
    const board = { ...given.board, dashboard: { title: 'Board', widgets: widgets as never } }
    const course = { board, inTheRepo, inTheUi, isDraft: false, accept: [], prune: false }
    return compareDashboard(await planBoard(course), SLUG, {})
  }
  const plain = await compared([shows])
  expect(plain.marks).toEqual({ w0: ['changed'] })
  const { marks, changes } = await compared([{ ...shows, config: { title: 'Its own' } }])
  expect(marks).toEqual({})
  const unseen = 'cannot be seen here: the widget has a title of its own'
  expect(changes.map(({ why }) => why)).toContain(unseen)
  const held = await compared([{ ...shows, config: { title: 'Its own' } }], inTheRepo)
  expect(held.marks).toEqual({ w0: ['held', 'unseen'] })
  expect(held.changes.map(({ why }) => why)).toContain(`1 conflict; ${unseen}`)
})
