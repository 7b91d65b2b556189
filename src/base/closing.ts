import { isKind, type Key } from '../content/kinds.ts'
import { isListedElsewhere } from './account-holder.ts'
import { entriesOf, type LedgerRun, type Writing } from './entries.ts'
import { CANON_VERSION, distinctCommits, type Entry, type Ledger } from './ledger.ts'
import {
  hasList,
  holderOfList,
  isListPromised,
  isOnlyRecorded,
  listFor,
  losesLedger,
  needsNoList,
  willBeListed,
} from './pending-list.ts'
import { alteredIn } from './stored.ts'

/**
 * What an object's ledger says at one moment of a run. Undefined for none, as in a report that a workbook covers. What
 * belongs to the account and was not created is not listed: whoever makes something of its name later owns that.
 */
export function ledgerAt(run: LedgerRun, holder: Key, writing: Writing): Ledger | undefined {
  const { moment, self } = writing
  if (moment === 'closing' ? losesLedger(run, holder) : run.holderOf(holder) !== holder) return undefined
  const all = entriesOf(run, holder, writing)
  const entries = new Map(
    [...all].flatMap(([key, entry]): [Key, Entry][] => {
      if (moment === 'closing' && isListedElsewhere(key) && entry.live === 0) return []
      if (moment !== 'closing' || !isToDrop(run, holder, key)) return [[key, entry]]
      return isLeftBehind(run, holder, key) ? [[key, { live: 0, commit: run.commit, base: {} }]] : []
    }),
  )
  const isInReview = run.live.ledgers.get(holder)?.review === true && !run.published.has(holder)
  return {
    canon: CANON_VERSION,
    project: run.project,
    self: self === null ? null : [run.deployment, self],
    ...appliedAt(run, holder, moment, entries),
    review: run.review.has(holder) || isInReview || undefined,
    // A forgotten report keeps the versions in which only its ledger changed, so that forgetting it is not taken for an
    // edit.
    recordOnly: entries.has(holder) ? undefined : all.get(holder)?.recordOnly,
    accountMoves: [...entries.keys()].some(isListedElsewhere) && run.accountMoves > 0 ? run.accountMoves : undefined,
    entries: Object.fromEntries(entries) as Readonly<Record<Key, Entry>>,
  }
}

/**
 * Until its last write, a commit does not count: every ledger keeps saying what was applied before. Once the list of
 * what the commit did not bring is written, ledgers say that it was applied. An older commit stays as long as an entry
 * names it, because after a fork in history both were applied.
 */
function appliedAt(
  run: LedgerRun,
  holder: Key,
  moment: Writing['moment'],
  entries: ReadonlyMap<Key, Entry>,
): Pick<Ledger, 'applied' | 'pending' | 'isListElsewhere'> {
  const { applied = [], pending, isListElsewhere } = run.live.ledgers.get(holder) ?? {}
  const before = { applied, pending, isListElsewhere }
  const named = new Set([...entries.values()].map(({ commit }) => commit))
  const now = { applied: distinctCommits([...applied.filter((commit) => named.has(commit)), run.commit]) }
  if (moment === 'opening') return before
  if (moment === 'with the report') return needsNoList(run, holder) ? now : before
  const home = holderOfList(run)
  if (holder === home) {
    const left = listFor(run, home)
    return left.length > 0 || isListPromised(run) ? { ...now, pending: left } : now
  }
  if (hasList(run) && !run.recorded.has(home ?? holder)) return before
  return willBeListed(run) ? { ...now, isListElsewhere: true } : now
}

/** The ledgers to write after everything else. The one that lists what is pending comes first. */
export function ledgersToClose(run: LedgerRun): Key[][] {
  const { done, opened, planned, bases, forgotten, deleted, toRecordIn, writtenIn } = run
  const isNeeded = (holder: Key): boolean => {
    if (isKind(holder, 'workbook')) return !writtenIn.has(holder) || opened.has(holder)
    // A report is written along with its ledger; only if the platform altered it does the ledger need another write.
    const isAltered = alteredIn(run.sentOf(holder), run.stored.get(holder) ?? new Map()).length > 0
    return !planned.has(holder) || (done.has(holder) && isAltered)
  }
  const needed = [...toRecordIn.keys()].sort().filter(isNeeded)
  const home = holderOfList(run)
  const onlyRecorded = [...bases.keys()].filter((key) => isOnlyRecorded(run, key))
  const touchesContent = [...done, ...deleted, ...forgotten, ...onlyRecorded].some((key) => !isKind(key, 'model'))
  const isCommitRecorded =
    needed.length > 0 || [...writtenIn].some((key) => isKind(key, 'report') && done.has(key) && needsNoList(run, key))
  if (home === undefined || !touchesContent || (isCommitRecorded && !hasList(run))) return [needed]
  return [[home], needed.filter((key) => key !== home)]
}

/**
 * Ledgers that still mention objects that were deleted, moved to another ledger or forgotten, or that list something no
 * longer pending.
 */
export function ledgersToShrink(run: LedgerRun): Key[] {
  const { live, before, deleted, forgotten, writtenIn, done, failed, recorded, opened } = run
  const home = holderOfList(run)
  const isListed = home !== undefined && recorded.has(home)
  // Until the list says that an object was forgotten, the object counts as ours.
  if (home !== undefined && failed.has(home) && !isListed && forgotten.size > 0) return []
  const isToShrink = (holder: Key): boolean => {
    if (deleted.has(holder) && done.has(holder)) return false
    if (isKind(holder, 'workbook') && writtenIn.has(holder) && !opened.has(holder)) return false
    const left = recorded.get(holder)
    const { pending } = left ?? live.ledgers.get(holder) ?? {}
    if (isListed && pending && (holder !== home || pending.length > listFor(run, home).length)) return true
    const keys = left ? (Object.keys(left.entries) as Key[]) : (before.get(holder) ?? []).map(([key]) => key)
    return keys.some((key) => isToDrop(run, holder, key))
  }
  return [...new Set([...live.ledgers.keys(), ...(isListed ? [home] : [])])].filter(isToShrink)
}

/** Whether this ledger should no longer mention the object. */
function isToDrop({ forgotten, deleted, bases, done, recorded, holderOf }: LedgerRun, holder: Key, key: Key): boolean {
  if (forgotten.has(key)) return true
  if (key === holder && isKind(key, 'report')) return false
  const home = holderOf(key) ?? holder
  if (home === holder) return done.has(key) && deleted.has(key)
  return done.has(key) || (recorded.has(home) && bases.has(key))
}

/**
 * A report that was deleted although its workbook, which should have been deleted with it, stayed. Its entry keeps no
 * number: the report is created again if a tree has it, and widgets that show it are still known to be ours.
 */
const isLeftBehind = ({ deleted, done }: LedgerRun, holder: Key, key: Key): boolean =>
  deleted.has(key) && deleted.has(holder) && !done.has(holder)
