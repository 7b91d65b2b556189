import { z } from 'zod'
import { objectOf } from '../json.ts'
import { HIDDEN_META } from './fields.ts'
import type { Key } from './model.ts'

/**
 * The record that apply leaves in a workbook's `meta` (a report in no workbook carries its own): what the tree said of
 * each object when it was last applied. One string, so that merging and replacing `meta` treat it alike.
 */
export const LEDGER_KEY = HIDDEN_META[0]

/** Version of the record, and of the canonical form that its digests are made of. */
export const LEDGER_VERSION = 1
export const CANON_VERSION = 1

/** A digest of what the tree says; with what the server made of it, where that differs. */
export type BaseDigest = string | readonly [sent: string, stored: string]
export type Base = Readonly<Record<string, BaseDigest>>

export interface Entry {
  /** The number of the live object. */
  readonly live: number
  /** Index into `commits`. */
  readonly c: number
  /** The number of the live folder it sits in. */
  readonly folder?: number | undefined
  readonly base: Base
  /** What is being written, from before the first write until after the last. */
  readonly next?:
    | { readonly c: number; readonly at: string; readonly units: Readonly<Record<string, string>> }
    | undefined
}

export interface Ledger {
  readonly v: typeof LEDGER_VERSION
  readonly canon: number
  /** The project that owns what is listed. */
  readonly p: string
  /** The object that this record was written on; null only inside the create itself. */
  readonly self: readonly [deployment: number, id: number] | null
  readonly commits: readonly string[]
  /** Objects of that commit which could not be created. */
  readonly missing: readonly string[]
  /** The platform said that publishing needs a review. */
  readonly review?: true | undefined
  readonly o: Readonly<Record<Key, Entry>>
}

const Digest = z.string().regex(/^[\w-]{10}$/)
const Commit = z.string().regex(/^[0-9a-f]{7,64}$/)

const LedgerSchema = z.strictObject({
  v: z.literal(LEDGER_VERSION),
  canon: z.int().min(1),
  p: z.string().min(1).max(64),
  self: z.tuple([z.int(), z.int()]).nullable(),
  commits: z.array(Commit),
  missing: z.array(z.string()),
  review: z.literal(true).optional(),
  o: z.record(
    z.templateLiteral([z.enum(['folder', 'workbook', 'report', 'model']), '/', z.string()]),
    z.strictObject({
      live: z.int(),
      c: z.int().min(0),
      folder: z.int().optional(),
      base: z.record(z.string(), z.union([Digest, z.tuple([Digest, Digest])])),
      next: z.strictObject({ c: z.int().min(0), at: z.string(), units: z.record(z.string(), Digest) }).optional(),
    }),
  ),
})

export type LedgerRead =
  | { readonly state: 'none' }
  | { readonly state: 'ours'; readonly ledger: Ledger }
  | { readonly state: 'foreign'; readonly project: string }
  /** A later version wrote it: it must not be overwritten. */
  | { readonly state: 'newer'; readonly version: number }
  | { readonly state: 'garbage'; readonly reason: string }

/** More than any workbook needs. A longer text is somebody's mischief. */
const LONGEST = 4_000_000

/** Reads the record out of a `meta`. Whatever stands there, this answers and never throws. */
export function readLedger(meta: Readonly<Record<string, unknown>> | null | undefined, projectId: string): LedgerRead {
  const text = meta?.[LEDGER_KEY]
  if (text === undefined || text === null) return { state: 'none' }
  if (typeof text !== 'string') return { state: 'garbage', reason: 'it is not a string' }
  if (text.length > LONGEST) return { state: 'garbage', reason: 'it is too long' }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { state: 'garbage', reason: 'it is not JSON' }
  }
  const version = (value as { v?: unknown } | null)?.v
  if (typeof version === 'number' && version > LEDGER_VERSION) return { state: 'newer', version }
  const checked = LedgerSchema.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    return { state: 'garbage', reason: `${issue?.path.join('.')}: ${issue?.message}` }
  }
  const ledger = checked.data as Ledger
  const beyond = Object.values(ledger.o).some(
    ({ c, next }) => c >= ledger.commits.length || (next?.c ?? 0) >= ledger.commits.length,
  )
  if (beyond) return { state: 'garbage', reason: 'an entry names a commit that is not listed' }
  return ledger.p === projectId ? { state: 'ours', ledger } : { state: 'foreign', project: ledger.p }
}

/** ASCII only, with a fixed order of keys: equal ledgers are equal texts. */
export function writeLedger(ledger: Ledger): string {
  const objects = Object.fromEntries(Object.entries(ledger.o).sort(([a], [b]) => (a < b ? -1 : 1)))
  const { v, canon, p, self, commits, missing, review } = ledger
  const ordered = { v, canon, p, self, commits, missing, ...(review ? { review } : {}), o: objects }
  return JSON.stringify(ordered).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Whether the record was written on the object that holds it. A copy proves that the original was there, no more. */
export const isOwn = ({ self }: Ledger, deployment: number, id: number): boolean =>
  self === null || (self[0] === deployment && self[1] === id)

export const withoutHidden = (meta: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  objectOf(Object.entries(meta).filter(([key]) => !(HIDDEN_META as readonly string[]).includes(key)))
