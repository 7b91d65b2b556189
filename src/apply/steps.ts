import { largest } from '@boardwright/common'
import type { RecordText } from '../base/entries.ts'
import { isKind, type Key, type Kind } from '../content/kinds.ts'
import { roleIn } from '../content/people.ts'
import type { PlannedObject } from '../plan/plan-file.ts'
import type { Decision, Work } from '../plan/work.ts'
import { openings } from './dashboards.ts'
import type { PhaseName } from './events.ts'
import { DATA_MODEL, type StepRules, stepRules } from './kinds.ts'
import type { LedgerWriter } from './ledger-writer.ts'
import { named, type Phase, type Step, type WriteStep } from './step.ts'
import type { Writer } from './writer.ts'

/** A workbook must give up its slug before a new one can take it. */
const WORKBOOK_VERBS = ['open', 'update', 'create'] as const

const PHASES_OF_WRITES: readonly (readonly [PhaseName, (steps: readonly Step[]) => readonly (readonly Step[])[]])[] = [
  ['folders', byDepth],
  ['workbooks', (steps) => WORKBOOK_VERBS.map((verb) => steps.filter((step) => step.verb === verb))],
  ['attributes', (steps) => [steps]],
  ['roles', (steps) => [steps]],
  ['groups', (steps) => [steps]],
  ['tenant groups', (steps) => [steps]],
  ['reports', (steps) => [steps]],
  ['drafts', (steps) => [steps]],
  ['publish', (steps) => [steps]],
  ['embed access', (steps) => [steps]],
  ['schedules', (steps) => [steps]],
]

/** Everything that a run does to content, phase by phase. It follows entirely from the decision. */
export function stepsOf(
  decision: Decision,
  writer: Writer,
  ledgers: LedgerWriter,
  emit: WriteStep['emit'],
): { readonly writes: readonly Phase[]; readonly deletes: Phase } {
  const { plan, work } = decision
  const written = plan.objects.filter(({ action }) => action !== 'delete')
  const published = written.flatMap(({ key, publish }) =>
    publish && isKind(key, 'workbook') ? (work.wanted.get(key)?.whole() ?? []) : [],
  )
  let looked: ReturnType<Writer['editedReports']> | undefined
  const edited = () => {
    looked ??= writer.editedReports(published)
    return looked
  }
  const write = { writer, ledgers, emit, work, edited }
  const steps = [...openings(decision, write), ...written.flatMap((object) => stepsFor(object.key, object, write))]
  return {
    writes: PHASES_OF_WRITES.map(([name, wavesOf]) => ({
      name,
      waves: wavesOf(steps.filter(({ phase }) => phase === name)),
    })),
    deletes: { name: 'deletes', waves: deleteWaves(plan.objects, write) },
  }
}

function stepsFor<K extends Kind>(key: Key<K>, object: PlannedObject, write: WriteStep): readonly Step[] {
  const wanted = write.work.wanted.get(key)?.whole()
  return wanted ? stepRules(key).steps(object, wanted, write) : []
}

/** Parents first: one group for each level of nesting. */
function byDepth(folders: readonly Step[]): Step[][] {
  const deepest = largest([0, ...folders.map(({ title }) => title.length)])
  return Array.from({ length: deepest }, (_, depth) => folders.filter(({ title }) => title.length === depth + 1))
}

function deleteWaves(objects: readonly PlannedObject[], { writer }: WriteStep): Step[][] {
  const leaving = new Set(objects.filter(({ action }) => action === 'delete').map(({ key }) => key))
  const step = (object: PlannedObject): Step => ({
    ...named(object),
    phase: 'deletes',
    verb: 'delete',
    needs: object.needs,
    run: () => writer.remove(object.key, { leaving, people: peopleOn(object) }),
  })
  const of = (turn: StepRules<Kind>['deletes']): Step[] =>
    objects.filter(({ action, key }) => action === 'delete' && stepRules(key).deletes === turn).map(step)
  return [of('first'), of('then'), ...byDepth(of('deepest first, at last')).reverse()]
}

/** Whoever is taken off, and whoever joined in the UI. */
const peopleOn = ({ units, joined = 0 }: PlannedObject): number =>
  joined + units.filter(({ unit }) => roleIn(unit) !== undefined).length

/** The data model comes first; if it fails, nothing else runs. */
export const dataModelStep = (run: () => Promise<void>): Step => ({
  ...{ phase: 'data model', key: DATA_MODEL, title: ['data model'], verb: 'update' },
  ...{ needs: [], isNeededByAll: true, run },
})

/** Writes the final ledgers. The ledger that lists what is pending goes first, because the others rely on it. */
export const ledgerSteps = ({ work }: Decision, writer: Writer, ledgers: LedgerWriter): Step[][] =>
  ledgers.toClose().map((wave) =>
    wave.map((key) => {
      const step = recordStep(work, 'ledgers', key, ledgers.text(key, 'closing'), writer)
      const run = async (): Promise<void> => {
        await step.run()
        ledgers.noteRecorded(key)
      }
      return { ...step, run }
    }),
  )

/** Writes the ledgers that lost entries because objects were deleted or moved. */
export const lastLedgerSteps = ({ work }: Decision, writer: Writer, ledgers: LedgerWriter): Step[] =>
  ledgers.toShrink().map((key) => recordStep(work, 'last ledgers', key, ledgers.text(key, 'closing'), writer))

const recordStep = ({ titleOf }: Work, phase: PhaseName, key: Key, record: RecordText, writer: Writer): Step => ({
  ...{ key, title: titleOf(key) },
  ...{ phase, verb: 'record', needs: [], run: () => writer.record(key, record) },
})
