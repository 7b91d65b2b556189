import type { CompanyModel } from './model.ts'
import type { Tables } from './tables.ts'
import { byRow, oneOf, own, seedOf } from './values.ts'

/** For each row of one cube, the row of another that it is joined with. */
export interface Joins {
  readonly reaches: (from: string, to: string) => boolean
  /** If no join leads from one to the other: arbitrary rows, the same each time. */
  readonly rows: (from: string, to: string) => readonly number[] | 'same'
}

export function createJoins({ cubes }: CompanyModel, tables: Tables): Joins {
  const isEvent = (name: string): boolean => own(cubes, name)?.rows === 'events'
  const next = new Map<string, string[]>()
  const add = (from: string, to: string): void => void next.set(from, [...(next.get(from) ?? []), to])
  for (const [name, { joins }] of Object.entries(cubes))
    for (const { to } of joins) {
      add(name, to)
      // Events that happen together can be joined from either side.
      if (isEvent(name) && isEvent(to)) add(to, name)
    }

  /** For each cube that can be reached, the cube before it. */
  const known = new Map<string, ReadonlyMap<string, string>>()
  const waysFrom = (from: string): ReadonlyMap<string, string> => {
    const found = known.get(from)
    if (found) return found
    const ways = new Map([[from, from]])
    for (const at of ways.keys()) for (const to of next.get(at) ?? []) if (!ways.has(to)) ways.set(to, at)
    known.set(from, ways)
    return ways
  }

  const followed = new Map<string, readonly number[] | 'same'>()
  const follow = (from: string, to: string): readonly number[] | 'same' => {
    if (from === to) return 'same'
    const before = waysFrom(from).get(to)
    const size = tables(from).size
    if (before === undefined) {
      const [count, seed] = [tables(to).size, seedOf(`${tables(from).cube.table} to ${tables(to).cube.table}`)]
      return byRow(size, (row) => oneOf(count, seed, row))
    }
    const [way, hop] = [
      rows(from, before),
      tables(before).cube.joins.some((join) => join.to === to) ? tables(before).hop(to) : undefined,
    ]
    if (!hop) return way
    return way === 'same' ? hop : way.map((row) => hop[row] ?? 0)
  }
  const rows: Joins['rows'] = (from, to) => {
    const key = `${from}\n${to}`
    const found = followed.get(key) ?? follow(from, to)
    followed.set(key, found)
    return found
  }
  return { rows, reaches: (from, to) => waysFrom(from).has(to) }
}
