import type { ErrorName, Place } from '../errors.ts'
import type { NotChecked } from '../query/sql/resolve.ts'

/** Something wrong in a user's file. All problems of a tree are found and shown at once. */
export interface Problem {
  readonly kind: ErrorName
  readonly message: string
  readonly at: Place
  /** How many characters of the line to mark. */
  readonly length?: number
  /** Replaces the hint of its kind: mostly "did you mean". */
  readonly hint?: string | undefined
  /** Warnings stop nothing. */
  readonly warning?: true
  /**
   * Of what a report asks for, and the same wherever the report is and whenever it is read: such a mistake becomes a
   * warning where it was there before.
   */
  readonly fault?: string
  /** The id of the report or widget that has the fault. */
  readonly of?: string
  /** Of SQL that is not checked: what stood in the way. */
  readonly doubt?: NotChecked['doubt'] | 'expression'
  /** It was there before the change that is looked at, and is counted only. */
  readonly before?: true
  /** The same, told of the other of two: git may know which is the copy. */
  readonly twin?: Pick<Problem, 'at' | 'length' | 'message' | 'hint'>
  /** Files of which one would be what it names: git may know that they were there. */
  readonly gone?: readonly string[]
  /** Files that are missing here: git may have them. */
  readonly lost?: readonly string[]
  /** The member, cube or view that is asked for and that the data model does not have, by its whole name. */
  readonly lacks?: string
  /** A key that is not there: git may know what it said. */
  readonly lostKey?: string
  /** Its file holds a secret: none of its lines may be shown. */
  readonly hidden?: true
}

/** A path into a value: map keys and list indexes. */
export type ValuePath = readonly (string | number)[]

/** What a problem says of where it is. */
export interface Marked {
  readonly at: Place
  readonly length: number
}

/** The place of a key or value in a file. For a missing key, the place of what should hold it. */
export type PlaceOf = (path: ValuePath, what?: 'key' | 'value') => Marked

export interface FileValueRead {
  readonly file: string
  readonly value: unknown
  readonly placeOf: PlaceOf
}
