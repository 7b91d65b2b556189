import { isKind, type Key } from '../content/kinds.ts'
import { entriesOf, type LedgerRun, type Writing } from './entries.ts'
import { CANON_VERSION, distinct, type Entry, type Ledger, type Pending } from './ledger.ts'
import { alteredIn } from './stored.ts'

/** What a ledger says at a moment of a run. */
export function ledgerAt(run: LedgerRun, holder: Key, writing: Writing): Ledger {
  const { moment, self } = writing
  const all = entriesOf(run, holder, writing)
  const entries = new Map(
    [...all].flatMap(([key, entry]): [Key, Entry][] => {
      if (moment !== 'closing' || !isOver(run, holder, key)) return [[key, entry]]
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
    // A report that is given up keeps which versions were ours: that it was given up is not an edit.
    quiet: entries.has(holder) ? undefined : all.get(holder)?.quiet,
    entries: Object.fromEntries(entries) as Readonly<Record<Key, Entry>>,
  }
}

/** Whether a report carries no ledger any more: it left its own, or was given up. */
export const isToRemove = (run: LedgerRun, holder: Key): boolean =>
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
): Pick<Ledger, 'applied' | 'pending' | 'listedElsewhere'> {
  const { applied = [], pending, listedElsewhere } = run.live.ledgers.get(holder) ?? {}
  const before = { applied, pending, listedElsewhere }
  const named = new Set([...entries.values()].map(({ commit }) => commit))
  const now = { applied: distinct([...applied.filter((commit) => named.has(commit)), run.commit]) }
  if (moment === 'opening') return before
  if (moment === 'with the report') return isSaidByEntries(run, holder) ? now : before
  const home = holderOfPending(run)
  if (holder === home) {
    const left = pendingAfter(run, home)
    return left.length > 0 || isCountedOn(run) ? { ...now, pending: left } : now
  }
  if (hasList(run) && !run.recorded.has(home ?? holder)) return before
  // What this run deletes or takes over is off the list by its end.
  const isLasting = ({ key }: Pending): boolean => !run.done.has(key) && !run.deleted.has(key) && !isTakenOver(run, key)
  return run.pending.some(isLasting) ? { ...now, listedElsewhere: true } : now
}

/** What the commit of this run did not bring, as far as the run has come, once the ledger that lists it is written. */
function pendingAfter(run: LedgerRun, home: Key): readonly Pending[] {
  const { pending, done, failed, recorded, holderOf } = run
  const isRecorded = (key: Key): boolean => {
    const holder = holderOf(key)
    return isTakenOver(run, key) && holder !== undefined && (holder === home || recorded.has(holder))
  }
  return pending
    .filter(({ key }) => !done.has(key) && !isRecorded(key))
    .map((item): Pending => (failed.has(item.key) ? { ...item, why: 'failed' } : item))
}

/** Whether all that this run does with an object is its record. Until that is written the commit did not reach it. */
const isTakenOver = ({ records, planned }: LedgerRun, key: Key): boolean => records.has(key) && !planned.has(key)

/** Whether everything else that the commit may not bring has an entry: then nobody takes it for applied. */
const isSaidByEntries = (run: LedgerRun, report: Key): boolean =>
  !hadList(run) && run.pending.every(({ key, was }) => key === report || (was && !was.base))

const hadList = ({ live }: LedgerRun): boolean => [...live.ledgers.values()].some(({ pending }) => pending)
const hasList = (run: LedgerRun): boolean => hadList(run) || run.pending.some(({ key }) => !run.done.has(key))
/** Ledgers that say of this very commit that there is a list stay as they are. */
const isCountedOn = ({ live, commit }: LedgerRun): boolean =>
  [...live.ledgers.values()].some(({ applied, listedElsewhere }) => listedElsewhere && applied.includes(commit))

/**
 * The one ledger that lists what is pending. An existing list stays where it is. A new one goes to the first workbook
 * that the run writes, otherwise to the first ledger by key (workbooks before reports), otherwise to one that the run
 * creates.
 */
export function holderOfPending(run: LedgerRun): Key | undefined {
  const { live, opened, done, deleted, holders, saidIn, writtenIn } = run
  const isReport = (key: Key): boolean => isKind(key, 'report')
  const isWritable = (key: Key): boolean =>
    writtenIn.has(key) ? (isReport(key) ? done : opened).has(key) : live.ledgers.has(key)
  const all = holders.filter(isWritable)
  const staying = all.filter((key) => !isLeaving(run, key))
  return (
    staying.find((key) => live.ledgers.get(key)?.pending) ??
    staying.find((key) => opened.has(key)) ??
    staying.find((key) => !isReport(key)) ??
    staying[0] ??
    all.findLast((key) => !deleted.has(key) && !isToRemove(run, key)) ??
    [...saidIn.keys()].sort().findLast((key) => !writtenIn.has(key) && !deleted.has(key))
  )
}

/** Ledgers that are written once everything else was done or was not: first the one that lists what is pending. */
export function ledgersToClose(run: LedgerRun): Key[][] {
  const { done, opened, planned, records, forgotten, deleted, saidIn, writtenIn } = run
  const isNeeded = (holder: Key): boolean => {
    if (isKind(holder, 'workbook')) return !writtenIn.has(holder) || opened.has(holder)
    // A report took its ledger with it, unless the platform made something else of it.
    const isAltered = alteredIn(run.sentOf(holder), run.stored.get(holder) ?? new Map()).length > 0
    return !planned.has(holder) || (done.has(holder) && isAltered)
  }
  const needed = [...saidIn.keys()].sort().filter(isNeeded)
  const home = holderOfPending(run)
  const takenOver = [...records.keys()].filter((key) => isTakenOver(run, key))
  const isOfContent = [...done, ...deleted, ...forgotten, ...takenOver].some((key) => !isKind(key, 'model'))
  const isSaid =
    needed.length > 0 ||
    [...writtenIn].some((key) => isKind(key, 'report') && done.has(key) && isSaidByEntries(run, key))
  if (home === undefined || !isOfContent || (isSaid && !hasList(run))) return [needed]
  return [[home], needed.filter((key) => key !== home)]
}

/** Ledgers that speak of what was deleted, forgotten or moved to another one since, or list what is not pending any more. */
export function ledgersToShrink(run: LedgerRun): Key[] {
  const { live, before, deleted, forgotten, writtenIn, done, failed, recorded, opened } = run
  const home = holderOfPending(run)
  const isListed = home !== undefined && recorded.has(home)
  // What was given up counts as ours for as long as the list does not say so.
  if (home !== undefined && failed.has(home) && !isListed && forgotten.size > 0) return []
  const isToShrink = (holder: Key): boolean => {
    if (deleted.has(holder) && done.has(holder)) return false
    if (isKind(holder, 'workbook') && writtenIn.has(holder) && !opened.has(holder)) return false
    const left = recorded.get(holder)
    const { pending } = left ?? live.ledgers.get(holder) ?? {}
    if (isListed && pending && (holder !== home || pending.length > pendingAfter(run, home).length)) return true
    const keys = left ? (Object.keys(left.entries) as Key[]) : (before.get(holder) ?? []).map(([key]) => key)
    return keys.some((key) => isOver(run, holder, key))
  }
  return [...new Set([...live.ledgers.keys(), ...(isListed ? [home] : [])])].filter(isToShrink)
}

/** Whether a ledger has no business with an object any more. */
function isOver({ forgotten, deleted, records, done, recorded, holderOf }: LedgerRun, holder: Key, key: Key): boolean {
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

/** Whether a holder goes, is given up, or, a report, goes into a workbook that speaks of it. */
const isLeaving = ({ deleted, forgotten, holderOf }: LedgerRun, holder: Key): boolean =>
  deleted.has(holder) || forgotten.has(holder) || (isKind(holder, 'report') && holderOf(holder) !== holder)
