import { groupBy } from '../../content/group-by.ts'
import { roleIn } from '../../content/people.ts'
import type { Drawing, UnitChange } from '../../plan/plan-file.ts'
import { addedOrRemoved, gridLines, isWidget, layoutWords } from './layout.ts'
import { type Line, markOf, type ShownNames, withLabels } from './line.ts'
import { unitLines } from './units.ts'

export interface ObjectWords {
  /** All changes to the grid, as one. */
  readonly layout: { readonly summary: string; readonly lines: readonly Line[] } | undefined
  readonly lines: readonly Line[]
}

export function objectWords(units: readonly UnitChange[], names: ShownNames, drawing?: Drawing): ObjectWords {
  const labelled = withLabels(names, drawing)
  const layout = layoutWords(units, labelled, drawing)
  const rest = units.filter(({ unit }) => !isWidget(unit) && unit !== 'layout')
  const lines = [...layout.own, ...linesOf(rest, labelled)]
  if (layout.summary !== undefined) return { layout: { summary: layout.summary, lines: layout.lines }, lines }
  // Only the widget order changed, along with added or removed widgets, or in a way that has no words.
  const silent = lines.length === 0 ? units.flatMap((unit) => unitLines(unit, labelled)) : lines
  return { layout: undefined, lines: silent }
}

/** Whoever comes is in one line, and whoever goes in another. */
function linesOf(units: readonly UnitChange[], names: ShownNames): Line[] {
  const wayOf = ({ unit, before, after }: UnitChange): string | undefined => {
    const role = roleIn(unit)
    return role && `${role} ${markOf(before, after)}`
  }
  const byWay = groupBy(units, wayOf)
  return units.flatMap((change) => {
    const way = wayOf(change)
    const [first, ...others] = way === undefined ? [change] : (byWay.get(way) ?? [])
    if (first !== change) return []
    const lines = unitLines(change, names)
    const all = [...lines, ...others.flatMap((other) => unitLines(other, names))]
    return others.length === 0
      ? lines
      : lines.map((line) => ({ ...line, subject: `${line.subject}s`, parts: all.flatMap(({ parts }) => parts) }))
  })
}

export interface UnitWords {
  readonly change: UnitChange
  readonly lines: readonly Line[]
}

/** The same for each unit. The widget order is left out if only added or removed widgets change it. */
export function unitWords(units: readonly UnitChange[], names: ShownNames): UnitWords[] {
  const ignored = addedOrRemoved(units)
  const told = units.map((change) => ({
    change,
    lines: change.unit === 'layout' ? gridLines(change, names, ignored) : unitLines(change, names),
  }))
  const said = told.filter(({ lines }) => lines.length > 0)
  return said.length > 0 ? said : units.map((change) => ({ change, lines: unitLines(change, names) }))
}

/** All lines in one list, for lists of edits. */
export const allLines = (units: readonly UnitChange[], names: ShownNames, drawing?: Drawing): Line[] => {
  const { layout, lines } = objectWords(units, withLabels(names, drawing))
  return [...(layout?.lines ?? []), ...lines]
}

export const countEdits = (lines: readonly Line[]): number =>
  lines.reduce((sum, { parts }) => sum + Math.max(1, parts.length), 0)
