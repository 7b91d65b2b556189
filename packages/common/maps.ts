import { JsonNumber } from './json.ts'

/** A map of JSON, of which nothing else is known. */
export type AnyMap = Readonly<Record<string, unknown>>

export const isMap = (value: unknown): value is AnyMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)

/** The maps in a list, with their indexes. */
export const itemsOf = (value: unknown): (readonly [AnyMap, number])[] =>
  Array.isArray(value) ? value.flatMap((item, index) => (isMap(item) ? [[item, index] as const] : [])) : []
