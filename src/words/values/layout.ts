import { isMap } from '@boardwright/common'
import { listed, plural } from '../../content/counted.ts'
import type { FreeForm } from '../../content/model.ts'
import { inQuotes } from '../../content/printable.ts'
import { widgetIn } from '../../content/units.ts'
import type { Drawing, UnitChange } from '../../plan/plan-file.ts'
import { NARROWER, type Shift, shiftOf } from './geometry.ts'
import type { Line, ShownNames } from './line.ts'
import { moveSentences } from './moves.ts'
import { clearText, fromToTexts, pathChanges, pathName, pathPart } from './paths.ts'
import { widgetFacts, widgetName, widgetParts } from './widget.ts'

/** If at least this many widgets move the same way, they share a line. */
const FOLD_FROM = 3

export const isWidget = (unit: string): boolean => widgetIn(unit) !== undefined

/** One widget in words: its place, and its own changes. */
export function widgetLines(change: UnitChange, names: ShownNames): Line[] {
  const { places, own } = wordsOfWidget(change, names)
  return [...places.map(({ line }) => line), ...own]
}

interface Placed {
  readonly line: Line
  readonly shift: Shift | undefined
}

function wordsOfWidget({ unit, before, after }: UnitChange, names: ShownNames): { places: Placed[]; own: Line[] } {
  const subject = widgetName(widgetIn(unit) ?? unit, after ?? before, names)
  if (!isMap(before) || !isMap(after)) {
    const [mark, word, widget] = isMap(after) ? (['+', 'added', after] as const) : (['-', 'removed', before] as const)
    const facts = isMap(widget) ? widgetFacts(widget as FreeForm, names) : []
    return {
      places: [{ line: { mark, subject, parts: [word], aside: facts.join('   ') || undefined }, shift: undefined }],
      own: [],
    }
  }
  const shift = shiftOf(before, after)
  const parts = widgetParts(before, after, names)
  return {
    places: shift ? [{ line: { mark: '~', subject, parts: [shift.part], aside: shift.aside }, shift }] : [],
    own: parts.length > 0 ? [{ mark: '~', subject, parts }] : [],
  }
}

export interface LayoutWords {
  /** `2 widgets moved, 3 unchanged`; undefined if the grid does not change. */
  readonly summary: string | undefined
  readonly lines: readonly Line[]
  /** Changes to widgets other than their places. */
  readonly own: readonly Line[]
}

/** All changes to one dashboard's grid. Few moves are told as a drawing shows them. */
export function layoutWords(units: readonly UnitChange[], names: ShownNames, drawing?: Drawing): LayoutWords {
  const widgets = units.filter(({ unit }) => isWidget(unit))
  const words = widgets.map((change) => wordsOfWidget(change, names))
  const places = words.flatMap((each) => each.places)
  const ignored = addedOrRemoved(units)
  const grid = units.filter(({ unit }) => unit === 'layout').flatMap((change) => gridLines(change, names, ignored))
  const sentences = (drawing && moveSentences(drawing, inQuotes)) ?? []
  const moves =
    sentences.length === 0 ? foldMoves(places) : [...sentences.map(sentenceLine), ...foldMoves(notDrawn(places))]
  const lines = [...moves, ...keptText(widgets).map(sentenceLine), ...grid]
  const summary = lines.length === 0 ? undefined : summaryOf(places, grid, drawing?.after.length)
  return { summary, lines, own: words.flatMap((each) => each.own) }
}

const sentenceLine = (subject: string): Line => ({ mark: '~', subject, parts: [] })

/** What a drawing, which is of wide screens, does not show. */
const notDrawn = (places: readonly Placed[]): Placed[] =>
  places.flatMap((each) => {
    const { line, shift } = each
    if (shift?.isDrawn === false) return [each]
    return shift?.aside === undefined
      ? []
      : [{ line: { ...line, parts: [shift.aside], aside: undefined }, shift: undefined }]
  })

/**
 * Where nothing moves, though widgets do on wide screens: at breakpoints for which each of them has a place of its own.
 */
function keptAt(units: readonly UnitChange[]): readonly string[] {
  const shifts = units.flatMap(({ unit, before, after }) =>
    isWidget(unit) && isMap(before) && isMap(after) ? (shiftOf(before, after) ?? []) : [],
  )
  const [first, ...rest] = shifts
  return (first?.kept ?? []).filter((name) => rest.every(({ kept }) => kept.includes(name)))
}

/** `the old order stays at md and narrower`: what phones see may follow wide screens. */
export function keptText(units: readonly UnitChange[]): string[] {
  const kept = keptAt(units)
  if (kept.length === 0) return []
  const isRest = kept.length > 1 && kept.length === NARROWER.length - NARROWER.indexOf(kept[0] ?? '')
  return [`the old order stays at ${isRest ? `${kept[0]} and narrower` : listed(kept)}`]
}

export const addedOrRemoved = (units: readonly UnitChange[]): ReadonlySet<string> =>
  new Set(units.flatMap(({ unit, before, after }) => (isMap(before) && isMap(after) ? [] : (widgetIn(unit) ?? []))))

/** Merges widgets that move the same way into one line, at the position of the first. */
function foldMoves(places: readonly Placed[]): Line[] {
  const ways = new Map<string, number>()
  for (const { shift } of places) if (shift?.way) ways.set(shift.way, (ways.get(shift.way) ?? 0) + 1)
  const told = new Set<string>()
  return places.flatMap(({ line, shift }) => {
    const way = shift?.way
    const count = way === undefined ? 0 : (ways.get(way) ?? 0)
    if (way === undefined || count < FOLD_FROM) return [line]
    if (told.has(way)) return []
    told.add(way)
    return [{ mark: '~', subject: plural(count, 'widget'), parts: [`move ${way}`] } satisfies Line]
  })
}

function summaryOf(places: readonly Placed[], grid: readonly Line[], total: number | undefined): string {
  const count = (test: (placed: Placed) => boolean): number => places.filter(test).length
  const counts: readonly (readonly [number, string])[] = [
    [count(({ line }) => line.mark === '+'), 'added'],
    [count(({ line }) => line.mark === '-'), 'removed'],
    [count(({ shift }) => shift?.moved === true && !shift.resized), 'moved'],
    [count(({ shift }) => shift?.resized === true && !shift.moved), 'resized'],
    [count(({ shift }) => shift?.resized === true && shift.moved), 'moved and resized'],
  ]
  const told = counts.filter(([number]) => number > 0)
  const parts = told.map(([number, word], index) =>
    index === 0 ? `${plural(number, 'widget')} ${word}` : `${number} ${word}`,
  )
  const unchanged = total === undefined ? 0 : total - count(({ line }) => line.mark !== '-')
  if (told.length === 0) return grid.map(({ subject }) => `${subject} changed`).join(', ')
  return [...parts, ...(unchanged > 0 ? [`${unchanged} unchanged`] : [])].join(', ')
}

/** The unit `layout`: the grid itself and the order of its widgets. */
export function gridLines(
  { before, after }: UnitChange,
  names: ShownNames,
  ignored: ReadonlySet<string> = new Set(),
): Line[] {
  const sides = [before, after].map((side) => (isMap(side) ? side : {}))
  const [old = {}, now = {}] = sides
  const grid = pathChanges(old['grid'], now['grid']).map((change) => pathPart(change, pathName(change.path)))
  const [was, is] = [orderIn(old, ignored), orderIn(now, ignored)]
  return [
    ...(grid.length > 0 ? [{ mark: '~', subject: 'grid', parts: grid } satisfies Line] : []),
    ...(was.join('\n') === is.join('\n') ? [] : [orderLine(was, is, names)]),
  ]
}

function orderIn(side: FreeForm, ignored: ReadonlySet<string>): string[] {
  const order = side['order']
  return Array.isArray(order) ? order.filter((id): id is string => typeof id === 'string' && !ignored.has(id)) : []
}

export const clearNames = (ids: readonly string[], names: ShownNames): string =>
  ids.map((id) => clearText(names.widget(id) ?? id)).join(', ')

/** Shows widgets by label, if labels make the difference visible. */
function orderLine(was: readonly string[], is: readonly string[], names: ShownNames): Line {
  const labels = (ids: readonly string[]): string => clearNames(ids, names)
  const ids = (all: readonly string[]): string => all.map(clearText).join(', ')
  const textOf = labels(was) === labels(is) ? ids : labels
  return { mark: '~', subject: 'order of widgets', parts: [fromToTexts(textOf(was), textOf(is))] }
}
