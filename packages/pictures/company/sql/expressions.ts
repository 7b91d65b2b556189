import { type Cursor, NotUnderstood } from '@boardwright/platform/query'
import { call, constant, type Expression } from './syntax.ts'

const COMPARISONS = ['=', '<>', '!=', '<', '<=', '>', '>='] as const
const SUMS = ['+', '-', '||'] as const
const PRODUCTS = ['*', '/', '%'] as const
const NOW: Readonly<Record<string, string>> = {
  current_date: 'current_date',
  current_timestamp: 'now',
  localtimestamp: 'now',
}
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null }

/** Reads an expression as a tree. Throws `NotUnderstood` at whatever it does not know. */
export function createExpressionReader(cursor: Cursor): () => Expression {
  const { peek, take, isWord, isSign, skipWord, skipSign, needSign, needWord, takePath, nested, fail, skip } = cursor
  const oneOf = (signs: readonly string[]): string | undefined => {
    const { kind, text } = peek()
    return kind === 'sign' && signs.includes(text) ? take().text : undefined
  }

  const expression = (): Expression => nested(() => anyOf())

  function anyOf(): Expression {
    let left = allOf()
    while (skipWord('or')) left = call('or', left, allOf())
    return left
  }

  function allOf(): Expression {
    let left = negation()
    while (skipWord('and')) left = call('and', left, negation())
    return left
  }

  const negation = (): Expression => (skipWord('not') ? call('not', negation()) : comparison())

  function comparison(): Expression {
    let left = sum()
    for (;;) {
      const sign = oneOf(COMPARISONS)
      if (sign !== undefined) {
        left = call(sign === '!=' ? '<>' : sign, left, sum())
        continue
      }
      if (skipWord('is')) {
        const isNot = skipWord('not')
        const test =
          isWord('true') || isWord('false')
            ? call('is', left, constant(take().text.toLowerCase() === 'true'))
            : undefined
        if (!test) needWord('null')
        const found = test ?? call('is', left, constant(null))
        left = isNot ? call('not', found) : found
        continue
      }
      const isNot =
        isWord('not') && ['in', 'like', 'ilike', 'between'].some((word) => isWord(word, 1)) && skipWord('not')
      const found = range(left)
      if (!found) return left
      left = isNot ? call('not', found) : found
    }
  }

  function range(left: Expression): Expression | undefined {
    if (skipWord('in')) {
      needSign('(')
      if (cursor.startsQuery()) throw new NotUnderstood('it looks something up in another query')
      const list = [expression()]
      while (skipSign(',')) list.push(expression())
      needSign(')')
      return call('in', left, ...list)
    }
    if (skipWord('like')) return call('like', left, sum())
    if (skipWord('ilike')) return call('like', call('lower', left), call('lower', sum()))
    if (!skipWord('between')) return undefined
    const from = sum()
    needWord('and')
    return call('and', call('>=', left, from), call('<=', left, sum()))
  }

  function sum(): Expression {
    let left = product()
    for (let sign = oneOf(SUMS); sign !== undefined; sign = oneOf(SUMS)) left = call(sign, left, product())
    return left
  }

  function product(): Expression {
    let left = unary()
    for (let sign = oneOf(PRODUCTS); sign !== undefined; sign = oneOf(PRODUCTS)) left = call(sign, left, unary())
    return left
  }

  function unary(): Expression {
    if (skipSign('-')) return call('-', constant(0), unary())
    skipSign('+')
    let value = operand()
    while (isSign('::')) {
      skip(1)
      value = cast(value)
    }
    return value
  }

  function cast(value: Expression): Expression {
    const type = peek().text.toLowerCase()
    cursor.skipType()
    return call('cast', value, constant(type))
  }

  function operand(): Expression {
    const { kind, text } = peek()
    const word = kind === 'word' ? text.toLowerCase() : ''
    if (kind === 'number') return constant(Number(take().text.replaceAll('_', '')))
    if (kind === 'text') return constant(textOf(take().text))
    if (skipSign('(')) {
      if (cursor.startsQuery()) throw new NotUnderstood('it looks something up in another query')
      const inner = expression()
      needSign(')')
      return inner
    }
    if (Object.hasOwn(WORDS, word)) {
      skip(1)
      return constant(WORDS[word] ?? null)
    }
    if (NOW[word] !== undefined) {
      skip(1)
      return call(NOW[word])
    }
    if (skipWord('case')) return cases()
    if (isWord('cast') && isSign('(', 1)) {
      skip(2)
      const value = expression()
      needWord('as')
      const typed = cast(value)
      needSign(')')
      return typed
    }
    if (peek(1).kind === 'text' && ['date', 'timestamp', 'timestamptz'].includes(word)) {
      skip(1)
      return call('cast', constant(textOf(take().text)), constant('timestamp'))
    }
    if (word === 'interval' && peek(1).kind === 'text') {
      skip(1)
      return interval(textOf(take().text))
    }
    const isSide = (word === 'left' || word === 'right') && isSign('(', 1)
    const path = isSide ? [{ text: take().text, isQuoted: false }] : takePath()
    const names = path.map(({ text: name, isQuoted }) => (isQuoted ? name : name.toLowerCase()))
    return isSign('(') ? called(names.at(-1) ?? '') : { kind: 'column', path: names }
  }

  function interval(text: string): Expression {
    const [, count, unit] = /^\s*(\d+)\s*([a-z]+?)s?\s*$/i.exec(text) ?? []
    const inline = unit === undefined && /^\s*\d+\s*$/.test(text) && peek().kind === 'word' ? take().text : unit
    if (inline === undefined) throw new NotUnderstood(`the interval "${text}" is not simple`)
    return { kind: 'interval', unit: inline.toLowerCase().replace(/s$/, ''), count: Number(count ?? text) }
  }

  function cases(): Expression {
    const of = isWord('when') ? undefined : expression()
    const found: [Expression, Expression][] = []
    while (skipWord('when')) {
      const when = expression()
      needWord('then')
      found.push([of ? call('=', of, when) : when, expression()])
    }
    const last = skipWord('else') ? expression() : constant(null)
    needWord('end')
    return { kind: 'case', cases: found, else: last }
  }

  function called(name: string): Expression {
    needSign('(')
    if (name === 'extract') {
      const unit = take().text.toLowerCase().replaceAll("'", '')
      needWord('from')
      const of = expression()
      needSign(')')
      return call('date_part', constant(unit), of)
    }
    const isDistinct = skipWord('distinct')
    const of: Expression[] = []
    if (!(isSign('*') && skipSign('*')))
      while (!isSign(')')) {
        of.push(expression())
        if (!skipSign(',')) break
      }
    needSign(')')
    if (isWord('over') || isWord('within')) throw new NotUnderstood('it looks at other rows')
    if (!(isWord('filter') && isSign('(', 1))) return { kind: 'call', name, of, ...(isDistinct ? { isDistinct } : {}) }
    skip(2)
    needWord('where')
    const where = expression()
    needSign(')')
    return { kind: 'call', name, of, where, ...(isDistinct ? { isDistinct } : {}) }
  }

  const textOf = (text: string): string => (/^'.*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : fail())

  return expression
}
