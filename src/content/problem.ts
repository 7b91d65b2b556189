import type { ErrorName, Place } from '../errors.ts'

/** Something wrong in a file of the user's. All problems of a tree are found and shown at once. */
export interface Problem {
  readonly kind: ErrorName
  readonly message: string
  readonly at: Place
  /** How many characters of the line are meant. */
  readonly length?: number
  /** Instead of the hint of its kind: mostly "did you mean". */
  readonly hint?: string
  /** A warning stops nothing. */
  readonly warning?: true
  /**
   * Of what a report asks for, and the same wherever the report is and whenever it is read: such a mistake becomes a
   * warning where it was there before.
   */
  readonly fault?: string
  /** It was there before the change that is looked at, and is counted only. */
  readonly before?: true
  /** Its file holds a secret: no line of it is shown. */
  readonly hidden?: true
}

/** A way into a value: keys of maps and indexes of lists. */
export type ValuePath = readonly (string | number)[]

/** Where a key or a value stands in its file. */
export type PlaceOf = (path: ValuePath, what?: 'key' | 'value') => Place & { readonly length: number }

/** A value that was read from a file. */
export interface FileValueRead {
  readonly file: string
  readonly value: unknown
  readonly placeOf: PlaceOf
}
