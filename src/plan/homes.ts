import { isOurs } from '../compare/comparison.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { type FolderPath, foldersAlong, type ReportReference, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { reportOf } from '../content/references.ts'
import { runningElsewhere } from './decide.ts'
import { held, type Outcome } from './outcome.ts'
import { comparisonOf, outcomeOf, type PlanDraft, summaryAfter } from './plan-draft.ts'
import type { HeldReason } from './plan-file.ts'
import { placeIn } from './titles.ts'

/**
 * Settles where objects go. A workbook carries the ledger of its reports, so a report waits if its workbook is not ours
 * or does not exist. A folder that something goes into is created again, even if it was deleted in the UI.
 */
export function settleHomes(planDraft: PlanDraft): void {
  const { outcomes, compared } = planDraft
  holdWithoutFolder(planDraft)
  for (const [key] of outcomes.with('create', 'write')) {
    const workbook = placeIn(compared.desired, key)?.workbook
    const obstacle = workbook === undefined ? undefined : obstacleIn(planDraft, workbookKey(workbook))
    if (obstacle) outcomes.set(key, obstacle)
  }
  for (const [key, outcome] of outcomes.with('left')) {
    const workbook = placeIn(compared.desired, key)?.workbook
    const isStranded = workbook !== undefined && isHeldNew(planDraft, workbookKey(workbook))
    // It cannot be taken over before its workbook.
    if (outcome.reason === 'unclaimed' && isStranded) outcomes.set(key, { kind: 'unclaimed' })
  }
  for (const key of neededFolders(planDraft)) {
    const outcome = outcomes.get(key)
    if (outcome?.kind === 'left' && comparisonOf(planDraft, key)?.live === undefined) {
      outcomes.set(key, { kind: 'create', because: 'something is created in it' })
    }
  }
}

/** An object waits if we cannot tell whether its folder exists. */
function holdWithoutFolder(planDraft: PlanDraft): void {
  const { outcomes } = planDraft
  for (const [key, path] of putIntoFolders(planDraft)) {
    if (foldersAlong(path).some((folder) => isHeldNew(planDraft, folder)))
      outcomes.set(key, held('held-folder', 'its folder is held'))
  }
}

/** Whether an object is held that is not live, as far as we can tell. */
const isHeldNew = (planDraft: PlanDraft, key: Key): boolean =>
  comparisonOf(planDraft, key)?.live === undefined && outcomeOf(planDraft, key)?.kind === 'held'

/** The workbook or the folders that an object waits for, because they are held. */
export function heldHomesOf(planDraft: PlanDraft, key: Key): Key[] {
  const outcome = outcomeOf(planDraft, key)
  if (outcome?.kind !== 'held' || !WAITING.has(outcome.reason)) return []
  const { workbook, folder = [] } = placeIn(planDraft.compared.desired, key) ?? {}
  const homes: Key[] = [...foldersAlong(folder), ...(workbook === undefined ? [] : [workbookKey(workbook)])]
  return homes.filter((home) => isHeldNew(planDraft, home))
}

const WAITING: ReadonlySet<HeldReason> = new Set(['held-workbook', 'held-folder'])

/** What keeps a report out of its current or future workbook. */
export function obstacleIn(planDraft: PlanDraft, workbook: Key): Outcome | undefined {
  const outcome = outcomeOf(planDraft, workbook)
  const each = comparisonOf(planDraft, workbook)
  if (outcome?.kind === 'create' || !each) return undefined
  if (each.live === undefined) {
    return outcome?.kind === 'held' ? held('held-workbook', 'its workbook is held') : undefined
  }
  if (isOurs(each)) return runningElsewhere(workbook, planDraft.inputs)
  if (each.ownership.state === 'foreign') {
    return held('other-project', `in a workbook owned by project ${each.ownership.project}`)
  }
  if (each.ownership.state === 'newer')
    return held('newer-ledger', 'a newer version of this program wrote the ledger of its workbook')
  return held('unclaimed', 'its workbook is not managed yet')
}

const neededFolders = (planDraft: PlanDraft): Set<Key> =>
  new Set(putIntoFolders(planDraft).flatMap(([, path]) => foldersAlong(path)))

/** Objects that this plan puts into a folder, each with the path of that folder. */
const putIntoFolders = ({ compared, outcomes }: PlanDraft): (readonly [Key, FolderPath])[] =>
  outcomes
    .with('create', 'write')
    .filter(([, outcome]) => outcome.kind === 'create' || outcome.units.has('folder'))
    .flatMap(([key]): (readonly [Key, FolderPath])[] => {
      const path = placeIn(compared.desired, key)?.folder
      return path ? [[key, path]] : []
    })

/** Planned objects that must exist before this one is written. */
export function needsOf(planDraft: PlanDraft, key: Key): Key[] {
  const { folder = [], workbook } = placeIn(planDraft.compared.desired, key) ?? {}
  const candidates: Key[] = [
    ...foldersAlong(folder),
    ...(workbook === undefined ? [] : [workbookKey(workbook)]),
    ...shownAfter(planDraft, key).flatMap((reference) => reportOf(reference) ?? []),
  ]
  return [...new Set(candidates)].filter((each) => each !== key && outcomeOf(planDraft, each)?.kind === 'create').sort()
}

/** The reports that an object shows in its final state. */
function shownAfter<K extends Kind>(planDraft: PlanDraft, key: Key<K>): readonly ReportReference[] {
  const object = summaryAfter(planDraft, key)
  return object ? OBJECTS[kindOf(key)].referencesIn(object) : []
}
