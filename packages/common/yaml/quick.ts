import { isEscaped, objectOf } from '../json.ts'
import { mayLoseColour } from './check.ts'
import type { YamlLimits } from './limits.ts'
import { isRefusedNumber, plainValue } from './scalar.ts'

/**
 * Reads what this program prints, and most of what people make of it, many times faster than the parser: block maps and
 * lists, one-line values, literals, comments. It never guesses: at the first uncertainty it gives up, and the parser
 * reads the text. A test compares the two. Assumes text that passed `checkCharacters`.
 */
export const readQuickly = (text: string, limits: QuickLimits): Counted | undefined => readAs(VALUES, text, limits)

export function readAs<T>(making: Making<T>, text: string, limits: QuickLimits): Counted<T> | undefined {
  if (!text.endsWith('\n') || text.includes('\t') || mayLoseColour(text)) return undefined
  try {
    return { value: readText(making, text, limits) }
  } catch (cause) {
    if (cause === UNKNOWN) return undefined
    if (cause instanceof TooMany) return { value: undefined, tooMany: cause.from }
    throw cause
  }
}

type QuickLimits = Pick<YamlLimits, 'depth' | 'entries'>

/** What was read, and where the first entry beyond the limit is. */
export interface Counted<T = unknown> {
  readonly value: T | undefined
  readonly tooMany?: number
}

/** What is made of a text: its values, or where they are. Positions are offsets in the text. */
export interface Making<T> {
  readonly scalar: (value: unknown, from: number, to: number) => T
  readonly literal: (value: string, from: number, to: number) => T
  readonly map: (entries: readonly EntryRead<T>[], brackets?: Range) => T
  readonly list: (entries: readonly EntryRead<T>[], brackets?: Range) => T
  /** Where nothing is written. */
  readonly absent: T
}

type Range = readonly [from: number, to: number]

export interface EntryRead<T> {
  /** Undefined in a list. */
  readonly key: string | undefined
  /** The key, or the dash. */
  readonly from: number
  readonly to: number
  readonly valueFrom: number
  readonly value: T
  readonly simple: true
}

const VALUES: Making<unknown> = {
  scalar: (value) => value,
  literal: (value) => value,
  map: mapOf,
  list: (entries) => entries.map(({ value }) => value),
  absent: null,
}

class TooMany extends Error {
  readonly from: number
  constructor(from: number) {
    super()
    this.from = from
  }
}

const UNKNOWN = Symbol('unknown')

function giveUp(): never {
  throw UNKNOWN
}

/** A plain key with its colon, with nothing special nearby. */
const KEY = /([\w$/(\u0080-\uffff][^\n:#]{0,999})(?<! ):(?=[ \n])/y
const FLOW_KEY = /([\w$/][\w$./-]*):(?= )/y
/** A plain text to the end of the line. A leading dash is fine unless a space follows. */
const PLAIN = /(?:[^\s?:,[\]{}#&*!|>'"%@`-]|-(?=\S))[^\n]*/y
const FLOW_PLAIN = /(?:[^\s?:,[\]{}#&*!|>'"%@`-]|-(?=[\w.]))[^\n:,[\]{}#]*/y
const LITERAL = /\|([1-9]?)(-?)\n/y
const LINE_END = / *\n| +#[^\n]*\n/y
const SPACES = / */y
const LONGEST_KEY = 1000

function readText<T>(making: Making<T>, text: string, limits: QuickLimits): T {
  let at = 0
  let entries = 0
  /** The indentation of the current line; -1 at the end. */
  let column = -1

  function take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = at
    const found = pattern.exec(text) ?? giveUp()
    at = pattern.lastIndex
    return found
  }

  function countEntry(): void {
    entries += 1
    if (entries > limits.entries) throw new TooMany(at)
  }

  const isAt = (characters: string): boolean => text.startsWith(characters, at)

  /** From the start of a line to the next entry, skipping empty lines and comments. */
  function nextEntry(): void {
    for (;;) {
      const start = at
      while (text[at] === ' ') at += 1
      column = at === text.length ? -1 : at - start
      if (text[at] === '#') at = text.indexOf('\n', at)
      else if (text[at] !== '\n') return
      at += 1
    }
  }

  function readBlock(depth: number): T {
    return isAt('- ') ? readList(depth) : readMap(depth)
  }

  function readMap(depth: number): T {
    const own = column
    const entries: EntryRead<T>[] = []
    if (depth >= limits.depth) giveUp()
    do {
      countEntry()
      const from = at
      const key = readKey(KEY)
      const valueFrom = at
      entries.push({ key, from, to: at - 1, valueFrom, value: readBehindKey(own, depth + 1), simple: true })
    } while (column === own)
    // A deeper line would continue a value that has ended here.
    if (column > own) giveUp()
    return making.map(entries)
  }

  function readKey(plain: RegExp): string {
    if (!isAt('"') && !isAt("'")) return take(plain)[1] ?? ''
    const start = at
    const key = readQuoted()
    at += isAt(': ') || (plain === KEY && isAt(':\n')) ? 1 : giveUp()
    return at - start > LONGEST_KEY ? giveUp() : key
  }

  function readBehindKey(own: number, depth: number): T {
    if (isAt(' ')) return readOnLine(own, depth)
    at += 1
    nextEntry()
    if (column > own) return readBlock(depth)
    // List items may be at the indentation of their key.
    return column === own && isAt('- ') ? readList(depth) : making.absent
  }

  function readList(depth: number): T {
    const own = column
    const entries: EntryRead<T>[] = []
    if (depth >= limits.depth) giveUp()
    do {
      countEntry()
      const from = at
      at += 1
      const valueFrom = at
      entries.push({
        ...{ key: undefined, from, to: valueFrom, valueFrom },
        ...{ value: readItem(own, depth + 1), simple: true },
      })
    } while (column === own && isAt('- '))
    if (column > own) giveUp()
    return making.list(entries)
  }

  function readItem(own: number, depth: number): T {
    const start = at
    at += 1
    if (!isAt('- ') && !isKeyAhead()) {
      at = start
      return readOnLine(own, depth)
    }
    column = own + 2
    return readBlock(depth)
  }

  function isKeyAhead(): boolean {
    const start = at
    if (isAt('"') || isAt("'")) {
      readQuoted()
      const isKey = isAt(':')
      at = start
      return isKey
    }
    KEY.lastIndex = at
    return KEY.test(text)
  }

  /** Behind the `:` or `-` and its spaces. */
  function readOnLine(own: number, depth: number): T {
    take(SPACES)
    if (isAt('|')) return readLiteral(own)
    const value = isAt('"') || isAt("'") ? quotedScalar() : isAt('[') || isAt('{') ? readFlow(depth) : readPlain()
    take(LINE_END)
    nextEntry()
    return value
  }

  function readPlain(): T {
    const from = at
    const [line] = take(PLAIN)
    const comment = line.indexOf(' #')
    const text = withoutSpaces(comment === -1 ? line : line.slice(0, comment))
    at += text.length - line.length
    if (text.includes(': ') || text.endsWith(':') || isRefusedNumber(text)) giveUp()
    return making.scalar(plainValue(text), from, at)
  }

  function quotedScalar(): T {
    const from = at
    const value = readQuoted()
    return making.scalar(value, from, at)
  }

  function readQuoted(): string {
    const start = at
    at = closingQuote(text, at)
    const raw = at === -1 ? giveUp() : text.slice(start + 1, at)
    if (raw.includes('\n')) giveUp()
    at += 1
    if (text[start] === "'") return raw.includes("'") ? raw.replaceAll("''", "'") : raw
    return raw.includes('\\') ? readEscapes(text.slice(start, at)) : raw
  }

  function readFlow(depth: number): T {
    const from = at
    const isMap = isAt('{')
    const end = isMap ? '}' : ']'
    const entries: EntryRead<T>[] = []
    if (depth >= limits.depth) giveUp()
    do {
      at += 1
      take(SPACES)
      if (entries.length === 0 && isAt(end)) break
      countEntry()
      entries.push(isMap ? pairInFlow(depth) : itemInFlow(depth))
      take(SPACES)
    } while (isAt(','))
    if (!isAt(end)) giveUp()
    at += 1
    return isMap ? making.map(entries, [from, at]) : making.list(entries, [from, at])
  }

  function pairInFlow(depth: number): EntryRead<T> {
    const from = at
    const key = readKey(FLOW_KEY)
    const valueFrom = at
    take(SPACES)
    return { key, from, to: valueFrom - 1, valueFrom, value: readInFlow(depth + 1), simple: true }
  }

  function itemInFlow(depth: number): EntryRead<T> {
    const from = at
    const value = readInFlow(depth + 1)
    return { key: undefined, from, to: at, valueFrom: from, value, simple: true }
  }

  function readInFlow(depth: number): T {
    if (isAt('"') || isAt("'")) return quotedScalar()
    if (isAt('[') || isAt('{')) return readFlow(depth)
    const from = at
    const text = withoutSpaces(take(FLOW_PLAIN)[0])
    at = from + text.length
    return isRefusedNumber(text) ? giveUp() : making.scalar(plainValue(text), from, at)
  }

  function readLiteral(own: number): T {
    const from = at
    const [, digit, strip] = take(LITERAL)
    let indent = digit === '' ? 0 : own + Number(digit)
    const lines: string[] = []
    let last = 0
    let to = at
    while (at < text.length) {
      const end = text.indexOf('\n', at)
      let first = at
      while (text[first] === ' ') first += 1
      if (first === end && first > at) giveUp()
      if (first < end) {
        if (indent === 0) indent = Math.max(first - at, own + 1)
        if (first - at < indent) break
        last = lines.length + 1
        to = end + 1
      }
      lines.push(text.slice(at + indent, end))
      at = end + 1
    }
    if (last === 0) giveUp()
    nextEntry()
    return making.literal(lines.slice(0, last).join('\n') + (strip === '' ? '\n' : ''), from, to)
  }

  nextEntry()
  if (column !== 0) giveUp()
  const value = isAt('[') || isAt('{') ? readOnLine(-1, 0) : readBlock(0)
  return at === text.length ? value : giveUp()
}

/** Duplicate keys are for the parser to report. */
function mapOf(entries: readonly EntryRead<unknown>[]): unknown {
  const map = objectOf(entries.map(({ key = '', value }) => [key, value] as const))
  return Object.keys(map).length < entries.length ? giveUp() : map
}

/** Only spaces: other blanks are part of a text. */
function withoutSpaces(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ') end -= 1
  return end === text.length ? text : text.slice(0, end)
}

/** The closing quote for the one at `start`, or -1. */
function closingQuote(text: string, start: number): number {
  const quote = text.charAt(start)
  let end = text.indexOf(quote, start + 1)
  if (quote === '"') while (end !== -1 && isEscaped(text, end)) end = text.indexOf(quote, end + 1)
  else while (end !== -1 && text[end + 1] === quote) end = text.indexOf(quote, end + 2)
  return end
}

/** JSON's escapes mean the same in YAML. */
function readEscapes(quoted: string): string {
  try {
    const value: unknown = JSON.parse(quoted)
    return typeof value === 'string' ? value : giveUp()
  } catch (cause) {
    if (cause instanceof SyntaxError) return giveUp()
    throw cause
  }
}
