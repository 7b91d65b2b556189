import { jsonIn, testOf } from '@boardwright/common'
import { commitsIn, distinctCommits, type Entry, LEDGER_VERSION, type Ledger, type Pending } from './ledger.ts'
import { type Written, type WrittenEntry, type WrittenPending, WrittenSchema } from './schema.ts'

/** What a `meta` has in place of a ledger, of whichever project. */
export type RecordRead =
  | { readonly state: 'none' }
  /** A newer version of this program wrote it, so it must not be overwritten. */
  | { readonly state: 'newer'; readonly version: number }
  | { readonly state: 'garbage' }
  | { readonly state: 'ledger'; readonly ledger: Ledger }

/** More than any workbook needs. Only somebody who means harm writes a longer text. */
const LONGEST = 4_000_000

/** Reads the ledger in a `meta`. Never throws, because anybody who may edit the workbook can write anything there. */
export function readRecord(text: unknown): RecordRead {
  if (text === undefined || text === null) return { state: 'none' }
  const value = typeof text === 'string' && text.length <= LONGEST ? jsonIn(text) : undefined
  const version = typeof value === 'object' && value !== null && 'v' in value ? value.v : undefined
  if (typeof version === 'number' && version > LEDGER_VERSION) return { state: 'newer', version }
  if (!fitsSchema(value)) return { state: 'garbage' }
  const ledger = ledgerFrom(value as Written)
  return commitsIn(ledger).includes(UNLISTED) ? { state: 'garbage' } : { state: 'ledger', ledger }
}

const fitsSchema = testOf(WrittenSchema)

/** What an index beyond the list of commits names. */
const UNLISTED = ''

function ledgerFrom({ commits, applied = [], pending, o, v: _, p, elsewhere, quiet, moves, ...head }: Written): Ledger {
  const commitAt = (index: number): string => commits[index] ?? UNLISTED
  const entryFrom = ({ c, next, base, over, quiet, ours, ...entry }: WrittenEntry): Entry => ({
    ...entry,
    recordOnly: quiet,
    byUs: ours,
    overwritten: over?.map(([version, was]) => [version, bare(was)]),
    commit: commitAt(c),
    base: bare(base),
    next: next && { commit: commitAt(next.c), at: next.at, from: next.from, units: bare(next.units) },
  })
  const pendingFrom = ({ key, why, ...was }: WrittenPending): Pending =>
    'live' in was
      ? { key, why, was: { live: was.live, commit: commitAt(was.c), base: was.base && bare(was.base) } }
      : { key, why, awaits: was.c === undefined ? undefined : commitAt(was.c) }
  return {
    ...head,
    project: p,
    applied: distinctCommits(applied.map(commitAt)),
    pending: pending?.map(pendingFrom),
    isListElsewhere: elsewhere,
    recordOnly: quiet,
    accountMoves: moves,
    entries: mapValues(o, entryFrom),
  }
}

/** ASCII only and with a fixed key order, so that equal ledgers are equal texts. */
export function writeLedger(ledger: Ledger): string {
  const { canon, project, self, applied, review, recordOnly, accountMoves } = ledger
  const commits = commitsIn(ledger)
  const indexOf = (commit: string): number => commits.indexOf(commit)
  const entry = ({ live, commit, folder, base, recordOnly, byUs, unpublished, overwritten, next }: Entry) => ({
    ...{ live, c: indexOf(commit), folder, base: sorted(base), quiet: recordOnly, ours: byUs, unpublished },
    over: overwritten?.map(([version, was]) => [version, sorted(was)]),
    next: next && { c: indexOf(next.commit), at: next.at, from: next.from, units: sorted(next.units) },
  })
  const pending = ({ key, why, was, awaits }: Pending) => {
    const commit = was?.commit ?? awaits
    return { key, why, live: was?.live, c: commit && indexOf(commit), base: was?.base && sorted(was.base) }
  }
  const value = {
    ...{ v: LEDGER_VERSION, canon, p: project, self, commits },
    applied: applied.length > 0 ? applied.map(indexOf).sort((a, b) => a - b) : undefined,
    pending: ledger.pending?.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(pending),
    ...{ elsewhere: ledger.isListElsewhere, review, quiet: recordOnly, moves: accountMoves },
    o: mapValues(sorted(ledger.entries), entry),
  }
  return JSON.stringify(value).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** An object without a prototype, so that any name is just a key. */
const bare = <T>(values: Readonly<Record<string, T>>): Record<string, T> => Object.assign(Object.create(null), values)

const sorted = <T>(values: Readonly<Record<string, T>>): Record<string, T> =>
  bare(Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))))

const mapValues = <T, U>(values: Readonly<Record<string, T>>, make: (value: T) => U): Record<string, U> =>
  bare(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, make(value)])))
