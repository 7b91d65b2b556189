import { editedUnits, isOurs, unitsWith } from '../compare/comparison.ts'
import { wholeObject } from '../compare/whole.ts'
import { counted } from '../content/counted.ts'
import { type Entities, entitiesOf, entityOf, ofKind } from '../content/entity.ts'
import { isKind, type Key, kindOf } from '../content/kinds.ts'
import type { Workbook } from '../content/model.ts'
import { reportOf } from '../content/references.ts'
import { comparisonOf, type Decided, isWritten, mergedObject, mergedWorkbook, outcomeOf } from './decided.ts'
import { drawingOf } from './drawing.ts'
import { needsOf } from './homes.ts'
import { planRules } from './kinds.ts'
import { namesOfUnits } from './labels.ts'
import { byTitle } from './order.ts'
import { UNCHANGED } from './outcome.ts'
import type { Loss, PlannedObject, Publish, ShownOn, UnitChange } from './plan-file.ts'
import { editsIn, namesOf, sidesOf } from './sides.ts'
import { titleOf, workbookOf } from './titles.ts'
import { isUnseenSomewhere } from './unpublished.ts'

/** The objects of a plan, in the order in which they are shown and applied. */
export function plannedObjects(decided: Decided): PlannedObject[] {
  const showing = dashboardsShowing(decided)
  const { outcomes, publishing } = decided
  const keys = new Set([...outcomes.others().map(([key]) => key), ...publishing.keys()])
  return [...keys]
    .flatMap((key): PlannedObject[] => {
      const outcome = outcomes.get(key) ?? UNCHANGED
      const common = () => ({
        ...namesOf(decided, key),
        needs: needsOf(decided, key),
        keeps: [],
        replaces: [],
      })
      switch (outcome.kind) {
        case 'create':
        case 'write': {
          const [units, edits] = [changesOf(decided, key), editsIn(decided, key)]
          return [
            {
              ...common(),
              action: outcome.kind === 'create' ? 'create' : 'update',
              because: outcome.because,
              ...(outcome.kind === 'create' && outcome.recreates ? { recreates: true } : {}),
              units,
              keeps: outcome.kind === 'write' ? edits : [],
              replaces: [...(decided.replaces.get(key) ?? [])],
              ...publishOf(decided, key),
              ...drawn(decided, key, mergedWorkbook(decided, key)),
              ...namesOfUnits(decided, key, [...units, ...edits]),
              ...(isKind(key, 'report') && outcome.kind === 'write' ? { shownOn: showing(key) } : {}),
              ...(units.some(({ overwrites }) => overwrites) && isUnseenSomewhere(decided, key)
                ? { unpublished: true }
                : {}),
            },
          ]
        }
        case 'delete':
          return [
            {
              ...common(),
              file: undefined,
              needs: [],
              action: 'delete',
              because: outcome.because,
              units: deletedUnits(decided, key),
              ...lossOf(decided, key),
              ...drawn(decided, key, undefined),
            },
          ]
        default: {
          const publish = publishOf(decided, key)
          return publish.publish
            ? [
                {
                  ...common(),
                  action: 'publish',
                  because: publishes(decided, key),
                  units: [],
                  replaces: [...(decided.replaces.get(key) ?? [])],
                  ...publish,
                  ...drawn(decided, key, mergedWorkbook(decided, key)),
                },
              ]
            : []
        }
      }
    })
    .sort(byOrder)
}

/** The data model, then folders, then each workbook with its reports. Deletes come last. */
function byOrder(a: PlannedObject, b: PlannedObject): number {
  const rank = ({ key, action }: PlannedObject): number => (action === 'delete' ? 10 : 0) + planRules(kindOf(key)).rank
  return rank(a) - rank(b) || byTitle(a, b)
}

/** What is written, unit by unit: the live value and the new one. */
function changesOf(decided: Decided, key: Key): UnitChange[] {
  const each = comparisonOf(decided, key)
  const outcome = outcomeOf(decided, key)
  const edited = new Set(
    each && outcome?.kind === 'write' ? [...editedUnits(each), ...unitsWith(each, 'conflict')] : [],
  )
  return sidesOf(decided, key, 'live', 'desired', (unit) => isWritten(outcome, unit)).map((change) =>
    edited.has(change.unit) ? { ...change, overwrites: true as const } : change,
  )
}

/**
 * What is deleted. If an interrupted run already deleted a report of it, its widget is shown as before, because people
 * approved the plan in that form.
 */
function deletedUnits(decided: Decided, key: Key): UnitChange[] {
  const { dangling } = comparisonOf(decided, key) ?? { dangling: new Map() }
  return sidesOf(decided, key, 'live', undefined).map((change) =>
    dangling.has(change.unit) ? { ...change, before: dangling.get(change.unit) } : change,
  )
}

/** Does not repeat the reports that the plan lists right below. */
function publishes({ publishing, outcomes, compared }: Decided, key: Key): string {
  const reports = publishing.get(key)?.reports ?? []
  const isWritten = (report: Key): boolean => ['create', 'write'].includes(outcomes.get(report)?.kind ?? '')
  const others = reports.filter((report) => !isWritten(report) || workbookOf(compared, report) !== key)
  const names = others.slice(0, MOST_NAMED).map((report) => `"${titleOf(compared, report).at(-1)}"`)
  const more = others.length > MOST_NAMED ? ` and ${counted(others.length - MOST_NAMED)} more` : ''
  const which = names.length === 0 ? '' : `: ${names.join(', ')}${more}`
  return `${reports.some(isWritten) ? 'a report on it changes' : 'viewers see an older version'}${which}`
}

const MOST_NAMED = 4

/** For a dashboard that does not exist yet. */
const NOBODY = { notifications: 0, tenants: 0 }
const UNASKED = { notifications: null, tenants: null }

function lossOf({ inputs, compared }: Decided, key: Key): { loss?: Loss } {
  if (!isKind(key, 'workbook')) return {}
  const version = inputs.live.facts.get(key)?.publication?.version ?? null
  const embedded = version !== null && compared.live.get(key)?.own.allowEmbed === true
  return { loss: { version, notice: { ...(version === null ? NOBODY : UNASKED), embedded } } }
}

function publishOf({ inputs, publishing, compared }: Decided, key: Key): { publish?: Publish } {
  const publish = publishing.get(key)
  if (!publish || !isKind(key, 'workbook')) return {}
  const from = inputs.live.facts.get(key)?.publication?.version ?? null
  const notice = compared.live.has(key) ? UNASKED : NOBODY
  const embedded = compared.live.get(key)?.own.allowEmbed === true
  return {
    publish: {
      ...{ from, to: (from ?? 0) + 1, dashboard: publish.dashboard, reports: [...publish.reports] },
      notice: { ...notice, embedded },
    },
  }
}

/** What viewers see of a dashboard, before and after. */
function drawn(decided: Decided, key: Key, after: Workbook | undefined): Pick<PlannedObject, 'drawing'> {
  const { desired, live } = decided.compared
  if (!isKind(key, 'workbook')) return {}
  const find = (reference: string) => desired.get(reference as Key<'report'>) ?? live.get(reference as Key<'report'>)
  const drawing = drawingOf(wholeObject(decided, 'live', key)?.dashboard, after?.dashboard, find)
  return drawing ? { drawing } : {}
}

/** The live dashboards that show a report, and whether this plan publishes them. */
function dashboardsShowing(decided: Decided): (report: Key) => ShownOn[] {
  const { compared, publishing, inputs } = decided
  const shown = new Map<string, ShownOn[]>()
  const add = (reference: string, on: ShownOn): void => void shown.set(reference, [...(shown.get(reference) ?? []), on])
  for (const { key, references } of ofKind(compared.live, 'workbook')) {
    const each = comparisonOf(decided, key)
    const on = {
      title: titleOf(compared, key),
      key,
      published: publishing.has(key),
      managed: each !== undefined && isOurs(each),
    }
    for (const reference of new Set(references.flatMap((each) => reportOf(each) ?? []))) add(reference, on)
  }
  for (const { title, shows } of inputs.live.otherDashboards) {
    for (const reference of shows) add(reference, { title: [...title], published: false, managed: false })
  }
  return (report) => {
    const publicId = inputs.live.publicIds.get(report)
    return [...(shown.get(report) ?? []), ...(shown.get(`id:${publicId}`) ?? [])].sort(byTitle)
  }
}

/** Each planned object in its final state. */
export const wantedObjects = (decided: Decided, objects: readonly PlannedObject[]): Entities =>
  entitiesOf(
    objects.flatMap(({ key, action }) => {
      const object = action === 'delete' ? undefined : mergedObject(decided, key)
      return object ? [entityOf(kindOf(key), object)] : []
    }),
  )
