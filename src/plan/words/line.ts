/** A difference in words. Renderers only place and style it. */
export type Mark = '+' | '-' | '~'

export interface Line {
  readonly mark: Mark
  /** What changed: `query`, `widget "Orders"`. On one line, without control characters, like `parts` and `aside`. */
  readonly subject: string
  /** How it changed, one edit each: `+ measure orders.count`. */
  readonly parts: readonly string[]
  /** Context: `same size 8x6`. */
  readonly aside?: string | undefined
  readonly diff?: TextDiff | undefined
}

/** A text difference. Its lines are raw: whoever prints them escapes them. */
export interface TextDiff {
  readonly added: number
  readonly removed: number
  readonly hunks: readonly Hunk[]
}

export interface Hunk {
  /** Position in the new text: line and number of lines. */
  readonly at: readonly [line: number, lines: number]
  readonly lines: readonly { readonly mark: '+' | '-' | ' '; readonly text: string }[]
}

export const markOf = (before: unknown, after: unknown): Mark =>
  before === undefined ? '+' : after === undefined ? '-' : '~'

/** The change, with its mark if no word says the same. */
export const markedParts = ({ mark, parts }: Line): string[] =>
  mark === '~'
    ? [...parts]
    : parts.map((part) => (/^(?:[+-] |added\b|removed\b)/.test(part) ? part : `${mark} ${part}`))
