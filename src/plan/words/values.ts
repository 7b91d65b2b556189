import { printableName } from '../../content/printable.ts'
import { stringifyJson } from '../../json.ts'

const LONGEST = 48
const ELLIPSIS = '...'

/** Texts that could be misread unless quoted, or that begin or end invisibly. */
const UNCLEAR = /^$|^\s|\s$|^[[{"(]|["\\]| -> |^nothing$|^-?\d[\d.eE+-]*$|^(?:true|false|null)$/

/** Distinct values give distinct texts. */
function wholeText(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value !== 'string') return printableName(stringifyJson(value))
  return UNCLEAR.test(value) || printableName(value) !== value ? quoted(value) : value
}

/** The text of a list item, quoted if it contains a comma. */
export const clearText = (value: unknown): string =>
  typeof value === 'string' && value.includes(',') ? quoted(value) : wholeText(value)

const quoted = (text: string): string => printableName(JSON.stringify(text))

export const inQuotes = (name: string): string => `"${cut(printableName(name))}"`

const cut = (text: string, longest = LONGEST): string => {
  const characters = [...text]
  return characters.length <= longest ? text : `${characters.slice(0, longest - ELLIPSIS.length).join('')}${ELLIPSIS}`
}

export const shortValue = (value: unknown): string => cut(wholeText(value))

/** `before -> after`, shortened around the first difference. */
export const fromTo = (before: unknown, after: unknown): string => fromToTexts(wholeText(before), wholeText(after))

/** The same for names, which are always quoted. */
export const fromToQuoted = (before: string, after: string): string => fromToTexts(quoted(before), quoted(after))

/** The same for texts that are already in words. */
export const fromToTexts = (before: string, after: string): string => shortTexts([before, after]).join(' -> ')

/** Values to compare. Shortening them never hides the difference. */
export const shortValues = (values: readonly unknown[]): string[] => shortTexts(values.map(wholeText))

/** Texts to compare, each shortened around the first difference. */
export function shortTexts(texts: readonly string[], longest = LONGEST): string[] {
  const all = texts.map((text) => [...text])
  if (all.every(({ length }) => length <= longest)) return [...texts]
  const [first = []] = all
  const firstDifference = first.findIndex((character, index) => all.some((text) => text[index] !== character))
  const same = firstDifference === -1 ? first.length : firstDifference
  const start = same < longest / 2 ? 0 : same - 12
  return all.map((text) => `${start > 0 ? ELLIPSIS : ''}${cut(text.slice(start).join(''), longest)}`)
}

/** `numberFormat` becomes `number format`. Keys that are not camel case stay as they are. */
export const wordsOf = (key: string): string =>
  /^[a-z]+(?:[A-Z][a-z]+)+$/.test(key)
    ? key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : printableName(key)
