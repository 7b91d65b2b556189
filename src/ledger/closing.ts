import { isKind, type Key } from '../content/kinds.ts'
import { writeLedger } from './codec.ts'
import type { LedgerDraft } from './draft.ts'
import { entriesOf, type Moment, type RunProgress, type Writing } from './entries.ts'
import { CANON_VERSION, type Entry, type Ledger, type Pending } from './ledger.ts'
import { alteredIn } from './stored.ts'

/** The text of a ledger at a moment of a run. */
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
  // A report that is given up keeps which versions were ours: that it was given up is not an edit.
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

/** Whether a report carries no ledger any more: it left its own, or was given up. */
export const isToRemove = (draft: LedgerDraft, holder: Key): boolean =>
  isKind(holder, 'report') && isLeaving(draft, holder) && !draft.pending.some(({ key }) => key === holder)

/** What the commit of this run did not bring, as far as the run has come, once the ledger of a holder is written. */
const pendingAfter = (draft: LedgerDraft, { done, failed, recorded }: RunProgress, holder: Key): readonly Pending[] => {
  const isRecorded = (key: Key): boolean => {
    const home = draft.holderOf(key)
    return isTakenOver(draft, key) && home !== undefined && (home === holder || recorded.has(home))
  }
  return draft.pending
    .filter(({ key }) => !done.has(key) && !isRecorded(key))
    .map((item): Pending => (failed.has(item.key) ? { ...item, why: 'failed' } : item))
}

/** Whether all that this run does with an object is its record. Until that is written the commit did not reach it. */
const isTakenOver = ({ records, planned }: LedgerDraft, key: Key): boolean => records.has(key) && !planned.has(key)

/**
 * Until the last write is done the commit does not count: every ledger goes on to say what was applied before. After it
 * they say that it was applied, once the list of what it did not bring is written. Another commit stays as long as an
 * entry names it: where two lines parted, both were applied.
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
  // What this run deletes or takes over is off the list by its end.
  const isLasting = ({ key }: Pending): boolean =>
    !progress.done.has(key) && !draft.deleted.has(key) && !isTakenOver(draft, key)
  return draft.pending.some(isLasting) ? { ...now, listedElsewhere: true } : now
}

/** Whether everything else that the commit may not bring has an entry: then nobody takes it for applied. */
const isSaidByEntries = (draft: LedgerDraft, report: Key): boolean =>
  !hadList(draft) && draft.pending.every(({ key, was }) => key === report || (was && !was.base))

const hadList = ({ live }: LedgerDraft): boolean => [...live.ledgers.values()].some(({ pending }) => pending)
const hasList = (draft: LedgerDraft, { done }: RunProgress): boolean =>
  hadList(draft) || draft.pending.some(({ key }) => !done.has(key))
/** Ledgers that say of this very commit that there is a list stay as they are. */
const isCountedOn = ({ live, commit }: LedgerDraft): boolean =>
  [...live.ledgers.values()].some(({ applied, listedElsewhere }) => listedElsewhere && applied.includes(commit))

/**
 * The one ledger that lists what is pending. The list stays where it is; a new one goes to the first workbook that the
 * run writes, else to the first ledger there is, by key, workbooks before reports; where there is none, to one that the
 * run makes.
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

/** Ledgers that are written once everything else was done or was not: first the one that lists what is pending. */
export function ledgersToClose(draft: LedgerDraft, progress: RunProgress): Key[][] {
  const { done } = progress
  const { writtenIn, recordedIn, records, forgotten, deleted } = draft
  const isNeeded = (holder: Key): boolean => {
    if (isKind(holder, 'workbook')) return !writtenIn.has(holder) || progress.opened.has(holder)
    // A report took its ledger with it, unless the platform made something else of it.
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

/** Ledgers that speak of something that was deleted, moved to another one or forgotten since, or list what is not pending any more. */
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
    // What was given up counts as ours for as long as the list does not say so.
    if (isUnsaid && draft.forgotten.size > 0) return false
    return (
      isShorter(holder) || [...(before.get(holder)?.keys() ?? [])].some((key) => isOver(draft, progress, holder, key))
    )
  }
  return [...new Set([...before.keys(), ...(home ? [home] : [])])].filter(isToShrink)
}

/** Whether a ledger has no business with an object any more. */
function isOver(draft: LedgerDraft, { done, recorded }: RunProgress, holder: Key, key: Key): boolean {
  if (draft.forgotten.has(key)) return true
  if (key === holder && isKind(key, 'report')) return false
  const home = draft.holderOf(key) ?? holder
  if (home !== holder && recorded.has(home) && draft.records.has(key)) return true
  return done.has(key) && (draft.deleted.has(key) || home !== holder)
}

/**
 * A report that was deleted while the workbook that was to go with it stayed. Named without a number, it is created again
 * should a tree have it, and the widgets that show it are known to be ours.
 */
const isLeftBehind = ({ deleted }: LedgerDraft, { done }: RunProgress, holder: Key, key: Key): boolean =>
  deleted.has(key) && deleted.has(holder) && !done.has(holder)

/** Whether a holder goes, is given up, or, a report, goes into a workbook that speaks of it. */
const isLeaving = ({ deleted, forgotten, holderOf }: LedgerDraft, holder: Key): boolean =>
  deleted.has(holder) || forgotten.has(holder) || (isKind(holder, 'report') && holderOf(holder) !== holder)
