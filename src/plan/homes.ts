import { isOurs } from '../compare/comparison.ts'
import type { Key } from '../content/kinds.ts'
import { type FolderPath, foldersAlong, workbookKey } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import { runningElsewhere } from './decide.ts'
import { type Considered, comparisonOf, type Decided, entityAfter, outcomeOf, withOutcomes } from './decided.ts'
import { type Held, held, type Outcome } from './outcome.ts'
import type { HeldReason } from './plan-file.ts'

/** An object waits if we cannot tell whether its folder exists. */
export function heldByFolder({ decided, key, outcome }: Considered): Held<'held-folder'> | undefined {
  const isWaiting = foldersFor(decided, key, outcome).some((folder) => isHeldNew(decided, folder))
  return isWaiting ? held('held-folder', 'its folder is held') : undefined
}

/** A workbook carries the ledger of its reports, so a report waits if its workbook is not ours or does not exist. */
export function heldByWorkbook({
  decided,
  key,
  outcome,
}: Considered): HeldByWorkbook | { readonly kind: 'unclaimed' } | undefined {
  const workbook = decided.compared.desired.get(key)?.place.workbook
  if (workbook === undefined) return undefined
  if (outcome.kind === 'create' || outcome.kind === 'write') return whyNotInto(decided, workbookKey(workbook))
  // It cannot be taken over before its workbook.
  const isUnclaimed = outcome.kind === 'left' && outcome.reason === 'unclaimed'
  return isUnclaimed && isHeldNew(decided, workbookKey(workbook)) ? { kind: 'unclaimed' } : undefined
}

type HeldByWorkbook = Held<'held-workbook' | 'other-project' | 'newer-ledger' | 'unclaimed' | 'running'>

/** What keeps a report out of its current or future workbook. */
export function whyNotInto(decided: Decided, workbook: Key): HeldByWorkbook | undefined {
  const outcome = outcomeOf(decided, workbook)
  const each = comparisonOf(decided, workbook)
  if (outcome?.kind === 'create' || !each) return undefined
  if (each.live === undefined) {
    return outcome?.kind === 'held' ? held('held-workbook', 'its workbook is held') : undefined
  }
  if (isOurs(each)) return runningElsewhere(workbook, decided.inputs)
  if (each.ownership.state === 'foreign') {
    return held('other-project', `in a workbook owned by project ${each.ownership.project}`)
  }
  if (each.ownership.state === 'newer')
    return held('newer-ledger', 'its workbook was applied by a newer version of this program')
  return held('unclaimed', 'its workbook is not managed yet')
}

/** Whether an object is held that is not live, as far as we can tell. */
const isHeldNew = (decided: Decided, key: Key): boolean =>
  comparisonOf(decided, key)?.live === undefined && outcomeOf(decided, key)?.kind === 'held'

/** The workbook or the folders that an object waits for, because they are held. */
export function homesWaitedFor(decided: Decided, key: Key): Key[] {
  const outcome = outcomeOf(decided, key)
  if (outcome?.kind !== 'held' || !WAITING.has(outcome.reason)) return []
  const { workbook, folder = [] } = decided.compared.desired.get(key)?.place ?? {}
  const homes: Key[] = [...foldersAlong(folder), ...(workbook === undefined ? [] : [workbookKey(workbook)])]
  return homes.filter((home) => isHeldNew(decided, home))
}

/** Held along with the place that it is in. */
export const WAITING: ReadonlySet<HeldReason> = new Set(['held-workbook', 'held-folder'])

/** A folder that something goes into is created again, even if it was deleted in the UI. */
export function createFolders(decided: Decided): Decided {
  const needed = decided.outcomes.with('create', 'write').flatMap(([key, outcome]) => foldersFor(decided, key, outcome))
  const missing = [...new Set(needed)].filter(
    (key) => outcomeOf(decided, key)?.kind === 'left' && comparisonOf(decided, key)?.live === undefined,
  )
  return withOutcomes(
    decided,
    missing.map((key) => [key, { kind: 'create', because: 'something is created in it' }]),
  )
}

/** The folders that an object is put into with this outcome. */
function foldersFor({ compared }: Decided, key: Key, outcome: Outcome): readonly Key[] {
  const isPut = outcome.kind === 'create' || (outcome.kind === 'write' && outcome.units.has('folder'))
  const folder: FolderPath | undefined = isPut ? compared.desired.get(key)?.place.folder : undefined
  return folder ? foldersAlong(folder) : []
}

/** Planned objects that must exist before this one is written. */
export function neededBy(decided: Decided, key: Key): Key[] {
  const { folder = [], workbook } = decided.compared.desired.get(key)?.place ?? {}
  const candidates: Key[] = [
    ...foldersAlong(folder),
    ...(workbook === undefined ? [] : [workbookKey(workbook)]),
    ...(entityAfter(decided, key)?.references ?? []).flatMap((reference) => reportOf(reference) ?? []),
  ]
  return [...new Set(candidates)].filter((each) => each !== key && outcomeOf(decided, each)?.kind === 'create').sort()
}
