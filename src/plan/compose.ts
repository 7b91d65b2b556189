import { editedUnits, isOurs, unitsWith } from '../compare/comparison.ts'
import { addressOf } from '../content/address.ts'
import { counted } from '../content/counted.ts'
import { type Content, contentOf, entityOf, ofKind } from '../content/entity.ts'
import { idIn, isKind, type Key, kindOf } from '../content/kinds.ts'
import { reportOf } from '../content/references.ts'
import { comparisonOf, type Decided, entityAfter, isWritten, outcomeOf } from './decided.ts'
import { drawingWith } from './drawing.ts'
import { everywhereOf } from './everywhere.ts'
import { neededBy } from './homes.ts'
import { planRules } from './kinds.ts'
import { namesOfUnits } from './labels.ts'
import { byTitle } from './order.ts'
import { type CreateOutcome, UNCHANGED, type WriteOutcome } from './outcome.ts'
import type { Loss, PlannedObject, Publish, ShownOn, UnitChange } from './plan-file.ts'
import { editsIn, nameFacts, sidesOf } from './sides.ts'
import { homeOf, titleOf } from './titles.ts'
import { isUnseenSomewhere } from './unpublished.ts'

/** The objects of a plan, in the order in which they are shown and applied. */
export function plannedObjects(decided: Decided): PlannedObject[] {
  const showing = dashboardsShowing(decided)
  const keys = new Set([...decided.outcomes.others().map(([key]) => key), ...decided.publishing.keys()])
  return [...keys].flatMap((key) => plannedObject(decided, key, showing) ?? []).sort(byOrder)
}

type Showing = (report: Key) => ShownOn[]

function plannedObject(decided: Decided, key: Key, showing: Showing): PlannedObject | undefined {
  const outcome = outcomeOf(decided, key) ?? UNCHANGED
  switch (outcome.kind) {
    case 'create':
    case 'write':
      return writtenObject(decided, key, outcome, showing)
    case 'delete':
      return {
        ...{ ...nameFacts(decided, key), file: undefined, needs: [], keeps: [], replaces: [] },
        ...{ action: 'delete', because: outcome.because, units: deletedUnits(decided, key) },
        ...lossOf(decided, key),
        ...drawingWith(decided, key, undefined),
      }
    default:
      if (!decided.publishing.has(key)) return undefined
      return {
        ...common(decided, key),
        ...{ action: 'publish', because: publishes(decided, key), units: [] },
        ...publishOf(decided, key),
        ...drawingWith(decided, key, entityAfter(decided, key)),
      }
  }
}

function writtenObject(
  decided: Decided,
  key: Key,
  outcome: CreateOutcome | WriteOutcome,
  showing: Showing,
): PlannedObject {
  const isNew = outcome.kind === 'create'
  const [units, edits] = [changesOf(decided, key), editsIn(decided, key)]
  const overwritesUnseen = units.some(({ overwrites }) => overwrites) && isUnseenSomewhere(decided, key)
  return {
    ...common(decided, key),
    keeps: isNew ? [] : edits,
    ...{ action: isNew ? 'create' : 'update', because: outcome.because },
    ...(isNew && outcome.recreates ? { recreates: true } : {}),
    units,
    ...publishOf(decided, key),
    ...drawingWith(decided, key, entityAfter(decided, key)),
    ...namesOfUnits(decided, key, [...units, ...edits]),
    ...everywhereOf(decided, key, units),
    ...(isKind(key, 'report') && !isNew ? { shownOn: showing(key) } : {}),
    ...(overwritesUnseen ? { unpublished: true } : {}),
  }
}

const common = (decided: Decided, key: Key) => ({
  ...nameFacts(decided, key),
  ...{ needs: neededBy(decided, key), keeps: [], replaces: [...(decided.replaces.get(key) ?? [])] },
})

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
  const others = reports.filter((report) => !isWritten(report) || homeOf(compared, report) !== key)
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
  const { id: workbook, publication } = inputs.live.facts.get(key) ?? {}
  const from = publication?.version ?? null
  const address = publication && addressOf(inputs.target, { slug: idIn(key), workbook, publicId: publication.publicId })
  const notice = compared.live.has(key) ? UNASKED : NOBODY
  const embedded = compared.live.get(key)?.own.allowEmbed === true
  return {
    publish: {
      ...{ from, to: (from ?? 0) + 1, dashboard: publish.dashboard, reports: [...publish.reports] },
      ...(address !== undefined && { address }),
      notice: { ...notice, embedded },
    },
  }
}

/** The live dashboards that show a report, and whether this plan publishes them. */
function dashboardsShowing(decided: Decided): Showing {
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
export const wantedObjects = (decided: Decided, objects: readonly PlannedObject[]): Content =>
  contentOf(
    objects.flatMap(({ key, action }) => {
      const after = action === 'delete' ? undefined : entityAfter(decided, key)
      return after ? [entityOf(kindOf(key), after.whole())] : []
    }),
  )
