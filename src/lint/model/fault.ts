import { nearest } from '@boardwright/common'
import { someOf } from '../../content/counted.ts'
import type { ValuePath } from '../../content/problem.ts'

/** Something in a data model that the platform refuses. */
export interface Fault {
  readonly file: string
  readonly path: ValuePath
  readonly isKey?: true
  /** The wrong word in a longer text. */
  readonly word?: string
  readonly message: string
  readonly hint: string
  readonly warning?: true
  /** The name that the data model does not have. */
  readonly lacks?: string
}

const MOST_LISTED = 8

export const listedFault = (names: readonly string[]): string => someOf(names, MOST_LISTED)

/** Suggests the name that was meant, or lists those that exist. Names that are not `offered` can only be meant. */
export function insteadOf(
  word: string,
  names: Iterable<string>,
  otherwise: string,
  offered?: readonly string[],
): string {
  const all = [...names]
  const near = nearest(word, all)
  if (near !== undefined) return `did you mean "${near}"?`
  const shown = offered ?? all
  return shown.length === 0 ? otherwise : `${otherwise} There are: ${listedFault(shown)}.`
}
