import { nearest, type Path } from '@boardwright/common'

/** Something in a data model that the platform refuses; as a warning, what it accepts and cannot answer later. */
export interface Fault {
  readonly file: string
  readonly path: Path
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

/** `a, b, c and 4 more`. */
export function fewOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_LISTED).join(', ')
  return names.length > MOST_LISTED ? `${shown} and ${names.length - MOST_LISTED} more` : shown
}

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
  return shown.length === 0 ? otherwise : `${otherwise} There are: ${fewOf(shown)}.`
}

/** A fault whose file follows from where it is looked for. */
export type Told = Omit<Fault, 'file'>
