import { ABSENT, UNKNOWN } from '../content/digest.ts'
import {
  type Base,
  type BaseDigest,
  CANON_VERSION,
  type Entry,
  LEDGER_VERSION,
  type Ledger,
  type Next,
} from '../content/ledger.ts'
import { type Key, kindOf } from '../content/model.ts'
import type { Work } from '../plan/work.ts'
import type { Stored } from './writer.ts'

/** An entry that names its commits itself. */
export interface Line extends Omit<Entry, 'c' | 'next'> {
  readonly commit: string
  readonly next?: (Next & { readonly commit: string }) | undefined
}

export interface Sheet {
  readonly projectId: string
  readonly self: readonly [deployment: number, id: number] | null
  readonly missing: readonly string[]
  readonly review: boolean
  readonly lines: ReadonlyMap<Key, Line>
}

interface Today {
  /** What is known otherwise of objects whose digests are of another canonical form. */
  readonly lost?: Work['lost']
  /** What objects are called by now, by their numbers. */
  readonly names: ReadonlyMap<string, Key>
}

export function linesOf(
  { canon, commits, o }: Pick<Ledger, 'canon' | 'commits' | 'o'>,
  { lost, names }: Today,
): Map<Key, Line> {
  const isReadable = canon === CANON_VERSION
  return new Map(
    Object.entries(o).map(([name, { c, next, ...entry }]): [Key, Line] => {
      const key = names.get(numbered(name as Key, entry.live)) ?? (name as Key)
      const line = { ...entry, commit: commits[c] ?? '', ...(next && { next: nextLine(next, commits) }) }
      return [key, isReadable ? line : { ...line, ...unreadable(line), ...lost?.get(key) }]
    }),
  )
}

/** Nobody knows what such a line says. What was written down as being written still is. */
const unreadable = ({ base, next }: Line): Pick<Line, 'base' | 'next'> => ({
  base: Object.fromEntries(Object.keys(base).map((unit) => [unit, UNKNOWN])),
  ...(next && { next: { ...next, units: {} } }),
})

const nextLine = ({ c, ...next }: Next & { readonly c: number }, commits: readonly string[]): Line['next'] => ({
  ...next,
  commit: commits[c] ?? '',
})

/** An object that was renamed has one line: the one under its new name, which comes later. */
export function withoutTwins(lines: ReadonlyMap<Key, Line>): ReadonlyMap<Key, Line> {
  const latest = new Map<string, Key>()
  for (const [key, { live }] of lines) if (live !== 0) latest.set(numbered(key, live), key)
  const kept = new Set(latest.values())
  return new Map([...lines].filter(([key, { live }]) => live === 0 || kept.has(key)))
}

/** Names an object whatever it is called. */
export const numbered = (key: Key, live: number | undefined): string => `${kindOf(key)} ${live}`

/** A ledger lists only commits that an entry of it names. */
export function ledgerOf({ projectId, self, missing, review, lines }: Sheet): Ledger {
  const named = [...lines.values()].flatMap(({ commit, next }) => (next ? [commit, next.commit] : [commit]))
  const commits = [...new Set(named)].sort()
  const nextEntry = ({ commit, ...next }: NonNullable<Line['next']>): Entry['next'] => ({
    ...next,
    c: commits.indexOf(commit),
  })
  const entries = [...lines].map(([key, { commit, next, ...line }]): [string, Entry] => [
    key,
    { ...line, c: commits.indexOf(commit), ...(next && { next: nextEntry(next) }) },
  ])
  return {
    v: LEDGER_VERSION,
    canon: CANON_VERSION,
    p: projectId,
    self,
    commits,
    missing: [...missing].sort(),
    ...(review ? { review } : {}),
    o: Object.fromEntries(entries),
  }
}

/**
 * A record, with what the platform made of a unit where that is not what was sent. `sent` are the digests of the object
 * that was written: a unit that it has from the UI is none of the repo's. Of a unit that no answer tells, the record
 * says what it said.
 */
export function withStored(record: Base, sent: Stored, answered: Stored): Base {
  const units = new Set([...Object.keys(record), ...answered.keys()])
  const entries = [...units].flatMap((unit): [string, BaseDigest][] => {
    const said = Object.hasOwn(record, unit) ? record[unit] : undefined
    const [text = ABSENT] = [said ?? []].flat()
    const [wrote, kept] = [sent.get(unit) ?? ABSENT, answered.get(unit)]
    const isTold = kept !== undefined && text === wrote
    if (isTold && kept !== wrote) return [[unit, [wrote, kept]]]
    return said === undefined ? [] : [[unit, isTold ? text : said]]
  })
  return Object.fromEntries(entries)
}

/** Units that the platform keeps otherwise than they were sent. */
export const alteredIn = (sent: Stored, answered: Stored): string[] =>
  [...answered]
    .filter(([unit, kept]) => kept !== (sent.get(unit) ?? ABSENT))
    .map(([unit]) => unit)
    .sort()
