import { addAll } from '@boardwright/common'
import { createCursor } from './cursor.ts'
import { createExpressions } from './expression.ts'
import type { Found, Output, Query, Select, Source } from './syntax.ts'
import { NotUnderstood } from './tokens.ts'

/** Reads one query. Throws `NotUnderstood` instead of guessing. */
export function parseSql(sql: string): Query {
  const cursor = createCursor(sql)
  const {
    skip,
    peek,
    isWord,
    isWordOf,
    isSign,
    isName,
    startsQuery,
    fail,
    take,
    takeName,
    takePath,
    names,
    skipWord,
    skipSign,
    needSign,
    needWord,
    nested,
  } = cursor
  const { expression, expressions, skipArguments, skipWindow } = createExpressions(cursor, query)

  function query(): Query {
    return nested(() => {
      const tables: Query['tables'][number][] = []
      if (skipWord('with')) {
        skipWord('recursive')
        do {
          const name = takeName()
          const columns = isSign('(') ? names() : undefined
          needWord('as')
          skipWord('not')
          skipWord('materialized')
          needSign('(')
          tables.push({ name, columns, query: query() })
          needSign(')')
        } while (skipSign(','))
      }
      const selects = [selectOrQuery()]
      while (isWordOf('union', 'intersect', 'except')) {
        skip(1)
        if (!skipWord('all')) skipWord('distinct')
        selects.push(selectOrQuery())
      }
      const [first] = selects
      const last = first && 'outputs' in first ? first : undefined
      const found: Found = { references: [], inner: [] }
      ending(found, selects.length > 1)
      if (last && selects.length === 1) {
        selects[0] = {
          ...last,
          references: [...last.references, ...found.references],
          inner: [...last.inner, ...found.inner],
        }
      } else if (found.inner.length > 0) throw new NotUnderstood('a query orders what is united')
      return { tables, selects }
    })
  }

  /** Reads how the rows are ordered and limited. */
  function ending(found: Found, isUnited: boolean): void {
    for (;;) {
      if (skipWord('order', 'by')) {
        const own: Found = { references: [], inner: [] }
        expressions(own, true)
        // A union is ordered by its own columns, which have been checked already.
        if (!isUnited) addAll(found.references, own.references)
        addAll(found.inner, own.inner)
      } else if (isWordOf('limit', 'offset')) {
        skip(1)
        if (!skipWord('all')) expression(found, false)
        if (!skipWord('rows')) skipWord('row')
      } else if (skipWord('fetch')) {
        while (peek().kind === 'number' || isWordOf('first', 'next', 'rows', 'row', 'only', 'with', 'ties')) skip(1)
      } else if (isWord('for')) throw new NotUnderstood('it locks rows')
      else return
    }
  }

  function selectOrQuery(): Select | Query {
    if (skipSign('(')) {
      const inner = query()
      needSign(')')
      return inner
    }
    return select()
  }

  function select(): Select {
    const found: Found = { references: [], inner: [] }
    const outputs: Output[] = []
    const sources: Source[] = []
    if (skipWord('values')) {
      do {
        needSign('(')
        expressions(found, false)
        needSign(')')
      } while (skipSign(','))
      return { outputs: [{ name: undefined }], sources, ...found }
    }
    needWord('select')
    if (!skipWord('all') && skipWord('distinct') && skipWord('on')) {
      needSign('(')
      expressions(found, true)
      needSign(')')
    }
    if (!isWord('from'))
      do outputs.push(output(found))
      while (skipSign(','))
    if (skipWord('from')) {
      do joined(sources, found)
      while (skipSign(','))
    }
    if (skipWord('where')) expression(found, false)
    if (skipWord('group', 'by')) {
      if (!skipWord('all')) groups(found)
    }
    if (skipWord('having')) expression(found, true)
    if (skipWord('window')) {
      do {
        takeName()
        needWord('as')
        needSign('(')
        skipWindow(found)
      } while (skipSign(','))
    }
    return { outputs, sources, ...found }
  }

  function groups(found: Found): void {
    do {
      if (isWordOf('rollup', 'cube') && isSign('(', 1)) skip(1)
      if (isWord('grouping') && isWord('sets', 1)) skip(2)
      if (isSign('(') && isSign(')', 1)) skip(2)
      else expression(found, true)
    } while (skipSign(','))
  }

  function output(found: Found): Output {
    if (isSign('*')) return { allOf: 'everything', star: take() }
    if (isName() && isSign('.', 1) && isSign('*', 2)) {
      const name = takeName()
      skip(1)
      return { allOf: name, star: take() }
    }
    const path = expression(found, false)
    if (skipWord('as')) {
      const { kind, text, at, length } = take()
      if (kind !== 'word' && kind !== 'name') fail()
      return { name: { text, isQuoted: kind === 'name', at, length } }
    }
    if (isName()) return { name: takeName() }
    return { name: path?.at(-1) }
  }

  function joined(sources: Source[], found: Found): void {
    source(sources, found)
    for (;;) {
      skipWord('natural')
      const isKind = isWordOf('inner', 'left', 'right', 'full', 'cross', 'join')
      if (!isKind) return
      if (isWordOf('inner', 'left', 'right', 'full', 'cross')) skip(1)
      skipWord('outer')
      needWord('join')
      source(sources, found)
      if (skipWord('on')) expression(found, false)
      else if (skipWord('using'))
        for (const name of names()) found.references.push({ parts: [name], seesAliases: false, isShared: true })
    }
  }

  function source(sources: Source[], found: Found): void {
    skipWord('lateral')
    skipWord('only')
    if (skipSign('(')) {
      if (startsQuery() || (isSign('(') && startsQuery(1))) {
        const inner = query()
        needSign(')')
        sources.push({ kind: 'query', query: inner, ...called() })
      } else {
        joined(sources, found)
        needSign(')')
      }
      return
    }
    const path = takePath()
    if (isSign('(')) {
      skipArguments(path.at(-1)?.text.toLowerCase() ?? '', found, false)
      if (skipWord('with')) skipWord('ordinality')
      sources.push({ kind: 'function', ...called() })
      return
    }
    if (isWord('tablesample')) throw new NotUnderstood('it takes a sample')
    sources.push({ kind: 'table', path, ...called() })
  }

  function called(): Pick<Source, 'alias' | 'columns'> {
    const alias = skipWord('as') || isName() ? takeName() : undefined
    return { alias, columns: alias && isSign('(') ? names() : undefined }
  }

  const read = query()
  skipSign(';')
  if (peek().kind !== 'end') fail()
  return read
}
