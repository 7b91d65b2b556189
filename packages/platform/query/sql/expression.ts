import { type Cursor, RESERVED, words } from './cursor.ts'
import type { Arguments, Expression, Found, Piece, Query } from './syntax.ts'
import { NotUnderstood } from './tokens.ts'

/** Reserved words in an expression that need a value after them. */
const OPERATORS = words(
  'and or not in is like ilike similar to between case when then else symmetric asymmetric distinct overlaps',
)
const CONSTANTS = words(`
  null true false default end isnull notnull current_date current_time current_timestamp localtime localtimestamp current_user
  current_role current_catalog session_user user`)
/** Functions that have words between their arguments. */
const CALLS = words('substring trim overlay position normalize')
const IN_CALLS = words('from for both leading trailing placing')
const SIDES = words('left right')
const IS = words('unknown document normalized json')
const UNITS = words('year month day hour minute second to')
const ENDS: ReadonlySet<string> = new Set([',', ')', ']', ';'])
const NO_WORDS: ReadonlySet<string> = new Set()
const IN_WINDOW = words(
  'partition by order rows range groups between unbounded preceding following current row exclude ties others no nulls first last',
)
const LITERAL_TYPES = words('date time timestamp timestamptz interval')

/** Reads expressions: which columns they name, and which queries they contain. */
export function createExpressions(cursor: Cursor, query: () => Query) {
  const {
    at,
    skip,
    peek,
    isWord,
    wasWord,
    isSign,
    isName,
    startsQuery,
    fail,
    take,
    takeName,
    takePath,
    skipWord,
    skipSign,
    skipType,
    needSign,
    needWord,
    nested,
  } = cursor

  /** Reads the arguments after a function's name. */
  function callArguments(name: string, found: Found, seesAliases: boolean): Arguments {
    needSign('(')
    const isExtract = name === 'extract' && (peek().kind === 'word' || peek().kind === 'text') && isWord('from', 1)
    const unit = isExtract ? { unit: peek().text.toLowerCase().replaceAll("'", '') } : {}
    if (isExtract) skip(2)
    const isDistinct = skipWord('distinct')
    if (isSign(')')) {
      skip(1)
      return { of: [], isDistinct, ...unit }
    }
    if (isSign('*') && isSign(')', 1)) {
      skip(2)
      return { of: [], isDistinct, ...unit }
    }
    const of = expressions(found, seesAliases, name)
    const isOrdered = skipWord('order', 'by')
    if (isOrdered) expressions(found, false)
    needSign(')')
    return { of, isDistinct, isOrdered, ...unit }
  }

  /** Reads what may follow the arguments of a function. */
  function callTail(found: Found): { where?: Expression; isOver: boolean } {
    let isOver = false
    let where: Expression | undefined
    if (isWord('within') && isWord('group', 1) && isSign('(', 2)) {
      skip(3)
      skipWindow(found)
      isOver = true
    }
    if (isWord('filter') && isSign('(', 1)) {
      skip(2)
      needWord('where')
      where = expression(found, false)
      needSign(')')
    }
    if (isWord('over')) {
      skip(1)
      if (skipSign('(')) skipWindow(found)
      else takeName()
      isOver = true
    }
    return { isOver, ...(where && { where }) }
  }

  /** Skips up to and including the closing parenthesis. */
  function skipWindow(found: Found): void {
    if (isName() && !(peek().kind === 'word' && IN_WINDOW.has(peek().text.toLowerCase()))) skip(1)
    while (!skipSign(')')) {
      if (isWord('and') || (peek().kind === 'word' && IN_WINDOW.has(peek().text.toLowerCase()))) skip(1)
      else if (!skipSign(',')) expression(found, false, 'window')
    }
  }

  function expressions(found: Found, seesAliases: boolean, within?: string): Expression[] {
    const all: Expression[] = []
    do {
      if (isSign(')') || isSign(']')) return all
      all.push(expression(found, seesAliases, within))
    } while (skipSign(','))
    return all
  }

  /** Reads one expression. */
  function expression(found: Found, seesAliases: boolean, within = ''): Expression {
    return nested(() => {
      const start = at()
      const pieces: Piece[] = []
      /** Whether there is a value right before the next token. */
      let isValue = false
      for (;;) {
        const { kind, text } = peek()
        const word = kind === 'word' ? text.toLowerCase() : ''
        if (kind === 'end' || (kind === 'sign' && ENDS.has(text))) break
        if (kind === 'text' || kind === 'number') {
          if (isValue && peek(-1).kind !== 'text') fail()
          pieces.push({ kind, text: take().text })
          isValue = true
        } else if (kind === 'sign') isValue = sign(found, pieces, seesAliases, isValue)
        else if (kind === 'name' || !RESERVED.has(word) || (!isValue && isSign('(', 1) && SIDES.has(word))) {
          if (isValue && (within === 'window' ? IN_WINDOW : NO_WORDS).has(word)) break
          const modified: 'done' | 'open' | undefined = isValue ? modifier(word, pieces) : undefined
          if (modified) {
            isValue = modified === 'done'
            continue
          }
          // A name after a value is its alias.
          if (isValue) break
          const isKind = wasWord('is', 'not') && IS.has(word)
          pieces.push(isKind ? { kind: 'other', text: take().text } : operand(found, seesAliases, word))
          isValue = true
        } else if (
          OPERATORS.has(word) ||
          (IN_CALLS.has(word) && CALLS.has(within)) ||
          (word === 'from' && wasWord('distinct') && isValue === false && at() > start)
        ) {
          pieces.push(keyword())
          isValue = false
        } else if (CONSTANTS.has(word)) {
          pieces.push(keyword())
          if (isSign('(') && peek(1).kind === 'number') skip(3)
          isValue = true
        } else if (word === 'asc' || word === 'desc') pieces.push(keyword())
        else if (word === 'cast') {
          skip(1)
          needSign('(')
          pieces.push({ kind: 'cast', of: expression(found, seesAliases, 'cast') })
          needSign(')')
          isValue = true
        } else if (word === 'as' && within === 'cast') {
          skip(1)
          pieces.push({ ...type(), kind: 'as' })
        } else if (word === 'collate') {
          pieces.push({ kind: 'other', text: take().text })
          takePath()
        } else if (['array', 'exists', 'any', 'all', 'some'].includes(word) && (isSign('(', 1) || isSign('[', 1))) {
          pieces.push({ kind: 'other', text: take().text })
          isValue = sign(found, pieces, seesAliases, false)
        } else break
      }
      if (at() === start) fail()
      return pieces
    })
  }

  const keyword = (): Piece => ({ kind: 'word', text: take().text.toLowerCase() })

  function type() {
    const text = peek().text.toLowerCase()
    skipType()
    return { kind: 'type', text } as const
  }

  /**
   * Skips a word that is a name elsewhere but modifies the value before it. `open` means that it needs another value.
   */
  function modifier(word: string, pieces: Piece[]): 'done' | 'open' | undefined {
    if (word === 'operator' && isSign('(', 1)) throw new NotUnderstood('it has an operator of its own')
    if (word === 'nulls' && (isWord('first', 1) || isWord('last', 1))) {
      pieces.push(keyword(), keyword())
      return 'done'
    }
    const length = word === 'escape' ? 1 : word === 'at' && isWord('time', 1) && isWord('zone', 2) ? 3 : 0
    if (length > 0) pieces.push({ kind: 'other', text: word })
    skip(length)
    return length > 0 ? 'open' : undefined
  }

  /** Reads a sign in an expression. Returns whether there is a value before whatever follows. */
  function sign(found: Found, pieces: Piece[], seesAliases: boolean, isValue: boolean): boolean {
    if (skipSign('::')) {
      if (!isValue) fail()
      pieces.push(type())
      return true
    }
    if (skipSign('(')) {
      if (startsQuery() || (isSign('(') && startsQuery(1))) {
        const inner = query()
        found.inner.push(inner)
        pieces.push({ kind: 'query', query: inner })
      } else pieces.push({ kind: 'group', of: expressions(found, seesAliases) })
      needSign(')')
      return true
    }
    if (skipSign('[')) {
      pieces.push({ kind: 'other', text: '[' })
      while (!skipSign(']')) {
        if (!skipSign(',') && !skipSign(':')) expression(found, seesAliases)
      }
      return true
    }
    const { text } = take()
    if (text !== '.') {
      pieces.push({ kind: 'sign', text })
      return false
    }
    // A part of a value, as in `(address).city`.
    if (!isValue || (peek().kind !== 'word' && peek().kind !== 'name')) fail()
    pieces.push({ kind: 'other', text: take().text })
    return true
  }

  /** Reads a column or a call. */
  function operand(found: Found, seesAliases: boolean, word: string): Piece {
    if (LITERAL_TYPES.has(word) && peek(1).kind === 'text') {
      skip(1)
      const { text } = take()
      const unit =
        peek().kind === 'word' && UNITS.has(peek().text.toLowerCase()) ? peek().text.toLowerCase() : undefined
      while (peek().kind === 'word' && UNITS.has(peek().text.toLowerCase())) skip(1)
      return { kind: 'literal', type: word, text, unit }
    }
    const path = SIDES.has(word)
      ? [take()].map(({ text, at, length }) => ({ text, isQuoted: false, at, length }))
      : takePath()
    const name = path.at(-1)
    if (name && isSign('(')) {
      const given = callArguments(name.text.toLowerCase(), found, seesAliases)
      return { kind: 'call', name, ...given, ...callTail(found) }
    }
    if (isSign('.') && isSign('*', 1)) {
      skip(2)
      const star = { text: '*', isQuoted: false, at: peek(-1).at, length: 1 }
      found.references.push({ parts: [...path, star], seesAliases: false })
      return { kind: 'other', text: '*' }
    }
    found.references.push({ parts: path, seesAliases })
    return { kind: 'column', path }
  }

  return { expression, expressions, callArguments, skipWindow }
}
