import { isEscaped, objectOf } from '../json.ts'
import { mayLoseColour } from './check.ts'
import type { YamlLimits } from './limits.ts'
import { isRefusedNumber, plainValue } from './scalar.ts'

/**
 * Reads what this program prints, and most of what people make of it, many times faster than the parser: block maps and
 * lists, one-line values, literals, comments. It never guesses: at the first uncertainty it gives up, and the parser
 * reads the text. A test compares the two. Assumes text that passed `checkCharacters`.
 */
export function readQuickly(text: string, limits: Pick<YamlLimits, 'depth' | 'entries'>): Counted | undefined {
  if (!text.endsWith('\n') || text.includes('\t') || mayLoseColour(text)) return undefined
  try {
    return { value: readText(text, limits) }
  } catch (cause) {
    if (cause === UNKNOWN) return undefined
    if (cause instanceof TooMany) return { value: undefined, tooMany: cause.from }
    throw cause
  }
}

/** What was read, and where the first entry beyond the limit is. */
export interface Counted {
  readonly value: unknown
  readonly tooMany?: number
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

function readText(text: string, limits: Pick<YamlLimits, 'depth' | 'entries'>): unknown {
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

  function readBlock(depth: number): unknown {
    return isAt('- ') ? readList(depth) : readMap(depth)
  }

  function readMap(depth: number): unknown {
    const own = column
    const items: [string, unknown][] = []
    if (depth >= limits.depth) giveUp()
    do {
      countEntry()
      items.push([readKey(KEY), readBehindKey(own, depth + 1)])
    } while (column === own)
    // A deeper line would continue a value that has ended here.
    if (column > own) giveUp()
    return mapOf(items)
  }

  function readKey(plain: RegExp): string {
    if (!isAt('"') && !isAt("'")) return take(plain)[1] ?? ''
    const start = at
    const key = readQuoted()
    at += isAt(': ') || (plain === KEY && isAt(':\n')) ? 1 : giveUp()
    return at - start > LONGEST_KEY ? giveUp() : key
  }

  function readBehindKey(own: number, depth: number): unknown {
    if (isAt(' ')) return readOnLine(own, depth)
    at += 1
    nextEntry()
    if (column > own) return readBlock(depth)
    // List items may be at the indentation of their key.
    return column === own && isAt('- ') ? readList(depth) : null
  }

  function readList(depth: number): unknown {
    const own = column
    const items: unknown[] = []
    if (depth >= limits.depth) giveUp()
    do {
      countEntry()
      at += 1
      items.push(readItem(own, depth + 1))
    } while (column === own && isAt('- '))
    if (column > own) giveUp()
    return items
  }

  function readItem(own: number, depth: number): unknown {
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
  function readOnLine(own: number, depth: number): unknown {
    take(SPACES)
    if (isAt('|')) return readLiteral(own)
    const value = isAt('"') || isAt("'") ? readQuoted() : isAt('[') || isAt('{') ? readFlow(depth) : readPlain()
    take(LINE_END)
    nextEntry()
    return value
  }

  function readPlain(): unknown {
    const [line] = take(PLAIN)
    const comment = line.indexOf(' #')
    const text = withoutSpaces(comment === -1 ? line : line.slice(0, comment))
    at += text.length - line.length
    if (text.includes(': ') || text.endsWith(':') || isRefusedNumber(text)) giveUp()
    return plainValue(text)
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

  function readFlow(depth: number): unknown {
    const isMap = isAt('{')
    const end = isMap ? '}' : ']'
    const items: [string, unknown][] = []
    if (depth >= limits.depth) giveUp()
    do {
      at += 1
      take(SPACES)
      if (items.length === 0 && isAt(end)) break
      countEntry()
      const key = isMap ? readKey(FLOW_KEY) : ''
      take(SPACES)
      items.push([key, readInFlow(depth + 1)])
      take(SPACES)
    } while (isAt(','))
    if (!isAt(end)) giveUp()
    at += 1
    return isMap ? mapOf(items) : items.map(([, item]) => item)
  }

  function readInFlow(depth: number): unknown {
    if (isAt('"') || isAt("'")) return readQuoted()
    if (isAt('[') || isAt('{')) return readFlow(depth)
    const text = withoutSpaces(take(FLOW_PLAIN)[0])
    return isRefusedNumber(text) ? giveUp() : plainValue(text)
  }

  function readLiteral(own: number): string {
    const [, digit, strip] = take(LITERAL)
    let indent = digit === '' ? 0 : own + Number(digit)
    const lines: string[] = []
    let last = 0
    while (at < text.length) {
      const end = text.indexOf('\n', at)
      let first = at
      while (text[first] === ' ') first += 1
      if (first === end && first > at) giveUp()
      if (first < end) {
        if (indent === 0) indent = Math.max(first - at, own + 1)
        if (first - at < indent) break
        last = lines.length + 1
      }
      lines.push(text.slice(at + indent, end))
      at = end + 1
    }
    if (last === 0) giveUp()
    nextEntry()
    return lines.slice(0, last).join('\n') + (strip === '' ? '\n' : '')
  }

  nextEntry()
  if (column !== 0) giveUp()
  const value = isAt('[') || isAt('{') ? readOnLine(-1, 0) : readBlock(0)
  return at === text.length ? value : giveUp()
}

/** Duplicate keys are for the parser to report. */
function mapOf(entries: readonly [string, unknown][]): unknown {
  const map = objectOf(entries)
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
