import { isKind, type Key, KINDS } from '../content/kinds.ts'
import { LEDGER_VERSION, REASONS } from './ledger.ts'
import { either, integer, isName, list, map, maybe, object, oneOf, pair, type Told, text } from './shape.ts'

const isAnyKey = (key: string): key is Key => isKind(key, ...KINDS)
/** What may have an entry. */
const isEntryKey = (key: string): key is Key<'workbook' | 'report'> => isKind(key, 'workbook', 'report')

export const commit = text(/^[0-9a-f]{7,64}$/)
const index = integer(0)
const digest = text(/^[\w-]{10}$/)
const span = pair(integer())
const base = map(isName, either(digest, pair(digest)))

const entry = object({
  live: integer(),
  c: index,
  folder: maybe(integer()),
  base,
  quiet: maybe(span),
  ours: maybe(span),
  unpublished: maybe(integer()),
  next: maybe(object({ c: index, at: maybe(text()), from: maybe(integer()), units: map(isName, digest) })),
})

const key = (value: unknown): value is Key => typeof value === 'string' && isAnyKey(value)
const unreached = { key, why: oneOf(...REASONS) }
const pending = either(
  object({ ...unreached, c: maybe(index) }),
  object({ ...unreached, live: integer(), c: index, base: maybe(base) }),
)

const head = {
  canon: integer(1),
  p: text(/^.{1,64}$/s),
  self: either(oneOf(null), span),
  commits: list(commit),
  review: maybe(oneOf(true)),
  quiet: maybe(span),
}

/** A ledger as it is written: commits are listed once, and named by their index. */
const current = object({
  ...{ v: oneOf(LEDGER_VERSION), ...head, applied: maybe(list(index)) },
  ...{ pending: maybe(list(pending)), elsewhere: maybe(oneOf(true)), o: map(isEntryKey, entry) },
})
const first = object({ v: oneOf(1), ...head, missing: list(text()), o: map(isAnyKey, entry) })

export type Written = Told<typeof current>
export type WrittenEntry = Told<typeof entry>
export type WrittenPending = Told<typeof pending>

/** Undefined for what is no ledger. */
export function asWritten(value: unknown): Written | undefined {
  const written = first(value) ? fromFirst(value) : value
  return current(written) && indexesIn(written).every((each) => each < written.commits.length) ? written : undefined
}

const indexesIn = ({ applied = [], pending = [], o }: Written): number[] => [
  ...applied,
  ...pending.flatMap((item) => item.c ?? []),
  ...Object.values(o).flatMap(({ c, next }) => (next ? [c, next.c] : c)),
]

/** Stood in `missing` while others of its commit were still to be created. */
const UNFINISHED = '*'

/**
 * Version 1 said `missing` of what could not be created, had entries of folders for what was not done, and any entry
 * that was not being written said that its commit was applied to its end.
 */
function fromFirst({ missing, o, ...head }: Told<typeof first>): unknown {
  const all = Object.entries(o) as [Key, WrittenEntry][]
  const entries = all.filter(([key]) => isEntryKey(key))
  const pending = [
    ...missing.filter(isAnyKey).map((key) => ({ key, why: 'held' })),
    ...all
      .filter(([key]) => isKind(key, 'folder'))
      .map(([key, { live, c, base, next }]) => {
        const isToGo = next && Object.keys(next.units).length === 0
        return { key, why: isToGo ? 'to delete' : 'held', live, c, base }
      }),
  ]
  return {
    ...head,
    v: LEDGER_VERSION,
    applied: missing.includes(UNFINISHED) ? [] : entries.flatMap(([, { c, next }]) => (next ? [] : c)),
    pending: pending.length > 0 ? pending : undefined,
    o: Object.fromEntries(entries),
  }
}
