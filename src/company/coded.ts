import type { Reading } from './sql/compile.ts'
import type { Value } from './values.ts'

/** A column with its values numbered as they come. */
export interface Coded {
  readonly codes: Int32Array
  readonly values: readonly Value[]
}

export function codedColumn(reading: Reading, size: number): Coded {
  const codes = new Int32Array(size)
  const values: Value[] = []
  const known = new Map<Value | string, number>()
  for (let row = 0; row < size; row += 1) {
    const value = reading(row)
    const key = value instanceof Date ? `t${value.getTime()}` : value
    const code = known.get(key) ?? values.length
    if (code === values.length) {
      known.set(key, code)
      values.push(value)
    }
    codes[row] = code
  }
  return { codes, values }
}
