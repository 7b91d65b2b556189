import { wholeObject } from '../compare/whole.ts'
import { isKind, type Key, kindOf } from '../content/kinds.ts'
import { type FolderPath, foldersAlong, pathText, type ReportReference, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { titleText } from '../content/printable.ts'
import { shownIn } from '../content/references.ts'
import { hasApp } from '../content/summary.ts'
import { nameOf } from './dashboards.ts'
import { held, left, type Outcome } from './outcome.ts'
import { mergedWorkbook, outcomeOf, type PlanDraft, workbookAfter } from './plan-draft.ts'
import type { LeftObject, Stop } from './plan-file.ts'
import { whatStops } from './stops.ts'
import { placeIn, titleOf } from './titles.ts'
import { unitsInProgress } from './unseen.ts'

/**
 * Keeps whatever is not safe to delete: a report that a dashboard would still show, and anything that contains objects
 * of others. Keeping one object may force another to stay, so this repeats until nothing changes.
 */
export function settleDeletes(planDraft: PlanDraft): void {
  for (;;) {
    const before = countDeletes(planDraft)
    if (before === 0) return
    keepShownReports(planDraft)
    keepWorkbooksOfOthers(planDraft)
    keepFoldersOfOthers(planDraft)
    if (countDeletes(planDraft) === before) return
  }
}

/**
 * Without `--prune` nothing is deleted or held for it: a plan says what one with it would do, and what would stop that
 * one.
 */
export function keepWithoutPrune(planDraft: PlanDraft): void {
  const { inputs, outcomes } = planDraft
  if (inputs.shaping.prune) return
  const deleted = outcomes.with('delete')
  if (deleted.length > 0) {
    const message = `removed from the repo, still live; ${pruning(whatStops(planDraft).stops)}`
    for (const [key] of deleted) outcomes.set(key, left('orphan', message))
  }
  for (const [key, { what, message }] of outcomes.with('held'))
    if (what === 'delete') outcomes.set(key, left('orphan', message))
}

/** How `--prune` deletes, given what stops a plan with it. */
function pruning(stops: readonly Stop[]): string {
  const flags = new Set(stops.flatMap(({ flag }) => flag ?? []))
  const command = ['--prune', ...flags].join(' ')
  return stops.every(({ flag }) => flag !== undefined)
    ? `${command} deletes it`
    : `${command} deletes it once nothing else stops the plan`
}

const deletes = ({ outcomes }: PlanDraft): Key[] => outcomes.with('delete').map(([key]) => key)
const countDeletes = (planDraft: PlanDraft): number => deletes(planDraft).length
const isDeleted = (planDraft: PlanDraft, key: Key): boolean => outcomeOf(planDraft, key)?.kind === 'delete'

function keepShownReports(planDraft: PlanDraft): void {
  const reports = deletes(planDraft).filter((key) => isKind(key, 'report'))
  if (reports.length === 0) return
  const shown = shownAfterwards(planDraft)
  for (const key of reports) {
    const publicId = planDraft.inputs.live.publicIds.get(key)
    const where = shown.get(key as ReportReference) ?? shown.get(`id:${publicId}`)
    if (where === undefined) continue
    planDraft.outcomes.set(
      key,
      held('still-used', `removed from the repo, but ${where} still shows it`, { what: 'delete' }),
    )
  }
}

/** The reports that drafts and published dashboards show after this plan, each with words for one that shows it. */
function shownAfterwards(planDraft: PlanDraft): ReadonlyMap<ReportReference, string> {
  const { live, facts, otherDashboards } = { ...planDraft.inputs.live, live: planDraft.compared.live }
  const shown = new Map<ReportReference, string>()
  for (const { title, shows } of otherDashboards) for (const each of shows) shown.set(each, `"${titleText(title)}"`)
  for (const [key, workbook] of live.workbooks) {
    if (isDeleted(planDraft, key)) continue
    const isWritten = outcomeOf(planDraft, key)?.kind === 'write'
    // A dashboard that was never published has no separate draft: writing it replaces what it shows.
    const isReplaced = planDraft.publishing.has(key) || (isWritten && !workbook.publish)
    const after = isReplaced || isWritten ? workbookAfter(planDraft, key) : workbook
    const draft = facts.get(key)?.draft
    const names = [
      ...(after?.references ?? []),
      ...(isReplaced ? [] : workbook.references),
      ...([workbook, after].some((each) => each && hasApp(each)) ? shownByCode(planDraft, key, isReplaced) : []),
    ]
    for (const each of isReplaced || !draft ? [] : shownIn(draft))
      shown.set(each, `the unpublished draft of "${workbook.name}"`)
    for (const each of names) shown.set(each, `"${workbook.name}"`)
  }
  return shown
}

/** Only the complete code of an app tells which reports it shows; `keysToRead` asks for it if a report `mayDelete`. */
function shownByCode(planDraft: PlanDraft, key: Key, isReplaced: boolean): ReportReference[] {
  const now = isReplaced ? undefined : wholeObject(planDraft, 'live', key as Key<'workbook'>)
  return [mergedWorkbook(planDraft, key), now].flatMap((each) => (each?.dashboard ? shownIn(each.dashboard) : []))
}

function keepWorkbooksOfOthers(planDraft: PlanDraft): void {
  const { compared, outcomes } = planDraft
  const staying = new Map(
    [...compared.comparisons.keys()].flatMap((key): [Key, Key][] => {
      const workbook = placeIn(compared.live, key)?.workbook
      const isLeaving = workbook === undefined || isDeleted(planDraft, key) || isMovedAway(planDraft, key, workbook)
      return isLeaving ? [] : [[workbookKey(workbook), key]]
    }),
  )
  for (const key of deletes(planDraft)) {
    if (!isKind(key, 'workbook')) continue
    const report = staying.get(key)
    if (report !== undefined) {
      outcomes.set(
        key,
        held('holds-others', `removed from the repo, but it holds ${nameOf(planDraft, report)}, which stays`, {
          what: 'delete',
        }),
      )
    } else if (unitsInProgress(planDraft, key).length > 0 && planDraft.inputs.shaping.uiEdits !== 'overwrite') {
      outcomes.set(
        key,
        held('draft', 'removed from the repo, but it has an unpublished draft in progress', { what: 'delete' }),
      )
    }
  }
}

/** An object that this plan moves elsewhere does not keep its current workbook from being deleted. */
function isMovedAway(planDraft: PlanDraft, key: Key, workbook: string): boolean {
  const outcome = outcomeOf(planDraft, key)
  if (outcome?.kind !== 'write' || !outcome.units.has('workbook')) return false
  return placeIn(planDraft.compared.desired, key)?.workbook !== workbook
}

/**
 * A folder is deleted only if everything in it is deleted or moved away, and only if this key sees everything. Folders
 * carry no record, and records choose the commit that declared one, so the platform has to show that it is ours: this
 * user made it, or this plan empties it of what is ours.
 */
function keepFoldersOfOthers(planDraft: PlanDraft): void {
  const { compared, inputs, outcomes } = planDraft
  const staying = [...compared.comparisons.keys()].filter((key) => compared.live.has(key) && !isDeleted(planDraft, key))
  /** Folders that are still needed, each with the name of something in it. */
  const used = new Map<Key, string>()
  const use = (folder: FolderPath, name: string): void => {
    for (const [depth, key] of foldersAlong(folder).entries()) used.set(key, folder[depth + 1] ?? name)
  }
  for (const { title } of inputs.live.otherDashboards) use(title.slice(0, -1), title.at(-1) ?? '')
  for (const { name, folder } of inputs.live.leftOut.values()) use(folder, name)
  for (const key of staying) {
    const name = titleOf(compared, key).at(-1) ?? ''
    // If people moved a folder, the folder it is in now stays too.
    for (const folder of [inputs.live.facts.get(key)?.folder ?? [], folderAfter(planDraft, key)]) use(folder, name)
  }
  const emptied = emptiedFolders(planDraft)
  const kept = (why: string, claim?: LeftObject['claim']): Outcome =>
    left('orphan', `removed from the repo, but ${why}`, claim)
  const keeping = (key: Key): Outcome | undefined => {
    const name = used.get(key)
    if (name !== undefined) return kept(`"${name}" is still in it`)
    if (!inputs.live.isAdmin) return kept('this key may not see everything in it')
    const isOurs = emptied.has(key) || inputs.live.facts.get(key)?.owner === inputs.live.caller || inputs.named(key)
    if (isOurs) return undefined
    return kept('somebody else made it, and nothing of ours is in it', { commit: inputs.history.applied ?? '' })
  }
  for (const key of deletes(planDraft)) {
    const outcome = isKind(key, 'folder') ? keeping(key) : undefined
    if (outcome) outcomes.set(key, outcome)
  }
}

/** The folders that this plan takes something out of. */
function emptiedFolders(planDraft: PlanDraft): ReadonlySet<Key> {
  const { compared, outcomes } = planDraft
  const leaving = outcomes.with('delete', 'write').flatMap(([key]): FolderPath[] => {
    const now = OBJECTS[kindOf(key)].isRecorded ? placeIn(compared.live, key)?.folder : undefined
    const isLeaving = isDeleted(planDraft, key) || pathText(folderAfter(planDraft, key)) !== pathText(now ?? [])
    return now && isLeaving ? [now] : []
  })
  return new Set(leaving.flatMap(foldersAlong))
}

/** The folder that a live object is in after this plan. */
function folderAfter({ compared: { desired, live }, outcomes }: PlanDraft, key: Key): FolderPath {
  const outcome = outcomes.get(key)
  const isMoved = outcome?.kind === 'write' && outcome.units.has('folder') && desired.has(key)
  return placeIn(isMoved ? desired : live, key)?.folder ?? []
}
