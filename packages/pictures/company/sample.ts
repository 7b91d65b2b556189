import { type Answer, ask, type Row } from './ask.ts'
import type { Filter } from './filters.ts'
import type { Members } from './members.ts'
import type { Query } from './query.ts'
import { type Cell, cellOf, oneOf, seedOf } from './values.ts'

/**
 * An answer to look at. Filters name values of a real company: if ours has no such value, one of its own stands in, under
 * the requested name. It is the same value in every query.
 */
export function askForSample(members: Members, asked: Query): Answer {
  const { query, names } = standIns(asked, members)
  const { rows, total } = ask(members, query)
  if (names.size === 0) return { rows, total }
  const shown = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, names.get(name)?.get(cell) ?? cell]))
  return { rows: rows.map(shown), total }
}

interface StoodIn {
  readonly query: Query
  /** By dimension, then by value: the name that the query uses for it. */
  readonly names: ReadonlyMap<string, ReadonlyMap<Cell, string>>
}

function standIns(query: Query, members: Members): StoodIn {
  const names = new Map<string, Map<Cell, string>>()
  const known = new Map<string, readonly string[]>()
  const wordsOf = (name: string): readonly string[] => {
    const before = known.get(name)
    if (before) return before
    const found = [...new Set(members.valuesOf(name).map(cellOf))].filter((cell) => typeof cell === 'string')
    known.set(name, found)
    return found
  }
  const standIn = (filter: Filter): Filter => {
    if ('and' in filter) return { and: filter.and.map(standIn) }
    if ('or' in filter) return { or: filter.or.map(standIn) }
    const { member, operator, values } = filter
    // Without a data model no type is known, and its values say what it is.
    const { type = 'string' } = members.dimension(member) ?? {}
    if ((operator !== 'equals' && operator !== 'in') || type !== 'string') return filter
    const words = wordsOf(member)
    const own = new Set(words)
    const asked = new Set(values)
    return {
      ...filter,
      values: values.map((value) => {
        if (typeof value !== 'string' || own.has(value) || words.length === 0) return value
        const word = words[oneOf(words.length, seedOf(value), 0)] ?? value
        const called = names.get(member) ?? new Map<Cell, string>()
        if (!asked.has(word) && !called.has(word)) names.set(member, called.set(word, value))
        return word
      }),
    }
  }
  return { query: { ...query, filters: query.filters.map(standIn) }, names }
}
