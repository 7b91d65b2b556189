import { read } from './values.ts'

type Path = readonly string[]

/** How fields of rows are read wherever a specification names one: their own only, as in expressions. */
export const accessors = {
  get: ([first = '', ...rest]: Path): ((row: unknown) => unknown) =>
    rest.length === 0
      ? (row) => read(row, first)
      : (row) => rest.reduce<unknown>((value, name) => read(value, name), read(row, first)),
}
