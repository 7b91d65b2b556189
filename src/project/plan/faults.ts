import { unitsAt } from '../../content/entity.ts'
import { isKind } from '../../content/kinds.ts'
import { type Key, modelKey } from '../../content/model.ts'
import { asError, type Problem } from '../../content/problem.ts'
import { digestIn } from '../../content/units.ts'
import { modelFaults } from '../../lint/model/faults.ts'
import type { LiveContent } from '../../live/index.ts'
import type { PlanInputs } from '../../plan/inputs.ts'
import type { PlannedObject, Unsealed } from '../../plan/plan-file.ts'
import { MODEL } from '../../serialize/layout.ts'
import { readTreeModel } from '../../serialize/model/read.ts'
import type { Files } from '../../workspace/tree.ts'
import type { Past } from '../past.ts'

/** Mistakes in what the tree asks for, as a plan weighs them, whenever they were committed. */
export interface PlanFaults {
  /** In what this plan writes or creates: it stops the plan. */
  readonly written: readonly Problem[]
  /** In what this plan leaves alone, or brings back as it once was applied. */
  readonly left: readonly Problem[]
}

export interface FaultsGiven {
  readonly inputs: PlanInputs
  readonly past: Past
  readonly live: LiveContent
  /** The data model before this plan; undefined if it is not known. */
  readonly modelBefore: () => Promise<Files | undefined>
}

export async function weighForPlan(
  faults: readonly Problem[],
  { objects }: Unsealed,
  given: FaultsGiven,
): Promise<PlanFaults> {
  const planned = new Map(objects.filter(isWritten).map((object) => [object.key, object]))
  const before = await modelFaultsBefore(faults, planned, given)
  const written: Problem[] = []
  const left: Problem[] = []
  for (const fault of faults) {
    if (fault.fault === undefined) {
      written.push(fault)
      continue
    }
    const isOurs = isOfModel(fault) ? isNewInModel(fault, planned, before) : isIn(fault, planned)
    const isNew = isOurs && (fault.isRefused === true || !(await wasEverApplied(fault, planned, given)))
    if (fault.isLoss) {
      if (isNew && isUpdated(fault, planned)) written.push(asError(fault))
    } else (isNew ? written : left).push(fault)
  }
  return { written, left }
}

/** What is new has nothing to lose. */
const isUpdated = (fault: Problem, planned: Planned): boolean => {
  const key = keyOf(fault)
  return key !== undefined && planned.get(key)?.action === 'update'
}

const isWritten = ({ action }: PlannedObject): boolean => action === 'create' || action === 'update'

type Planned = ReadonlyMap<Key, PlannedObject>

const keyOf = ({ key, at }: Problem): Key | undefined =>
  key ?? (at.file.startsWith(`${MODEL}/`) ? modelKey(at.file.slice(MODEL.length + 1)) : undefined)

const isOfModel = (fault: Problem): boolean => isKind(keyOf(fault) ?? '', 'model')

function isIn(fault: Problem, planned: Planned): boolean {
  const key = keyOf(fault)
  const object = key && planned.get(key)
  if (!object) return false
  return object.action === 'create' || unitsAtFault(fault, object).length > 0
}

/** The units with the fault that the plan writes. */
const unitsAtFault = ({ units }: Problem, object: PlannedObject): string[] => {
  const written = object.units.map(({ unit }) => unit)
  return units === undefined ? written : written.filter((unit) => units.includes(unit))
}

/** A changed file may break what another one says. */
const isNewInModel = (fault: Problem, planned: Planned, before: ReadonlySet<string> | undefined): boolean =>
  isIn(fault, planned) || (before !== undefined && !before.has(fault.fault ?? ''))

/** Undefined if this plan does not write the data model, or if nobody knows what was there. */
async function modelFaultsBefore(
  faults: readonly Problem[],
  planned: Planned,
  { modelBefore }: FaultsGiven,
): Promise<ReadonlySet<string> | undefined> {
  if (!faults.some(isOfModel) || ![...planned.keys()].some((key) => isKind(key, 'model'))) return undefined
  const files = await modelBefore()
  return files && new Set(modelFaults(readTreeModel(files)).flatMap(({ fault }) => fault ?? []))
}

/**
 * Whether a commit that was applied here in full had it just like this, as one that is reverted did. Its own commit says
 * nothing: the plan writes it because live is not as the tree was there.
 */
async function wasEverApplied(
  fault: Problem,
  planned: Planned,
  { inputs: { desired }, past: { treeAt }, live }: FaultsGiven,
): Promise<boolean> {
  const key = keyOf(fault)
  const object = key && planned.get(key)
  if (!object || live.pending.has(key)) return false
  const own = live.entries.get(key)?.commit
  const now = unitsAt(desired, key)
  const units = fault.units ?? object.units.map(({ unit }) => unit)
  for (const commit of live.applied) {
    if (commit === own || live.unlisted.has(commit)) continue
    const tree = (await treeAt(commit))?.whole()
    const then = tree && unitsAt(tree, key)
    if (then && units.every((unit) => digestIn(then, unit) === digestIn(now, unit))) return true
  }
  return false
}
