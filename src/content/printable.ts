import { pattern } from '@boardwright/common'

interface Where {
  readonly file: string
  readonly line?: number | undefined
  readonly column?: number | undefined
}

/**
 * Text from others must be shown, never interpreted. This matches control characters, bidi marks, zero-width characters
 * and lone surrogates, all of which are escaped.
 */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}\u{e0000}-\u{e007f}]/gu
const IN_TEXT = new Set(['\n', '\t'])

const escaped = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

export const printable = (text: string): string =>
  text.replace(HIDDEN, (character) => (IN_TEXT.has(character) ? character : escaped(character)))

/** For names: the result is always one line. */
export const printableName = (text: string): string => text.replace(HIDDEN, escaped)

/** The title of an object, from its folders to its own name. Always one line, so that no name passes for a line of ours. */
export const titleText = (title: readonly string[]): string => title.map(printableName).join(' / ')

/** A place in a file, always on one line: git allows line breaks in names of files. */
export const placeText = ({ file, line, column }: Where): string =>
  [printableName(file), line, column].filter((part) => part !== undefined).join(':')

/** A commit as git shortens it. */
export const shortCommit = (commit: string): string => printableName(commit).slice(0, 7)

/** Terminal colours are the only escape sequences that we print. */
const COLOUR = /\u001b\[[\d;]*m/
const ACTING = pattern('gu')`${COLOUR}|${HIDDEN}`

const inUnits = (text: string): string =>
  [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/**
 * Anything that a CI system would execute as a command: `::name` at the start of a line, and `##[name]` or
 * `##vso[name]` anywhere. CI systems may strip colours first, so colours in between do not matter.
 */
const COMMAND_START = pattern('u')`^((?:\s|${COLOUR})*):(?=${COLOUR}*:)`
const COMMAND_MARK = pattern('gu')`#(?=${COLOUR}*#(?:\w|${COLOUR})*\[)`

/**
 * The last filter before a terminal or a log. It keeps colours, and escapes all other control characters and every
 * workflow command. JSON keeps its meaning.
 */
export const inLog = (text: string): string =>
  text
    .replace(ACTING, (found) => (found.length > 2 || IN_TEXT.has(found) ? found : inUnits(found)))
    .split('\n')
    .map(withoutCommand)
    .join('\n')

/** For one line of text that a CI system may print later. */
export const withoutCommand = (line: string): string =>
  line.replace(COMMAND_START, '$1\\u003a').replace(COMMAND_MARK, '\\u0023')

/** Longer values are shortened where people only have to recognise them. */
export const LONGEST_VALUE = 48
export const ELLIPSIS = '...'

export const shortened = (text: string, longest = LONGEST_VALUE): string => {
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, longest - ELLIPSIS.length).join('')}${ELLIPSIS}`
}

export const inQuotes = (name: string): string => `"${shortened(printableName(name))}"`
