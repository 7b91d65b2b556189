import { BoardwrightError } from '../errors.ts'
import { JsonNumber } from '../json.ts'
import type { Path } from '../parts.ts'
import { doubleQuoted } from './characters.ts'
import { YAML_LIMITS } from './limits.ts'
import { inlineKey, inlineText, literalText } from './text.ts'

/**
 * Any JSON value as YAML, deterministically: block style, two spaces per level, lists one level inside their key,
 * multi-line texts as literals, nothing folded, one final line feed.
 */
export interface YamlStyle {
  /** Whether the map or list at this path goes on one line: `{x: 0, y: 0}`. */
  readonly isFlow?: (path: Path, value: unknown) => boolean
}

export function printYaml(value: unknown, style: YamlStyle = {}): string {
  const inline = printInline(value, [], style)
  if (inline !== undefined) return `${inline}\n`
  if (typeof value !== 'string') return printBlock(value, 0, [], style)
  // At the top level, readers disagree on what a literal's indentation is counted from.
  const literal = literalText(value, '  ')
  return literal?.header.includes('2') === false ? `${literal.header}\n${literal.lines}` : `${doubleQuoted(value)}\n`
}

/** One `key: value` or `- value` as whole lines at a column. The path is the value's own. */
export const printEntry = (
  key: string | undefined,
  value: unknown,
  column: number,
  path: Path,
  style: YamlStyle,
): string =>
  `${' '.repeat(column)}${key === undefined ? '-' : keyText(key, column)}${printBehind(value, column, key === undefined, [...path], style)}`

/** The rest of an entry at a column, after the `:` or `-`. */
export function printBehind(
  value: unknown,
  column: number,
  isItem: boolean,
  path: (string | number)[],
  style: YamlStyle,
  comment = '',
): string {
  const inline = printInline(value, path, style)
  const end = `${comment === '' ? '' : ` ${comment}`}\n`
  if (inline !== undefined) return ` ${inline}${end}`
  if (typeof value !== 'string') {
    const lines = printBlock(value, column + 2, path, style)
    // An item's first entry shares the line of its `-`.
    return isItem && comment === '' ? ` ${lines.slice(column + 2)}` : `${end}${lines}`
  }
  const literal = literalText(value, ' '.repeat(column + 2))
  return literal === undefined ? ` ${doubleQuoted(value)}${end}` : ` ${literal.header}${end}${literal.lines}`
}

/** A non-empty map or list, as whole lines at a column. */
function printBlock(value: unknown, column: number, path: (string | number)[], style: YamlStyle): string {
  const indent = ' '.repeat(column)
  let lines = ''
  for (const [key, item] of entriesOf(value)) {
    const isItem = typeof key === 'number'
    path.push(key)
    lines += `${indent}${isItem ? '-' : keyText(key, column)}${printBehind(item, column, isItem, path, style)}`
    path.pop()
  }
  return lines
}

/** Readers accept at most 1,024 characters before a `:`. */
const LONGEST_KEY = 1000

export function keyText(key: string, column: number): string {
  const text = inlineKey(key)
  return text.length > LONGEST_KEY ? `? ${text}\n${' '.repeat(column)}:` : `${text}:`
}

/** The value on one line, or undefined if it needs several. */
export function printInline(value: unknown, path: (string | number)[], style: YamlStyle): string | undefined {
  if (typeof value === 'string') return value.includes('\n') ? undefined : inlineText(value)
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return atomText(value)
  if (path.length >= YAML_LIMITS.depth) {
    throw new BoardwrightError(
      'YAML_TOO_DEEP',
      `a value is nested deeper than ${YAML_LIMITS.depth}: no file can hold it`,
    )
  }
  if (entriesOf(value).length === 0) return Array.isArray(value) ? '[]' : '{}'
  return style.isFlow?.(path, value) && fitsOnLine(value) ? flowText(value) : undefined
}

function atomText(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  if (Object.is(value, -0)) return '-0'
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return String(value)
  throw new TypeError(`JSON has no form for ${typeof value === 'number' ? value : typeof value}`)
}

const entriesOf = (value: unknown): (readonly [string | number, unknown])[] =>
  Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : Object.entries(value as object).filter(([, item]) => item !== undefined)

/** One line cannot hold a multi-line text, nor a key that needs its own line. */
export const fitsOnLine = (value: unknown): boolean =>
  typeof value === 'string'
    ? !value.includes('\n')
    : typeof value !== 'object' ||
      value === null ||
      value instanceof JsonNumber ||
      entriesOf(value).every(
        ([key, item]) => (typeof key === 'number' || inlineKey(key).length <= LONGEST_KEY) && fitsOnLine(item),
      )

export function flowText(value: unknown): string {
  if (typeof value === 'string') return inlineText(value, true)
  if (typeof value !== 'object' || value === null || value instanceof JsonNumber) return atomText(value)
  const entries = entriesOf(value)
  return Array.isArray(value)
    ? `[${entries.map(([, item]) => flowText(item)).join(', ')}]`
    : `{${entries.map(([key, item]) => `${inlineKey(String(key), true)}: ${flowText(item)}`).join(', ')}}`
}
