/** A list as received: each row, and everything around them. */
export interface SplitPage {
  readonly rows: readonly Buffer[]
  readonly rest: Buffer
}

type Range = readonly [from: number, to: number]

/**
 * Finds the rows of a list without parsing it, so that each can be parsed by itself or not at all. The platform repeats
 * all rows under an older name; this drops the repetition. It only finds where values begin and end, and leaves it to
 * the parser to reject invalid ones. Undefined for anything unusual.
 */
export function splitPage(body: Buffer): SplitPage | undefined {
  let list: List | undefined
  const holes: Range[] = []
  const members = membersOf(body, (key, from) => {
    if (key === 'items') list = listAt(body, from)
    const to = from + (list?.bytes.length ?? 0)
    if (!list?.bytes.equals(body.subarray(from, to))) return endOfValue(body, from)
    holes.push([from, to])
    return to
  })
  if (!members || !list) return undefined
  const pieces = [...holes, [body.length, body.length] as const].map(([to], index) =>
    body.subarray(holes[index - 1]?.[1] ?? 0, to),
  )
  return {
    rows: list.rows,
    rest: Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? piece : [NO_ROWS, piece]))),
  }
}

const NO_ROWS = Buffer.from('[]')

const SAMPLE = 200

/**
 * Bytes that identify a page, without the repeated rows, which are described only by their position. A repetition that
 * is not found just makes the result longer.
 */
export function bytesWithoutRepeat(body: Buffer): readonly Uint8Array[] {
  const from = body.indexOf('[')
  const again = from < 0 ? -1 : body.indexOf(body.subarray(from, from + SAMPLE), from + SAMPLE)
  const to = body.lastIndexOf(']') + 1
  const length = to - again
  if (again < from + length || length <= 0 || !body.subarray(from, from + length).equals(body.subarray(again, to)))
    return [body]
  return [Buffer.from(`${from} ${again} ${length}\n`), body.subarray(0, again), body.subarray(to)]
}

type EndOf = (key: string, from: number) => number

/** Where the values of an object's members begin and end. */
export function membersOf(
  body: Buffer,
  endOf: EndOf = (_, from) => endOfValue(body, from),
): ReadonlyMap<string, Range> | undefined {
  const members = new Map<string, Range>()
  let at = afterSpace(body, 0)
  if (body[at] !== OPEN_OBJECT) return undefined
  do {
    at = afterSpace(body, at + 1)
    const end = endOfString(body, at)
    const key = body.toString('utf8', at + 1, end - 1)
    if (body[at] !== QUOTE || key.includes('\\') || members.has(key)) return undefined
    at = afterSpace(body, end)
    if (body[at] !== COLON) return undefined
    const from = afterSpace(body, at + 1)
    const to = endOf(key, from)
    members.set(key, [from, to])
    at = afterSpace(body, to)
  } while (body[at] === COMMA)
  return body[at] === CLOSE_OBJECT ? members : undefined
}

interface List {
  readonly rows: readonly Buffer[]
  readonly bytes: Buffer
}

function listAt(body: Buffer, from: number): List | undefined {
  const rows: Buffer[] = []
  if (body[from] !== OPEN_LIST) return undefined
  let at = afterSpace(body, from + 1)
  for (;;) {
    const end = endOfValue(body, at)
    if (end === at) break
    rows.push(body.subarray(at, end))
    at = afterSpace(body, end)
    if (body[at] !== COMMA) break
    at = afterSpace(body, at + 1)
    // A comma without a row after it is not JSON.
    if (body[at] === CLOSE_LIST) return undefined
  }
  return body[at] === CLOSE_LIST ? { rows, bytes: body.subarray(from, at + 1) } : undefined
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

function afterSpace(body: Buffer, from: number): number {
  let at = from
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at += 1
  return at
}

function endOfString(body: Buffer, from: number): number {
  let at = from + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at + 1
}

function endOfValue(body: Buffer, from: number): number {
  const { length } = body
  let depth = 0
  let at = from
  while (at < length) {
    const byte = body[at]
    if (byte === QUOTE) {
      at = endOfString(body, at)
      if (depth === 0) return at
      continue
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (byte === COMMA && depth === 0) return at
    at += 1
  }
  return length
}
