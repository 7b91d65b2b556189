import type { WholeCube } from './inherit.ts'

/** Which cubes can be joined, and how. */
export interface JoinGraph {
  isJoined(from: string, to: string): boolean
  /** Whether a query can use both: one of them reaches the other. */
  areConnected(a: string, b: string): boolean
}

export function joinGraph(cubes: ReadonlyMap<string, WholeCube>): JoinGraph {
  const next = new Map([...cubes].map(([name, { joins }]) => [name, new Set(joins.map((join) => join.name))]))
  const reached = new Map<string, ReadonlySet<string>>()

  const reach = (from: string): ReadonlySet<string> => {
    let found = reached.get(from)
    if (!found) {
      const seen = new Set([from])
      for (const name of seen) for (const to of next.get(name) ?? []) seen.add(to)
      found = seen
      reached.set(from, found)
    }
    return found
  }
  return {
    isJoined: (from, to) => next.get(from)?.has(to) ?? false,
    areConnected: (a, b) => reach(a).has(b) || reach(b).has(a),
  }
}

const MULTIPLIED = new Set(['sum', 'avg', 'count', 'number'])

/** A cube with measures that a join could count twice needs to say what one row is. */
export function needsPrimaryKey({ members }: WholeCube): boolean {
  const all = [...members.values()]
  return (
    all.some(({ kind, type }) => kind === 'measure' && MULTIPLIED.has(type ?? '')) && !all.some((m) => m.primaryKey)
  )
}
