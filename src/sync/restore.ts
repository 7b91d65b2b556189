import { type Key, reportKey, workbookKey } from '../content/model.ts'
import { referencesOf } from '../content/references.ts'
import { reportWith, type UnitValue, workbookWith } from '../content/with-units.ts'
import { BoardwrightError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { readNotices } from '../live/read.ts'
import { computePlan } from '../plan/plan.ts'
import { type Plan, PlanFile } from '../plan/plan-file.ts'
import type { Decision } from '../plan/work.ts'
import { listRuns, readJournal } from '../workspace/journal.ts'
import { type Applied, applyPlanned } from './apply.ts'
import type { ApplyOptions } from './apply-options.ts'
import { connect } from './connect.ts'
import { type Planned, planTarget, publishablesOf } from './plan.ts'
import type { SoundProject } from './project.ts'

/** Brings back what a run wrote over: UI edits, as they were just before. */
export async function restoreRun(project: SoundProject, run: string, options: ApplyOptions): Promise<Applied> {
  const overwritten = await overwrittenIn(project, run)
  const planned = await planTarget(project, { ...options, target: overwritten.target })
  const first = planBack(planned, overwritten.units)
  const notices = await noticesOf(planned, first, options)
  const seen = { ...planned, inputs: { ...planned.inputs, live: { ...planned.inputs.live, notices } } }
  const decision = notices.size === 0 ? first : planBack(seen, overwritten.units)
  return applyPlanned(project, { ...seen, ...decision }, options)
}

/** Who notices what is brought back: that was asked for the tree's own plan only. */
async function noticesOf({ target, live }: Planned, decision: Decision, options: ApplyOptions) {
  const client = connect(target, { ...options, readOnly: true })
  try {
    return await readNotices(client, target.deployment, publishablesOf(decision, live))
  } finally {
    await client.close()
  }
}

interface Overwritten {
  readonly target: string
  readonly units: ReadonlyMap<Key, readonly UnitValue[]>
}

async function overwrittenIn(project: SoundProject, run: string): Promise<Overwritten> {
  const lines = readJournal(project.root, run)
  if (!lines) {
    const runs = await listRuns(project.root)
    const hint =
      runs.length === 0 ? 'No run was made from this directory.' : `The last runs: ${runs.slice(-5).join(', ')}`
    throw new BoardwrightError('OBJECT_UNKNOWN', `there is no run ${run}`, { hint })
  }
  const plan = planIn(lines[0] ?? '', run)
  const units = new Map(
    plan.objects.flatMap(({ key, units: changes }): [Key, UnitValue[]][] => {
      const edited = changes.filter(({ overwrites }) => overwrites).map(({ unit, before }) => ({ unit, value: before }))
      return edited.length > 0 ? [[key as Key, edited]] : []
    }),
  )
  if (units.size === 0)
    throw new BoardwrightError('USAGE', `run ${run} wrote over no UI edit: there is nothing to bring back`, {
      hint: 'To undo what the repo changed: git revert, then apply.',
    })
  return { target: plan.target.name, units }
}

function planIn(line: string, run: string): Plan {
  const value = parseJson(line) as { readonly type?: unknown; readonly plan?: unknown }
  const read = PlanFile.safeParse(value.plan)
  if (value.type !== 'plan' || !read.success)
    throw new BoardwrightError('PLAN_INVALID', `the journal of run ${run} does not begin with its plan`)
  return read.data
}

/** The tree with the overwritten units as they were. The ledgers go on to say what the tree says: these stay UI edits. */
function planBack({ inputs, live }: Planned, units: Overwritten['units']): Decision {
  const { desired } = inputs
  // Viewers saw the edit, so they shall see it again.
  const showing = new Set<Key>(
    desired.workbooks
      .filter(({ dashboard }) => dashboard && referencesOf(dashboard).some((reference) => units.has(reference as Key)))
      .map(({ slug }) => workbookKey(slug)),
  )
  const { plan, work } = computePlan({
    ...inputs,
    desired: {
      ...desired,
      workbooks: desired.workbooks.map((workbook) =>
        workbookWith(workbook, units.get(workbookKey(workbook.slug)) ?? []),
      ),
      reports: desired.reports.map((report) => reportWith(report, units.get(reportKey(report.id)) ?? [])),
    },
    selected: (key) => units.has(key) || showing.has(key),
    shaping: { ...inputs.shaping, select: [...units.keys()].sort() },
  })
  const records = new Map(
    [...work.records].map(([key, record]) => {
      const kept = (units.get(key) ?? []).flatMap(({ unit }) => {
        const old = live.known.get(key)?.base?.[unit]
        return old === undefined ? [] : [[unit, old] as const]
      })
      return [key, { ...record, ...Object.fromEntries(kept) }] as const
    }),
  )
  return { plan, work: { ...work, records } }
}
