import type { ErrorName } from '../errors.ts'
import { pattern } from '../pattern.ts'

/** A problem between two offsets. Line and column are computed only when it is reported. */
export interface Finding {
  readonly kind: ErrorName
  readonly message: string
  readonly from: number
  readonly to: number
  readonly first?: number
  readonly hint?: string
}

/** The hint for whatever `fmt` takes out. */
const FMT_REMOVES_IT = 'Next: boardwright fmt takes it out.'

/**
 * Characters that YAML or git would change, or that are invisible. One finding of each sort, because there may be
 * thousands.
 */
const REFUSED: readonly (readonly [pattern: RegExp, message: string, hint?: string])[] = [
  [/^\ufeff/, 'starts with a byte order mark', FMT_REMOVES_IT],
  [/(?<!^)\ufeff/, 'has a byte order mark in the middle: write \\ufeff between double quotes'],
  [/\r\n/, 'has Windows line endings (CRLF)', FMT_REMOVES_IT],
  [/\r(?!\n)/, 'has a carriage return: write \\r between double quotes'],
  [/\0/, 'has a NUL character'],
  [
    /[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/,
    'has a control character: write it as an escape between double quotes',
  ],
]
const ANY_REFUSED = /[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]/
const LONE_SURROGATE = /[\ud800-\udfff]/u

export function checkCharacters(text: string): Finding[] {
  if (text.isWellFormed() && !ANY_REFUSED.test(text)) return []
  const found = REFUSED.flatMap(([pattern, message, hint]) => findingOf(text, pattern, message, hint))
  return [...found, ...findingOf(text, LONE_SURROGATE, 'has half of a surrogate pair: it is not Unicode text')]
}

/** Marks that editors on other systems add without changing what people read. */
export const findMarks = (text: string): Finding[] =>
  REFUSED.flatMap(([pattern, message, hint]) => (hint === undefined ? [] : findingOf(text, pattern, message, hint)))

export const withoutMarks = (text: string): string => text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')

/** A colour that YAML reads as a comment, where a value is expected. */
const LOST_COLOUR = /#(?<=([:-])[ \t]+#)(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?=[ \t]*$)/im
const LOST_HERE = pattern('imy')`${LOST_COLOUR}`

export const mayLoseColour = (text: string): boolean => text.includes('#') && LOST_COLOUR.test(text)

/** `from` is where a value should be and is not. */
export function findLostColour(text: string, from: number): Finding[] {
  LOST_HERE.lastIndex = from
  const [colour, before] = LOST_HERE.exec(text) ?? []
  if (colour === undefined) return []
  const message = `a # begins a comment, so this ${before === ':' ? 'key' : 'item'} has no value`
  return [{ kind: 'YAML_SYNTAX', message, from, to: from + colour.length, hint: `Quote the colour: "${colour}"` }]
}

function findingOf(text: string, pattern: RegExp, message: string, hint?: string): Finding[] {
  const from = text.search(pattern)
  return from === -1 ? [] : [{ kind: 'FILE_ENCODING', message, from, to: from + 1, ...(hint && { hint }) }]
}
