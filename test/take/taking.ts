import type { FoundEntry } from '../../src/base/ledger.ts'
import { compareAll } from '../../src/compare/compare.ts'
import type { CompareInputs } from '../../src/compare/inputs.ts'
import { ofKind, renamedIn } from '../../src/content/entity.ts'
import type { LiveFacts } from '../../src/content/facts.ts'
import { isKind, KINDS, type Kind } from '../../src/content/kinds.ts'
import { type FolderPath, folderKey, type Key, modelKey, reportKey, workbookKey } from '../../src/content/model.ts'
import { OBJECTS } from '../../src/content/objects.ts'
import { settledNames } from '../../src/content/references.ts'
import type { LastApply } from '../../src/content/threeway.ts'
import {
  digestsOf,
  type Units,
  unitsOfFolder,
  unitsOfModelFile,
  unitsOfReport,
  unitsOfWorkbook,
} from '../../src/content/units.ts'
import { takeLive } from '../../src/take/take.ts'
import type { Taking } from '../../src/take/taking.ts'
import { EMPTY } from '../content/values.ts'
import { NO_HISTORY, NOTHING_LIVE } from '../support/compare-inputs.ts'
import { contentIn, type Lists } from '../support/lists.ts'
import { inWhole } from '../support/whole.ts'

export const baseOf = (units: Units): LastApply => ({ base: Object.fromEntries(digestsOf(units)) })

/** What a ledger would say after this was applied. */
export const applied = ({ folders, workbooks, reports, model }: Lists): Map<Key, LastApply> =>
  new Map<Key, LastApply>([
    ...folders.map((each) => [folderKey(each.path), baseOf(unitsOfFolder(each))] as const),
    ...workbooks.map((each) => [workbookKey(each.slug), baseOf(unitsOfWorkbook(each))] as const),
    ...reports.map((each) => [reportKey(each.id), baseOf(unitsOfReport(each))] as const),
    ...model.map((each) => [modelKey(each.path), baseOf(unitsOfModelFile(each))] as const),
  ])

export interface Given extends Partial<Omit<Taking, 'repo' | 'live' | 'compared' | 'inputs'>> {
  /** What was last applied, as ledgers say it. */
  readonly known?: ReadonlyMap<Key, LastApply>
  /** Objects that were looked up and are gone. */
  readonly gone?: ReadonlySet<Key>
  /** Names that objects were given in the UI, and folders that folders were moved into. */
  readonly renamed?: ReadonlyMap<Key, string>
  readonly moved?: ReadonlyMap<Key, FolderPath>
}

export function take(repo: Partial<Lists>, live: Partial<Lists>, given: Given = {}) {
  const { known = new Map(), gone = new Set(), renamed = new Map(), moved = new Map(), ...more } = given
  const publicIds = more.publicIds ?? new Map()
  const ours = contentIn({ ...EMPTY, ...repo })
  const theirs = contentIn({ ...EMPTY, ...live })
  const settle = settledNames(publicIds, (key) => ours.has(key) || known.has(key))
  const [desired, content] = [renamedIn(ours, settle), renamedIn(theirs, settle)]
  const factsOf = <K extends Kind>(kind: K): [Key, LiveFacts][] =>
    ofKind(theirs, kind).map(({ key, own, place }) => {
      const folder = isKind(key, 'folder') ? { folder: moved.get(key) ?? place.folder ?? [] } : {}
      return [key, { id: 1, name: renamed.get(key) ?? OBJECTS[kind].renaming?.nameIn(own), ...folder }]
    })
  const inputs: CompareInputs = {
    ...{ desired, history: NO_HISTORY, takenEdits: new Set() },
    live: {
      ...NOTHING_LIVE,
      ...{ content, facts: new Map(KINDS.flatMap(factsOf)), publicIds, gone },
      entries: new Map(
        [...known].map(([key, entry]) => [key, { live: 1, commit: 'c', ...(entry as LastApply) } as FoundEntry]),
      ),
    },
  }
  const taken = takeLive({
    ...{ repo: ours, live: theirs, inputs, compared: compareAll(inputs) },
    ...{ complete: true, publicIds, mirror: false, takeNew: false },
    ...{ isShared: () => false, selected: () => true, isInProgress: () => false },
    ...more,
  })
  return inWhole(taken)
}
