import type { Pending } from '../../src/base/ledger.ts'
import { filterContent } from '../../src/content/entity.ts'
import { idIn } from '../../src/content/kinds.ts'
import { folderKey, type Key, reportKey, workbookKey } from '../../src/content/model.ts'
import { referencesOf, reportOf } from '../../src/content/references.ts'
import type { Base } from '../../src/content/threeway.ts'
import { digestsOf, type Units, unitsOfFolder, unitsOfReport, unitsOfWorkbook } from '../../src/content/units.ts'
import { changedUnitsIn } from '../../src/plan/plan.ts'
import type { PlannedObject } from '../../src/plan/plan-file.ts'
import type { Decision } from '../../src/plan/work.ts'
import { UNSHAPED } from '../../src/project/plan/inputs.ts'
import { EMPTY } from '../content/values.ts'
import { contentIn, type Lists } from '../support/lists.ts'

export const COMMIT = '41ab9c0'

export interface Ask {
  readonly live?: Lists
  readonly desired: Lists
  readonly prune?: boolean
  readonly commit?: string
  readonly deployment?: number
  /** What this commit does not bring, should nothing be done. */
  readonly pending?: readonly Pending[]
  readonly forgotten?: readonly Key[]
  /** Units that differ though both sides are called alike: slugs and names that live has others of. */
  readonly touched?: Readonly<Record<Key, readonly string[]>>
  /** Objects that only converged. */
  readonly records?: readonly Key[]
}

interface Item {
  readonly key: Key
  readonly title: readonly string[]
  readonly units: Units
  readonly needs: readonly Key[]
}

const folderNeeds = (path: readonly string[]): Key[] => (path.length > 0 ? [folderKey(path)] : [])

const itemsOf = ({ folders, workbooks, reports }: Lists): Map<Key, Item> => {
  const items: Item[] = [
    ...folders.map((folder) => ({
      key: folderKey(folder.path),
      title: folder.path,
      units: unitsOfFolder(folder),
      needs: folderNeeds(folder.path.slice(0, -1)),
    })),
    ...workbooks.map((workbook) => ({
      key: workbookKey(workbook.slug),
      title: [...workbook.folder, workbook.name],
      units: unitsOfWorkbook(workbook),
      needs: [
        ...folderNeeds(workbook.folder),
        ...(workbook.dashboard ? referencesOf(workbook.dashboard) : []).flatMap((each) => reportOf(each) ?? []),
      ],
    })),
    ...reports.map(({ id, place, definition }) => ({
      key: reportKey(id),
      title: [definition.name],
      units: unitsOfReport({ id, place, definition }),
      needs: [...folderNeeds(place.folder ?? []), ...(place.workbook ? [workbookKey(place.workbook)] : [])],
    })),
  ]
  return new Map(items.map((item) => [item.key, item]))
}

const NO_NOTICE = { notifications: 0, tenants: 0, embedded: false }

/** What a plan would say where nobody edited anything: enough of one to be carried out. */
export function decisionOf({ live = EMPTY, desired, prune = false, commit = COMMIT, ...ask }: Ask): Decision {
  const [before, after] = [itemsOf(live), itemsOf(desired)]
  const changed = new Map<Key, PlannedObject>()
  const unitsOf = (key: Key) => {
    const [a, b] = [before.get(key), after.get(key)].map((item) => (item ? digestsOf(item.units) : new Map()))
    const names = new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])
    const changes = [...names].filter((unit) => a?.get(unit) !== b?.get(unit))
    return [...changes, ...(ask.touched?.[key] ?? [])].map((unit) => ({ unit }))
  }
  for (const { key, title, needs } of after.values()) {
    const units = unitsOf(key)
    const isPositionOnly = units.every(({ unit }) => unit === 'position' && !after.get(key)?.units.has('position'))
    if (before.has(key) && (units.length === 0 || isPositionOnly)) continue
    const action = before.has(key) ? 'update' : 'create'
    changed.set(key, {
      key,
      title: [...title],
      action,
      needs,
      because: '',
      units,
      keeps: [],
      replaces: [],
    } as unknown as PlannedObject)
  }
  for (const workbook of desired.workbooks) {
    const key = workbookKey(workbook.slug)
    const shown = (workbook.dashboard ? referencesOf(workbook.dashboard) : []).flatMap((each) => reportOf(each) ?? [])
    const own = changed.get(key)
    const reports = shown.filter((report) => changed.has(report))
    const isDashboard = own?.units.some(
      ({ unit }) => !['name', 'slug', 'folder', 'meta'].includes(unit) && !unit.startsWith('embed '),
    )
    if (!workbook.publish || (!isDashboard && reports.length === 0)) continue
    const item = after.get(key)
    const object = own ?? {
      key,
      title: [...(item?.title ?? [])],
      action: 'publish',
      needs: [...(item?.needs ?? [])],
      because: '',
      units: [],
      keeps: [],
      replaces: [],
    }
    changed.set(key, {
      ...object,
      publish: { from: null, to: 1, dashboard: isDashboard, reports, notice: NO_NOTICE },
    } as unknown as PlannedObject)
  }
  const gone = [...before.values()].filter(({ key }) => prune && !after.has(key))
  for (const { key, title } of gone) {
    changed.set(key, {
      key,
      title: [...title],
      action: 'delete',
      needs: [],
      because: '',
      units: [],
      keeps: [],
      replaces: [],
    } as unknown as PlannedObject)
  }
  const recorded = [...changed.keys(), ...(ask.records ?? [])].filter(
    (key) => after.has(key) && !key.startsWith('folder/'),
  )
  const recordOf = (key: Key): Base => Object.fromEntries(digestsOf(after.get(key)?.units ?? new Map()))
  return {
    plan: {
      format: 1,
      project: { id: '7f3kQ2m9', name: 'acme' },
      target: {
        ...{ name: 'production', deployment: ask.deployment ?? 2, protected: false },
        ...{ host: 'acme.example', url: 'https://acme.example' },
      },
      commit,
      dirty: false,
      applied: null,
      inputs: { ...UNSHAPED, prune },
      objects: [...changed.values()],
      held: [],
      left: [],
      stops: [],
      notes: [],
      summary: {
        create: 0,
        update: 0,
        delete: 0,
        publish: 0,
        unchanged: 0,
        uiEdits: 0,
        held: 0,
        unclaimed: { workbook: 0, report: 0 },
        orphans: 0,
        unmanaged: 0,
        otherProjects: 0,
        drafts: 0,
        converged: 0,
      },
      fingerprint: '0'.repeat(64),
    },
    work: {
      addressOf: () => undefined,
      wanted: filterContent(contentIn(desired), (key) => changed.has(key)),
      bases: new Map(recorded.map((key) => [key, recordOf(key)])),
      pending: [
        ...[...changed.values()].flatMap(({ key, action }) =>
          action === 'create' ? [{ key: key as Key, why: 'cut off' as const }] : [],
        ),
        ...(ask.pending ?? []),
      ],
      changedUnits: changedUnitsIn([...changed.values()]),
      lastApplied: new Map(),
      forgotten: [...(ask.forgotten ?? [])],
      titleOf: (key) => [idIn(key)],
    },
  }
}
