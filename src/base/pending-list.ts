import { isKind, type Key } from '../content/kinds.ts'
import type { LedgerRun } from './entries.ts'
import type { Pending } from './ledger.ts'

/**
 * Where the list of what is pending goes, best first. Among equals, it is the first by key. Only if no ledger stays is
 * it one that this run begins, or one whose holder is leaving.
 */
const PLACES: readonly ((run: LedgerRun, holder: Key) => boolean)[] = [
  (run, holder) => stays(run, holder) && run.live.ledgers.get(holder)?.pending !== undefined,
  (run, holder) => stays(run, holder) && run.opened.has(holder),
  (run, holder) => stays(run, holder) && isKind(holder, 'workbook'),
  stays,
  (run, holder) => isWritable(run, holder) && isKind(holder, 'workbook') && !run.deleted.has(holder),
  (run, holder) => isWritable(run, holder) && !run.deleted.has(holder) && !losesLedger(run, holder),
  (run, holder) => getsLedger(run, holder) && isKind(holder, 'workbook'),
  getsLedger,
]

/** The one object of the target whose ledger lists what is pending. Undefined if there is none to put it on. */
export function holderOfList(run: LedgerRun): Key | undefined {
  for (const isPlace of PLACES) {
    const holder = run.holders.find((each) => isPlace(run, each))
    if (holder !== undefined) return holder
  }
  return undefined
}

/** Whether an object carries a ledger that this run can write: the one it had, or the one written with it. */
function isWritable({ writtenIn, done, opened, live }: LedgerRun, holder: Key): boolean {
  if (!writtenIn.has(holder)) return live.ledgers.has(holder)
  return (isKind(holder, 'report') ? done : opened).has(holder)
}

function stays(run: LedgerRun, holder: Key): boolean {
  return isWritable(run, holder) && !isLeaving(run, holder)
}

/** Whether an object that this run leaves as it is gets its first ledger. */
function getsLedger({ toRecordIn, writtenIn, deleted }: LedgerRun, holder: Key): boolean {
  return toRecordIn.has(holder) && !writtenIn.has(holder) && !deleted.has(holder)
}

/** Whether a holder is deleted, is forgotten, or is a report that moves under a workbook's ledger. */
const isLeaving = ({ deleted, forgotten, holderOf }: LedgerRun, holder: Key): boolean =>
  deleted.has(holder) || forgotten.has(holder) || (isKind(holder, 'report') && holderOf(holder) !== holder)

/** Whether a report no longer carries a ledger, because it moved into a workbook or was forgotten. */
export const losesLedger = (run: LedgerRun, holder: Key): boolean =>
  isKind(holder, 'report') && isLeaving(run, holder) && !run.pending.some(({ key }) => key === holder)

/** What the run has not brought so far, as of the moment when the ledger that lists it is written. */
export function listFor(run: LedgerRun, home: Key): readonly Pending[] {
  const { pending, done, failed, recorded, holderOf } = run
  const isRecorded = (key: Key): boolean => {
    const holder = holderOf(key)
    return isOnlyRecorded(run, key) && holder !== undefined && (holder === home || recorded.has(holder))
  }
  return pending
    .filter(({ key }) => !done.has(key) && !isRecorded(key))
    .map((item): Pending => (failed.has(item.key) ? { ...item, why: 'failed' } : item))
}

/** Whether anything will be on the list once the run is over. */
export const willBeListed = (run: LedgerRun): boolean =>
  run.pending.some(({ key }) => !run.done.has(key) && !run.deleted.has(key) && !isOnlyRecorded(run, key))

/** Whether the run only records an object. The commit has not reached the object until that record is written. */
export const isOnlyRecorded = ({ bases, planned }: LedgerRun, key: Key): boolean => bases.has(key) && !planned.has(key)

/** Whether everything else that the commit may not bring has an entry, so that nothing is mistaken for applied. */
export const needsNoList = (run: LedgerRun, report: Key): boolean =>
  !hadList(run) && run.pending.every(({ key, was }) => key === report || (was && !was.base))

const hadList = ({ live }: LedgerRun): boolean => [...live.ledgers.values()].some(({ pending }) => pending)

export const hasList = (run: LedgerRun): boolean => hadList(run) || run.pending.some(({ key }) => !run.done.has(key))

/** Whether a ledger says that the list for this very commit is elsewhere, so that there has to be one. */
export const isListPromised = ({ live, commit }: LedgerRun): boolean =>
  [...live.ledgers.values()].some(({ applied, isListElsewhere }) => isListElsewhere && applied.includes(commit))
