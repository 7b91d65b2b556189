import { z } from 'zod'
import { fits } from '../fits.ts'
import { objectOf } from '../json.ts'
import { HIDDEN_META } from './fields.ts'
import type { Key } from './model.ts'
import type { Span, VersionRecord } from './versions.ts'

/**
 * The record that apply leaves in a workbook's `meta` (a report in no workbook carries its own): what the tree said of
 * each object when it was last applied. One string, so that merging and replacing `meta` treat it alike.
 *
 * Its two versions: of the record, and of the canonical form that its digests are made of.
 */
export const LEDGER_VERSION = 1
export const CANON_VERSION = 1

/** A digest of what the tree says; with what the server made of it, where that differs. `ABSENT` stands for nothing. */
export type BaseDigest = string | readonly [sent: string, stored: string]
export type Base = Readonly<Record<string, BaseDigest>>

export interface Entry extends VersionRecord {
  /** The number of the live object. */
  readonly live: number
  /** Index into `commits`. */
  readonly c: number
  /** The number of the live folder it sits in. */
  readonly folder?: number | undefined
  readonly base: Base
  /** What is being written, from before the first write until after the last. */
  readonly next?: (Next & { readonly c: number }) | undefined
}

export interface Next {
  readonly at: string
  /** The version of a report that is written over. */
  readonly from?: number | undefined
  /** Of these units only. */
  readonly units: Readonly<Record<string, string>>
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
  /** Of a report that is in it no more: what its entry said. */
  readonly quiet?: Span | undefined
  readonly o: Readonly<Record<Key, Entry>>
}

const Digest = z.string().regex(/^[\w-]{10}$/)
const SpanSchema = z.tuple([z.int(), z.int()])
const Commit = z.string().regex(/^[0-9a-f]{7,64}$/)

const LedgerSchema = z.strictObject({
  v: z.literal(LEDGER_VERSION),
  canon: z.int().min(1),
  p: z.string().min(1).max(64),
  self: z.tuple([z.int(), z.int()]).nullable(),
  commits: z.array(Commit),
  missing: z.array(z.string()),
  review: z.literal(true).optional(),
  quiet: SpanSchema.optional(),
  o: z.record(
    z.templateLiteral([z.enum(['folder', 'workbook', 'report', 'model']), '/', z.string()]),
    z.strictObject({
      live: z.int(),
      c: z.int().min(0),
      folder: z.int().optional(),
      base: z.record(z.string(), z.union([Digest, z.tuple([Digest, Digest])])),
      quiet: SpanSchema.optional(),
      ours: SpanSchema.optional(),
      unpublished: z.int().optional(),
      next: z
        .strictObject({
          c: z.int().min(0),
          at: z.string(),
          from: z.int().optional(),
          units: z.record(z.string(), Digest),
        })
        .optional(),
    }),
  ),
})

type Unowned =
  | { readonly state: 'none' }
  /** A later version wrote it: it must not be overwritten. */
  | { readonly state: 'newer'; readonly version: number }
  | { readonly state: 'garbage'; readonly reason: string }

/** What stands where a record would, of whichever project. */
export type RecordRead = Unowned | { readonly state: 'ledger'; readonly ledger: Ledger }

export type LedgerRead =
  | Unowned
  | { readonly state: 'ours'; readonly ledger: Ledger }
  | { readonly state: 'foreign'; readonly project: string }

/** More than any workbook needs. A longer text is somebody's mischief. */
const LONGEST = 4_000_000

/** Reads the record that stands in a `meta`. Whatever stands there, this answers and never throws. */
export function readRecord(text: unknown): RecordRead {
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
  if (!fits(LedgerSchema, value)) {
    const { error } = LedgerSchema.safeParse(value)
    if (error) return { state: 'garbage', reason: describe(error) }
  }
  const ledger = value as Ledger
  const isBeyond = (commit: number): boolean => commit >= ledger.commits.length
  if (Object.values(ledger.o).some(({ c, next }) => isBeyond(c) || (next !== undefined && isBeyond(next.c)))) {
    return { state: 'garbage', reason: 'an entry names a commit that is not listed' }
  }
  return { state: 'ledger', ledger }
}

/** The same for a project. */
export const ledgerFor = (record: RecordRead, projectId: string): LedgerRead => {
  if (record.state !== 'ledger') return record
  const { ledger } = record
  return ledger.p === projectId ? { state: 'ours', ledger } : { state: 'foreign', project: ledger.p }
}

export const readLedger = (text: unknown, projectId: string): LedgerRead => ledgerFor(readRecord(text), projectId)

function describe(error: z.ZodError): string {
  const [issue] = error.issues
  const place = issue?.path.join('.') ?? ''
  return place === '' ? 'it is not a ledger' : `${place}: ${issue?.message}`
}

/** ASCII only, with a fixed order of keys: equal ledgers are equal texts. */
export function writeLedger(ledger: Ledger): string {
  const { v, canon, p, self, commits, missing, review, quiet: given, o } = ledger
  const objects = sorted(o, ({ live, c, folder, base, quiet, ours, unpublished, next }) => ({
    live,
    c,
    folder,
    base: sorted(base, (digest) => digest),
    quiet,
    ours,
    unpublished,
    next: next && { c: next.c, at: next.at, from: next.from, units: sorted(next.units, (digest) => digest) },
  }))
  return JSON.stringify({ v, canon, p, self, commits, missing, review, quiet: given, o: objects }).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const sorted = <T>(map: Readonly<Record<string, T>>, write: (value: T) => unknown): Record<string, unknown> =>
  objectOf(
    Object.keys(map)
      .sort()
      .map((key) => [key, write(map[key] as T)]),
  )

/** The object that holds a record, and whether this logical id may be its own. */
export interface Holder {
  readonly kind: 'workbook' | 'report'
  readonly deployment: number
  readonly id: number
  readonly mayBe: (logicalId: string) => boolean
}

/**
 * Whether the record was written on the object that holds it. A copy proves that the original was there, no more. One
 * without `self` comes from a create that was cut off: it holds while the object is still called what it was created as.
 */
export function isOwn({ self, o }: Ledger, { kind, deployment, id, mayBe }: Holder): boolean {
  if (self !== null) return self[0] === deployment && self[1] === id
  return Object.keys(o).some((key) => key.startsWith(`${kind}/`) && mayBe(key.slice(kind.length + 1)))
}

/** What a ledger knows of an object that was applied. Its base is undefined where nobody knows it. */
export interface Known extends Omit<Entry, 'base'> {
  readonly base: Base | undefined
  /** The commit that was applied. */
  readonly commit: string
  /** The commit that is being written. */
  readonly nextCommit?: string | undefined
}

/** What a three-way comparison needs of that. */
export type Applied = Pick<Known, 'base' | 'next'>

/** Digests of another canonical form say nothing about this one. */
export function knownOf({ canon, commits }: Ledger, { base, next, ...entry }: Entry): Known {
  const known = { ...entry, commit: commits[entry.c] ?? '', base: undefined }
  if (canon !== CANON_VERSION) return known
  return { ...known, base, ...(next && { next, nextCommit: commits[next.c] }) }
}

export const withoutHidden = (
  meta: Readonly<Record<string, unknown>>,
  kind: keyof typeof HIDDEN_META,
): Record<string, unknown> => {
  const hidden: readonly string[] = HIDDEN_META[kind]
  return objectOf(Object.entries(meta).filter(([key]) => !hidden.includes(key)))
}

/** The record of the data model is a file of its branch, one for each project. It is no content. */
export const isModelLedger = (path: string): boolean => /^boardwright\/[^/]+\.json$/.test(path)

export const modelLedgerPath = (projectId: string): string => `boardwright/${projectId}.json`

/** What was applied to the branch of a data model. */
export interface ModelRecord {
  readonly commit: string
  /** Files that did not become what it says when it was applied, with the hash that was applied to them before. */
  readonly older: ReadonlyMap<string, string>
}

/** In place of a hash. */
export const NOT_THERE = ''

/** Equal records are equal bytes. */
export function writeModelLedger(projectId: string, { commit, older }: ModelRecord): string {
  const held = older.size > 0 ? objectOf([...older].sort(([a], [b]) => (a < b ? -1 : 1))) : undefined
  return `${JSON.stringify({ v: LEDGER_VERSION, p: projectId, commit, older: held })}\n`
}

const ModelLedger = z.strictObject({
  v: z.literal(LEDGER_VERSION),
  p: z.string(),
  commit: Commit,
  older: z.record(z.string(), z.string()).optional(),
})

/** Undefined for what is no record of this project. */
export function readModelLedger(text: string, projectId: string): ModelRecord | undefined {
  try {
    const read = ModelLedger.safeParse(JSON.parse(text))
    if (!read.success || read.data.p !== projectId) return undefined
    return { commit: read.data.commit, older: new Map(Object.entries(read.data.older ?? {})) }
  } catch {
    return undefined
  }
}

/** Stands in `missing` of a record that was written while others of its commit were still to be created. */
export const UNFINISHED = '*'
