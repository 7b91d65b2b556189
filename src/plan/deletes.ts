import { isKind, type Key } from '../content/kinds.ts'
import { type FolderPath, foldersAlong, type ReportReference, workbookKey } from '../content/model.ts'
import { referencesOf } from '../content/references.ts'
import { held } from './fate.ts'
import { unitsInProgress } from './progress.ts'
import { placeIn } from './titles.ts'
import { fateOf, leave, type Workings, workbookAfter } from './workings.ts'

/**
 * Deletes that hurt nobody: no report that a dashboard would still show, nothing that holds what is not ours. Keeping
 * one thing may keep another, so this goes round until nothing more is kept.
 */
export function settleDeletes(workings: Workings): void {
  for (;;) {
    const before = countDeletes(workings)
    if (before === 0) return
    keepShownReports(workings)
    keepWorkbooksOfOthers(workings)
    keepFoldersOfOthers(workings)
    if (countDeletes(workings) === before) return
  }
}

const deletes = ({ fates }: Workings): Key[] => fates.with('delete').map(([key]) => key)
const countDeletes = (workings: Workings): number => deletes(workings).length
const isDeleted = (workings: Workings, key: Key): boolean => fateOf(workings, key)?.kind === 'delete'

function keepShownReports(workings: Workings): void {
  const shown = shownAfterwards(workings)
  for (const key of deletes(workings)) {
    const publicId = workings.inputs.live.publicIds.get(key)
    const where = shown.get(key as ReportReference) ?? shown.get(`id:${publicId}`)
    if (where === undefined) continue
    workings.fates.set(
      key,
      held('still-used', `removed from the repo, but "${where}" still shows it`, { what: 'delete' }),
    )
  }
}

/** What drafts and published dashboards show once this plan is done, each with the name of one dashboard. */
function shownAfterwards(workings: Workings): ReadonlyMap<ReportReference, string> {
  const { live, facts, otherDashboards } = { ...workings.inputs.live, live: workings.surveyed.live }
  const shown = new Map<ReportReference, string>()
  for (const { title, shows } of otherDashboards) for (const each of shows) shown.set(each, title.join(' / '))
  for (const [key, workbook] of live.workbooks) {
    if (isDeleted(workings, key)) continue
    const isWritten = fateOf(workings, key)?.kind === 'write'
    // What was never published has one dashboard, and that is written.
    const isReplaced = workings.publishing.has(key) || (isWritten && !workbook.publish)
    const after = isReplaced || isWritten ? workbookAfter(workings, key) : workbook
    const draft = facts.get(key)?.draft
    const names = [
      ...(after?.references ?? []),
      ...(isReplaced ? [] : workbook.references),
      ...(isReplaced || !draft ? [] : referencesOf(draft)),
    ]
    for (const each of names) shown.set(each, workbook.name)
  }
  return shown
}

function keepWorkbooksOfOthers(workings: Workings): void {
  const { surveyed, fates } = workings
  const staying = new Set(
    [...surveyed.cases.keys()].flatMap((key) => {
      const workbook = placeIn(surveyed.live, key)?.workbook
      const isLeaving = workbook === undefined || isDeleted(workings, key) || isMovedAway(workings, key, workbook)
      return isLeaving ? [] : [workbookKey(workbook)]
    }),
  )
  for (const key of deletes(workings)) {
    if (!isKind(key, 'workbook')) continue
    if (staying.has(key)) {
      fates.set(
        key,
        held('holds-others', 'no file declares it any more, and it holds reports that stay', { what: 'delete' }),
      )
    } else if (unitsInProgress(workings, key).length > 0 && workings.inputs.shaping.uiEdits !== 'overwrite') {
      fates.set(
        key,
        held('draft', 'no file declares it any more, and it has an unpublished draft in progress', { what: 'delete' }),
      )
    }
  }
}

/** What this plan puts somewhere else does not keep the workbook that it is in now. */
function isMovedAway(workings: Workings, key: Key, workbook: string): boolean {
  const fate = fateOf(workings, key)
  if (fate?.kind !== 'write' || !fate.units.has('workbook')) return false
  return placeIn(workings.surveyed.desired, key)?.workbook !== workbook
}

/** A folder goes when everything in it goes or leaves, and only for somebody who sees everything. */
function keepFoldersOfOthers(workings: Workings): void {
  const { surveyed, inputs, fates } = workings
  const staying = [...surveyed.cases.keys()].filter((key) => surveyed.live.has(key) && !isDeleted(workings, key))
  const used = new Set<Key>([
    ...staying.flatMap((key) => foldersAlong(folderAfter(workings, key))),
    // One that people moved is where they put it.
    ...staying.flatMap((key) => foldersAlong(inputs.live.facts.get(key)?.folder ?? [])),
    ...inputs.live.otherDashboards.flatMap(({ title }) => foldersAlong(title.slice(0, -1))),
  ])
  for (const key of deletes(workings)) {
    if (!isKind(key, 'folder') || (inputs.live.isAdmin && !used.has(key))) continue
    fates.set(key, { kind: 'unmanaged' })
    leave(workings, key, { reason: 'orphan', message: 'no file declares it any more, and something is still in it' })
  }
}

/** The folder that an object of live is in once this plan is done. */
function folderAfter({ surveyed: { desired, live }, fates }: Workings, key: Key): FolderPath {
  const fate = fates.get(key)
  const isMoved = fate?.kind === 'write' && fate.units.has('folder') && desired.has(key)
  return placeIn(isMoved ? desired : live, key)?.folder ?? []
}
