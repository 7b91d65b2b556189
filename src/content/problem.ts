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
}
