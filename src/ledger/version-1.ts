import { isKind, type Key } from '../content/kinds.ts'
import type { Entry, Ledger, Pending } from './ledger.ts'
import { entryAt, headOf } from './parts.ts'
import { commitAt, indexInto, isAnyKey, isEntryKey, listAt, mapAt, objectAt, textAt } from './shape.ts'

/** Stood in `missing` while others of its commit were still to be created. */
const UNFINISHED = '*'

/**
 * The first form. It said `missing` of what could not be created, had entries of folders for what was not done, and any
 * entry that was not being written said that its commit was applied to its end.
 */
export function fromVersion1(value: unknown): Ledger {
  const raw = objectAt(value, '', ['v', 'canon', 'p', 'self', 'commits', 'missing', 'review', 'quiet', 'o'])
  const commitOf = indexInto(listAt(raw['commits'], 'commits', commitAt))
  const missing = listAt(raw['missing'], 'missing', textAt)
  const all = Object.entries(mapAt(raw['o'], 'o', isAnyKey, (each, at) => entryAt(each, at, commitOf))) as [
    Key,
    Entry,
  ][]
  const entries = all.filter(([key]) => isEntryKey(key))
  const isOver = !missing.includes(UNFINISHED)
  const pending = [
    ...missing.filter(isAnyKey).map((key): Pending => ({ key, why: 'held' })),
    ...all.filter(([key]) => isKind(key, 'folder')).map(([key, entry]) => pendingFolder(key, entry)),
  ]
  return {
    ...headOf(raw),
    applied: isOver ? [...new Set(entries.flatMap(([, { commit, next }]) => (next ? [] : [commit])))].sort() : [],
    ...(pending.length > 0 ? { pending } : {}),
    entries: Object.assign(Object.create(null), Object.fromEntries(entries)),
  }
}

const pendingFolder = (key: Key, { live, commit, base, next }: Entry): Pending => ({
  key,
  why: next && Object.keys(next.units).length === 0 ? 'to delete' : 'held',
  was: { live, commit, base },
})
