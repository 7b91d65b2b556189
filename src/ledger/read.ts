import { type Entry, LEDGER_VERSION, type Ledger, type Pending } from './ledger.ts'
import { named, same } from './shape.ts'
import { asWritten, type Written, type WrittenEntry, type WrittenPending } from './written.ts'

/** What stands where a ledger would, of whichever project. */
export type RecordRead =
  | { readonly state: 'none' }
  /** A later version of this program wrote it: it must not be overwritten. */
  | { readonly state: 'newer'; readonly version: number }
  | { readonly state: 'garbage' }
  | { readonly state: 'ledger'; readonly ledger: Ledger }

/** More than any workbook needs. A longer text is somebody's mischief. */
const LONGEST = 4_000_000

/** Reads the ledger that stands in a `meta`. Anybody who may edit a workbook can write there: this never throws. */
export function readRecord(text: unknown): RecordRead {
  if (text === undefined || text === null) return { state: 'none' }
  const value = typeof text === 'string' && text.length <= LONGEST ? parsed(text) : undefined
  const version = typeof value === 'object' && value !== null && 'v' in value ? value.v : undefined
  if (typeof version === 'number' && version > LEDGER_VERSION) return { state: 'newer', version }
  const written = asWritten(value)
  return written ? { state: 'ledger', ledger: ledgerFrom(written) } : { state: 'garbage' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function ledgerFrom({ commits, applied = [], pending, o, ...head }: Written): Ledger {
  const commitAt = (index: number): string => commits[index] as string
  const entryFrom = ({ c, next, base, ...entry }: WrittenEntry): Entry => ({
    ...entry,
    commit: commitAt(c),
    base: named(base, same),
    next: next && { commit: commitAt(next.c), at: next.at, from: next.from, units: named(next.units, same) },
  })
  const pendingFrom = ({ key, why, ...was }: WrittenPending): Pending =>
    'live' in was
      ? { key, why, was: { live: was.live, commit: commitAt(was.c), base: was.base && named(was.base, same) } }
      : { key, why, awaits: was.c === undefined ? undefined : commitAt(was.c) }
  return {
    canon: head.canon,
    project: head.p,
    self: head.self,
    applied: [...new Set(applied.map(commitAt))].sort(),
    pending: pending?.map(pendingFrom),
    listedElsewhere: head.elsewhere,
    review: head.review,
    quiet: head.quiet,
    entries: named(o, entryFrom),
  }
}
