/** A difference in words. Renderers choose where it stands and what it looks like; they never look for more. */
export type Mark = '+' | '-' | '~'

export interface Line {
  readonly mark: Mark
  /** What it is of: `query`, `widget "Orders"`. On one line, without control characters, as `parts` and `aside` are. */
  readonly subject: string
  /** What became of it, one edit each: `+ measure orders.count`. */
  readonly parts: readonly string[]
  /** What helps to read that: `same size 8x6`. */
  readonly aside?: string | undefined
  readonly diff?: TextDiff | undefined
}

/** A difference of two texts. Its lines are as they came: whoever prints them makes them printable. */
export interface TextDiff {
  readonly added: number
  readonly removed: number
  readonly hunks: readonly Hunk[]
}

export interface Hunk {
  /** Where in the new text: line and number of lines. */
  readonly at: readonly [line: number, lines: number]
  readonly lines: readonly { readonly mark: '+' | '-' | ' '; readonly text: string }[]
}

export const markOf = (before: unknown, after: unknown): Mark =>
  before === undefined ? '+' : after === undefined ? '-' : '~'

export const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`

/** What became of it, with the mark where no word says the same. */
export const markedParts = ({ mark, parts }: Line): string[] =>
  mark === '~'
    ? [...parts]
    : parts.map((part) => (/^(?:[+-] |added\b|removed\b)/.test(part) ? part : `${mark} ${part}`))
