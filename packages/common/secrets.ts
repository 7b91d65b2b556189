import { addAll, smallest } from './many.ts'

/** Removes keys from text, whatever they were made into on their way there: the one place for all output. */

export type Hide = (text: string) => string

type Environment = Readonly<Record<string, string | undefined>>

/** Variables that hold a key: ours, also misspelled, and those of a job. */
const KEYS = /^(BOARDWRIGHT_(\w*_)?(TOKEN|KEY)(_.*)?|(GITHUB|GITEA|FORGEJO|GITLAB|CI_JOB|ACTIONS_\w+)_TOKEN)$/i

export const isKeyName = (name: string): boolean => KEYS.test(name)

/** What stands in a variable where another one should have been filled in. It is no secret. */
export const UNFILLED = /^\s*(\$\w+|\$\{.*\}|\$\(.*\)|%\w+%|\{\{.*\}\})\s*$/

export const keysIn = (env: Environment): string[] =>
  Object.entries(env).flatMap(([name, value]) => (value && isKeyName(name) && !UNFILLED.test(value) ? [value] : []))

/** Shorter texts are not secrets, and removing them would remove ordinary letters. */
export const SHORTEST_SECRET = 8
/** As many characters of a key in a row are hidden. In Base64 they take 15, or 16 with a neighbour in the last. */
const RUN = 12
const RUN_IN_BASE64 = 15
const MASK = '[token]'

/** A text that a key may have become, as symbols, and how many of them in a row are hidden. */
interface Form {
  readonly symbols: string
  readonly most: number
}

interface Place {
  readonly form: Form
  readonly at: number
}

/** Text is compared as symbols: case, the two alphabets of Base64, escapes, line breaks and quotes make no difference. */
interface Alphabet {
  /** The symbol of each ASCII character, SEPARATOR or ESCAPE. */
  readonly symbols: Uint8Array
  /** Whether a character that can begin an escape is also one of a key. */
  readonly isOwn: (code: number) => boolean
}

const SEPARATOR = 0
const ESCAPE = 127
const GRAM = 4
const NEWLINE = 10
const ESCAPES = new Set([...'%&\\\u001b'].map((character) => character.charCodeAt(0)))

const isWordCode = (code: number): boolean =>
  (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123)

function symbolOf(code: number): number {
  const folded = String.fromCharCode(code).toLowerCase().replace('-', '+').replace('_', '/')
  return folded.charCodeAt(0)
}

function alphabetOf(texts: readonly string[]): Alphabet {
  const own = new Set(texts.flatMap((text) => [...text].map((character) => character.charCodeAt(0))))
  const symbols = new Uint8Array(128)
  for (let code = 33; code < ESCAPE; code += 1) if (own.has(code) || isWordCode(code)) symbols[code] = symbolOf(code)
  // Both of a pair are one symbol.
  for (const [one, other] of ['+-', '/_'].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)] as const))
    symbols[one] = symbols[other] = Math.max(symbols[one] ?? 0, symbols[other] ?? 0)
  for (const code of ESCAPES) symbols[code] = ESCAPE
  return { symbols, isOwn: (code) => own.has(code) }
}

/** Reads a text one symbol after another. */
interface Reader {
  /** Moves behind the next symbol and returns it; SEPARATOR at the end of the text. */
  readonly next: () => number
  readonly start: () => number
  readonly end: () => number
}

const CODED = /%([0-9a-f]{2})|&#(\d{1,7});|&#x([0-9a-f]{1,6});|\\+u([0-9a-f]{4})|\\+x([0-9a-f]{2})/iy
const SKIPPED = /\\+[nrtbf]|\u001b\[[\d;]*[A-Za-z]|\\+/y

function readerOf(text: string, at: number, { symbols, isOwn }: Alphabet, begins = false): Reader {
  let [start, end, isLineStart] = [at, at, begins]

  const plain = (code: number): number => {
    if (code >= 128) return SEPARATOR
    const symbol = symbols[code] ?? SEPARATOR
    if (symbol !== ESCAPE) return symbol
    return isOwn(code) ? code : SEPARATOR
  }

  function escaped(): number {
    CODED.lastIndex = end
    const coded = CODED.exec(text)
    if (coded) {
      end = CODED.lastIndex
      const [, percent, decimal, entity, unit, byte] = coded
      return plain(
        decimal === undefined ? Number.parseInt(percent ?? entity ?? unit ?? byte ?? '', 16) : Number(decimal),
      )
    }
    SKIPPED.lastIndex = end
    const skipped = SKIPPED.exec(text)?.[0]
    if (skipped !== undefined) {
      end += skipped.length
      isLineStart ||= skipped.endsWith('n')
      return SEPARATOR
    }
    const code = text.charCodeAt(end)
    end += 1
    return plain(code)
  }

  function next(): number {
    while (end < text.length) {
      start = end
      const code = text.charCodeAt(end)
      const symbol = code < 128 ? (symbols[code] ?? SEPARATOR) : SEPARATOR
      const found = symbol === ESCAPE ? escaped() : symbol
      if (symbol !== ESCAPE) end += 1
      if (code === NEWLINE) isLineStart = true
      if (found === SEPARATOR) continue
      // What begins a line, such as the sign of a difference, is not part of a key.
      if (isLineStart && !isWordCode(found)) continue
      isLineStart = false
      return found
    }
    return SEPARATOR
  }
  return { next, start: () => start, end: () => end }
}

function symbolsIn(text: string, alphabet: Alphabet): string {
  const reader = readerOf(text, 0, alphabet)
  let symbols = ''
  for (let symbol = reader.next(); symbol !== SEPARATOR; symbol = reader.next()) symbols += String.fromCharCode(symbol)
  return symbols
}

const bytesOf = (key: string): Uint8Array => new TextEncoder().encode(key)

/** The characters that the key alone decides, with 0 to 2 bytes of something else before it. */
function inBase64(key: string): string[] {
  return [0, 1, 2].map((before) => {
    const bytes = [...new Uint8Array(before), ...bytesOf(key)]
    return btoa(bytes.map((byte) => String.fromCharCode(byte)).join('')).slice(
      Math.ceil((before * 8) / 6),
      Math.floor((bytes.length * 8) / 6),
    )
  })
}

const inHtml = (key: string): string =>
  key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** What a key may look like. Escapes of single characters are read away, unless the key itself looks like one. */
const looksOf = (key: string): (readonly [text: string, most: number])[] => [
  ...[key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1), inHtml(key)].map((text) => [text, RUN] as const),
  ...inBase64(key).map((text) => [text, RUN_IN_BASE64] as const),
  [[...bytesOf(key)].map((byte) => byte.toString(16).padStart(2, '0')).join(''), 2 * RUN],
]

const hashOf = (gram: number, mask: number): number => (Math.imul(gram, 0x9e3779b1) >>> 8) & mask

const nextGram = (gram: number, symbol: number): number => ((gram << 7) | symbol) & 0xfffffff

/** The fewest symbols of so many characters: an escape in a key takes several. */
function leastIn(text: string, run: number, alphabet: Alphabet): number {
  const windows = Array.from({ length: Math.max(1, text.length - run + 1) }, (_, at) => text.slice(at, at + run))
  return smallest(windows.map((window) => symbolsIn(window, alphabet).length))
}

interface Index {
  readonly alphabet: Alphabet
  /** Rules most grams out, by their hash. */
  readonly mayBe: Uint8Array
  readonly places: ReadonlyMap<number, readonly Place[]>
}

function indexOf(secrets: readonly string[]): Index {
  const looks = secrets.flatMap(looksOf)
  const alphabet = alphabetOf(looks.map(([text]) => text))
  const places = new Map<number, Place[]>()
  const forms = new Map(looks.map(([text, run]) => [symbolsIn(text, alphabet), leastIn(text, run, alphabet)]))
  for (const [symbols, most] of forms) {
    const form = { symbols, most }
    let gram = 0
    for (let index = 0; index < symbols.length; index += 1) {
      gram = nextGram(gram, symbols.charCodeAt(index))
      if (index < GRAM - 1) continue
      const place = { form, at: index - GRAM + 1 }
      const same = places.get(gram)
      if (same) same.push(place)
      else places.set(gram, [place])
    }
  }
  const mayBe = new Uint8Array(places.size < 5_000 ? 1 << 16 : 1 << 22)
  for (const gram of places.keys()) mayBe[hashOf(gram, mayBe.length - 1)] = 1
  return { alphabet, mayBe, places }
}

/** Where characters of a key are. Those on two sides of a separator are two pieces. */
type Piece = readonly [start: number, end: number]

function piecesIn(text: string, { alphabet, mayBe, places }: Index): Piece[] {
  const { symbols } = alphabet
  const pieces: Piece[] = []
  const mask = mayBe.length - 1
  let [gram, covered, isLineStart] = [0, 0, false]
  // Where the last symbols began, the oldest first.
  let [first, second, third, fourth] = [-1, -1, -1, -1]
  // This loop sees every character of every output, so it reads the ordinary ones itself.
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    let start = at
    let symbol = code < 128 ? (symbols[code] ?? SEPARATOR) : SEPARATOR
    at += 1
    if (symbol === SEPARATOR) {
      isLineStart ||= code === NEWLINE
      continue
    }
    if (symbol === ESCAPE || isLineStart) {
      const reader = readerOf(text, start, alphabet, isLineStart)
      symbol = reader.next()
      ;[start, at, isLineStart] = [reader.start(), reader.end(), false]
    }
    gram = nextGram(gram, symbol)
    first = second
    second = third
    third = fourth
    fourth = start
    if (mayBe[hashOf(gram, mask)] === 0 || first < 0) continue
    for (const place of places.get(gram) ?? []) {
      const { run, end } = runOf(text, first, place, alphabet)
      if (end <= covered) continue
      addAll(pieces, run)
      covered = end
    }
  }
  return pieces
}

/** The pieces of a key from here on, and where it ends; none if these are too few of its characters. */
function runOf(
  text: string,
  start: number,
  { form, at }: Place,
  alphabet: Alphabet,
): { readonly run: readonly Piece[]; readonly end: number } {
  const reader = readerOf(text, start, alphabet)
  const pieces: { start: number; end: number; symbols: number }[] = []
  let length = 0
  while (at + length < form.symbols.length && reader.next() === form.symbols.charCodeAt(at + length)) {
    const last = pieces.at(-1)
    if (last?.end === reader.start()) {
      last.end = reader.end()
      last.symbols += 1
    } else pieces.push({ start: reader.start(), end: reader.end(), symbols: 1 })
    length += 1
  }
  if (length < form.most) return { run: [], end: 0 }
  const end = pieces.at(-1)?.end ?? 0
  // A few letters behind a separator are more likely to be the next word than the end of a key.
  const isChance = (piece: { symbols: number } | undefined): boolean =>
    piece !== undefined && pieces.length > 1 && piece.symbols < GRAM && length - piece.symbols >= form.most
  if (isChance(pieces.at(-1))) length -= pieces.pop()?.symbols ?? 0
  if (isChance(pieces[0])) pieces.shift()
  return { run: pieces.map((piece) => [piece.start, piece.end]), end }
}

/** Of an address with a user and a password in it, the password. A hint shows the word itself there. */
export const withoutPasswords: Hide = (text) =>
  text.replace(/(:\/\/[^/?#\s:]*:)(?!PASSWORD@)[^/?#\s@]+(?=@)/g, '$1[password]')

const isSecret = (text: string): boolean => text.length >= SHORTEST_SECRET

/** Hides these keys, and any twelve characters in a row of one. */
export function createHide(secrets: readonly string[]): Hide {
  const cut = createCut(secrets)
  return (text) => cut(text, 0)
}

/** The same for a text that comes in parts: of a key that is split between two of them, the second half is hidden. */
export function createStreamHide(secrets: readonly string[]): Hide {
  const cut = createCut(secrets)
  let before = ''
  return (text) => {
    const shown = cut(before + text, before.length)
    before = (before + text).slice(-KEPT)
    return shown
  }
}

/** How much of what was said last is remembered. */
const KEPT = 512

function createCut(secrets: readonly string[]): (text: string, from: number) => string {
  const known = secrets.filter(isSecret)
  if (known.length === 0) return (text, from) => text.slice(from)
  let index: Index | undefined
  return (text, from) => {
    index ??= indexOf(known)
    let [shown, at] = ['', from]
    for (const [start, end] of piecesIn(text, index)) {
      if (end <= at) continue
      shown += text.slice(at, Math.max(start, at)) + MASK
      at = end
    }
    return shown + text.slice(at)
  }
}
