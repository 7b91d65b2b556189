import { lazy } from './lazy.ts'

/**
 * JSON that loses nothing: numbers keep their exact decimal value, objects the order of their keys.
 *
 * Texts that the native parser reads without loss, nearly all of them, go through it. A quick look finds the others:
 * - A number that a double cannot hold, such as 12345678901234567890 or 1e400, becomes a `JsonNumber`.
 * - An object whose keys look like array indexes, which JavaScript would list first and sorted, is an ordinary object
 *   behind a proxy that lists its keys in the order of the text. `Object.keys`, `for in`, `JSON.stringify`, deep
 *   comparison and zod see it as a plain object. A spread or a structured clone loses the order: use `objectOf`.
 */

const MAX_DEPTH = 1000

/** Not valid JSON. The message gives the place and never quotes the text. */
export class JsonError extends SyntaxError {
  override readonly name = 'JsonError'
  /** Index into the text. Its length when the text ends too early. */
  readonly position: number

  constructor(problem: string, text: string, position: number) {
    const before = text.slice(0, position).split('\n')
    const column = (before.at(-1)?.length ?? 0) + 1
    super(`${problem} at position ${position} (line ${before.length}, column ${column})`)
    this.position = position
  }
}

/** A number that a double would change. Two of the same decimal value are deeply equal, however they are written. */
export class JsonNumber {
  /** Canonical: sign, digits without zeros at either end, and the exponent. */
  readonly decimal: string
  declare readonly text: string

  constructor(text: string) {
    this.decimal = decimalOf(text)
    Object.defineProperty(this, 'text', { value: text })
  }

  toString(): string {
    return this.text
  }

  toJSON(): never {
    throw lossy()
  }
}

class LossyNumber extends TypeError {}

/**
 * One shared instance: nobody needs its stack, and capturing one takes longer than everything else here. Made
 * when it is needed: where a script makes one as it loads, a browser may parse all of the script again for its stack.
 */
const lossy = lazy(() => new LossyNumber('JSON.stringify cannot write a JsonNumber without loss: use stringifyJson'))

export function parseJson(text: string): unknown {
  if (!needsCare(text)) {
    try {
      return JSON.parse(text)
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      // The careful reader rejects the same texts, and says where they are broken.
    }
  }
  return readCarefully(text)
}

/** The value of a text that may or may not be JSON. Undefined if it is not. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined
    throw cause
  }
}

/** Like `JSON.stringify`, but exact. A value that JSON has no form for (`undefined`, a function) is a TypeError. */
export function stringifyJson(value: unknown): string {
  const text = stringifyNative(value) ?? writeCarefully(value, 0)
  if (text === undefined) throw new TypeError(`JSON has no form for ${typeof value}`)
  return text
}

function stringifyNative(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    if (cause instanceof LossyNumber) return undefined
    throw cause
  }
}

/** A plain object with these entries that lists its keys in this order, whatever they look like. */
export function objectOf(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const object: Record<string, unknown> = {}
  // JavaScript lists keys that look like an index first: from the first such key on, the order is kept beside the
  // object.
  let keys: string[] | undefined
  for (const [key, value] of entries) {
    if (isDigitOrPoint(key.charCodeAt(0))) keys ??= Object.keys(object)
    if (keys && !Object.hasOwn(object, key)) keys.push(key)
    if (key !== '__proto__') object[key] = value
    // A plain assignment would change the prototype.
    else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  }
  if (!keys) return object
  const natural = Object.keys(object)
  return keys.every((key, index) => key === natural[index]) ? object : inOrder(object, keys)
}

function inOrder(object: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  return new Proxy(object, {
    ownKeys(target) {
      const rest = new Set(Reflect.ownKeys(target))
      const known = keys.filter((key) => rest.delete(key))
      return [...known, ...rest]
    },
  })
}

/**
 * A number whose exponent may be out of a double's range, which takes three digits, or a key of digits. Either may
 * also be inside a string: the careful reader decides.
 */
const SUSPECT = /\d[eE][+-]?\d{3}|"\d+"\s*:/g
const LONGEST_SAFE = 15

/** True when the text may hold something that the native parser would change. Fast, because it runs on every text. */
function needsCare(text: string): boolean {
  if (hasLongNumber(text)) return true
  SUSPECT.lastIndex = 0
  for (let found = SUSPECT.exec(text); found !== null; found = SUSPECT.exec(text)) {
    if (found[0].startsWith('"') || isNumberBefore(text, found.index)) return true
  }
  return false
}

/** A run of 16 digits and points covers every 16th character of the text, so only those are looked at first. */
function hasLongNumber(text: string): boolean {
  for (let at = LONGEST_SAFE; at < text.length; at += LONGEST_SAFE + 1) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue
    let start = at
    while (isDigitOrPoint(text.charCodeAt(start - 1))) start -= 1
    let end = at + 1
    while (isDigitOrPoint(text.charCodeAt(end))) end += 1
    if (end - start > LONGEST_SAFE && isNumberBefore(text, start)) return true
    at = end
  }
  return false
}

/** Whether the digits that end at `at` are where JSON can have a number: after `:`, `,`, `[` or at the start. */
function isNumberBefore(text: string, at: number): boolean {
  let index = at
  while (isDigitOrPoint(text.charCodeAt(index))) index -= 1
  if (text[index] === '-') index -= 1
  while (isSpace(text.charCodeAt(index))) index -= 1
  return index < 0 || ':,['.includes(text.charAt(index))
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function isDigitOrPoint(code: number): boolean {
  return code >= 46 && code <= 57 && code !== 47
}

/**
 * Only a few rows of a list need care, so the others go through the native parser. It is not tried below this depth,
 * because it would read the same text again and again.
 */
const ROWS_ARE_ABOVE = 3

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /true|false|null/y
/** Characters that stand for themselves in a string. */
const PLAIN = /[^"\\\x00-\x1f]*/y

/** A recursive reader that keeps what the native parser would change, and says where a text is broken. */
function readCarefully(text: string): unknown {
  let at = 0

  function fail(position = at): never {
    if (position >= text.length) throw new JsonError('the text ends too early', text, text.length)
    throw new JsonError(`unexpected ${describeCharacter(text, position)}`, text, position)
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }

  function skipSpace(): void {
    while (isSpace(text.charCodeAt(at))) at += 1
  }

  function skip(character: string): boolean {
    skipSpace()
    if (text[at] !== character) return false
    at += 1
    skipSpace()
    return true
  }

  function readValue(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new JsonError(`nested deeper than ${MAX_DEPTH}`, text, at)
    if (skip('{')) return readObject(depth)
    if (skip('[')) return readArray(depth)
    if (text[at] === '"') return readString()
    const number = take(NUMBER)
    if (number !== '') return numberOf(number)
    const word = take(WORD)
    return word === '' ? fail() : JSON.parse(word)
  }

  function readObject(depth: number): unknown {
    const entries: [string, unknown][] = []
    if (skip('}')) return {}
    do {
      const key = readString()
      if (!skip(':')) fail()
      entries.push([key, readValue(depth + 1)])
    } while (skip(','))
    if (!skip('}')) fail()
    return objectOf(entries)
  }

  function readArray(depth: number): unknown[] {
    const items: unknown[] = []
    if (skip(']')) return items
    do items.push(depth < ROWS_ARE_ABOVE ? readRow(depth + 1) : readValue(depth + 1))
    while (skip(','))
    if (!skip(']')) fail()
    return items
  }

  function readRow(depth: number): unknown {
    const row = text[at] === '{' ? text.slice(at, endOf(text, at)) : ''
    if (row === '' || needsCare(row)) return readValue(depth)
    try {
      const value: unknown = JSON.parse(row)
      at += row.length
      return value
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      return readValue(depth)
    }
  }

  function readString(): string {
    if (text[at] !== '"') fail()
    PLAIN.lastIndex = at + 1
    PLAIN.test(text)
    if (text[PLAIN.lastIndex] === '"') {
      const plain = text.slice(at + 1, PLAIN.lastIndex)
      at = PLAIN.lastIndex + 1
      return plain
    }
    let end = at
    do end = text.indexOf('"', end + 1)
    while (end !== -1 && isEscaped(text, end))
    if (end === -1) fail(text.length)
    try {
      const value: unknown = JSON.parse(text.slice(at, end + 1))
      at = end + 1
      return value as string
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause
      return fail(badCharacter(text, at, end))
    }
  }

  skipSpace()
  const value = readValue(0)
  skipSpace()
  if (at < text.length) fail()
  return value
}

/** The end of the value that opens here, if the text is well-formed. */
function endOf(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') {
      do at = text.indexOf('"', at + 1)
      while (at !== -1 && isEscaped(text, at))
      if (at === -1) return start
    } else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') depth -= 1
    else continue
    if (depth === 0) return at + 1
  }
  return start
}

/** Whether backslashes escape the character there. */
export function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text[start - 1] === '\\') start -= 1
  return (at - start) % 2 === 1
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** The first place in a string token that JSON does not allow: a control character or a bad escape. */
function badCharacter(text: string, start: number, end: number): number {
  for (let at = start + 1; at < end; at += 1) {
    if (text.charCodeAt(at) < 0x20) return at
    if (text[at] !== '\\') continue
    ESCAPE.lastIndex = at
    const good = ESCAPE.exec(text)
    if (good === null) return at
    at += good[0].length - 1
  }
  return end
}

function describeCharacter(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0
  const visible = code > 0x20 && code < 0x7f
  return visible ? `"${text.charAt(at)}"` : `character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Without an exponent, up to 15 digits always survive. */
const SHORT = /^[-\d.]{1,15}$/

function numberOf(text: string): number | JsonNumber {
  const number = Number(text)
  const survives = SHORT.test(text) || (Number.isFinite(number) && decimalOf(String(number)) === decimalOf(text))
  return survives ? number : new JsonNumber(text)
}

function decimalOf(text: string): string {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text)
  if (parts === null) throw new TypeError('not a JSON number')
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const digits = (whole + fraction).replace(/^0+/, '')
  let length = digits.length
  while (digits[length - 1] === '0') length -= 1
  if (length === 0) return '0'
  const shift = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - length)
  return `${sign}${digits.slice(0, length)}e${shift}`
}

function writeCarefully(value: unknown, depth: number): string | undefined {
  if (depth > MAX_DEPTH) throw new TypeError(`cannot write JSON nested deeper than ${MAX_DEPTH}`)
  if (value instanceof JsonNumber) return value.text
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return writeCarefully(value.toJSON(), depth)
  let all = ''
  const write = (member: unknown): string | undefined =>
    (depth < ROWS_ARE_ABOVE ? stringifyNative(member) : undefined) ?? writeCarefully(member, depth + 1)
  if (Array.isArray(value)) {
    for (const item of value) all += `${all && ','}${write(item) ?? 'null'}`
    return `[${all}]`
  }
  for (const [key, member] of Object.entries(value)) {
    const text = write(member)
    if (text !== undefined) all += `${all && ','}${JSON.stringify(key)}:${text}`
  }
  return `{${all}}`
}
