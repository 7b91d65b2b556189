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
import { replacedText } from '../plan/words/replaced.ts'
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
  const decided = await planRestore(planned, overwritten, (plan) => noticesOf(planned, plan, options))
  return applyPlanned(project, { ...planned, ...decided }, options)
}

/** Notices were looked up only for the plan of the unchanged tree. */
async function noticesOf({ target, live }: Planned, plan: Plan, options: ApplyOptions): Promise<Notices> {
  const client = connect(target, { ...options, readOnly: true })
  try {
    return await readNotices(client, target.deployment, publishablesOf(plan, live))
  } finally {
    await client.close()
  }
}

/** What a run overwrote: units that can be restored, and others that only people can bring back. */
export interface Overwritten {
  readonly run: string
  readonly target: string
  readonly units: ReadonlyMap<Key, readonly UnitValue[]>
  /** Those reports with an edit that viewers had not seen. They are restored without being published. */
  readonly unpublished: ReadonlySet<Key>
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
  const all = plan.objects.map((object) => ({
    ...object,
    units: object.units.filter(({ overwrites }) => overwrites),
  }))
  const wouldGoOut = all.filter(publishedAlong(all))
  const edits = all.filter((object) => !wouldGoOut.includes(object))
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
    ...wouldGoOut.flatMap((object) =>
      unitsIn(object, object.units).map(
        (text) => `${text}: it was not published, and this run publishes its dashboard`,
      ),
    ),
    ...plan.objects.flatMap((object) =>
      object.replaces
        .filter(({ what }) => what === 'draft')
        .map((draft) => `${fullName(object)}, ${replacedText(draft)}`),
    ),
    ...plan.objects
      .filter(({ action }) => action === 'delete' && plan.inputs.uiEdits === 'overwrite')
      .map((object) => `${fullName(object)}, which it deleted`),
  ]
  const unpublished = new Set(edits.flatMap((object) => (object.unpublished ? [object.key as Key] : [])))
  if (units.size > 0) return { run, target: plan.target.name, units, unpublished, others }
  if (others.length === 0)
    throw new BoardwrightError('USAGE', `run ${run} overwrote no UI edit: there is nothing to bring back`, {
      hint: 'To undo what the repo changed: git revert, then apply.',
    })
  throw new BoardwrightError(
    'USAGE',
    `run ${run} overwrote nothing that restore can bring back: ${others.join('; ')}`,
    {
      hint: `Bring it back by hand: .boardwright/runs/${run}.jsonl says what was there before. To recreate what was deleted: git revert, then apply.`,
    },
  )
}

type Edited = Plan['objects'][number]

/**
 * Restoring something that was published publishes its dashboard again, together with all its reports. So an edit that
 * viewers had not seen cannot be restored in the same run.
 */
function publishedAlong(all: readonly Edited[]): (object: Edited) => boolean {
  const published = new Set(
    all
      .filter(({ key, units, unpublished }) => units.some((unit) => isRestored(key, unit)) && !unpublished)
      .flatMap(({ key, shownOn = [] }) => [key, ...shownOn.map((each) => each.key)]),
  )
  return ({ unpublished, shownOn = [] }) => unpublished === true && shownOn.some(({ key }) => published.has(key))
}

/** A restore writes only reports and workbooks, and never changes a slug, because addresses contain it. */
const isRestored = (key: string, { unit }: UnitChange): boolean =>
  isKind(key, 'report') || (isKind(key, 'workbook') && unit !== 'slug')

function othersIn(object: Edited): string[] {
  const { key, units } = object
  if (isKind(key, 'model')) return units.length > 0 ? [fullName(object)] : []
  return unitsIn(
    object,
    units.filter((change) => !isRestored(key, change)),
  )
}

const unitsIn = (object: Edited, units: readonly UnitChange[]): string[] =>
  units.map(({ unit, before }) => `${fullName(object)}, ${unit} ${JSON.stringify(before ?? null)}`)

function planIn(line: string, run: string): Plan {
  const value = parseJson(line) as { readonly type?: unknown; readonly plan?: unknown }
  const read = PlanFile.safeParse(value.plan)
  if (value.type !== 'plan' || !read.success)
    throw new BoardwrightError('PLAN_INVALID', `the journal of run ${run} does not begin with its plan`)
  return read.data
}

/** Plans the tree with the overwritten units restored. Ledgers keep what was last applied: these stay UI edits. */
async function planRestore(
  { inputs, live, sources }: Planned,
  { run, units, unpublished }: Overwritten,
  readNotices: Sources['readNotices'],
): Promise<Decided> {
  // Viewers had seen these edits, so they are published again.
  const isSeen = (key: Key): boolean => units.has(key) && !unpublished.has(key)
  const showing = new Set<Key>(
    inputs.desired.workbooks
      .filter(({ references }) => references.some((reference) => isSeen(reference as Key)))
      .map(({ slug }) => workbookKey(slug)),
  )
  const given = new Map([...units].flatMap(([key, values]) => objectWith(sources.desired, key, values)))
  const desired = withObjects(sources.desired, given)
  const { plan, work, ...decided } = await decideFrom(
    {
      ...inputs,
      desired: withObjects({ ...sources.desired, summary: inputs.desired }, given).summary,
      restores: run,
      selected: (key) => units.has(key) || showing.has(key),
      shaping: { ...inputs.shaping, select: [...units.keys()].sort() },
    },
    { ...sources, desired, readNotices },
  )
  const records = new Map(
    [...work.records].map(([key, record]) => {
      const restored = new Set((units.get(key) ?? []).map(({ unit }) => unit))
      const base = live.known.get(key)?.base ?? {}
      return [
        key,
        Object.fromEntries([
          ...Object.entries(record).filter(([unit]) => !restored.has(unit)),
          ...Object.entries(base).filter(([unit]) => restored.has(unit)),
        ]),
      ] as const
    }),
  )
  // This run writes a new version of these reports, which is newer than the one viewers see.
  const since = new Map([...unpublished].map((key) => [key, (live.facts.get(key)?.version ?? 0) + 1] as const))
  return { ...decided, plan, work: { ...work, records, unpublished: since } }
}

function objectWith(desired: Readable, key: Key, values: readonly UnitValue[]): [Key, Report | Workbook][] {
  const [workbook, report] = [isKind(key, 'workbook') && desired.read(key), isKind(key, 'report') && desired.read(key)]
  return [
    ...(workbook ? [[key, workbookWith(workbook, values)] as [Key, Workbook]] : []),
    ...(report ? [[key, reportWith(report, values)] as [Key, Report]] : []),
  ]
}
