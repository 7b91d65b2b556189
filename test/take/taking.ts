import { type Taking, takeLive } from '../../src/content/merge-live.ts'
import { type Content, folderKey, type Key, modelKey, reportKey, workbookKey } from '../../src/content/model.ts'
import type { Applied } from '../../src/content/threeway.ts'
import {
  digestsOf,
  type Units,
  unitsOfFolder,
  unitsOfModelFile,
  unitsOfReport,
  unitsOfWorkbook,
} from '../../src/content/units.ts'
import { EMPTY } from './values.ts'

export const baseOf = (units: Units): Applied => ({ base: Object.fromEntries(digestsOf(units)) })

/** What a ledger would say after this was applied. */
export const applied = ({ folders, workbooks, reports, model }: Content): Map<Key, Applied> =>
  new Map<Key, Applied>([
    ...folders.map((each) => [folderKey(each.path), baseOf(unitsOfFolder(each))] as const),
    ...workbooks.map((each) => [workbookKey(each.slug), baseOf(unitsOfWorkbook(each))] as const),
    ...reports.map((each) => [reportKey(each.id), baseOf(unitsOfReport(each))] as const),
    ...model.map((each) => [modelKey(each.path), baseOf(unitsOfModelFile(each))] as const),
  ])

export const take = (repo: Partial<Content>, live: Partial<Content>, more: Partial<Taking> = {}) =>
  takeLive({
    repo: { ...EMPTY, ...repo },
    live: { ...EMPTY, ...live },
    known: new Map(),
    named: more.known ?? new Map(),
    gone: new Set(),
    complete: true,
    renamed: new Map(),
    moved: new Map(),
    publicIds: new Map(),
    mirror: false,
    takeNew: false,
    isShared: () => false,
    selected: () => true,
    isInProgress: () => false,
    ...more,
  })
