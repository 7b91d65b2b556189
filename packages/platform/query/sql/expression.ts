import { type Cursor, RESERVED, words } from './cursor.ts'
import type { Found, Name, Query } from './syntax.ts'
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

  /** Skips the arguments after a function's name. */
  function skipArguments(name: string, found: Found, seesAliases: boolean): void {
    needSign('(')
    if (name === 'extract' && (peek().kind === 'word' || peek().kind === 'text') && isWord('from', 1)) skip(2)
    skipWord('distinct')
    if (isSign(')')) {
      skip(1)
      return
    }
    if (isSign('*') && isSign(')', 1)) {
      skip(2)
      return
    }
    expressions(found, seesAliases, name)
    if (skipWord('order', 'by')) expressions(found, false)
    needSign(')')
  }

  /** Skips what may follow the arguments of a function. */
  function skipCallTail(found: Found): void {
    if (isWord('within') && isWord('group', 1) && isSign('(', 2)) {
      skip(3)
      skipWindow(found)
    }
    if (isWord('filter') && isSign('(', 1)) {
      skip(2)
      needWord('where')
      expression(found, false)
      needSign(')')
    }
    if (isWord('over')) {
      skip(1)
      if (skipSign('(')) skipWindow(found)
      else takeName()
    }
  }

  /** Skips up to and including the closing parenthesis. */
  function skipWindow(found: Found): void {
    if (isName() && !(peek().kind === 'word' && IN_WINDOW.has(peek().text.toLowerCase()))) skip(1)
    while (!skipSign(')')) {
      if (isWord('and') || (peek().kind === 'word' && IN_WINDOW.has(peek().text.toLowerCase()))) skip(1)
      else if (!skipSign(',')) expression(found, false, 'window')
    }
  }

  function expressions(found: Found, seesAliases: boolean, within?: string): void {
    do {
      if (isSign(')') || isSign(']')) return
      expression(found, seesAliases, within)
    } while (skipSign(','))
  }

  /** Reads one expression. Returns its path if it is nothing but a column. */
  function expression(found: Found, seesAliases: boolean, within = ''): Name[] | undefined {
    return nested(() => {
      const start = at()
      let only: Name[] | undefined
      let after = start
      /** Whether there is a value right before the next token. */
      let isValue = false
      for (;;) {
        const { kind, text } = peek()
        const word = kind === 'word' ? text.toLowerCase() : ''
        if (kind === 'end' || (kind === 'sign' && ENDS.has(text))) break
        if (kind === 'text' || kind === 'number') {
          if (isValue && peek(-1).kind !== 'text') fail()
          skip(1)
          isValue = true
        } else if (kind === 'sign') isValue = sign(found, seesAliases, isValue)
        else if (kind === 'name' || !RESERVED.has(word) || (!isValue && isSign('(', 1) && SIDES.has(word))) {
          if (isValue && (within === 'window' ? IN_WINDOW : NO_WORDS).has(word)) break
          const modified: 'done' | 'open' | undefined = isValue ? modifier(word) : undefined
          if (modified) {
            isValue = modified === 'done'
            continue
          }
          // A name after a value is its alias.
          if (isValue) break
          const path = wasWord('is', 'not') && IS.has(word) ? void take() : operand(found, seesAliases, word)
          if (path && at() > start && after === start) only = path
          after = at()
          isValue = true
        } else if (
          OPERATORS.has(word) ||
          (IN_CALLS.has(word) && CALLS.has(within)) ||
          (word === 'from' && wasWord('distinct') && isValue === false && at() > start)
        ) {
          skip(1)
          isValue = false
        } else if (CONSTANTS.has(word)) {
          skip(1)
          if (isSign('(') && peek(1).kind === 'number') skip(3)
          isValue = true
        } else if (word === 'asc' || word === 'desc') skip(1)
        else if (word === 'cast') {
          skip(1)
          needSign('(')
          expression(found, seesAliases, 'cast')
          needSign(')')
          isValue = true
        } else if (word === 'as' && within === 'cast') {
          skip(1)
          skipType()
        } else if (word === 'collate') {
          skip(1)
          takePath()
        } else if (['array', 'exists', 'any', 'all', 'some'].includes(word) && (isSign('(', 1) || isSign('[', 1))) {
          skip(1)
          isValue = sign(found, seesAliases, false)
        } else break
      }
      if (at() === start) fail()
      return only && after === at() ? only : undefined
    })
  }

  /**
   * Skips a word that is a name elsewhere but modifies the value before it. `open` means that it needs another value.
   */
  function modifier(word: string): 'done' | 'open' | undefined {
    if (word === 'operator' && isSign('(', 1)) throw new NotUnderstood('it has an operator of its own')
    if (word === 'nulls' && (isWord('first', 1) || isWord('last', 1))) {
      skip(2)
      return 'done'
    }
    const length = word === 'escape' ? 1 : word === 'at' && isWord('time', 1) && isWord('zone', 2) ? 3 : 0
    skip(length)
    return length > 0 ? 'open' : undefined
  }

  /** Reads a sign in an expression. Returns whether there is a value before whatever follows. */
  function sign(found: Found, seesAliases: boolean, isValue: boolean): boolean {
    if (skipSign('::')) {
      if (!isValue) fail()
      skipType()
      return true
    }
    if (skipSign('(')) {
      if (startsQuery() || (isSign('(') && startsQuery(1))) found.inner.push(query())
      else expressions(found, seesAliases)
      needSign(')')
      return true
    }
    if (skipSign('[')) {
      while (!skipSign(']')) {
        if (!skipSign(',') && !skipSign(':')) expression(found, seesAliases)
      }
      return true
    }
    skip(1)
    if (peek(-1).text !== '.') return false
    // A part of a value, as in `(address).city`.
    if (!isValue || (peek().kind !== 'word' && peek().kind !== 'name')) fail()
    skip(1)
    return true
  }

  /** Reads a column or a call. Returns the path of a column. */
  function operand(found: Found, seesAliases: boolean, word: string): Name[] | undefined {
    if (LITERAL_TYPES.has(word) && peek(1).kind === 'text') {
      skip(2)
      while (peek().kind === 'word' && UNITS.has(peek().text.toLowerCase())) skip(1)
      return undefined
    }
    const path = SIDES.has(word)
      ? [take()].map(({ text, at, length }) => ({ text, isQuoted: false, at, length }))
      : takePath()
    if (isSign('(')) {
      skipArguments(path.at(-1)?.text.toLowerCase() ?? '', found, seesAliases)
      skipCallTail(found)
      return undefined
    }
    if (isSign('.') && isSign('*', 1)) {
      skip(2)
      found.references.push({
        parts: [...path, { text: '*', isQuoted: false, at: peek(-1).at, length: 1 }],
        seesAliases: false,
      })
      return undefined
    }
    found.references.push({ parts: path, seesAliases })
    return path
  }

  return { expression, expressions, skipArguments, skipWindow }
}
