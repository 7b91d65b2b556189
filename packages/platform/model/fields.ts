import type { AnyMap } from '@boardwright/common'

/** A map of a data model. */
export type Fields = AnyMap

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
