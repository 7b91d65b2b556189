import { isKind, type Key } from '../content/kinds.ts'
import { entriesOf, type LedgerRun, type Writing } from './entries.ts'
import { CANON_VERSION, distinctCommits, type Entry, type Ledger, type Pending } from './ledger.ts'
import { alteredIn } from './stored.ts'

/** What an object's ledger says at one moment of a run. Undefined for none, as in a report that a workbook covers. */
export function ledgerAt(run: LedgerRun, holder: Key, writing: Writing): Ledger | undefined {
  const { moment, self } = writing
  if (moment === 'closing' ? isToRemove(run, holder) : run.holderOf(holder) !== holder) return undefined
  const all = entriesOf(run, holder, writing)
  const entries = new Map(
    [...all].flatMap(([key, entry]): [Key, Entry][] => {
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
    entries: Object.fromEntries(entries) as Readonly<Record<Key, Entry>>,
  }
}

/** Whether a report no longer carries a ledger, because it moved into a workbook or was forgotten. */
const isToRemove = (run: LedgerRun, holder: Key): boolean =>
  isKind(holder, 'report') && isLeaving(run, holder) && !run.pending.some(({ key }) => key === holder)

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
  const home = holderOfPending(run)
  if (holder === home) {
    const left = pendingAfter(run, home)
    return left.length > 0 || isListPromised(run) ? { ...now, pending: left } : now
  }
  if (hasList(run) && !run.recorded.has(home ?? holder)) return before
  // By the end of the run, whatever it deletes or takes over is no longer on the list.
  const isStillPending = ({ key }: Pending): boolean =>
    !run.done.has(key) && !run.deleted.has(key) && !isOnlyRecorded(run, key)
  return run.pending.some(isStillPending) ? { ...now, isListElsewhere: true } : now
}

/** What the run has not brought so far, as of the moment when the ledger that lists it is written. */
function pendingAfter(run: LedgerRun, home: Key): readonly Pending[] {
  const { pending, done, failed, recorded, holderOf } = run
  const isRecorded = (key: Key): boolean => {
    const holder = holderOf(key)
    return isOnlyRecorded(run, key) && holder !== undefined && (holder === home || recorded.has(holder))
  }
  return pending
    .filter(({ key }) => !done.has(key) && !isRecorded(key))
    .map((item): Pending => (failed.has(item.key) ? { ...item, why: 'failed' } : item))
}

/** Whether the run only records an object. The commit has not reached the object until that record is written. */
const isOnlyRecorded = ({ records, planned }: LedgerRun, key: Key): boolean => records.has(key) && !planned.has(key)

/** Whether everything else that the commit may not bring has an entry, so that nothing is mistaken for applied. */
const needsNoList = (run: LedgerRun, report: Key): boolean =>
  !hadList(run) && run.pending.every(({ key, was }) => key === report || (was && !was.base))

const hadList = ({ live }: LedgerRun): boolean => [...live.ledgers.values()].some(({ pending }) => pending)
const hasList = (run: LedgerRun): boolean => hadList(run) || run.pending.some(({ key }) => !run.done.has(key))
/** Whether a ledger says that the list for this very commit is elsewhere, so that there has to be one. */
const isListPromised = ({ live, commit }: LedgerRun): boolean =>
  [...live.ledgers.values()].some(({ applied, isListElsewhere }) => isListElsewhere && applied.includes(commit))

/** The one ledger that lists what is pending: the first of these that there is. */
export function holderOfPending(run: LedgerRun): Key | undefined {
  const { live, opened, done, deleted, holders, toRecordIn, writtenIn } = run
  const isReport = (key: Key): boolean => isKind(key, 'report')
  const isWritable = (key: Key): boolean =>
    writtenIn.has(key) ? (isReport(key) ? done : opened).has(key) : live.ledgers.has(key)
  const all = holders.filter(isWritable)
  const staying = all.filter((key) => !isLeaving(run, key))
  return (
    // A list that exists stays where it is.
    staying.find((key) => live.ledgers.get(key)?.pending) ??
    // Otherwise a workbook that this run writes, any workbook, a report.
    staying.find((key) => opened.has(key)) ??
    staying.find((key) => !isReport(key)) ??
    staying[0] ??
    // Otherwise the last of those that are leaving: keys of workbooks sort after those of reports.
    all.findLast((key) => !deleted.has(key) && !isToRemove(run, key)) ??
    // Otherwise one that this run creates.
    [...toRecordIn.keys()].sort().findLast((key) => !writtenIn.has(key) && !deleted.has(key))
  )
}

/** The ledgers to write after everything else. The one that lists what is pending comes first. */
export function ledgersToClose(run: LedgerRun): Key[][] {
  const { done, opened, planned, records, forgotten, deleted, toRecordIn, writtenIn } = run
  const isNeeded = (holder: Key): boolean => {
    if (isKind(holder, 'workbook')) return !writtenIn.has(holder) || opened.has(holder)
    // A report is written along with its ledger; only if the platform altered it does the ledger need another write.
    const isAltered = alteredIn(run.sentOf(holder), run.stored.get(holder) ?? new Map()).length > 0
    return !planned.has(holder) || (done.has(holder) && isAltered)
  }
  const needed = [...toRecordIn.keys()].sort().filter(isNeeded)
  const home = holderOfPending(run)
  const onlyRecorded = [...records.keys()].filter((key) => isOnlyRecorded(run, key))
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
  const home = holderOfPending(run)
  const isListed = home !== undefined && recorded.has(home)
  // Until the list says that an object was forgotten, the object counts as ours.
  if (home !== undefined && failed.has(home) && !isListed && forgotten.size > 0) return []
  const isToShrink = (holder: Key): boolean => {
    if (deleted.has(holder) && done.has(holder)) return false
    if (isKind(holder, 'workbook') && writtenIn.has(holder) && !opened.has(holder)) return false
    const left = recorded.get(holder)
    const { pending } = left ?? live.ledgers.get(holder) ?? {}
    if (isListed && pending && (holder !== home || pending.length > pendingAfter(run, home).length)) return true
    const keys = left ? (Object.keys(left.entries) as Key[]) : (before.get(holder) ?? []).map(([key]) => key)
    return keys.some((key) => isToDrop(run, holder, key))
  }
  return [...new Set([...live.ledgers.keys(), ...(isListed ? [home] : [])])].filter(isToShrink)
}

/** Whether this ledger should no longer mention the object. */
function isToDrop(
  { forgotten, deleted, records, done, recorded, holderOf }: LedgerRun,
  holder: Key,
  key: Key,
): boolean {
  if (forgotten.has(key)) return true
  if (key === holder && isKind(key, 'report')) return false
  const home = holderOf(key) ?? holder
  if (home === holder) return done.has(key) && deleted.has(key)
  return done.has(key) || (recorded.has(home) && records.has(key))
}

/**
 * A report that was deleted although its workbook, which should have been deleted with it, stayed. Its entry keeps no
 * number: the report is created again if a tree has it, and widgets that show it are still known to be ours.
 */
const isLeftBehind = ({ deleted, done }: LedgerRun, holder: Key, key: Key): boolean =>
  deleted.has(key) && deleted.has(holder) && !done.has(holder)

/** Whether a holder is deleted, is forgotten, or is a report that moves under a workbook's ledger. */
const isLeaving = ({ deleted, forgotten, holderOf }: LedgerRun, holder: Key): boolean =>
  deleted.has(holder) || forgotten.has(holder) || (isKind(holder, 'report') && holderOf(holder) !== holder)
