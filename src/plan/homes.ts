import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { type FolderPath, foldersAlong, type ReportReference, workbookKey } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { reportOf } from '../content/references.ts'
import { type Fate, held } from './fate.ts'
import { isOurs } from './survey.ts'
import { placeIn } from './titles.ts'
import { caseOf, fateOf, summaryAfter, type Workings } from './workings.ts'

/**
 * Where things go. The ledger of a report is kept by its workbook, so what sits in a workbook that is not ours, or that
 * is not there, waits for it. A folder that something goes into is made, whoever removed it.
 */
export function settleHomes(workings: Workings): void {
  const { fates, surveyed } = workings
  holdWithoutFolder(workings)
  for (const [key] of fates.with('create', 'write')) {
    const workbook = placeIn(surveyed.desired, key)?.workbook
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
    const unseen = foldersAlong(path)
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
  return held('unclaimed', 'its workbook is not managed yet; boardwright adopt takes it over')
}

const neededFolders = (workings: Workings): Set<Key> =>
  new Set(goingInto(workings).flatMap(([, path]) => foldersAlong(path)))

/** What this plan puts into folders: where it goes. */
const goingInto = ({ surveyed, fates }: Workings): (readonly [Key, FolderPath])[] =>
  fates
    .with('create', 'write')
    .filter(([, fate]) => fate.kind === 'create' || fate.units.has('folder'))
    .flatMap(([key]): (readonly [Key, FolderPath])[] => {
      const path = placeIn(surveyed.desired, key)?.folder
      return path ? [[key, path]] : []
    })

/** What has to be there before an object is written, of the things that this plan makes. */
export function needsOf(workings: Workings, key: Key): Key[] {
  const { folder = [], workbook } = placeIn(workings.surveyed.desired, key) ?? {}
  const candidates: Key[] = [
    ...foldersAlong(folder),
    ...(workbook === undefined ? [] : [workbookKey(workbook)]),
    ...shownBy(workings, key).flatMap((reference) => reportOf(reference) ?? []),
  ]
  return [...new Set(candidates)].filter((each) => each !== key && fateOf(workings, each)?.kind === 'create').sort()
}

/** The reports that an object shows once it is as planned. */
function shownBy<K extends Kind>(workings: Workings, key: Key<K>): readonly ReportReference[] {
  const object = summaryAfter(workings, key)
  return object ? OBJECTS[kindOf(key)].referencesIn(object) : []
}
