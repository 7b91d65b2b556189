import { isKind } from '../content/kinds.ts'
import { type Key, type Report, type Workbook, workbookKey } from '../content/model.ts'
import { type Readable, withObjects } from '../content/readable.ts'
import { reportWith, type UnitValue, workbookWith } from '../content/with-units.ts'
import { BoardwrightError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { readNotices } from '../live/index.ts'
import type { Notices } from '../plan/complete.ts'
import { type Plan, PlanFile, type UnitChange } from '../plan/plan-file.ts'
import { fullName } from '../plan/render/facts.ts'
import type { SoundProject } from '../project/project.ts'
import { listRuns, readJournal } from '../workspace/journal.ts'
import type { ApplyOptions } from './apply/options.ts'
import { type Applied, applyPlanned } from './apply.ts'
import { type Decided, decideFrom, type Sources } from './plan/decide.ts'
import { publishablesOf } from './plan/inputs.ts'
import { type Planned, planTarget } from './plan.ts'
import { connect } from './target/connect.ts'

/** Brings back UI edits that a run overwrote. */
export async function restoreRun(
  project: SoundProject,
  overwritten: Overwritten,
  options: ApplyOptions,
): Promise<Applied> {
  const planned = await planTarget(project, { ...options, target: overwritten.target })
  const decided = await planBack(planned, overwritten.units, (plan) => noticesOf(planned, plan, options))
  return applyPlanned(project, { ...planned, ...decided }, options)
}

/** Who notices was looked up for the tree's own plan only. */
async function noticesOf({ target, live }: Planned, plan: Plan, options: ApplyOptions): Promise<Notices> {
  const client = connect(target, { ...options, readOnly: true })
  try {
    return await readNotices(client, target.deployment, publishablesOf(plan, live))
  } finally {
    await client.close()
  }
}

/** What a run wrote over in reports and workbooks, and what else: only people can bring that back. */
export interface Overwritten {
  readonly target: string
  readonly units: ReadonlyMap<Key, readonly UnitValue[]>
  readonly others: readonly string[]
}

export async function overwrittenIn(project: SoundProject, run: string): Promise<Overwritten> {
  const lines = readJournal(project.root, run)
  if (!lines) {
    const runs = await listRuns(project.root)
    const known = runs.length === 0 ? ': none was made from this directory' : ''
    const hint =
      runs.length === 0
        ? 'Run it in the directory that made the run, or bring its journal into .boardwright/runs/.'
        : `Name one of the last: ${runs.slice(-5).join(', ')}`
    throw new BoardwrightError('OBJECT_UNKNOWN', `there is no run ${run}${known}`, { hint })
  }
  const plan = planIn(lines[0] ?? '', run)
  const edits = plan.objects.map((object) => ({
    ...object,
    units: object.units.filter(({ overwrites }) => overwrites),
  }))
  const units = new Map(
    edits.flatMap(({ key, units: changes }): [Key, UnitValue[]][] => {
      const values = changes
        .filter((change) => isRestored(key, change))
        .map(({ unit, before: value }) => ({ unit, value }))
      return values.length > 0 ? [[key as Key, values]] : []
    }),
  )
  const others = [
    ...edits.flatMap((object) => othersIn(object)),
    ...plan.objects
      .filter(({ action }) => action === 'delete' && plan.inputs.uiEdits === 'overwrite')
      .map((object) => `${fullName(object)}, which it deleted`),
  ]
  if (units.size > 0) return { target: plan.target.name, units, others }
  if (others.length === 0)
    throw new BoardwrightError('USAGE', `run ${run} overwrote no UI edit: there is nothing to bring back`, {
      hint: 'To undo what the repo changed: git revert, then apply.',
    })
  throw new BoardwrightError(
    'USAGE',
    `run ${run} overwrote nothing that restore can bring back: ${others.join('; ')}`,
    {
      hint: `Bring it back by hand: .boardwright/runs/${run}.jsonl says what was there before. What was deleted is created again by git revert and apply.`,
    },
  )
}

/** A restore writes into reports and workbooks, and leaves addresses alone. */
const isRestored = (key: string, { unit }: UnitChange): boolean =>
  isKind(key, 'report') || (isKind(key, 'workbook') && unit !== 'slug')

function othersIn(object: Plan['objects'][number]): string[] {
  const { key, units } = object
  if (isKind(key, 'model')) return units.length > 0 ? [fullName(object)] : []
  return units
    .filter((change) => !isRestored(key, change))
    .map(({ unit, before }) => `${fullName(object)}, ${unit} ${JSON.stringify(before ?? null)}`)
}

function planIn(line: string, run: string): Plan {
  const value = parseJson(line) as { readonly type?: unknown; readonly plan?: unknown }
  const read = PlanFile.safeParse(value.plan)
  if (value.type !== 'plan' || !read.success)
    throw new BoardwrightError('PLAN_INVALID', `the journal of run ${run} does not begin with its plan`)
  return read.data
}

/** The tree with the overwritten units restored. Ledgers keep saying what the tree says: these stay UI edits. */
async function planBack(
  { inputs, live, sources }: Planned,
  units: Overwritten['units'],
  readNotices: Sources['readNotices'],
): Promise<Decided> {
  // Viewers saw the edit, so it gets published again.
  const showing = new Set<Key>(
    inputs.desired.workbooks
      .filter(({ references }) => references.some((reference) => units.has(reference as Key)))
      .map(({ slug }) => workbookKey(slug)),
  )
  const given = new Map([...units].flatMap(([key, values]) => objectWith(sources.desired, key, values)))
  const desired = withObjects(sources.desired, given)
  const { plan, work, ...decided } = await decideFrom(
    {
      ...inputs,
      desired: withObjects({ ...sources.desired, summary: inputs.desired }, given).summary,
      selected: (key) => units.has(key) || showing.has(key),
      shaping: { ...inputs.shaping, select: [...units.keys()].sort() },
    },
    { ...sources, desired, readNotices },
  )
  const records = new Map(
    [...work.records].map(([key, record]) => {
      const kept = (units.get(key) ?? []).flatMap(({ unit }) => {
        const old = live.known.get(key)?.base?.[unit]
        return old === undefined ? [] : [[unit, old] as const]
      })
      return [key, { ...record, ...Object.fromEntries(kept) }] as const
    }),
  )
  return { ...decided, plan, work: { ...work, records } }
}

function objectWith(desired: Readable, key: Key, values: readonly UnitValue[]): [Key, Report | Workbook][] {
  const [workbook, report] = [isKind(key, 'workbook') && desired.read(key), isKind(key, 'report') && desired.read(key)]
  return [
    ...(workbook ? [[key, workbookWith(workbook, values)] as [Key, Workbook]] : []),
    ...(report ? [[key, reportWith(report, values)] as [Key, Report]] : []),
  ]
}
