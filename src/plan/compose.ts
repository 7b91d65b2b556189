import { ABSENT, UNKNOWN } from '../content/digest.ts'
import { idIn, isKind, type Key, kindOf } from '../content/kinds.ts'
import type { ContentByKey, Workbook } from '../content/model.ts'
import { contentByKey } from '../content/objects.ts'
import { reportOf } from '../content/references.ts'
import { digestOf } from '../content/threeway.ts'
import { drawingOf } from './drawing.ts'
import { type Held, UNCHANGED } from './fate.ts'
import { needsOf } from './homes.ts'
import { planRules } from './kinds.ts'
import { namesOfUnits } from './labels.ts'
import { byTitle, compare } from './order.ts'
import type { HeldObject, HeldUnit, LeftObject, PlannedObject, Publish, ShownOn, UnitChange } from './plan-file.ts'
import { type Case, editedUnits, unitsWith } from './survey.ts'
import { titleOf, workbookOf } from './titles.ts'
import { type SideName, wholeObject, wholeUnits } from './whole.ts'
import { caseOf, fateOf, isWritten, mergedObject, mergedWorkbook, type Workings } from './workings.ts'

/** Objects of a plan, in the order that a reader and apply go through them. */
export function plannedObjects(workings: Workings): PlannedObject[] {
  const showing = dashboardsShowing(workings)
  const { fates, publishing } = workings
  const keys = new Set([...fates.others().map(([key]) => key), ...publishing.keys()])
  return [...keys]
    .flatMap((key): PlannedObject[] => {
      const fate = fates.get(key) ?? UNCHANGED
      const common = () => ({
        ...namesOf(workings, key),
        needs: needsOf(workings, key),
        keeps: [],
        replaces: [],
      })
      switch (fate.kind) {
        case 'create':
        case 'write':
          return [
            {
              ...common(),
              action: fate.kind === 'create' ? 'create' : 'update',
              because: fate.because,
              units: changesOf(workings, key),
              keeps: fate.kind === 'write' ? editsIn(workings, key) : [],
              replaces: workings.replaces.get(key) ?? [],
              ...publishOf(workings, key),
              ...drawn(workings, key, mergedWorkbook(workings, key)),
              ...namesOfUnits(workings, key, [...changesOf(workings, key), ...editsIn(workings, key)]),
              ...(isKind(key, 'report') && fate.kind === 'write' ? { shownOn: showing(key) } : {}),
            },
          ]
        case 'delete':
          return [
            {
              ...common(),
              file: undefined,
              needs: [],
              action: 'delete',
              because: fate.because,
              units: sidesOf(workings, key, 'live', undefined),
              ...drawn(workings, key, undefined),
            },
          ]
        default: {
          const publish = publishOf(workings, key)
          return publish.publish
            ? [
                {
                  ...common(),
                  action: 'publish',
                  because: publishes(workings, key),
                  units: [],
                  replaces: workings.replaces.get(key) ?? [],
                  ...publish,
                  ...drawn(workings, key, mergedWorkbook(workings, key)),
                },
              ]
            : []
        }
      }
    })
    .sort(byOrder)
}

/** The data model, folders, then each workbook with its reports. Deletes come last. */
function byOrder(a: PlannedObject, b: PlannedObject): number {
  const rank = ({ key, action }: PlannedObject): number => (action === 'delete' ? 10 : 0) + planRules(kindOf(key)).rank
  return rank(a) - rank(b) || byTitle(a, b)
}

const byReason = (a: HeldObject | LeftObject, b: HeldObject | LeftObject): number =>
  byTitle(a, b) || compare(a.reason, b.reason)

function namesOf(workings: Workings, key: Key) {
  const file = workings.inputs.files.get(key)
  const within = workbookOf(workings.surveyed, key)
  return {
    key,
    title: titleOf(workings.surveyed, key),
    ...(file === undefined ? {} : { file }),
    ...(within ? { within } : {}),
  }
}

/** What is written, unit by unit: from what live says to what it shall say. */
function changesOf(workings: Workings, key: Key): UnitChange[] {
  const each = caseOf(workings, key)
  const fate = fateOf(workings, key)
  const edited = new Set(each && fate?.kind === 'write' ? unitsWith(each, 'live', 'conflict') : [])
  return sidesOf(workings, key, 'live', 'desired', (unit) => isWritten(fate, unit)).map((change) =>
    edited.has(change.unit) ? { ...change, overwrites: true as const } : change,
  )
}

const editsIn = (workings: Workings, key: Key): UnitChange[] => {
  const each = caseOf(workings, key)
  if (!each) return []
  const edited = new Set(editedUnits(each).filter((unit) => !isWritten(fateOf(workings, key), unit)))
  return sidesOf(workings, key, 'desired', 'live', (unit) => edited.has(unit))
}

/** From what one side says to what the other does, in the units that are wanted. */
function sidesOf(
  workings: Workings,
  key: Key,
  before: SideName,
  after: SideName | undefined,
  isWanted: (unit: string) => boolean = () => true,
): UnitChange[] {
  const { surveyed, inputs } = workings
  const names = [after, before].flatMap((side) => (side && surveyed[side].has(key) ? [side] : []))
  const digests = names.map((side) => caseOf(workings, key)?.[side === 'desired' ? 'repo' : 'live'])
  const units = [...new Set(digests.flatMap((each) => [...(each?.keys() ?? [])]))].filter(isWanted)
  if (units.length === 0) return []
  const values = new Map(names.map((side) => [side, wholeUnits(workings, side, key)]))
  const { shown } = planRules(kindOf(key))
  const saidBy = (side: SideName | undefined, unit: string): unknown => {
    const said = side && values.get(side)
    return said?.has(unit) ? shown(said.get(unit), inputs.modelSides[side ?? 'live'].get(idIn(key))) : undefined
  }
  return units.map((unit) => {
    const [was, now] = [saidBy(before, unit), saidBy(after, unit)]
    return { unit, ...(was === undefined ? {} : { before: was }), ...(now === undefined ? {} : { after: now }) }
  })
}

/** Reports that stand below it in the plan are not named once more. */
function publishes({ publishing, fates, surveyed }: Workings, key: Key): string {
  const reports = publishing.get(key)?.reports ?? []
  const isWritten = (report: Key): boolean => ['create', 'write'].includes(fates.get(report)?.kind ?? '')
  const others = reports.filter((report) => !isWritten(report) || workbookOf(surveyed, report) !== key)
  const names = others.slice(0, MOST_NAMED).map((report) => `"${titleOf(surveyed, report).at(-1)}"`)
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : ''
  const which = names.length === 0 ? '' : `: ${names.join(', ')}${more}`
  return `${reports.some(isWritten) ? 'a report on it changes' : 'viewers see an older version'}${which}`
}

const MOST_NAMED = 4

/** Who notices what was not there before. */
const NOBODY = { notifications: 0, tenants: 0 }
const UNASKED = { notifications: null, tenants: null }

function publishOf({ inputs, publishing, surveyed }: Workings, key: Key): { publish?: Publish } {
  const publish = publishing.get(key)
  if (!publish) return {}
  const from = inputs.live.facts.get(key)?.publication?.version ?? null
  const notice = surveyed.live.workbooks.has(key) ? UNASKED : NOBODY
  const embedded = surveyed.live.workbooks.get(key)?.allowEmbed === true
  return {
    publish: {
      ...{ from, to: (from ?? 0) + 1, dashboard: publish.dashboard, reports: [...publish.reports] },
      notice: { ...notice, embedded },
    },
  }
}

/** What viewers see of a dashboard, before and after. */
function drawn(workings: Workings, key: Key, after: Workbook | undefined): Pick<PlannedObject, 'drawing'> {
  const { desired, live } = workings.surveyed
  if (!isKind(key, 'workbook')) return {}
  const find = (reference: string) => desired.reports.get(reference as Key) ?? live.reports.get(reference as Key)
  const drawing = drawingOf(wholeObject(workings, 'live', key)?.dashboard, after?.dashboard, find)
  return drawing ? { drawing } : {}
}

/** Which dashboards of live show a report, and whether this plan publishes them. */
function dashboardsShowing(workings: Workings): (report: Key) => ShownOn[] {
  const { surveyed, publishing, inputs } = workings
  const shown = new Map<string, ShownOn[]>()
  const add = (reference: string, on: ShownOn): void => void shown.set(reference, [...(shown.get(reference) ?? []), on])
  for (const [key, workbook] of surveyed.live.workbooks) {
    const state = caseOf(workings, key)?.standing.state
    const on = {
      title: titleOf(surveyed, key),
      key,
      published: publishing.has(key),
      managed: state === 'ours' || state === 'known',
    }
    for (const reference of new Set(workbook.references.flatMap((each) => reportOf(each) ?? []))) add(reference, on)
  }
  for (const { title, shows } of inputs.live.otherDashboards) {
    for (const reference of shows) add(reference, { title: [...title], published: false, managed: false })
  }
  return (report) => {
    const publicId = inputs.live.publicIds.get(report)
    return [...(shown.get(report) ?? []), ...(shown.get(`id:${publicId}`) ?? [])].sort(byTitle)
  }
}

export function heldObjects(workings: Workings): HeldObject[] {
  const whole = workings.fates.with('held').map(([key, fate]) => heldObject(workings, key, fate))
  const parts = [...workings.heldParts].flatMap(([key, held]) => held.map((each) => heldObject(workings, key, each)))
  return [...whole, ...parts].sort(byReason)
}

function heldObject(
  workings: Workings,
  key: Key,
  { reason, message, what, units, commit, waitsFor }: Held,
): HeldObject {
  const facts = workings.inputs.live.facts.get(key)
  const sides = units.map((unit) => heldUnit(workings, key, unit))
  const merges = what === 'object' ? editsIn(workings, key) : []
  return {
    ...namesOf(workings, key),
    ...{ reason, message, what, units: sides, merges },
    ...namesOfUnits(workings, key, [...sides, ...merges]),
    ...(commit === undefined ? recordedCommit(workings, key) : { commit }),
    ...(waitsFor === undefined ? {} : { waitsFor: [...waitsFor] }),
    ...(facts?.updatedAt === undefined ? {} : { updatedAt: facts.updatedAt }),
    ...(facts?.owner === undefined ? {} : { owner: facts.owner }),
  }
}

const recordedCommit = (workings: Workings, key: Key): { commit?: string } => {
  const standing = caseOf(workings, key)?.standing
  return standing?.state === 'ours' ? { commit: standing.known.commit } : {}
}

/** What was last applied to it is in git, and filled in later. */
function heldUnit(workings: Workings, key: Key, unit: string): HeldUnit {
  const each = caseOf(workings, key)
  const [change] = sidesOf(workings, key, 'live', 'desired', (name) => name === unit)
  const digests = each ? appliedDigests(each, unit) : []
  return {
    unit,
    baseKnown: false,
    ...(digests.length === 0 || digests.includes(UNKNOWN)
      ? {}
      : { edited: !digests.includes(digestOf(each?.live, unit)) }),
    ...(change && 'after' in change ? { repo: change.after } : {}),
    ...(change && 'before' in change ? { live: change.before } : {}),
  }
}

/** Of one unit, in any of the forms that are known of it. */
export function appliedDigests({ standing }: Case, unit: string): readonly string[] {
  // Who left the position of a folder out did not say which it was.
  const unsaid = unit === 'position' ? UNKNOWN : ABSENT
  return 'base' in standing && standing.base ? [standing.base[unit] ?? unsaid].flat() : []
}

export function leftObjects(workings: Workings): LeftObject[] {
  const whole = workings.fates.with('left').map(([key, fate]) => ({ key, ...fate }))
  const parts = [...workings.lefts].flatMap(([key, lefts]) => lefts.map((left) => ({ key, ...left })))
  return [...whole, ...parts]
    .map(({ key, reason, message }) => {
      const units = leftUnits(workings, key, reason)
      return { ...namesOf(workings, key), reason, message, units, ...namesOfUnits(workings, key, units) }
    })
    .sort(byReason)
}

const SHOWS_UNITS: ReadonlySet<string> = new Set(['edited-report', 'ui-edit', 'ignored', 'unclaimed', 'older-branch'])

/** From what the repo says to what live says. */
function leftUnits(workings: Workings, key: Key, reason: string): UnitChange[] {
  const each = caseOf(workings, key)
  if (!each?.repo || !each.live || !SHOWS_UNITS.has(reason)) return []
  const isHeard = (unit: string): boolean => workings.inputs.ignoredBecause(key, unit) === undefined
  const differing = new Set(
    reason === 'ui-edit'
      ? editedUnits(each).filter(isHeard)
      : [...editedUnits(each), ...unitsWith(each, 'conflict', 'repo')],
  )
  return sidesOf(workings, key, 'desired', 'live', (unit) => differing.has(unit))
}

/** Each planned object as it shall be. */
export function wantedObjects(workings: Workings, objects: readonly PlannedObject[]): ContentByKey {
  const keys = objects.filter(({ action }) => action !== 'delete').map(({ key }) => key)
  return contentByKey((kind) => {
    const ofKind = keys.filter((key) => isKind(key, kind))
    return ofKind.flatMap((key) => {
      const object = mergedObject(workings, key)
      return object ? [[key, object] as const] : []
    })
  })
}
