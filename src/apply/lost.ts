import type { Key } from '../content/model.ts'
import type { Decision } from '../plan/work.ts'
import type { Line } from './books.ts'
import { isOwed } from './owed-folders.ts'

interface Ledgers {
  /** What each ledger said that is there after this run, too. */
  readonly staying: readonly ReadonlyMap<Key, Line>[]
  /** What this run writes itself. */
  readonly planned: ReadonlySet<Key>
  readonly numberOf: (key: Key) => number | undefined
}

/**
 * What git knows of objects that this run does not bring to its commit, and that no ledger says. Once the commit counts
 * as applied, its tree would be taken for what they are: so some ledger says it from now on.
 */
export function homelessLines(
  { lost = new Map(), records }: Pick<Decision['work'], 'lost' | 'records'>,
  { staying, planned, numberOf }: Ledgers,
): ReadonlyMap<Key, Line> {
  const isSaid = (key: Key): boolean =>
    staying.some((lines) => {
      const line = lines.get(key)
      return line !== undefined && (!key.startsWith('folder/') || isOwed(key, line))
    })
  return new Map(
    [...lost].flatMap(([key, { commit, base }]): [Key, Line][] => {
      const live = numberOf(key)
      if (live === undefined || planned.has(key) || records.has(key) || isSaid(key)) return []
      return [[key, { live, commit, base }]]
    }),
  )
}
