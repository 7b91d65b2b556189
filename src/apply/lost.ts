import type { Key } from '../content/model.ts'
import type { Decision } from '../plan/work.ts'
import type { Line } from './books.ts'

interface Places {
  readonly isSaid: (key: Key) => boolean
  readonly holderOf: (key: Key) => Key | undefined
  /** Ledgers that this run writes before anything else, and those that it writes once the rest is done. */
  readonly opened: readonly Key[]
  readonly closed: readonly Key[]
  readonly numberOf: (key: Key) => number | undefined
}

/**
 * What git knows of objects and no ledger says, by the ledger that says it from now on: their own where this run writes
 * it in time, else the first one. Once another commit counts as applied, its tree would be taken for what they are.
 */
export function lostLines(
  { lost = new Map() }: Pick<Decision['work'], 'lost'>,
  { isSaid, holderOf, opened, closed, numberOf }: Places,
): ReadonlyMap<Key, ReadonlyMap<Key, Line>> {
  const lines = new Map<Key, Map<Key, Line>>()
  const ledgers = opened.length > 0 ? opened : closed
  for (const [key, { commit, base }] of lost) {
    const home = holderOf(key)
    const holder = home !== undefined && ledgers.includes(home) ? home : ledgers[0]
    const live = numberOf(key)
    if (isSaid(key) || holder === undefined || live === undefined) continue
    lines.set(holder, (lines.get(holder) ?? new Map<Key, Line>()).set(key, { live, commit, base }))
  }
  return lines
}
