import { eventDays, startOf, type Unit } from './calendar.ts'
import type { Reading } from './sql/syntax.ts'
import type { Value } from './values.ts'

/** A column whose distinct values are numbered in the order they appear. */
export interface Coded {
  readonly codes: Int32Array
  readonly values: readonly Value[]
}

export function codedColumn(reading: Reading, size: number): Coded {
  const codes = new Int32Array(size)
  const values: Value[] = []
  const [known, times] = [new Map<Value, number>(), new Map<Value, number>()]
  let last: Value | undefined
  let code = 0
  for (let row = 0; row < size; row += 1) {
    const value = reading(row)
    if (value !== last) {
      const [numbers, key] = value instanceof Date ? [times, value.getTime()] : [known, value]
      code = numbers.get(key) ?? values.length
      if (code === values.length) {
        numbers.set(key, code)
        values.push(value)
      }
      last = value
    }
    codes[row] = code
  }
  return { codes, values }
}

/** Times cut to periods of whole days: the period is found once per day, not per row. */
export function codedPeriods(days: Int32Array, unit: Unit): Coded {
  const values: Date[] = []
  const ofDay = eventDays().days.map((day) => {
    const start = startOf(day, unit)
    if (values.at(-1)?.getTime() !== start.getTime()) values.push(start)
    return values.length - 1
  })
  return { codes: days.map((day) => ofDay[day] ?? 0), values }
}

/** The same column for rows that are joined with these. */
export function joined({ codes, values }: Coded, rows: readonly number[]): Coded {
  const none = values.indexOf(null)
  return { codes: Int32Array.from(rows, (row) => codes[row] ?? none), values }
}
