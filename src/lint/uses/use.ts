import { type Place, pattern } from '@boardwright/common'
import type { How } from '../../content/uses.ts'

/** One word of a name in a file: that of a cube or a view, or of one of its members. */
export interface Word {
  /** `orders`, or `orders.count`. */
  readonly means: string
  readonly from: number
  readonly to: number
  /** In SQL: whether the word is in quotes, how a quote is written there, and whether a column is named after the word. */
  readonly sql?: { readonly isQuoted: boolean; readonly quote: string; readonly isColumn: boolean }
}

/** A place where the data model or content names a member, a cube or a view. */
export interface Use {
  /** The name that is meant: `orders.count`, or `orders`. */
  readonly name: string
  readonly how: How | ModelHow | 'SQL'
  /** What contains it: a member or an owner of the data model, or a document. */
  readonly by: string
  readonly widget?: string
  readonly at: Required<Place>
  readonly length: number
  /** Each of its words that has a meaning and that a renaming may change. Offsets into the file. */
  readonly words: readonly Word[]
}

export type ModelHow = 'definition' | 'sql' | 'extends' | 'join' | 'view' | 'list'

/** What the caller asks for: finding the place of a name costs more than finding the name. */
export interface WantedUses {
  readonly name: (name: string) => boolean
  /** Whether everything that this file names is wanted. */
  readonly file: (file: string) => boolean
  /** Whether a text may contain a wanted name. */
  readonly text: (text: string) => boolean
}

export const EVERY_USE: WantedUses = { name: () => true, file: () => true, text: () => true }

export function onlyThese(names: ReadonlySet<string>): WantedUses {
  const [words, owners] = [-1, 0].map((at) => [...names].flatMap((name) => name.split('.').at(at) ?? []).filter(isWord))
  const [word, owner] = [words, owners].map((all) => (all && all.length > 0 ? anyOf(all) : undefined))
  return {
    name: (name) => names.has(name.split('.').slice(0, 2).join('.')),
    file: (file) => names.has(file),
    // A `*` in SQL names all members of a cube.
    text: (text) => word?.test(text) === true || (text.includes('*') && owner?.test(text) === true),
  }
}

const anyOf = (words: readonly string[]): RegExp =>
  pattern('iu')`(?<![\p{L}\p{N}_])${[...new Set(words)]}(?![\p{L}\p{N}_])`

export const WORD = /[\p{L}_][\p{L}\p{N}_]*/u
const WHOLE_WORD = pattern('u')`^${WORD}$`
export const isWord = (text: string): boolean => WHOLE_WORD.test(text)
