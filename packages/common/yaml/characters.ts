import { pattern } from '../pattern.ts'
/**
 * Characters that a file or terminal must never get raw: control characters, bidi marks, invisible ones, line
 * separators and lone surrogates. All have four hexadecimal digits. Joiners stay, because emoji and some scripts need
 * them.
 */
export const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]/u
const EVERY_UNSAFE = pattern('gu')`${UNSAFE}`

export const UNSAFE_IN_LINES = pattern('u')`(?![\n\t])${UNSAFE}`

export const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

export const showUnsafe = (text: string): string => text.replace(EVERY_UNSAFE, escapeCharacter)

const SHORT: Readonly<Record<string, string>> = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' }

/** A double-quoted text: as JSON, plus an escape for every unsafe character. */
export const doubleQuoted = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(EVERY_UNSAFE, (character) => SHORT[character] ?? escapeCharacter(character))}"`
