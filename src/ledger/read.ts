import { LEDGER_VERSION, type Ledger, type Pending, REASONS } from './ledger.ts'
import { baseAt, entryAt, headOf } from './parts.ts'
import {
  type CommitOf,
  commitAt,
  indexInto,
  integerAt,
  isAnyKey,
  isEntryKey,
  isObject,
  listAt,
  Malformed,
  mapAt,
  maybe,
  objectAt,
} from './shape.ts'
import { fromVersion1 } from './version-1.ts'

/** What stands where a ledger would, of whichever project. */
export type RecordRead =
  | { readonly state: 'none' }
  /** A later version of this program wrote it: it must not be overwritten. */
  | { readonly state: 'newer'; readonly version: number }
  | { readonly state: 'garbage'; readonly reason: string }
  | { readonly state: 'ledger'; readonly ledger: Ledger }

/** More than any workbook needs. A longer text is somebody's mischief. */
const LONGEST = 4_000_000

/** Reads the ledger that stands in a `meta`. Anybody who may edit a workbook can write there: this never throws. */
export function readRecord(text: unknown): RecordRead {
  if (text === undefined || text === null) return { state: 'none' }
  if (typeof text !== 'string') return garbage('it is not a string')
  if (text.length > LONGEST) return garbage('it is too long')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return garbage('it is not JSON')
  }
  const version = isObject(value) ? value['v'] : undefined
  if (typeof version === 'number' && version > LEDGER_VERSION) return { state: 'newer', version }
  try {
    const ledger = version === 1 ? fromVersion1(value) : ledgerFrom(value)
    return { state: 'ledger', ledger }
  } catch (cause) {
    if (cause instanceof Malformed) return garbage(cause.message)
    throw cause
  }
}

const garbage = (reason: string): RecordRead => ({ state: 'garbage', reason })

function ledgerFrom(value: unknown): Ledger {
  const raw = objectAt(value, '', [
    'v',
    'canon',
    'p',
    'self',
    'commits',
    'applied',
    'pending',
    'elsewhere',
    'review',
    'quiet',
    'o',
  ])
  if (raw['v'] !== LEDGER_VERSION) throw new Malformed('v', 'a version')
  const commits = listAt(raw['commits'], 'commits', commitAt)
  const commitOf = indexInto(commits)
  return {
    ...headOf(raw),
    applied: listAt(raw['applied'] ?? [], 'applied', commitOf),
    ...maybe('pending', raw['pending'], (list) => listAt(list, 'pending', (each, at) => pendingAt(each, at, commitOf))),
    entries: mapAt(raw['o'], 'o', isEntryKey, (each, at) => entryAt(each, at, commitOf)) as Ledger['entries'],
  }
}

function pendingAt(value: unknown, at: string, commitOf: CommitOf): Pending {
  const { key, why, live, c, base } = objectAt(value, at, ['key', 'why', 'live', 'c', 'base'])
  if (typeof key !== 'string' || !isAnyKey(key)) throw new Malformed(`${at}.key`, 'an object')
  const reason = REASONS.find((each) => each === why)
  if (reason === undefined) throw new Malformed(`${at}.why`, 'a reason')
  const own = { key, why: reason }
  if (c === undefined && live === undefined && base === undefined) return own
  const was = { live: integerAt(live, `${at}.live`), commit: commitOf(c, `${at}.c`), ...maybe('base', base, baseAt) }
  return { ...own, was }
}
