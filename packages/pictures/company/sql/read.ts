import { createCursor, NotUnderstood } from '@boardwright/platform/query'
import { createExpressionReader } from './expressions.ts'
import type { Expression, Output, Query, RowsOfValues, Select, Source } from './syntax.ts'

/** Reads an expression of a data model. Anything in braces becomes a quoted name, including the braces. */
export function readExpression(sql: string): Expression {
  const cursor = createCursor(quoteBraces(sql))
  const read = createExpressionReader(cursor)()
  if (cursor.peek().kind !== 'end') cursor.fail()
  return read
}

export const quoteBraces = (sql: string): string => sql.replace(/\$?\{([^{}"]*)\}/g, '"{$1}"')

/** Reads a query. Throws `NotUnderstood` rather than guess. */
export function readQuery(sql: string): Query {
  const cursor = createCursor(sql)
  const {
    isWord,
    isSign,
    isName,
    skipWord,
    skipSign,
    needSign,
    needWord,
    peek,
    take,
    fail,
    skip,
    startsQuery,
    nested,
  } = cursor
  const expression = createExpressionReader(cursor)
  const name = (): string => {
    const { text, isQuoted } = cursor.takeName()
    return isQuoted ? text : text.toLowerCase()
  }
  const names = (): string[] => cursor.names().map(({ text, isQuoted }) => (isQuoted ? text : text.toLowerCase()))
  const list = (): Expression[] => {
    const all = [expression()]
    while (skipSign(',')) all.push(expression())
    return all
  }

  const query = (): Query =>
    nested(() => {
      const tables: Query['tables'][number][] = []
      if (skipWord('with')) {
        if (isWord('recursive')) throw new NotUnderstood('it is recursive')
        do {
          const table = name()
          const columns = isSign('(') ? names() : undefined
          needWord('as')
          needSign('(')
          tables.push({ name: table, columns, query: query() })
          needSign(')')
        } while (skipSign(','))
      }
      const parts: Query['parts'][number][] = [{ how: 'all', of: part() }]
      for (;;) {
        const how = setOperation()
        if (!how) break
        parts.push({ how, of: part() })
      }
      return { kind: 'query', tables, parts, ...ending() }
    })

  function setOperation(): Query['parts'][number]['how'] | undefined {
    if (skipWord('union')) return skipWord('all') ? 'all' : 'distinct'
    if (skipWord('intersect')) return 'intersect'
    return skipWord('except') ? 'except' : undefined
  }

  function ending(): Pick<Query, 'order' | 'limit' | 'offset'> {
    const order: Query['order'][number][] = []
    let [limit, offset] = [undefined as number | undefined, 0]
    const count = (): number => {
      const { kind, text } = take()
      if (kind !== 'number') throw new NotUnderstood('the limit is not a number')
      return Number(text)
    }
    for (;;) {
      if (skipWord('order', 'by')) {
        do {
          const of = expression()
          const isDown = skipWord('desc') || (skipWord('asc') && false)
          if (skipWord('nulls')) skip(1)
          order.push({ of, isDown })
        } while (skipSign(','))
      } else if (skipWord('limit')) limit = skipWord('all') ? undefined : count()
      else if (skipWord('offset')) {
        offset = count()
        if (!skipWord('rows')) skipWord('row')
      } else return { order, limit, offset }
    }
  }

  function part(): Select | RowsOfValues | Query {
    if (skipSign('(')) {
      const inner = query()
      needSign(')')
      return inner
    }
    if (!skipWord('values')) return select()
    const rows: Expression[][] = []
    do {
      needSign('(')
      rows.push(list())
      needSign(')')
    } while (skipSign(','))
    return { kind: 'values', rows }
  }

  function select(): Select {
    needWord('select')
    const isDistinct = skipWord('distinct')
    if (isDistinct && isWord('on')) throw new NotUnderstood('it keeps one row of several')
    const outputs = [output(0)]
    while (skipSign(',')) outputs.push(output(outputs.length))
    const sources = skipWord('from') ? allSources() : []
    const where = skipWord('where') ? expression() : undefined
    const groups = skipWord('group', 'by') && !skipWord('all') ? list() : []
    const having = skipWord('having') ? expression() : undefined
    if (isWord('window')) throw new NotUnderstood('it looks at other rows')
    return { kind: 'select', isDistinct, outputs, sources, where, groups, having }
  }

  function output(index: number): Output | 'everything' {
    if (skipSign('*')) return 'everything'
    if (isName() && isSign('.', 1) && isSign('*', 2)) {
      skip(3)
      return 'everything'
    }
    const of = expression()
    if (skipWord('as')) {
      const { kind, text } = take()
      if (kind !== 'word' && kind !== 'name') fail()
      return { name: kind === 'name' ? text : text.toLowerCase(), of }
    }
    if (isName()) return { name: name(), of }
    const own =
      of.kind === 'column' ? of.path.at(-1) : of.kind === 'call' && /^[a-z_]+$/.test(of.name) ? of.name : undefined
    return { name: own ?? `column_${index + 1}`, of }
  }

  function allSources(): Source[] {
    const sources = [source()]
    for (;;) {
      if (skipSign(',')) {
        sources.push({ ...source(), join: { isOuter: false, on: undefined } })
        continue
      }
      const isOuter = isWord('left')
      if (!['left', 'inner', 'cross', 'join'].some((word) => isWord(word))) return sources
      if (!isWord('join')) skip(1)
      skipWord('outer')
      needWord('join')
      const joined = source()
      if (isWord('using')) throw new NotUnderstood('it joins by names')
      sources.push({ ...joined, join: { isOuter, on: skipWord('on') ? expression() : undefined } })
    }
  }

  function source(): Source {
    if (skipSign('(')) {
      if (!startsQuery()) throw new NotUnderstood('its tables are in parentheses')
      const inner = query()
      needSign(')')
      const alias = called()
      return { kind: 'query', query: inner, alias, columns: isSign('(') ? names() : undefined }
    }
    const path = cursor.takePath().map(({ text, isQuoted }) => (isQuoted ? text : text.toLowerCase()))
    if (isSign('(')) throw new NotUnderstood('it reads from a function')
    return { kind: 'table', path, alias: called() }
  }

  const called = (): string | undefined => (skipWord('as') || isName() ? name() : undefined)

  const read = query()
  skipSign(';')
  if (peek().kind !== 'end') fail()
  return read
}
