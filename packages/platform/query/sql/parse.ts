import { addAll } from '@boardwright/common'
import { type Cursor, createCursor } from './cursor.ts'
import { createExpressions } from './expression.ts'
import type { Expression, Found, Join, Output, Query, Select, Source } from './syntax.ts'
import { NotUnderstood } from './tokens.ts'

/** Reads one query. Throws `NotUnderstood` instead of guessing. */
export function parseSql(sql: string): Query {
  const cursor = createCursor(sql)
  const read = createQueries(cursor).query()
  cursor.skipSign(';')
  if (cursor.peek().kind !== 'end') cursor.fail()
  return read
}

/** Reads one expression. */
export function parseExpression(sql: string): Expression {
  const cursor = createCursor(sql)
  const read = createQueries(cursor).expression({ references: [], inner: [] }, false)
  if (cursor.peek().kind !== 'end') cursor.fail()
  return read
}

function createQueries(cursor: Cursor) {
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
  const { expression, expressions, callArguments, skipWindow } = createExpressions(cursor, query)

  function query(): Query {
    return nested(() => {
      const tables: Query['tables'][number][] = []
      let isRecursive = false
      if (skipWord('with')) {
        isRecursive = skipWord('recursive')
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
      const unions: string[] = []
      while (isWordOf('union', 'intersect', 'except')) {
        const how = take().text.toLowerCase()
        const isAll = skipWord('all')
        if (!isAll) skipWord('distinct')
        unions.push(isAll ? `${how} all` : how)
        selects.push(selectOrQuery())
      }
      const [first] = selects
      const last = first && 'outputs' in first ? first : undefined
      const found: Found = { references: [], inner: [] }
      const end = ending(found, selects.length > 1)
      if (last && selects.length === 1) {
        selects[0] = {
          ...last,
          references: [...last.references, ...found.references],
          inner: [...last.inner, ...found.inner],
        }
      } else if (found.inner.length > 0) throw new NotUnderstood('a query orders what is united')
      return { tables, isRecursive, selects, unions, ...end }
    })
  }

  /** Reads how the rows are ordered and limited. */
  function ending(found: Found, isUnited: boolean): Pick<Query, 'order' | 'limit' | 'offset' | 'isFetched'> {
    const order: Expression[] = []
    let end: Pick<Query, 'limit' | 'offset' | 'isFetched'> = {}
    for (;;) {
      if (skipWord('order', 'by')) {
        const own: Found = { references: [], inner: [] }
        addAll(order, expressions(own, true))
        // A union is ordered by its own columns, which have been checked already.
        if (!isUnited) addAll(found.references, own.references)
        addAll(found.inner, own.inner)
      } else if (isWordOf('limit', 'offset')) {
        const key = take().text.toLowerCase()
        if (!skipWord('all')) end = { ...end, [key]: expression(found, false) }
        if (!skipWord('rows')) skipWord('row')
      } else if (skipWord('fetch')) {
        while (peek().kind === 'number' || isWordOf('first', 'next', 'rows', 'row', 'only', 'with', 'ties')) skip(1)
        end = { ...end, isFetched: true }
      } else if (isWord('for')) throw new NotUnderstood('it locks rows')
      else return { order, ...end }
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
      const rows: Expression[][] = []
      do {
        needSign('(')
        rows.push(expressions(found, false))
        needSign(')')
      } while (skipSign(','))
      return { outputs: [{ name: undefined, hasAlias: false, of: [] }], sources, rows, ...found }
    }
    needWord('select')
    const isDistinct = !skipWord('all') && skipWord('distinct')
    const isOn = isDistinct && skipWord('on')
    if (isOn) {
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
    const where = skipWord('where') ? expression(found, false) : undefined
    const groups = skipWord('group', 'by') && !skipWord('all') ? groupings(found) : []
    const having = skipWord('having') ? expression(found, true) : undefined
    const hasWindows = skipWord('window')
    if (hasWindows) {
      do {
        takeName()
        needWord('as')
        needSign('(')
        skipWindow(found)
      } while (skipSign(','))
    }
    return {
      ...{ outputs, sources, groups, ...found },
      ...(isDistinct && { distinct: isOn ? 'on' : 'rows' }),
      ...(where && { where }),
      ...(having && { having }),
      ...(hasWindows && { hasWindows }),
    }
  }

  function groupings(found: Found): Expression[] {
    const all: Expression[] = []
    do {
      const isSeveral = (isWordOf('rollup', 'cube') && isSign('(', 1)) || (isWord('grouping') && isWord('sets', 1))
      if (isSeveral) {
        skip(isWord('grouping') ? 2 : 1)
        all.push([{ kind: 'other', text: 'several groupings' }])
      }
      if (isSign('(') && isSign(')', 1)) {
        skip(2)
        all.push([{ kind: 'group', of: [] }])
      } else all.push(expression(found, true))
    } while (skipSign(','))
    return all
  }

  function output(found: Found): Output {
    if (isSign('*')) return { allOf: 'everything', star: take() }
    if (isName() && isSign('.', 1) && isSign('*', 2)) {
      const name = takeName()
      skip(1)
      return { allOf: name, star: take() }
    }
    const of = expression(found, false)
    if (skipWord('as')) {
      const { kind, text, at, length } = take()
      if (kind !== 'word' && kind !== 'name') fail()
      return { name: { text, isQuoted: kind === 'name', at, length }, hasAlias: true, of }
    }
    if (isName()) return { name: takeName(), hasAlias: true, of }
    const [only] = of.length === 1 ? of : []
    return { name: only?.kind === 'column' ? only.path.at(-1) : undefined, hasAlias: false, of }
  }

  function joined(sources: Source[], found: Found): void {
    source(sources, found, sources.length === 0 ? undefined : { how: 'list', isNatural: false })
    for (;;) {
      const isNatural = skipWord('natural')
      const how = JOINS.find((word) => isWord(word))
      if (how === undefined && !isWord('join')) return
      if (how !== undefined) skip(1)
      skipWord('outer')
      needWord('join')
      const first = sources.length
      source(sources, found, { how: how ?? 'inner', isNatural })
      const on = skipWord('on') ? expression(found, false) : undefined
      const using = !on && skipWord('using') ? names() : undefined
      for (const name of using ?? []) found.references.push({ parts: [name], seesAliases: false, isShared: true })
      const right = sources[first]
      if (right) {
        const join: Join = { how: how ?? 'inner', isNatural, ...(on && { on }), ...(using && { using }) }
        sources[first] = { ...right, join }
      }
    }
  }

  function source(sources: Source[], found: Found, join: Join | undefined): void {
    const isLateral = skipWord('lateral')
    const isOnly = skipWord('only')
    const more = { ...(join && { join }), ...((isLateral || isOnly) && { isSpecial: true as const }) }
    if (skipSign('(')) {
      if (startsQuery() || (isSign('(') && startsQuery(1))) {
        const inner = query()
        needSign(')')
        sources.push({ kind: 'query', query: inner, ...called(), ...more })
      } else {
        const first = sources.length
        joined(sources, found)
        needSign(')')
        for (const [index, each] of sources.entries()) if (index >= first) sources[index] = { ...each, isSpecial: true }
      }
      return
    }
    const path = takePath()
    if (isSign('(')) {
      callArguments(path.at(-1)?.text.toLowerCase() ?? '', found, false)
      if (skipWord('with')) skipWord('ordinality')
      sources.push({ kind: 'function', ...called(), ...more })
      return
    }
    if (isWord('tablesample')) throw new NotUnderstood('it takes a sample')
    sources.push({ kind: 'table', path, ...called(), ...more })
  }

  function called(): Pick<Source, 'alias' | 'columns'> {
    const alias = skipWord('as') || isName() ? takeName() : undefined
    return { alias, columns: alias && isSign('(') ? names() : undefined }
  }

  return { query, expression }
}

const JOINS = ['inner', 'left', 'right', 'full', 'cross'] as const
