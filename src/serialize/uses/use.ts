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

export const WORD = '[\\p{L}_][\\p{L}\\p{N}_]*'
export const isWord = (text: string): boolean => new RegExp(`^${WORD}$`, 'u').test(text)
