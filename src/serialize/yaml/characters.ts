/**
 * Characters that a file or a terminal must never get raw: control characters, marks that turn the direction of text,
 * invisible ones, separators that other readers take for line ends, and halves of surrogate pairs. All of them have four
 * hexadecimal digits. Joiners stay, because emoji and some scripts are written with them.
 */
const CLASS =
  '\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb\\ufffe\\uffff\\ud800-\\udfff'

export const UNSAFE = new RegExp(`[${CLASS}]`, 'u')
const EVERY_UNSAFE = new RegExp(`[${CLASS}]`, 'gu')

/** Like `UNSAFE`, but a line feed and a tab are fine. */
export const UNSAFE_IN_LINES = new RegExp(`(?![\\n\\t])[${CLASS}]`, 'u')

export const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** The text with every unsafe character shown as an escape. */
export const showUnsafe = (text: string): string => text.replace(EVERY_UNSAFE, escapeCharacter)

const SHORT: Readonly<Record<string, string>> = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' }

/** Between double quotes: what JSON writes, and an escape for every unsafe character. */
export const doubleQuoted = (text: string): string =>
  `"${text.replace(/["\\]/g, '\\$&').replace(EVERY_UNSAFE, (character) => SHORT[character] ?? escapeCharacter(character))}"`
