/** A difference in words. Renderers only lay it out and style it. */
export type Mark = '+' | '-' | '~'

export interface Line {
  readonly mark: Mark
  /** What changed: `query`, `widget "Orders"`. Like `parts` and `aside`, it is one line without control characters. */
  readonly subject: string
  /** How it changed, one edit per part: `+ measure orders.count`. */
  readonly parts: readonly string[]
  /** Context, such as `same size 8x6`. */
  readonly aside?: string | undefined
  readonly diff?: TextDiff | undefined
}

/** A text diff. Its lines are raw: whoever prints them must escape them. */
export interface TextDiff {
  readonly added: number
  readonly removed: number
  readonly hunks: readonly Hunk[]
}

export interface Hunk {
  /** Position in the new text: first line and number of lines. */
  readonly at: readonly [line: number, lines: number]
  readonly lines: readonly { readonly mark: '+' | '-' | ' '; readonly text: string }[]
}

export const markOf = (before: unknown, after: unknown): Mark =>
  before === undefined ? '+' : after === undefined ? '-' : '~'

/** The parts, with a mark unless a word already says the same. */
export const markedParts = ({ mark, parts }: Line): string[] =>
  mark === '~'
    ? [...parts]
    : parts.map((part) => (/^(?:[+-] |added\b|removed\b)/.test(part) ? part : `${mark} ${part}`))
