import { isMap } from '@boardwright/common'
import { groupBy } from '../content/group-by.ts'
import { widgetIn } from '../content/units.ts'
import { layoutDrawing } from '../plan/drawing.ts'
import { isWaiting } from '../plan/held.ts'
import type { HeldObject, LeftObject, Plan, PlannedObject, UnitChange } from '../plan/plan-file.ts'
import { replacedText } from '../plan/replaced.ts'
import { lossText, publishText } from './facts.ts'
import { heldCommands, heldFacts, type SideCell, sideCells, whyAlsoHeld } from './held.ts'
import { wordsFor } from './objects.ts'
import { plain } from './paint.ts'
import { shiftOf } from './values/geometry.ts'
import { heldWords } from './values/held.ts'
import { type Line, namesFor, namesIn, type ShownNames, withLabels } from './values/line.ts'
import { unitWords } from './values/object.ts'
import { widgetParts } from './values/widget.ts'

/** One change of an object, in the words of the plan. */
export interface Told {
  readonly fate: 'written' | 'left' | 'held'
  /** Undefined if the change concerns the whole object. */
  readonly unit?: string | undefined
  /** Set if this happens to the whole object. */
  readonly action?: 'create' | 'delete' | 'publish' | 'show' | undefined
  readonly lines: readonly Line[]
  /** Why it is left alone or held. */
  readonly why?: string | undefined
  /** Whether it is held only because something else is. */
  readonly isWaiting?: boolean
  /** All three sides, if it is held: of each value by itself, or as the lines that differ. */
  readonly sides?: readonly { readonly of: string; readonly cells: readonly SideCell[] }[]
  readonly facts?: readonly string[]
  /** Commands that help. */
  readonly commands?: readonly string[]
  /** If the unit is a widget, what happens to that. */
  readonly marks: readonly WidgetMark[]
}

export type WidgetMark = 'added' | 'removed' | 'moved' | 'resized' | 'changed'

/** Everything that a plan says about one object: first what is written, then what is left alone, then what is held. */
export function tellerOf(plan: Plan): (key: string) => Told[] {
  const names = namesIn(plan)
  const byKey = <T extends { readonly key: string }>(all: readonly T[]) => groupBy(all, ({ key }): string => key)
  const shownLate = new Set<string>(plan.objects.flatMap(({ publish }) => publish?.reports ?? []))
  const [objects, left, held] = [byKey(plan.objects), byKey(plan.left), byKey(plan.held)]
  return (key) => [
    ...(objects.get(key) ?? []).flatMap((object) => toldOfPlanned(object, names)),
    ...(!objects.has(key) && shownLate.has(key) ? [LATE] : []),
    ...(left.get(key) ?? []).flatMap((each) => toldOfLeft(each, names)),
    ...(held.get(key) ?? []).flatMap((each) => toldOfHeld(each, plan, names)),
  ]
}

/** A report that an earlier run wrote, and of which viewers see this only now. */
const LATE: Told = {
  ...{ fate: 'written', action: 'show', marks: [] },
  lines: [{ mark: '~', subject: 'viewers see an older version', parts: [] }],
}

/** How many changes have each fate. What waits is held by itself only where it waits for none of them. */
export function tallyOf(all: readonly Told[]): Readonly<Record<Told['fate'] | 'waiting', number>> {
  const count = (of: Told['fate']): number =>
    all.filter(({ fate, action, isWaiting }) => fate === of && action !== 'publish' && !isWaiting).length
  const [held, waiting] = [count('held'), all.filter(({ isWaiting }) => isWaiting).length]
  const rest = { written: count('written'), left: count('left') }
  return held === 0 ? { ...rest, held: waiting, waiting: 0 } : { ...rest, held, waiting }
}

function toldOfPlanned(object: PlannedObject, others: ShownNames): Told[] {
  const { action, publish, loss, keeps, units, replaces, because } = object
  const names = withLabels(namesFor(others, object), layoutDrawing(object))
  const asWhole = (subject: string, parts: readonly string[]): Told => {
    const mark = action === 'create' ? '+' : action === 'delete' ? '-' : '~'
    return { fate: 'written', lines: [{ mark, subject, parts }], marks: [] }
  }
  const own =
    action === 'create' || action === 'delete'
      ? [
          {
            ...asWhole(action, [because]),
            action,
            lines: [...asWhole(action, [because]).lines, ...linesOf(object, others)],
          },
        ]
      : toldOfUnits(units, names, { fate: 'written' })
  return [
    ...own,
    ...replaces.map((what) => asWhole('replaces', [replacedText(what)])),
    ...(loss ? [asWhole(action, [lossText(loss)])] : []),
    ...(publish ? [{ ...asWhole('publish', [publishText(publish)]), action: 'publish' as const }] : []),
    ...toldOfUnits(keeps, names, { fate: 'left', why: 'keeps the UI edit' }),
  ]
}

function linesOf(object: PlannedObject, names: ShownNames): readonly Line[] {
  const { layout, lines } = wordsFor(object, names)
  return [...(layout ? [{ mark: '+', subject: 'layout', parts: [layout.summary] } satisfies Line] : []), ...lines]
}

function toldOfLeft(left: LeftObject, others: ShownNames): Told[] {
  const units = toldOfUnits(left.units, namesFor(others, left), { fate: 'left', why: left.message })
  return units.length > 0 ? units : [{ fate: 'left', lines: [], why: left.message, marks: [] }]
}

function toldOfHeld(held: HeldObject, plan: Plan, others: ShownNames): Told[] {
  const names = namesFor(others, held)
  const [why, waits] = [held.message, isWaiting(held)]
  const told = held.units.map((unit): Told => {
    const { subject, sides } = heldWords(unit, names)
    const own = { ...held, units: [unit], alsoHeld: [], merges: [] }
    const differs = sides.some(({ diff }) => diff !== undefined)
    const isOne = sides.length === 1
    const line: Line = { mark: '~', subject, parts: sides.flatMap(({ of }) => (isOne && of !== '' ? [of] : [])) }
    return {
      fate: 'held',
      unit: unit.unit,
      lines: [line],
      ...{ why, isWaiting: waits, marks: [] },
      // Nobody disputes what only waits.
      ...(waits || differs
        ? {}
        : { sides: sides.map((side) => ({ of: isOne ? '' : side.of, cells: sideCells(unit, side, held, plan) })) }),
      ...(waits || !differs
        ? {}
        : { facts: heldFacts(own, plan, others, 0, { width: 110, paint: plain }).slice(isOne ? 1 : 0) }),
    }
  })
  const beside = told.length === 0 ? why : whyAlsoHeld(held)
  const all = [...told, ...toldOfUnits(held.alsoHeld ?? [], names, { fate: 'held', why: beside, isWaiting: true })]
  const [first = { fate: 'held', lines: [], why, isWaiting: waits, marks: [] } satisfies Told, ...rest] = all
  return [
    { ...first, commands: heldCommands(held, plan, 0) },
    ...rest,
    ...toldOfUnits(held.merges, names, { fate: 'left', why: 'also edited in the UI, merges cleanly' }),
  ]
}

const toldOfUnits = (
  units: readonly UnitChange[],
  names: ShownNames,
  common: Pick<Told, 'fate' | 'why' | 'isWaiting'>,
): Told[] =>
  unitWords(units, names).map(({ change, lines }) => ({
    ...common,
    ...(change.overwrites ? { why: 'overwrites a UI edit' } : {}),
    ...{ unit: change.unit, lines, marks: marksOf(change, names) },
  }))

function marksOf({ unit, before, after }: UnitChange, names: ShownNames): WidgetMark[] {
  if (widgetIn(unit) === undefined) return []
  if (!isMap(before) || !isMap(after)) return [isMap(after) ? 'added' : 'removed']
  const shift = shiftOf(before, after)
  const marks: WidgetMark[] = [
    ...(shift?.moved ? ['moved' as const] : []),
    ...(shift?.resized ? ['resized' as const] : []),
    ...(widgetParts(before, after, names).length > 0 ? ['changed' as const] : []),
  ]
  return marks.length > 0 ? marks : ['changed']
}
