import { parseJson } from '../json.ts'

/**
 * Interprets a plain scalar by the core schema of YAML 1.2: `yes`, `on`, `1:30` and dates are texts, `0777` is 777.
 * Refused are values that JSON cannot hold (`.inf`, `.nan`), and `0x1F` and `0o17`, which other readers take for texts
 * or other numbers: a rewritten file would silently change its meaning.
 */

const WORDS: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ['', null],
  ['~', null],
  ['null', null],
  ['Null', null],
  ['NULL', null],
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
])

const LONGEST_WORD = 5
const MAYBE_NUMBER = /^[-+.\d]/
const NUMBER = /^([-+]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))([eE][-+]?\d+)?$/
const NO_JSON_NUMBER = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|0o[0-7]+|0x[\da-fA-F]+)$/

/** A number that JSON cannot hold, or that readers disagree on. */
export const isRefusedNumber = (text: string): boolean => MAYBE_NUMBER.test(text) && NO_JSON_NUMBER.test(text)

/** Up to 15 digits without an exponent always survive as a double. */
const SHORT = /^[-+\d.]{1,15}$/

export function plainValue(text: string): unknown {
  if (text.length <= LONGEST_WORD) {
    const word = WORDS.get(text)
    if (word !== undefined) return word
  }
  if (!MAYBE_NUMBER.test(text)) return text
  const number = NUMBER.exec(text)
  if (number === null) return text
  return SHORT.test(text) ? Number(text) : parseJson(jsonNumber(number))
}

/** As JSON writes it: no plus, no leading zeros, digits on both sides of the point. */
function jsonNumber([, sign, whole = '0', fraction, bare, exponent = '']: RegExpExecArray): string {
  const digits = fraction ?? bare ?? ''
  return `${sign === '-' ? '-' : ''}${whole.replace(/^0+(?=\d)/, '')}${digits === '' ? '' : `.${digits}`}${exponent}`
}
