import { JsonNumber } from '@boardwright/common'

/** A map of a data model. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)

/** The maps in a list, with their indexes. */
export const itemsOf = (value: unknown): (readonly [Fields, number])[] =>
  Array.isArray(value) ? value.flatMap((item, index) => (isFields(item) ? [[item, index] as const] : [])) : []

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
