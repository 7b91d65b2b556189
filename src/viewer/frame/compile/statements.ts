import { assignment, expression, propertyName } from './expressions.ts'
import { moduleStatement } from './modules.ts'
import { accept, attempt, CannotCompile, edit, expect, isAt, next, peek, type Reader, remove } from './scan.ts'
import { skipAnnotation, skipBraces, skipType, skipTypeList } from './types.ts'

const CONDITIONS = ['if', 'while', 'with', 'switch']
const MODIFIERS = ['public', 'private', 'protected', 'readonly', 'override', 'declare', 'abstract']

export function statement(reader: Reader): void {
  const { token } = reader
  if (token.kind !== 'name') {
    if (isAt(reader, '{')) block(reader)
    else if (!accept(reader, ';')) expressionStatement(reader)
  } else if (isAt(reader, 'import', 'export')) moduleStatement(reader)
  else if (isTypeOnly(reader)) skipDeclaration(reader)
  else if (isAt(reader, 'enum') && peek(reader).kind === 'name') throw new CannotCompile('enums are not known here')
  else if (isAt(reader, 'const', 'let', 'var') && peek(reader).text !== 'enum') variables(reader)
  else if (isAt(reader, 'function')) functionRest(reader)
  else if (isAt(reader, 'async') && peek(reader).text === 'function') {
    next(reader)
    functionRest(reader)
  } else if (isAt(reader, 'class') || (isAt(reader, 'abstract') && peek(reader).text === 'class')) {
    const start = token.start
    if (accept(reader, 'abstract')) remove(reader, start)
    classBody(reader)
  } else if (isAt(reader, ...CONDITIONS)) condition(reader)
  else if (isAt(reader, 'for')) loop(reader)
  else if (isAt(reader, 'do')) doLoop(reader)
  else if (isAt(reader, 'try', 'finally', 'else')) {
    next(reader)
    statement(reader)
  } else if (accept(reader, 'catch')) {
    if (accept(reader, '(')) {
      binding(reader)
      expect(reader, ')')
    }
    block(reader)
  } else if (isAt(reader, 'return', 'throw', 'break', 'continue')) {
    next(reader)
    if (!reader.token.isFirst && !isAt(reader, ';', '}') && reader.token.kind !== 'end') expression(reader)
    accept(reader, ';')
  } else if (isAt(reader, 'case')) {
    next(reader)
    expression(reader)
    expect(reader, ':')
  } else if (peek(reader).text === ':') {
    next(reader)
    next(reader)
  } else expressionStatement(reader)
}

function expressionStatement(reader: Reader): void {
  expression(reader)
  accept(reader, ';')
}

export function block(reader: Reader): void {
  expect(reader, '{')
  while (!isAt(reader, '}')) {
    if (reader.token.kind === 'end') expect(reader, '}')
    statement(reader)
  }
  next(reader)
}

function doLoop(reader: Reader): void {
  next(reader)
  statement(reader)
  expect(reader, 'while')
  expect(reader, '(')
  expression(reader)
  expect(reader, ')')
  accept(reader, ';')
}

function condition(reader: Reader): void {
  next(reader)
  expect(reader, '(')
  expression(reader)
  expect(reader, ')')
  if (!accept(reader, ';')) statement(reader)
}

function loop(reader: Reader): void {
  next(reader)
  accept(reader, 'await')
  expect(reader, '(')
  if (isAt(reader, 'const', 'let', 'var')) {
    next(reader)
    declarators(reader)
  } else if (!isAt(reader, ';')) expression(reader)
  if (isAt(reader, 'of')) next(reader)
  while (!isAt(reader, ')')) if (!accept(reader, ';')) expression(reader)
  expect(reader, ')')
  if (!accept(reader, ';')) statement(reader)
}

export function variables(reader: Reader): void {
  next(reader)
  declarators(reader)
  accept(reader, ';')
}

function declarators(reader: Reader): void {
  do {
    binding(reader)
    if (accept(reader, '=')) assignment(reader)
    else if (isAt(reader, 'in')) {
      next(reader)
      expression(reader)
    }
  } while (accept(reader, ','))
}

/** A name or a pattern, with its type. */
function binding(reader: Reader): void {
  if (isAt(reader, '{', '[')) pattern(reader)
  else next(reader)
  const { start } = reader.token
  if ((isAt(reader, '!') || isAt(reader, '?')) && [':', ',', ')', '='].includes(peek(reader).text)) {
    next(reader)
    remove(reader, start)
  }
  skipAnnotation(reader)
}

function pattern(reader: Reader): void {
  const end = next(reader).text === '{' ? '}' : ']'
  while (!isAt(reader, end)) {
    if (accept(reader, ',')) continue
    accept(reader, '...')
    if (end === '}') {
      propertyName(reader)
      if (accept(reader, ':')) bare(reader)
    } else bare(reader)
    if (accept(reader, '=')) assignment(reader)
  }
  next(reader)
}

const bare = (reader: Reader): void => {
  if (isAt(reader, '{', '[')) pattern(reader)
  else next(reader)
}

export function parameters(reader: Reader): void {
  expect(reader, '(')
  while (!isAt(reader, ')')) {
    const { start } = reader.token
    if (isAt(reader, ...MODIFIERS) && /^[\p{L}_$]/u.test(peek(reader).text))
      throw new CannotCompile('parameters that are properties are not known here')
    if (isAt(reader, 'this') && peek(reader).text === ':') {
      next(reader)
      skipAnnotation(reader)
      accept(reader, ',')
      edit(reader, start, reader.last, '')
      continue
    }
    accept(reader, '...')
    if (reader.token.kind !== 'name' && !isAt(reader, '{', '[')) expect(reader, 'a parameter')
    binding(reader)
    if (accept(reader, '=')) assignment(reader)
    if (!accept(reader, ',')) break
  }
  expect(reader, ')')
}

/** From `function`, or from the parameters of a method. One without a body, told by `false`, is there for its types only. */
export function functionRest(reader: Reader, isWhole = true): boolean {
  const { start } = reader.token
  if (isWhole) {
    expect(reader, 'function')
    accept(reader, '*')
    if (reader.token.kind === 'name') next(reader)
  }
  skipTypeList(reader)
  parameters(reader)
  skipAnnotation(reader)
  if (isAt(reader, '{')) {
    block(reader)
    return true
  }
  accept(reader, ';')
  edit(reader, start, reader.last, '')
  return false
}

export function classBody(reader: Reader): void {
  expect(reader, 'class')
  if (reader.token.kind === 'name' && !isAt(reader, 'extends', 'implements')) next(reader)
  skipTypeList(reader)
  if (accept(reader, 'extends')) {
    assignment(reader)
    skipTypeList(reader)
  }
  const { start } = reader.token
  if (accept(reader, 'implements')) {
    do skipType(reader)
    while (accept(reader, ','))
    remove(reader, start)
  }
  expect(reader, '{')
  while (!isAt(reader, '}')) if (!accept(reader, ';')) member(reader)
  next(reader)
}

function member(reader: Reader): void {
  const { start } = reader.token
  const isName = (): boolean => ['(', '=', ';', ':', '?', '!', '}', '<'].includes(peek(reader).text)
  let isTypeOnly = false
  while (
    isAt(reader, ...MODIFIERS, 'static', 'async', 'get', 'set', 'accessor', '*') &&
    (isAt(reader, '*') || !isName())
  ) {
    const modifier = next(reader)
    if (!MODIFIERS.includes(modifier.text)) continue
    edit(reader, modifier.start, modifier.end, '')
    isTypeOnly ||= modifier.text === 'declare' || modifier.text === 'abstract'
  }
  if (isAt(reader, '{')) {
    block(reader)
    return
  }
  propertyName(reader)
  if (isAt(reader, '(', '<')) isTypeOnly = !functionRest(reader, false) || isTypeOnly
  else {
    const { start: mark } = reader.token
    if (accept(reader, '?') || accept(reader, '!')) remove(reader, mark)
    skipAnnotation(reader)
    if (accept(reader, '=')) assignment(reader)
    accept(reader, ';')
  }
  if (isTypeOnly) edit(reader, start, reader.last, '')
}

/** `interface X`, `type X`, `declare ...`, `namespace X` without code. */
export function isTypeOnly(reader: Reader): boolean {
  const after = peek(reader)
  if (after.isFirst) return false
  if (isAt(reader, 'interface', 'type', 'namespace', 'module'))
    return after.kind === 'name' && !['in', 'of', 'as', 'instanceof'].includes(after.text)
  return isAt(reader, 'declare') && after.kind === 'name'
}

export function skipDeclaration(reader: Reader, start = reader.token.start): void {
  accept(reader, 'declare')
  const { text } = next(reader)
  if (text === 'type') {
    next(reader)
    skipTypeList(reader)
    expect(reader, '=')
    skipType(reader)
    accept(reader, ';')
  } else if (text === 'const' || text === 'let' || text === 'var') {
    declarators(reader)
    accept(reader, ';')
  } else if (text === 'function') {
    next(reader)
    attempt(reader, () => {
      functionRest(reader, false)
      return true
    })
  } else {
    while (!isAt(reader, '{')) {
      if (reader.token.kind === 'end') expect(reader, '{')
      next(reader)
    }
    skipBraces(reader)
  }
  edit(reader, start, reader.last, '')
}
