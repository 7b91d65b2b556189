import { isCrossFiltered, type Picked, pickableIn } from '../data/choices.ts'
import { columnFor } from '../data/columns.ts'
import { formatCell } from '../data/format.ts'
import { textOf } from '../data/periods.ts'
import type { Row } from '../data/rows.ts'
import type { Given } from './context.ts'
import { select } from './controls.ts'

export interface Cross {
  /** Shows what the others are filtered by, and lets people without a pointer choose it. */
  readonly element: HTMLElement
  /** Filters by what a mark stands for. Picking the same mark again removes the filter. */
  readonly pick: (rows: readonly Row[]) => void
  readonly picked: () => readonly Picked[]
}

const MOST_VALUES = 20

/** For a chart that filters the others: the dashboard allows it, and the chart has something to filter by. */
export function createCross(
  { stage, widget, report, name }: Given,
  rows: readonly Row[],
  hear: (picked: readonly Picked[]) => void,
): Cross | undefined {
  const { scene } = stage
  const columns = report ? pickableIn(report, scene) : []
  if (!report || !isCrossFiltered(scene) || columns.length === 0) return undefined
  const now = (): readonly Picked[] => (stage.chosen(widget.id) ?? []) as readonly Picked[]
  const label = (picked: readonly Picked[]): string =>
    picked
      .map(({ column, value }) => {
        const about = columnFor(column, report, scene)
        return `${about.title}: ${about.grain ? formatCell(value, about, stage.formats) : value}`
      })
      .join(', ')
  const values = new Map(columns.map((column) => [column, valuesOf(column, rows)]))
  const alone = columns.flatMap((column) =>
    (values.get(column) ?? []).slice(0, MOST_VALUES).map((value): Picked[] => [{ column, value }]),
  )
  const options = [[], ...alone].map((picked) => [JSON.stringify(picked), label(picked) || 'Show all'] as const)
  const choose = (key: string): void => {
    stage.choose(widget.id, JSON.parse(key))
    show()
    hear(now())
  }
  const element = select(`Filter the others by ${name}`, options, '[]', choose)
  element.classList.add('bw-cross')
  const show = (): void => {
    const key = JSON.stringify(now())
    if (![...element.options].some(({ value }) => value === key)) element.append(new Option(label(now()), key))
    element.value = key
    element.classList.toggle('bw-sr', now().length === 0)
  }
  show()
  return {
    element,
    picked: now,
    pick(of) {
      const picked = columns.flatMap((column): Picked[] => {
        const isIn = (value: string): boolean =>
          of.some((row) => row[column] !== undefined && textOf(row[column], value) === value)
        const [value, ...others] = (values.get(column) ?? []).filter(isIn)
        return value === undefined || others.length > 0 ? [] : [{ column, value }]
      })
      const key = JSON.stringify(picked)
      if (picked.length > 0) choose(key === element.value ? '[]' : key)
    },
  }
}

const valuesOf = (column: string, rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap((row) => (row[column] === null || row[column] === undefined ? [] : [String(row[column])]))),
]
