import { BoardwrightError } from '@boardwright/common'
import { keepLedgers } from '../apply/ledger-writer.ts'
import { type Content, ofKind, withObjects } from '../content/entity.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import type { Objects } from '../content/model.ts'
import { OBJECTS, type ObjectRules } from '../content/objects.ts'
import { tokensIn } from '../content/secret-forms.ts'
import type { UnitValue } from '../content/with-units.ts'
import { NOTHING_FOUND } from '../plan/complete.ts'
import type { Plan } from '../plan/plan-file.ts'
import { elsewhere } from '../plan/stale.ts'
import type { ApplyOptions } from './apply/options.ts'
import { type Applied, applyPlanned, requireCommitted } from './apply.ts'
import type { SoundProject } from './local/project.ts'
import { type CompleteDecision, decideFrom, type Sources } from './plan/decide.ts'
import { askAbout } from './plan/lookups.ts'
import { type Planned, planTarget } from './plan.ts'
import { nothingToRestore, type OverwrittenEdits, withCurrentKeys } from './restore/overwritten.ts'
import { connect } from './target/connect.ts'

export { overwrittenIn } from './restore/overwritten.ts'

export interface RestoreOptions extends ApplyOptions {
  /** Receives each overwritten edit that is not brought back, before anybody is asked. */
  readonly onLeftOut?: ((what: string) => void) | undefined
}

/** Brings back UI edits that a run overwrote. */
export async function restoreRun(
  project: SoundProject,
  overwritten: OverwrittenEdits,
  options: RestoreOptions,
): Promise<Applied> {
  await requireCommitted(project, options)
  const planned = await planTarget(project, { ...options, target: overwritten.plan.target.name, onlyLooks: true })
  requireSamePlace(overwritten, planned.plan)
  const current = withCurrentKeys(overwritten, planned)
  if (current.units.size === 0) throw nothingToRestore(current)
  for (const what of current.leftOut) options.onLeftOut?.(what)
  const decided = await planRestore(planned, current, {
    ...planned.past,
    tokens: tokensIn(options.env),
    lookUp: lookUpAgain(planned, options),
  })
  return applyPlanned(project, { ...planned, ...decided }, { ...options, ...NO_COMMIT })
}

/** A restore applies no commit: the ledgers of objects and of the data model stay as they are. */
const NO_COMMIT: Pick<ApplyOptions, 'ledgerWriter' | 'bringModel'> = {
  ledgerWriter: keepLedgers,
  bringModel: async () => ({ changed: false }),
}

function requireSamePlace({ plan }: OverwrittenEdits, now: Plan): void {
  const other = elsewhere(plan, now)
  if (other === undefined) return
  throw new BoardwrightError('PLAN_ELSEWHERE', `the run was in ${other}`, {
    hint: 'Restore it where it was made: in the same project, with the same target.',
  })
}

/** What was looked up so far is for the plan of the unchanged tree. */
const lookUpAgain =
  ({ target, live, local }: Planned, options: ApplyOptions): Sources['lookUp'] =>
  async (decision, inputs) => {
    const client = connect(target, { ...options, readOnly: true })
    try {
      const asked = await askAbout(client, target, { local, live, isModelAsked: true }, decision, inputs)
      return { ...NOTHING_FOUND, ...asked }
    } finally {
      await client.close()
    }
  }

/**
 * Plans live with the overwritten units restored, and nothing else that the repo has changed since. Ledgers keep what
 * they say, so that these stay UI edits, also if the run is cut off.
 */
async function planRestore(
  { inputs }: Planned,
  { run, units, unpublished }: OverwrittenEdits,
  sources: Sources,
): Promise<CompleteDecision> {
  // Viewers had seen these edits, so the dashboards that show them are published again.
  const wasSeen = (key: Key): boolean => units.has(key) && !unpublished.has(key)
  const dashboards = ofKind(inputs.live.content, 'workbook')
    .filter(({ references }) => references.some((reference) => wasSeen(reference as Key)))
    .map(({ key }) => key)
  const keys = new Set<Key>([...units.keys(), ...dashboards])
  const restored = new Map([...keys].flatMap((key) => liveWith(inputs.live.content, key, units.get(key) ?? [])))
  const desired = withObjects(inputs.desired, restored)
  return decideFrom(
    {
      ...inputs,
      desired,
      restores: run,
      selected: (key) => keys.has(key),
      shaping: { ...inputs.shaping, select: [...units.keys()].sort() },
      ignoredBecause: (key, unit) =>
        units.get(key)?.some((each) => each.unit === unit)
          ? inputs.ignoredBecause(key, unit)
          : 'only what the run overwrote is restored',
    },
    sources,
  )
}

function liveWith(live: Content, key: Key, values: readonly UnitValue[]): [Key, Objects[Kind]][] {
  const [object, { withUnits }] = [live.get(key)?.whole(), OBJECTS[kindOf(key)] as ObjectRules<Kind>]
  return object === undefined || withUnits === undefined ? [] : [[key, withUnits(object, values)]]
}
