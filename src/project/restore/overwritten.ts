import { BoardwrightError, isMap, jsonIn, stringifyJson } from '@boardwright/common'
import { unitByNumber } from '../../content/deployments.ts'
import { keysIn } from '../../content/entity.ts'
import { isKind } from '../../content/kinds.ts'
import { folderKey, type Key, pathIn, type ReportReference, workbookKey } from '../../content/model.ts'
import { isRestorable } from '../../content/objects.ts'
import { roleIn } from '../../content/people.ts'
import { isMissing, reportOf, reportsShownBy } from '../../content/references.ts'
import { formerKeys } from '../../content/renames.ts'
import { PLACE, widgetIn } from '../../content/units.ts'
import type { UnitValue } from '../../content/with-units.ts'
import { accepts } from '../../plan/accept.ts'
import { fullName } from '../../plan/naming.ts'
import { type Plan, PlanFile, type UnitChange } from '../../plan/plan-file.ts'
import { replacedText } from '../../plan/replaced.ts'
import { listRuns, readJournal, runOf } from '../../workspace/journal.ts'
import type { SoundProject } from '../local/project.ts'
import type { Planned } from '../plan.ts'

/** What a run overwrote. */
export interface OverwrittenEdits {
  /** The name of the run, or the path of its journal. */
  readonly run: string
  readonly journal: string
  /** What the run planned. */
  readonly plan: Plan
  /** What to bring back, by object. */
  readonly units: ReadonlyMap<Key, readonly UnitValue[]>
  /** Those reports with an edit that viewers had not seen. They are restored without being published. */
  readonly unpublished: ReadonlySet<Key>
  /** What only people can bring back, in words. */
  readonly leftOut: readonly string[]
}

/** `given` is the name of a run, or the path of a journal. */
export async function overwrittenIn(project: SoundProject, given: string): Promise<OverwrittenEdits> {
  const journal = readJournal(project.root, given)
  const run = runOf(given)
  if (!journal) {
    const runs = listRuns(project.root)
    const known = runs.length === 0 ? ': none was made from this directory' : ''
    const hint =
      runs.length === 0
        ? 'Run it in the directory that made the run, or name the file of its journal, kept outside the repository.'
        : `Name one of the last: ${runs.slice(-5).join(', ')}`
    throw new BoardwrightError('OBJECT_UNKNOWN', `there is no run ${run}${known}`, { hint })
  }
  if (!journal.isTrusted)
    throw new BoardwrightError('OBJECT_UNKNOWN', `the journal of ${run} was not written by you on this machine`, {
      hint: 'Leave it alone if a commit brought it. If you brought it yourself, such as from CI, move it out of the repository and name the file: boardwright restore ~/RUN.jsonl',
    })
  const plan = planIn(journal.first, journal.name)
  const all = plan.objects.map((object) => ({
    ...object,
    units: object.units.filter(({ overwrites }) => overwrites),
  }))
  const unseen = publishedAlong(all)
  const edits = all.filter((object) => !unseen.includes(object))
  const units = new Map(
    edits.flatMap(({ key, units: changes }): [Key, UnitValue[]][] => {
      const values = changes
        .filter((change) => isRestored(key, change))
        .map(({ unit, before: value }) => ({ unit, value }))
      return values.length > 0 ? [[key, values]] : []
    }),
  )
  const leftOut = [
    ...edits.flatMap(unrestoredIn),
    ...unseen.flatMap((object) =>
      object.units.map(
        (change) => `${unitText(object, change)}: it was not published, and this run publishes its dashboard`,
      ),
    ),
    ...plan.objects.flatMap((object) =>
      object.replaces
        .filter(({ what }) => what === 'draft')
        .map((draft) => `${fullName(object)}, ${replacedText(draft)}`),
    ),
    ...plan.objects
      .filter(({ action }) => action === 'delete' && accepts(plan.inputs, 'ui-edits'))
      .map((object) => `${fullName(object)}, which it deleted`),
    ...plan.objects
      .filter(({ recreates }) => recreates)
      .map((object) => `${fullName(object)}, which was deleted in the UI, and which it created again`),
  ]
  const unpublished = new Set(edits.flatMap((object) => (object.unpublished ? [object.key] : [])))
  const overwritten = { run: journal.name, journal: journal.file, plan, units, unpublished, leftOut }
  if (units.size === 0) throw nothingToRestore(overwritten)
  return overwritten
}

export function nothingToRestore({ run, journal, leftOut }: OverwrittenEdits): BoardwrightError {
  if (leftOut.length === 0)
    return new BoardwrightError('USAGE', `run ${run} overwrote no UI edit: there is nothing to bring back`, {
      hint: 'To undo what the repo changed: git revert, then apply.',
    })
  return new BoardwrightError(
    'USAGE',
    `run ${run} overwrote nothing that restore can bring back: ${leftOut.join('; ')}`,
    {
      hint: `Bring it back by hand: ${journal} says what was there before. To recreate what was deleted: git revert, then apply. To delete what was created again: boardwright rm, then apply with --prune.`,
    },
  )
}

type PlannedObject = Plan['objects'][number]

/**
 * Objects with edits that viewers had not seen, but would see after a restore: restoring something that was published
 * publishes its dashboard again, together with all its reports.
 */
function publishedAlong(all: readonly PlannedObject[]): PlannedObject[] {
  const published = new Set(
    all
      .filter(({ key, units, unpublished }) => units.some((unit) => isRestored(key, unit)) && !unpublished)
      .flatMap(({ key, shownOn = [] }) => [key, ...shownOn.map((each) => each.key)]),
  )
  return all.filter(
    ({ unpublished, shownOn = [] }) => unpublished === true && shownOn.some(({ key }) => published.has(key)),
  )
}

const isRestored = (key: Key, { unit }: UnitChange): boolean => isRestorable(key, unit)

function unrestoredIn(object: PlannedObject): string[] {
  const { key, units } = object
  if (isKind(key, 'model')) return units.length > 0 ? [fullName(object)] : []
  return units.filter((change) => !isRestored(key, change)).map((change) => unitText(object, change))
}

const unitText = (object: PlannedObject, { unit, before, after }: UnitChange): string => {
  const role = roleIn(unit)
  const what = role === undefined ? `${unit} ${stringifyJson(before ?? null)}` : `${role} ${before ?? after}`
  return `${fullName(object)}, ${what}`
}

function planIn(line: string, run: string): Plan {
  const value = jsonIn(line)
  const { type, plan } = isMap(value) ? value : {}
  const read = PlanFile.safeParse(plan)
  if (type !== 'plan' || !read.success)
    throw new BoardwrightError('PLAN_INVALID', `the journal of run ${run} does not begin with its plan`, {
      hint: 'Take the whole file that the run wrote.',
    })
  return read.data
}

/**
 * What can still be brought back, by current keys: since the run, an object may have got another slug in the repo, or
 * may have gone.
 */
export function withCurrentKeys(overwritten: OverwrittenEdits, { inputs, target }: Planned): OverwrittenEdits {
  const declared = new Set<Key>(keysIn(inputs.desired))
  const live = new Set<Key>(keysIn(inputs.live.content))
  const renamed = new Map([...formerKeys(inputs.desired)].map(([key, was]) => [was, key]))
  const units = new Map<Key, readonly UnitValue[]>()
  const unpublished = new Set<Key>()
  const leftOut = [...overwritten.leftOut]
  for (const [keyThen, values] of overwritten.units) {
    const key = declared.has(keyThen) ? keyThen : (renamed.get(keyThen) ?? keyThen)
    const whyNot = ({ unit, value }: UnitValue): string | undefined => {
      if (!declared.has(key)) return `the repo no longer has it for ${target.name}`
      return live.has(key) ? missingFor(unit, value, live) : 'it is no longer live'
    }
    const object = overwritten.plan.objects.find((each) => each.key === keyThen)
    for (const said of values) {
      const value = { ...said, unit: unitByNumber(said.unit, inputs.live.deployments) }
      const why = whyNot(value)
      if (why === undefined) units.set(key, [...(units.get(key) ?? []), value])
      else if (object) leftOut.push(`${unitText(object, { unit: said.unit, before: value.value })}: ${why}`)
    }
    if (overwritten.unpublished.has(keyThen)) unpublished.add(key)
  }
  return { ...overwritten, units, unpublished, leftOut }
}

/** Why a unit would refer to something that is no longer live. Undefined if it would not. */
function missingFor(unit: string, value: unknown, live: ReadonlySet<Key>): string | undefined {
  const isGone = (reference: ReportReference): boolean => {
    const report = reportOf(reference)
    return isMissing(reference) || (report !== undefined && !live.has(report))
  }
  if (widgetIn(unit) !== undefined && reportsShownBy(value).some(isGone))
    return 'it shows a report that is no longer live'
  if (!PLACE.has(unit) || typeof value !== 'string' || value === '') return undefined
  const place = unit === 'folder' ? folderKey(pathIn(value)) : workbookKey(value)
  return live.has(place) ? undefined : `this ${unit} is no longer live`
}
