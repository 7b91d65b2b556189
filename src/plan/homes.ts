import { type FolderPath, folderKey, type Key, type Workbook, workbookKey } from '../content/model.ts'
import { referencesIn, reportOf } from '../content/references.ts'
import { type Fate, held, isOurs } from './fate.ts'
import { caseOf, fateOf, type Workings } from './workings.ts'

/**
 * Where things go. The ledger of a report is kept by its workbook, so what sits in a workbook that is not ours, or that
 * is not there, waits for it. A folder that something goes into is made, whoever removed it.
 */
export function settleHomes(workings: Workings): void {
  const { fates, surveyed } = workings
  holdWithoutFolder(workings)
  for (const [key] of fates.with('create', 'write')) {
    const workbook = surveyed.desired.reports.get(key)?.place.workbook
    const obstacle = workbook === undefined ? undefined : obstacleIn(workings, workbookKey(workbook))
    if (obstacle) fates.set(key, obstacle)
  }
  for (const key of neededFolders(workings)) {
    const fate = fates.get(key)
    if (fate?.kind === 'left' && caseOf(workings, key)?.live === undefined) {
      fates.set(key, { kind: 'create', because: 'something goes into it' })
    }
  }
}

/** What cannot be put into its folder, because nobody knows whether that is there, waits. */
function holdWithoutFolder(workings: Workings): void {
  const { fates } = workings
  for (const [key, path] of goingInto(workings)) {
    const unseen = withAncestors(path)
      .map(folderKey)
      .filter((folder) => caseOf(workings, folder)?.live === undefined)
      .flatMap((folder) => fateOf(workings, folder) ?? [])
    const fate = unseen.find(({ kind }) => kind === 'held')
    if (fate?.kind !== 'held') continue
    fates.set(key, held(fate.reason, 'its folder is held'))
  }
}

export const WORKBOOK_HELD = 'its workbook is held'

/** What keeps a report out of the workbook that it sits in, or shall. */
export function obstacleIn(workings: Workings, workbook: Key): Fate | undefined {
  const fate = fateOf(workings, workbook)
  const each = caseOf(workings, workbook)
  if (fate?.kind === 'create' || !each) return undefined
  if (each.live === undefined) {
    return fate?.kind === 'held' ? held(fate.reason, WORKBOOK_HELD) : undefined
  }
  if (isOurs(each)) return undefined
  if (each.standing.state === 'foreign') {
    return held('other-project', `its workbook is owned by project ${each.standing.project}`)
  }
  if (each.standing.state === 'newer')
    return held('newer-ledger', 'a later version of this program wrote the ledger of its workbook')
  return held('unclaimed', 'its workbook has no owner yet: boardwright adopt takes it over')
}

const neededFolders = (workings: Workings): Set<Key> =>
  new Set(
    goingInto(workings)
      .flatMap(([, path]) => withAncestors(path))
      .map(folderKey),
  )

/** What this plan puts into folders: where it goes. */
function goingInto(workings: Workings): (readonly [Key, FolderPath])[] {
  const { desired } = workings.surveyed
  const moving = workings.fates
    .with('create', 'write')
    .filter(([, fate]) => fate.kind === 'create' || fate.units.has('folder'))
  return moving.flatMap(([key]): (readonly [Key, FolderPath])[] => {
    const path =
      desired.workbooks.get(key)?.folder ?? desired.reports.get(key)?.place.folder ?? desired.folders.get(key)?.path
    return path ? [[key, path]] : []
  })
}

const withAncestors = (path: FolderPath): FolderPath[] => path.map((_, index) => path.slice(0, index + 1))

/** What has to be there before an object is written, of the things that this plan makes. */
export function needsOf(workings: Workings, key: Key, workbook?: Workbook): Key[] {
  const { desired } = workings.surveyed
  const own = desired.workbooks.get(key)
  const report = desired.reports.get(key)
  const folder = desired.folders.get(key)
  const candidates: Key[] = [
    ...(own ? withAncestors(own.folder).map(folderKey) : []),
    ...(folder ? withAncestors(folder.path.slice(0, -1)).map(folderKey) : []),
    ...(report?.place.folder ? withAncestors(report.place.folder).map(folderKey) : []),
    ...(report?.place.workbook === undefined ? [] : [workbookKey(report.place.workbook)]),
    ...(workbook ? referencesIn(workbook).flatMap((reference) => reportOf(reference) ?? []) : []),
  ]
  return [...new Set(candidates)].filter((each) => each !== key && fateOf(workings, each)?.kind === 'create').sort()
}
