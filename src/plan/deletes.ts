import { oncePer } from '@boardwright/common'
import { plural } from '../content/counted.ts'
import { type Entity, hasApp, ofKind } from '../content/entity.ts'
import { membersOfGroup } from '../content/group.ts'
import { isKind, type Key, kindOf } from '../content/kinds.ts'
import { type FolderPath, foldersAlong, pathText, type ReportReference, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { titleText } from '../content/printable.ts'
import { shownIn } from '../content/references.ts'
import { isOverwriting } from './dashboard.ts'
import { type Considered, type Decided, entityAfter, outcomeOf } from './decided.ts'
import { type Held, held, type Left, left } from './outcome.ts'
import type { HeldReason, LeftObject } from './plan-file.ts'
import { homeOf, nameInside, titleOf } from './titles.ts'
import { unitsInProgress } from './unseen.ts'

const isDeleted = (decided: Decided, key: Key): boolean => outcomeOf(decided, key)?.kind === 'delete'

/** A report that a dashboard would still show. */
export function keepReport({ decided, key }: Considered): Held<'still-used'> | undefined {
  if (!isKind(key, 'report')) return undefined
  const shown = shownAfterwards(decided)
  const where = shown.get(key) ?? shown.get(`id:${decided.inputs.live.publicIds.get(key)}`)
  return where === undefined ? undefined : keep('still-used', `${where} still shows it`)
}

/** A workbook that holds something of others, or a person's draft. */
export function keepWorkbook({ decided, key }: Considered): Held<'holds-others' | 'draft'> | undefined {
  if (!isKind(key, 'workbook')) return undefined
  const report = stayingIn(decided).get(key)
  if (report !== undefined) return keep('holds-others', `it holds ${nameInside(decided.compared, report)}, which stays`)
  const isDraft = unitsInProgress(decided, key).length > 0 && !isOverwriting(decided)
  return isDraft ? keep('draft', 'it has an unpublished draft in progress') : undefined
}

/** A schedule whose dashboard was to go too and does not: whoever gets it by e-mail would miss it. */
export function keepSchedule({ decided, key }: Considered): Held<'held-workbook'> | undefined {
  const home = isKind(key, 'notification') ? homeOf(decided.compared, key) : undefined
  if (home === undefined || decided.compared.desired.has(home)) return undefined
  return outcomeOf(decided, home)?.kind === 'held'
    ? keep('held-workbook', `${nameInside(decided.compared, home)} stays`)
    : undefined
}

/** A group with people in it whom no apply has added: a delete would take from them what others gave them. */
export function keepPeopled({ decided: { compared, inputs }, key }: Considered): Held<'has-members'> | undefined {
  const group = isKind(key, 'group') ? compared.live.get(key)?.own : undefined
  const ours = (group && membersOfGroup(group)) ?? []
  const others = (inputs.live.facts.get(key)?.members ?? 0) - ours.length
  if (others <= 0) return undefined
  const who = isKind(key, 'group')
    ? plural(others, 'person whom no apply has added is', 'people whom no apply has added are')
    : plural(others, 'embed user is', 'embed users are')
  return keep('has-members', `${who} in it`)
}

const keep = <R extends HeldReason>(reason: R, why: string): Held<R> =>
  held(reason, `removed from the repo, but ${why}`, { what: 'delete' })

/**
 * A folder is deleted only if everything in it is deleted or moved away, and only if this key sees everything. Folders
 * carry no record, and records choose the commit that declared one, so the platform has to show that it is ours: this
 * user made it, or this plan empties it of what is ours.
 */
export function keepFolder({ decided, key }: Considered): Left<'orphan'> | undefined {
  if (!isKind(key, 'folder')) return undefined
  const { live, named, history } = decided.inputs
  const kept = (why: string, claim?: LeftObject['claim']): Left<'orphan'> =>
    left('orphan', `removed from the repo, but ${why}`, claim)
  const name = usedFolders(decided).get(key)
  if (name !== undefined) return kept(`"${name}" is still in it`)
  if (!live.isAdmin) return kept('this key may not see everything in it')
  if (emptiedFolders(decided).has(key) || live.facts.get(key)?.owner === live.caller || named(key)) return undefined
  return kept('somebody else made it, and nothing of ours is in it', { commit: history.applied ?? '' })
}

/** The reports that drafts and published dashboards show after this plan, each with words for one that shows it. */
const shownAfterwards = oncePer((decided: Decided): ReadonlyMap<ReportReference, string> => {
  const { live, facts, otherDashboards } = { ...decided.inputs.live, live: decided.compared.live }
  const shown = new Map<ReportReference, string>()
  for (const { title, shows } of otherDashboards) for (const each of shows) shown.set(each, `"${titleText(title)}"`)
  for (const workbook of ofKind(live, 'workbook')) {
    const { key } = workbook
    if (isDeleted(decided, key)) continue
    const isWritten = outcomeOf(decided, key)?.kind === 'write'
    // A dashboard that was never published has no separate draft: writing it replaces what it shows.
    const isReplaced = decided.publishing.has(key) || (isWritten && !workbook.own.publish)
    const after = isReplaced || isWritten ? entityAfter(decided, key) : workbook
    const draft = facts.get(key)?.draft
    const names = [
      ...(after?.references ?? []),
      ...(isReplaced ? [] : workbook.references),
      ...shownByCode([after, ...(isReplaced ? [] : [workbook])]),
    ]
    for (const each of isReplaced || !draft ? [] : shownIn(draft))
      shown.set(each, `the unpublished draft of "${workbook.name}"`)
    for (const each of names) shown.set(each, `"${workbook.name}"`)
  }
  return shown
})

/** Only the complete code of an app tells which reports it shows. */
const shownByCode = (workbooks: readonly (Entity<'workbook'> | undefined)[]): ReportReference[] =>
  workbooks.flatMap((each) => {
    const dashboard = each && hasApp(each) ? each.whole().dashboard : undefined
    return dashboard ? shownIn(dashboard) : []
  })

/** Workbooks, each with an object that stays in it. */
const stayingIn = oncePer((decided: Decided): ReadonlyMap<Key, Key> => {
  const { live, comparisons } = decided.compared
  return new Map(
    [...comparisons.keys()].flatMap((key): [Key, Key][] => {
      const workbook = live.get(key)?.place.workbook
      const isLeaving = workbook === undefined || isDeleted(decided, key) || isMovedAway(decided, key, workbook)
      return isLeaving ? [] : [[workbookKey(workbook), key]]
    }),
  )
})

/** An object that this plan moves elsewhere does not keep its current workbook from being deleted. */
function isMovedAway(decided: Decided, key: Key, workbook: string): boolean {
  const outcome = outcomeOf(decided, key)
  if (outcome?.kind !== 'write' || !outcome.units.has('workbook')) return false
  return decided.compared.desired.get(key)?.place.workbook !== workbook
}

/** Folders that are still needed, each with the name of something in it. */
const usedFolders = oncePer((decided: Decided): ReadonlyMap<Key, string> => {
  const { compared, inputs } = decided
  const used = new Map<Key, string>()
  const use = (folder: FolderPath, name: string): void => {
    for (const [depth, key] of foldersAlong(folder).entries()) used.set(key, folder[depth + 1] ?? name)
  }
  for (const { title } of inputs.live.otherDashboards) use(title.slice(0, -1), title.at(-1) ?? '')
  for (const { name, folder } of inputs.live.leftOut.values()) use(folder, name)
  const staying = [...compared.comparisons.keys()].filter((key) => compared.live.has(key) && !isDeleted(decided, key))
  for (const key of staying) {
    const name = titleOf(compared, key).at(-1) ?? ''
    // If people moved a folder, the folder it is in now stays too.
    for (const folder of [inputs.live.facts.get(key)?.folder ?? [], folderAfter(decided, key)]) use(folder, name)
  }
  return used
})

/** The folders that this plan takes something out of. */
const emptiedFolders = oncePer((decided: Decided): ReadonlySet<Key> => {
  const { compared, outcomes } = decided
  const leaving = outcomes.with('delete', 'write').flatMap(([key]): FolderPath[] => {
    const now = OBJECTS[kindOf(key)].hasEntries ? compared.live.get(key)?.place.folder : undefined
    const isLeaving = isDeleted(decided, key) || pathText(folderAfter(decided, key)) !== pathText(now ?? [])
    return now && isLeaving ? [now] : []
  })
  return new Set(leaving.flatMap(foldersAlong))
})

/** The folder that a live object is in after this plan. */
function folderAfter({ compared: { desired, live }, outcomes }: Decided, key: Key): FolderPath {
  const outcome = outcomes.get(key)
  const isMoved = outcome?.kind === 'write' && outcome.units.has('folder') && desired.has(key)
  return (isMoved ? desired : live).get(key)?.place.folder ?? []
}
