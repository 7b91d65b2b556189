import { jsxElement } from './jsx.ts'
import {
  accept,
  attempt,
  CannotCompile,
  edit,
  expect,
  isAt,
  jump,
  next,
  peek,
  type Reader,
  remove,
  specifier,
} from './scan.ts'
import { classBody, functionRest, parameters, statement } from './statements.ts'
import { skipAnnotation, skipType, skipTypeList } from './types.ts'

const PREFIX = ['!', '~', '+', '-', '++', '--', 'typeof', 'void', 'delete', 'await', 'yield', 'new', '...']
const BINARY = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '**',
  '&',
  '|',
  '^',
  '&&',
  '||',
  '??',
  '==',
  '!=',
  '===',
  '!==',
  '<',
  '>',
  '<=',
  '<<',
  '=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '**=',
  '&=',
  '|=',
  '^=',
  '&&=',
  '||=',
  '??=',
  '<<=',
  'in',
  'instanceof',
])
const DEEPEST = 400

/** With commas. */
export function expression(reader: Reader): void {
  do assignment(reader)
  while (accept(reader, ','))
}

/** Without. */
export function assignment(reader: Reader): void {
  reader.depth += 1
  if (reader.depth > DEEPEST) throw new CannotCompile('nests too deep')
  operand(reader)
  for (;;) {
    if (isAt(reader, '?')) {
      next(reader)
      assignment(reader)
      expect(reader, ':')
      assignment(reader)
    } else if (isBinary(reader)) {
      if (isAt(reader, '>'))
        while (isAt(reader, '>', '=') && (isAt(reader, '>') || reader.last === reader.token.start)) next(reader)
      else next(reader)
      operand(reader)
    } else break
  }
  reader.depth -= 1
}

const isBinary = ({ token }: Reader): boolean =>
  (token.kind === 'punct' || token.kind === 'name') && BINARY.has(token.text)

function operand(reader: Reader): void {
  while (isAt(reader, ...PREFIX)) {
    const prefix = next(reader)
    if (prefix.text === 'yield') {
      const isOfMany = accept(reader, '*')
      if (isAt(reader, ')', ']', '}', ',', ';') || (!isOfMany && reader.token.isFirst)) return
    }
    if (prefix.text === 'new' && isAt(reader, '.')) break
  }
  if (!arrow(reader)) primary(reader)
  suffixes(reader)
}

/** `(a: A, b?: B): C => ...`, `async a => ...`, `<T,>(a: T) => ...` */
function arrow(reader: Reader): boolean {
  const isNamed = reader.token.kind === 'name' && peek(reader).text === '=>'
  const isAsync = isAt(reader, 'async') && !peek(reader).isFirst && /^[(<]$|^[\w$]+$/.test(peek(reader).text)
  if (!isNamed && !isAsync && !isAt(reader, '(', '<')) return false
  const found = attempt(reader, () => {
    if (isAsync && !isNamed) next(reader)
    if (reader.token.kind === 'name') next(reader)
    else {
      skipTypeList(reader)
      parameters(reader)
      skipAnnotation(reader)
    }
    return isAt(reader, '=>') && !reader.token.isFirst ? true : undefined
  })
  if (!found) return false
  next(reader)
  if (isAt(reader, '{')) statement(reader)
  else assignment(reader)
  return true
}

function primary(reader: Reader): void {
  const { token } = reader
  if (token.kind === 'string' || token.kind === 'number') next(reader)
  else if (isAt(reader, 'function')) functionRest(reader)
  else if (isAt(reader, 'async') && peek(reader).text === 'function') {
    next(reader)
    functionRest(reader)
  } else if (isAt(reader, 'class')) classBody(reader)
  else if (isAt(reader, 'import') && peek(reader).text === '(') importCall(reader)
  else if (token.kind === 'name') next(reader)
  else if (isAt(reader, '(')) inside(reader, ')')
  else if (isAt(reader, '[')) list(reader)
  else if (isAt(reader, '{')) objectLiteral(reader)
  else if (isAt(reader, '`')) template(reader)
  else if (isAt(reader, '/', '/=')) regex(reader)
  else if (isAt(reader, '<')) jsxElement(reader)
  else expect(reader, 'an expression')
}

function importCall(reader: Reader): void {
  next(reader)
  next(reader)
  if (reader.token.kind === 'string') specifier(reader)
  else expression(reader)
  expect(reader, ')')
}

function inside(reader: Reader, end: string): void {
  next(reader)
  if (!isAt(reader, end)) expression(reader)
  expect(reader, end)
}

function list(reader: Reader): void {
  next(reader)
  while (!isAt(reader, ']')) if (!accept(reader, ',')) assignment(reader)
  next(reader)
}

function regex(reader: Reader): void {
  const pattern = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
  pattern.lastIndex = reader.token.start
  const found = pattern.exec(reader.source)
  if (!found) expect(reader, 'an expression')
  else jump(reader, found.index + found[0].length)
}

export function template(reader: Reader): void {
  const { source } = reader
  let at = reader.token.end
  for (;;) {
    const text = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y
    text.lastIndex = at
    at += text.exec(source)?.[0].length ?? 0
    if (source[at] === '`') {
      jump(reader, at + 1)
      return
    }
    if (source[at] !== '$') throw new CannotCompile('a template does not end')
    jump(reader, at + 2)
    expression(reader)
    if (!isAt(reader, '}')) expect(reader, '}')
    at = reader.token.end
  }
}

function suffixes(reader: Reader): void {
  for (;;) {
    const { token } = reader
    if (isAt(reader, '.', '?.')) {
      next(reader)
      if (isAt(reader, '[', '(', '<', '`')) continue
      next(reader)
    } else if (isAt(reader, '(')) args(reader)
    else if (isAt(reader, '[')) inside(reader, ']')
    else if (isAt(reader, '`')) template(reader)
    else if (isAt(reader, '++', '--') && !token.isFirst) next(reader)
    else if (isAt(reader, '!') && !token.isFirst) {
      next(reader)
      remove(reader, token.start)
    } else if (isAt(reader, 'as', 'satisfies') && !token.isFirst) {
      next(reader)
      if (!accept(reader, 'const')) skipType(reader)
      edit(reader, token.start, reader.last, '')
    } else if (!isAt(reader, '<') || !attempt(reader, () => typeArguments(reader))) return
  }
}

/** `f<T>(x)`, and not `f < t > (x)`: as TypeScript reads it. */
function typeArguments(reader: Reader): true | undefined {
  skipTypeList(reader)
  return isAt(reader, '(', '`', ')', ',', ';', ']', '}', '?.', '.', '{', 'implements') ? true : undefined
}

function args(reader: Reader): void {
  next(reader)
  while (!isAt(reader, ')')) {
    assignment(reader)
    if (!accept(reader, ',')) break
  }
  expect(reader, ')')
}

function objectLiteral(reader: Reader): void {
  next(reader)
  while (!isAt(reader, '}')) {
    property(reader)
    if (!accept(reader, ',')) break
  }
  expect(reader, '}')
}

function property(reader: Reader): void {
  if (accept(reader, '...')) {
    assignment(reader)
    return
  }
  const isEnd = (): boolean => [',', ':', '}', '(', '=', '<'].includes(peek(reader).text)
  while (isAt(reader, 'async', 'get', 'set', '*') && !(reader.token.kind === 'name' && isEnd())) next(reader)
  propertyName(reader)
  if (isAt(reader, '(', '<')) functionRest(reader, false)
  else if (accept(reader, ':') || accept(reader, '=')) assignment(reader)
}

export function propertyName(reader: Reader): void {
  if (isAt(reader, '[')) inside(reader, ']')
  else if (reader.token.kind === 'punct') expect(reader, 'a name')
  else next(reader)
}
