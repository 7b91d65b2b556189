import { doubleQuoted, UNSAFE, UNSAFE_IN_LINES } from './characters.ts'

/**
 * How a text is written: plain where every reader takes it for that text, else in quotes. Readers of YAML 1.1 are many,
 * so what they would take for a boolean, a number or a date is quoted as well.
 */

const WORD = /^(?:y|n|yes|no|on|off|true|false|null|~|=|<<)$/i
/** All that numbers and times are written with, in any version: 0x1F, 1_000, 1:30, 2024-01-01T10:00:00Z, 1e3, .5 */
const NUMBER_LIKE = /^[-+.\d][-+.,:_\d a-fotxz]*$/i
const NO_NUMBER = /^[-+]?\.(?:inf|nan)$/i
const START = /^(?:[\s\-?:,[\]{}#&*!|>'"%@`]|\.\.\.)/
const INSIDE = /: | #|[:\s]$/
const FLOW = /[,[\]{}:?#]/

/** Most keys and values: letters first, and nothing that could mean something. */
const SIMPLE = /^[A-Za-z_/][\w./-]*$/
const LONGEST_WORD = 5

/** A text on one line. Double quotes where something needs an escape, or an apostrophe would be doubled. */
export function inlineText(text: string, inFlow = false): string {
  if (SIMPLE.test(text)) return text.length <= LONGEST_WORD && WORD.test(text) ? `'${text}'` : text
  if (UNSAFE.test(text)) return doubleQuoted(text)
  if (!needsQuotes(text, inFlow)) return text
  return text.includes("'") && !/["\\]/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "''")}'`
}

/** Hardly a reader takes the one letters `y` and `n` for booleans, and every position in a grid has a `y`. */
export const inlineKey = (key: string, inFlow = false): string => (/^[yn]$/i.test(key) ? key : inlineText(key, inFlow))

const needsQuotes = (text: string, inFlow: boolean): boolean =>
  text === '' ||
  START.test(text) ||
  INSIDE.test(text) ||
  WORD.test(text) ||
  NUMBER_LIKE.test(text) ||
  NO_NUMBER.test(text) ||
  (inFlow && FLOW.test(text))

/** Editors remove spaces at the end of a line, and empty lines at the end of a file. */
const isFragile = (text: string): boolean => /[ \t]$/m.test(text) || text.endsWith('\n\n') || text === '\n'

/**
 * A text of several lines as a block literal: its header and its lines. Undefined where a literal would not keep it, in
 * every reader and every editor.
 */
export function literalText(text: string, indent: string): { header: string; lines: string } | undefined {
  if (!text.includes('\n') || UNSAFE_IN_LINES.test(text) || isFragile(text)) return undefined
  const chomp = text.endsWith('\n') ? '' : '-'
  const body = chomp === '' ? text.slice(0, -1) : text
  const lines = body.split('\n').map((line) => (line === '' ? '\n' : `${indent}${line}\n`))
  // The indentation is found from the first line that is not empty, unless it says where it ends.
  return { header: `|${/^\n*[ \t]/.test(text) ? '2' : ''}${chomp}`, lines: lines.join('') }
}
