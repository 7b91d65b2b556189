import { accept, attempt, expect, isAt, next, peek, type Reader, remove } from './scan.ts'

const PREFIXES = ['keyof', 'unique', 'readonly', 'infer', 'typeof', 'asserts', 'abstract', 'new']

/** `: T`, taken out. */
export function skipAnnotation(reader: Reader): void {
  const { start } = reader.token
  if (!accept(reader, ':')) return
  skipType(reader)
  remove(reader, start)
}

/** `<T, U extends V = W>` of a declaration, or `<A, B>` of a call, taken out. */
export function skipTypeList(reader: Reader): void {
  const { start } = reader.token
  if (!accept(reader, '<')) return
  while (!isAt(reader, '>')) {
    while (isAt(reader, 'const', 'in', 'out') && peek(reader).kind === 'name') next(reader)
    skipType(reader)
    if (accept(reader, 'extends')) skipType(reader)
    if (accept(reader, '=')) skipType(reader)
    if (!accept(reader, ',')) break
  }
  expect(reader, '>')
  remove(reader, start)
}

/** Reads a type. Whoever calls takes it out. */
export function skipType(reader: Reader): void {
  if (isAt(reader, '|', '&')) next(reader)
  skipOperand(reader)
  for (;;) {
    if (isAt(reader, '|', '&')) {
      next(reader)
      skipOperand(reader)
    } else if (isAt(reader, 'extends') && isConditional(reader)) {
      next(reader)
      skipType(reader)
      expect(reader, '?')
      skipType(reader)
      expect(reader, ':')
      skipType(reader)
    } else if (isAt(reader, 'is') && !reader.token.isFirst) {
      next(reader)
      skipType(reader)
    } else return
  }
}

/** `A extends B ? C : D`, and not the bound of a parameter. */
const isConditional = (reader: Reader): boolean => {
  const { token, last } = reader
  const count = reader.edits.length
  const found = attempt(reader, () => {
    next(reader)
    skipOperand(reader)
    while (isAt(reader, '|', '&')) {
      next(reader)
      skipOperand(reader)
    }
    return isAt(reader, '?') || undefined
  })
  Object.assign(reader, { token, last })
  reader.edits.length = count
  return found === true
}

function skipOperand(reader: Reader): void {
  while (isAt(reader, ...PREFIXES) && !isEndOf(reader)) next(reader)
  if (isAt(reader, '(') || isAt(reader, '<')) {
    if (attempt(reader, () => skipFunctionType(reader))) return
    expect(reader, '(')
    skipType(reader)
    expect(reader, ')')
  } else if (isAt(reader, '{', '[')) skipBraces(reader)
  else if (isAt(reader, '`')) skipTemplate(reader)
  else if (accept(reader, '-')) next(reader)
  else if (reader.token.kind !== 'punct' && reader.token.kind !== 'end') next(reader)
  else expect(reader, 'a type')
  for (;;) {
    if (isAt(reader, '.')) {
      next(reader)
      next(reader)
    } else if (isAt(reader, '<')) skipTypeList(reader)
    else if (isAt(reader, '[') && !reader.token.isFirst) skipBraces(reader)
    else if (isAt(reader, '(') && reader.source.slice(0, reader.last).endsWith('import')) skipBraces(reader)
    else return
  }
}

/** `keyof` may be a name as well. */
const isEndOf = (reader: Reader): boolean =>
  [',', ')', '>', '=', ';', '|', '&', '}', ']', '.'].includes(peek(reader).text)

function skipFunctionType(reader: Reader): true | undefined {
  skipTypeList(reader)
  const first = peek(reader)
  const isParameter = first.kind === 'name' || [')', '...', '{', '['].includes(first.text)
  if (!isParameter) return undefined
  skipBraces(reader)
  expect(reader, '=>')
  skipType(reader)
  return true
}

const ENDS: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' }

/** Whatever is between two of them. */
export function skipBraces(reader: Reader): void {
  const open = next(reader)
  const end = ENDS[open.text] ?? ''
  while (!isAt(reader, end)) {
    if (reader.token.kind === 'end') expect(reader, end)
    if (isAt(reader, '{', '[', '(')) skipBraces(reader)
    else if (isAt(reader, '`')) skipTemplate(reader)
    else next(reader)
  }
  next(reader)
}

function skipTemplate(reader: Reader): void {
  const end = reader.source.indexOf('`', reader.token.end)
  if (end < 0) expect(reader, 'the end of a template')
  while (reader.token.start <= end && reader.token.kind !== 'end') next(reader)
}
