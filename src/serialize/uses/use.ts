import type { How } from '../../content/uses.ts'
import type { Place } from '../../errors.ts'

/** One word of a name in a file: that of a cube or a view, or that of a member of it. */
export interface Word {
  /** `orders`, or `orders.count`. */
  readonly means: string
  readonly from: number
  readonly to: number
  /** In SQL: whether it stands in quotes, and whether a column has its name from it. */
  readonly sql?: { readonly isQuoted: boolean; readonly isColumn: boolean }
}

/** Where the data model or content names a member, a cube or a view. */
export interface Use {
  /** What is named in the end: `orders.count`, or `orders`. */
  readonly name: string
  readonly how: How | ModelHow | 'SQL'
  /** What names it: a member or an owner of the data model, or a document. */
  readonly by: string
  readonly widget?: string
  readonly at: Required<Place>
  readonly length: number
  /** Each of its words that means something, and that a renaming may change. Offsets into the file. */
  readonly words: readonly Word[]
}

export type ModelHow = 'definition' | 'sql' | 'extends' | 'join' | 'view' | 'list'

/** What is asked for: to find the place of a name costs more than to find the name. */
export interface Wanted {
  readonly name: (name: string) => boolean
  /** All that this file names. */
  readonly file: (file: string) => boolean
  /** Whether a text may name any of it. */
  readonly text: (text: string) => boolean
}

export const EVERYTHING: Wanted = { name: () => true, file: () => true, text: () => true }

export function onlyThese(names: ReadonlySet<string>): Wanted {
  const words = [...names].map((name) => name.split('.').at(-1) ?? name).filter(isWord)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join('|')})(?![\\p{L}\\p{N}_])`, 'iu')
  return {
    name: (name) => names.has(name.split('.').slice(0, 2).join('.')),
    file: (file) => names.has(file),
    text: (text) => words.length > 0 && pattern.test(text),
  }
}

export const WORD = '[\\p{L}_][\\p{L}\\p{N}_]*'
export const isWord = (text: string): boolean => new RegExp(`^${WORD}$`, 'u').test(text)
