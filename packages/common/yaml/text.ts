import { doubleQuoted, UNSAFE, UNSAFE_IN_LINES } from './characters.ts'

/**
 * Writes a text plain if every reader takes it for that text, else quoted. There are many YAML 1.1 readers, so their
 * booleans, numbers and dates are quoted too.
 */

const WORD = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$/i
/** Everything that numbers and times consist of, in any version: 0x1F, 1_000, 1:30, 2024-01-01T10:00:00Z, 1e3, .5 */
const NUMBER_LIKE = /^[-+.\d][-+.,:_\d a-fotxz]*$/i
const NO_NUMBER = /^[-+]?\.(?:inf|nan)$/i
const START = /^(?:[\s\-?:,[\]{}#&*!|>'"%@`]|\.\.\.)/
const INSIDE = /: | #|[:\s]$/
const FLOW = /[,[\]{}:?#]/

/** The common case: letters first, and nothing special. */
const SIMPLE = /^[A-Za-z_/][\w./-]*$/
const LONGEST_WORD = 5

/** A one-line text. Double quotes if something needs an escape, or an apostrophe would be doubled. */
export function inlineText(text: string, inFlow = false): string {
  if (SIMPLE.test(text)) return text.length <= LONGEST_WORD && WORD.test(text) ? `'${text}'` : text
  if (UNSAFE.test(text)) return doubleQuoted(text)
  if (!needsQuotes(text, inFlow)) return text
  return text.includes("'") && !/["\\]/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "''")}'`
}

/** Hardly any reader takes `y` and `n` for booleans, and every grid position has a `y`. */
export const inlineKey = (key: string, inFlow = false): string => (/^[yn]$/i.test(key) ? key : inlineText(key, inFlow))

const needsQuotes = (text: string, inFlow: boolean): boolean =>
  text === '' ||
  START.test(text) ||
  INSIDE.test(text) ||
  WORD.test(text) ||
  NUMBER_LIKE.test(text) ||
  NO_NUMBER.test(text) ||
  (inFlow && FLOW.test(text))

/** Editors strip trailing spaces, and empty lines at the end of a file. */
const isFragile = (text: string): boolean => /[ \t]$/m.test(text) || text.endsWith('\n\n') || text === '\n'

/** A multi-line text as a block literal: its header and lines. Undefined if some reader or editor would not keep it. */
export function literalText(text: string, indent: string): { header: string; lines: string } | undefined {
  if (!text.includes('\n') || UNSAFE_IN_LINES.test(text) || isFragile(text)) return undefined
  const chomp = text.endsWith('\n') ? '' : '-'
  const body = chomp === '' ? text.slice(0, -1) : text
  const lines = body.split('\n').map((line) => (line === '' ? '\n' : `${indent}${line}\n`))
  // Indentation is detected from the first non-empty line, unless given.
  return { header: `|${/^\n*[ \t]/.test(text) ? '2' : ''}${chomp}`, lines: lines.join('') }
}
