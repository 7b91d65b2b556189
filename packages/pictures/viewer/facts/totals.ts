import { largest, smallest } from '@boardwright/common'
import type { Scene } from '../../scene.ts'
import { memberOf } from '../data/columns.ts'
import { type Column, numberIn, type Row, type Rows } from '../data/rows.ts'

type Fold = (values: readonly number[]) => number

const add: Fold = (values) => values.reduce((all, value) => all + value, 0)

/** How the rows of a measure can be combined, if their values suffice. An average of averages means nothing. */
const FOLDS: Readonly<Record<string, Fold>> = {
  sum: add,
  count: add,
  min: (values) => smallest(values),
  max: (values) => largest(values),
}

export type TotalOf = (column: Pick<Column, 'name' | 'format'>, head?: Row) => number | undefined

/** Tells the number 0 from the text "0", and nothing from an empty text. */
export const keyOf = (row: Row, names: readonly string[]): string =>
  names.map((name) => (typeof row[name] === 'string' ? row[name] : `\0${row[name] ?? ''}`)).join('\n')

/**
 * The totals of a column, for all rows or under one header of the columns in `across`: folded from the rows if
 * possible, else queried.
 */
export function totalsOf({ rows, totalsBy }: Rows, scene: Scene, across: readonly string[] = []): TotalOf {
  const asked = new Map((totalsBy?.(across) ?? []).map((row) => [keyOf(row, across), row]))
  return (column, head) => {
    const isUnder = (row: Row): boolean => head === undefined || keyOf(row, across) === keyOf(head, across)
    const fold = foldOf(column, scene)
    if (!fold) return numberIn(asked.get(head === undefined ? '' : keyOf(head, across)), column.name)
    const values = rows.filter(isUnder).flatMap((row) => numberIn(row, column.name) ?? [])
    return values.length === 0 ? undefined : fold(values)
  }
}

/** For columns that are no measures, only the name shows whether they can be added up. */
function foldOf({ name, format }: Pick<Column, 'name' | 'format'>, scene: Scene): Fold | undefined {
  const member = memberOf(name, scene)
  if (member?.kind === 'measure') return FOLDS[member.type ?? '']
  return format === 'percent' || /average|avg|share|rate|ratio|price|median|distinct/i.test(name) ? undefined : add
}
