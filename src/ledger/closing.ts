import { isKind, type Key } from '../content/kinds.ts'
import { writeLedger } from './codec.ts'
import type { LedgerDraft } from './draft.ts'
import { entriesOf, type Moment, type RunProgress, type Writing } from './entries.ts'
import { CANON_VERSION, type Entry, type Ledger, type Pending } from './ledger.ts'
import { alteredIn } from './stored.ts'

/** The text of a ledger at one moment of a run. */
export function ledgerText(draft: LedgerDraft, progress: RunProgress, holder: Key, writing: Writing): string {
  const { moment, self } = writing
  const all = entriesOf(draft, progress, holder, writing)
  const isAfter = moment === 'closing' || moment === 'final'
  const entries = new Map(
    [...all].flatMap(([key, entry]): [Key, Entry][] => {
      if (!isAfter || !isOver(draft, progress, holder, key)) return [[key, entry]]
      return isLeftBehind(draft, progress, holder, key) ? [[key, { live: 0, commit: draft.commit, base: {} }]] : []
    }),
  )
  const before = draft.live.ledgers.get(holder)
  const review = progress.review.has(holder) || (!progress.published.has(holder) && before?.review === true)
  // A forgotten report keeps the versions in which only its ledger changed, so that forgetting it is not taken for an
  // edit.
  const quiet = entries.has(holder) ? undefined : all.get(holder)?.quiet
  return writeLedger({
    canon: CANON_VERSION,
    project: draft.project,
    self: self === null ? null : [draft.deployment, self],
    ...appliedAt(draft, progress, holder, moment, entries),
    ...(review ? { review: true } : {}),
    ...(quiet ? { quiet } : {}),
    entries: Object.fromEntries(entries) as Readonly<Record<Key, Entry>>,
  })
}

/** Whether a report no longer carries a ledger, because it moved into a workbook or was forgotten. */
export const isToRemove = (draft: LedgerDraft, holder: Key): boolean =>
  isKind(holder, 'report') && isLeaving(draft, holder) && !draft.pending.some(({ key }) => key === holder)

/** What the run has not brought so far, as of the moment when this holder's ledger is written. */
const pendingAfter = (draft: LedgerDraft, { done, failed, recorded }: RunProgress, holder: Key): readonly Pending[] => {
  const isRecorded = (key: Key): boolean => {
    const home = draft.holderOf(key)
    return isTakenOver(draft, key) && home !== undefined && (home === holder || recorded.has(home))
  }
  return draft.pending
    .filter(({ key }) => !done.has(key) && !isRecorded(key))
    .map((item): Pending => (failed.has(item.key) ? { ...item, why: 'failed' } : item))
}

/** Whether the run only records an object. The commit has not reached the object until that record is written. */
const isTakenOver = ({ records, planned }: LedgerDraft, key: Key): boolean => records.has(key) && !planned.has(key)

/**
 * Until its last write, a commit does not count: every ledger keeps saying what was applied before. Once the list of
 * what the commit did not bring is written, ledgers say that it was applied. An older commit stays as long as an entry
 * names it, because after a fork in history both were applied.
 */
function appliedAt(
  draft: LedgerDraft,
  progress: RunProgress,
  holder: Key,
  moment: Moment,
  entries: ReadonlyMap<Key, Entry>,
): Pick<Ledger, 'applied' | 'pending' | 'listedElsewhere'> {
  const { applied = [], pending, listedElsewhere } = draft.live.ledgers.get(holder) ?? {}
  const before = { applied, ...(pending ? { pending } : {}), ...(listedElsewhere ? { listedElsewhere } : {}) }
  const named = new Set([...entries.values()].map(({ commit }) => commit))
  const now = { applied: [...new Set([...applied.filter((commit) => named.has(commit)), draft.commit])].sort() }
  if (moment === 'opening') return before
  if (moment === 'with the report') return isSaidByEntries(draft, holder) ? now : before
  if (holder === holderOfPending(draft, progress)) {
    const left = pendingAfter(draft, progress, holder)
    return left.length > 0 || isCountedOn(draft) ? { ...now, pending: left } : now
  }
  const isListWritten = progress.recorded.has(holderOfPending(draft, progress) ?? holder)
  if (!isListWritten && hasList(draft, progress)) return before
  // By the end of the run, whatever it deletes or takes over is no longer on the list.
  const isLasting = ({ key }: Pending): boolean =>
    !progress.done.has(key) && !draft.deleted.has(key) && !isTakenOver(draft, key)
  return draft.pending.some(isLasting) ? { ...now, listedElsewhere: true } : now
}

/** Whether everything else that the commit may not bring has an entry, so that nothing is mistaken for applied. */
const isSaidByEntries = (draft: LedgerDraft, report: Key): boolean =>
  !hadList(draft) && draft.pending.every(({ key, was }) => key === report || (was && !was.base))

const hadList = ({ live }: LedgerDraft): boolean => [...live.ledgers.values()].some(({ pending }) => pending)
const hasList = (draft: LedgerDraft, { done }: RunProgress): boolean =>
  hadList(draft) || draft.pending.some(({ key }) => !done.has(key))
/** Whether a ledger says that the list for this very commit is elsewhere, so that there has to be one. */
const isCountedOn = ({ live, commit }: LedgerDraft): boolean =>
  [...live.ledgers.values()].some(({ applied, listedElsewhere }) => listedElsewhere && applied.includes(commit))

/**
 * The one ledger that lists what is pending. An existing list stays where it is. A new one goes to the first workbook
 * that the run writes, otherwise to the first ledger by key (workbooks before reports), otherwise to one that the run
 * creates.
 */
export function holderOfPending(draft: LedgerDraft, { opened, done }: RunProgress): Key | undefined {
  const { live, writtenIn, recordedIn, holders, deleted } = draft
  const isReport = (key: Key): boolean => isKind(key, 'report')
  const isWritable = (key: Key): boolean =>
    writtenIn.has(key) ? (isReport(key) ? done.has(key) : opened.has(key)) : live.ledgers.has(key)
  const all = holders.filter(isWritable)
  const staying = all.filter((key) => !isLeaving(draft, key))
  return (
    staying.find((key) => live.ledgers.get(key)?.pending) ??
    staying.find((key) => opened.has(key)) ??
    staying.find((key) => !isReport(key)) ??
    staying[0] ??
    all.findLast((key) => !deleted.has(key) && !isToRemove(draft, key)) ??
    [...recordedIn.keys()].sort().findLast((key) => !writtenIn.has(key) && !deleted.has(key))
  )
}

/** The ledgers to write after everything else. The one that lists what is pending comes first. */
export function ledgersToClose(draft: LedgerDraft, progress: RunProgress): Key[][] {
  const { done } = progress
  const { writtenIn, recordedIn, records, forgotten, deleted } = draft
  const isNeeded = (holder: Key): boolean => {
    if (isKind(holder, 'workbook')) return !writtenIn.has(holder) || progress.opened.has(holder)
    // A report is written along with its ledger; only if the platform altered it does the ledger need another write.
    return !draft.planned.has(holder) || (progress.done.has(holder) && isAltered(draft, progress, holder))
  }
  const needed = [...new Set([...writtenIn.keys(), ...recordedIn.keys()])].sort().filter(isNeeded)
  const home = holderOfPending(draft, progress)
  const isOfContent =
    [...done].some((key) => !isKind(key, 'model')) ||
    [...deleted].some((key) => !isKind(key, 'model')) ||
    forgotten.size > 0 ||
    [...records.keys()].some((key) => !draft.planned.has(key))
  const isSaid =
    needed.length > 0 ||
    [...writtenIn.keys()].some((key) => isKind(key, 'report') && done.has(key) && isSaidByEntries(draft, key))
  if (home === undefined || !isOfContent || (isSaid && !hasList(draft, progress))) return [needed]
  return [[home], needed.filter((key) => key !== home)]
}

export const isAltered = (draft: LedgerDraft, { stored }: RunProgress, key: Key): boolean =>
  alteredIn(draft.sentOf(key), stored.get(key) ?? new Map()).length > 0

/**
 * Ledgers that still mention objects that were deleted, moved to another ledger or forgotten, or that list something no
 * longer pending.
 */
export function ledgersToShrink(draft: LedgerDraft, progress: RunProgress): Key[] {
  const { live, before, deleted, writtenIn } = draft
  const { done, failed, recorded, opened } = progress
  const home = holderOfPending(draft, progress)
  const isUnsaid = home !== undefined && failed.has(home) && !recorded.has(home)
  const isSettledSince = (key: Key): boolean => {
    if (deleted.has(key)) return done.has(key)
    const holder = draft.holderOf(key)
    return isTakenOver(draft, key) && holder !== undefined && holder !== home && recorded.has(holder)
  }
  const isShorter = (holder: Key): boolean => {
    if (holder === home) return recorded.has(holder) && draft.pending.some(({ key }) => isSettledSince(key))
    return live.ledgers.get(holder)?.pending !== undefined && !recorded.has(holder) && recorded.has(home ?? holder)
  }
  const isToShrink = (holder: Key): boolean => {
    if (deleted.has(holder) && done.has(holder)) return false
    if (isKind(holder, 'workbook') && writtenIn.has(holder) && !opened.has(holder)) return false
    // Until the list says that an object was forgotten, the object counts as ours.
    if (isUnsaid && draft.forgotten.size > 0) return false
    return (
      isShorter(holder) || [...(before.get(holder)?.keys() ?? [])].some((key) => isOver(draft, progress, holder, key))
    )
  }
  return [...new Set([...before.keys(), ...(home ? [home] : [])])].filter(isToShrink)
}

/** Whether this ledger should no longer mention the object. */
function isOver(draft: LedgerDraft, { done, recorded }: RunProgress, holder: Key, key: Key): boolean {
  if (draft.forgotten.has(key)) return true
  if (key === holder && isKind(key, 'report')) return false
  const home = draft.holderOf(key) ?? holder
  if (home !== holder && recorded.has(home) && draft.records.has(key)) return true
  return done.has(key) && (draft.deleted.has(key) || home !== holder)
}

/**
 * A report that was deleted although its workbook, which should have been deleted with it, stayed. Its entry keeps no
 * number: the report is created again if a tree has it, and widgets that show it are still known to be ours.
 */
const isLeftBehind = ({ deleted }: LedgerDraft, { done }: RunProgress, holder: Key, key: Key): boolean =>
  deleted.has(key) && deleted.has(holder) && !done.has(holder)

/** Whether a holder is deleted, is forgotten, or is a report that moves under a workbook's ledger. */
const isLeaving = ({ deleted, forgotten, holderOf }: LedgerDraft, holder: Key): boolean =>
  deleted.has(holder) || forgotten.has(holder) || (isKind(holder, 'report') && holderOf(holder) !== holder)
