import { assignment, expression } from './expressions.ts'
import { accept, edit, expect, isAt, next, peek, type Reader, specifier } from './scan.ts'
import { functionRest, isTypeOnly, skipDeclaration, statement } from './statements.ts'

/** `import` and `export`. What is only a type goes; where the rest comes from is written down by `compile`. */
export function moduleStatement(reader: Reader): void {
  if (isAt(reader, 'import')) {
    const after = peek(reader).text
    if (after === '(' || after === '.') {
      expression(reader)
      accept(reader, ';')
    } else importStatement(reader)
  } else exportStatement(reader)
}

function importStatement(reader: Reader): void {
  const { start } = next(reader)
  const isType = isAt(reader, 'type') && !['from', ',', '='].includes(peek(reader).text)
  if (isType) next(reader)
  while (reader.token.kind !== 'string') {
    if (isAt(reader, '{')) names(reader)
    else if (reader.token.kind === 'end') expect(reader, 'from')
    else next(reader)
  }
  specifier(reader)
  accept(reader, ';')
  if (isType) edit(reader, start, reader.last, '')
}

/** `{ a, type B, c as d }` */
function names(reader: Reader): void {
  expect(reader, '{')
  while (!isAt(reader, '}')) {
    const { start } = reader.token
    const isType = isAt(reader, 'type') && ![',', '}', 'as'].includes(peek(reader).text)
    while (!isAt(reader, ',', '}')) next(reader)
    accept(reader, ',')
    if (isType) edit(reader, start, reader.last, '')
  }
  next(reader)
}

function exportStatement(reader: Reader): void {
  const { start, end } = next(reader)
  if (isAt(reader, 'type') && ['{', '*'].includes(peek(reader).text)) {
    while (reader.token.kind !== 'string' && !isAt(reader, ';', '}')) next(reader)
    if (accept(reader, '}') && accept(reader, 'from')) next(reader)
    else if (reader.token.kind === 'string') next(reader)
    accept(reader, ';')
    edit(reader, start, reader.last, '')
  } else if (isTypeOnly(reader)) skipDeclaration(reader, start)
  else if (accept(reader, 'default')) {
    if (isAt(reader, 'interface')) skipDeclaration(reader, start)
    else if (isAt(reader, 'function', 'class', 'async', 'abstract')) statement(reader)
    else {
      assignment(reader)
      accept(reader, ';')
    }
  } else if (isAt(reader, '{')) {
    names(reader)
    if (accept(reader, 'from')) specifier(reader)
    accept(reader, ';')
  } else if (accept(reader, '*')) {
    while (reader.token.kind === 'name') next(reader)
    specifier(reader)
    accept(reader, ';')
  } else if (isAt(reader, 'function')) {
    if (!functionRest(reader)) edit(reader, start, end, '')
  } else statement(reader)
}
