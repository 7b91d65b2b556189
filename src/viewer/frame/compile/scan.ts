export interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'punct' | 'end'
  readonly text: string
  readonly start: number
  readonly end: number
  /** Whether a line ends before it. */
  readonly isFirst: boolean
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Where a reading of a source is, and what becomes of the source. */
export interface Reader {
  readonly source: string
  token: Token
  /** The end of the token before. */
  last: number
  edits: Edit[]
  depth: number
  /** What a module that is named is called here. */
  readonly resolve: (specifier: string) => string
}

export class CannotCompile extends Error {
  override readonly name = 'CannotCompile'
}

// One `>` at a time: they end lists of types as well as expressions.
const PUNCT =
  /=>|\.\.\.|\?\.(?!\d)|\*\*=|&&=|\|\|=|\?\?=|<<=|===|!==|\*\*|&&|\|\||\?\?|\+\+|--|<<|==|!=|<=|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|[{}()[\];,<>+\-*/%&|^!~?:=.@#`]/y
const NAME = /[\p{ID_Start}$_#][\p{ID_Continue}$\u200c\u200d]*/uy
const NUMBER = /0[xob][\da-f_]+n?|(\d[\d_]*)?\.?\d[\d_]*(e[+-]?\d+)?n?/iy
const STRING = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y
const SPACE = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y

export function startReading(source: string, resolve: Reader['resolve']): Reader {
  const token = scan(source, source.startsWith('#!') ? source.indexOf('\n') : 0)
  return { source, token, last: 0, edits: [], depth: 0, resolve }
}

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}

export function scan(source: string, from: number): Token {
  const space = match(SPACE, source, from) ?? ''
  const start = from + space.length
  const isFirst = space.includes('\n')
  const token = (kind: Token['kind'], text: string): Token => ({ kind, text, start, end: start + text.length, isFirst })
  if (start >= source.length) return token('end', '')
  const name = match(NAME, source, start)
  if (name !== undefined) return token('name', name)
  const character = source[start] ?? ''
  if (/\d/.test(character) || (character === '.' && /\d/.test(source[start + 1] ?? '')))
    return token('number', match(NUMBER, source, start) ?? character)
  const text = match(STRING, source, start)
  if (text !== undefined) return token('string', text)
  // What is no sign of the language may be the text of a tag, and then nobody asks for it.
  return token('punct', match(PUNCT, source, start) ?? character)
}

export function next(reader: Reader): Token {
  const { token } = reader
  reader.last = token.end
  reader.token = scan(reader.source, token.end)
  return token
}

/** Goes on from a place that something else than the scanner found. */
export function jump(reader: Reader, to: number): void {
  reader.last = to
  reader.token = scan(reader.source, to)
}

export const peek = (reader: Reader): Token => scan(reader.source, reader.token.end)
export const isAt = ({ token }: Reader, ...texts: readonly string[]): boolean =>
  token.kind !== 'string' && token.kind !== 'end' && texts.includes(token.text)

export function accept(reader: Reader, text: string): boolean {
  if (!isAt(reader, text)) return false
  next(reader)
  return true
}

export function expect(reader: Reader, text: string): Token {
  if (isAt(reader, text)) return next(reader)
  const line = reader.source.slice(0, reader.token.start).split('\n').length
  throw new CannotCompile(`line ${line}: ${text} was expected, and there is ${reader.token.text || 'the end'}`)
}

/** Tries to read; where that fails, nothing was read. */
export function attempt<T>(reader: Reader, read: () => T | undefined): T | undefined {
  const { token, last, depth } = reader
  const count = reader.edits.length
  try {
    const found = read()
    if (found !== undefined) return found
  } catch (cause) {
    if (!(cause instanceof CannotCompile)) throw cause
  }
  Object.assign(reader, { token, last, depth })
  reader.edits.length = count
  return undefined
}

export const edit = (reader: Reader, start: number, end: number, text: string): void =>
  void reader.edits.push({ start, end, text })

/** Takes out what was read since then. */
export const remove = (reader: Reader, start: number): void => edit(reader, start, reader.last, '')

const isInsertion = ({ start, end }: Edit): boolean => start === end

export function writeOut({ source, edits }: Reader): string {
  const sorted = [...edits].sort(
    (a, b) => a.start - b.start || Number(isInsertion(b)) - Number(isInsertion(a)) || b.end - a.end,
  )
  let out = ''
  let at = 0
  for (const { start, end, text } of sorted) {
    if (start < at) continue
    out += source.slice(at, start) + text
    at = end
  }
  return out + source.slice(at)
}

/** The module that is named here, by what it is called. */
export function specifier(reader: Reader): void {
  const { kind, text, start, end } = reader.token
  if (kind !== 'string') expect(reader, 'the name of a module')
  edit(reader, start, end, JSON.stringify(reader.resolve(text.slice(1, -1))))
  next(reader)
}
