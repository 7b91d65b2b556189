import { BoardwrightError, ERRORS } from '@boardwright/common'
import { keysIn, ofKind } from '../content/entity.ts'
import { reportKey } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import { checkTree } from '../lint/check.ts'
import type { ApplyOptions } from './apply/options.ts'
import { type Applied, applyPlanned, requireCommitted } from './apply.ts'
import { targetsOf } from './carry.ts'
import { ProblemsFound, type SoundProject } from './local/project.ts'
import { type Planned, planTarget } from './plan.ts'
import { bringPromoted } from './promote/model.ts'
import { plainIds, writtenIds } from './promote/plain-ids.ts'
import { type PromotionOptions, type PromotionSource, readSource } from './promote/source.ts'

export type { PromotionOptions, PromotionSource } from './promote/source.ts'

export interface PromoteOptions extends PromotionOptions, Omit<ApplyOptions, 'target' | 'slugs' | 'saved'> {}

export interface Promotion {
  readonly source: PromotionSource
  /** The project at the commit. */
  readonly project: SoundProject
  readonly planned: Planned
}

/** Plans how to bring one target's content to another. Sends only reads. */
export async function planPromotion(project: SoundProject, options: PromotionOptions): Promise<Promotion> {
  const carried = targetsOf(project.config, options.from, options.to)
  const { source, project: then } = await aboutTarget(carried.from.name, () => readSource(project, carried, options))
  options.onSource?.(source)
  const promotion = { from: source.from.name, ...(options.at === undefined ? {} : { at: options.at }) }
  const planned = await aboutTarget(source.to.name, () =>
    planTarget(then, { ...options, target: source.to.name, promotion }),
  )
  const blockers = blockersOf(then, source.reading, planned)
  if (blockers.length > 0) throw new ProblemsFound(blockers, then.files)
  return { source, project: then, planned }
}

/** Plans a promotion and applies the plan. */
export async function promote(
  project: SoundProject,
  options: PromoteOptions,
): Promise<Applied & Pick<Promotion, 'source'>> {
  const { source, project: then, planned } = await planPromotion(project, options)
  await requireCommitted(then, options)
  const applied = await applyPlanned(then, planned, { ...options, bringModel: bringPromoted(source) })
  return { ...applied, source }
}

/** Adds the target's name to platform errors, because two targets are involved. */
async function aboutTarget<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof BoardwrightError) || !cause.http) throw cause
    const { kind, message, hint, http } = cause
    throw new BoardwrightError(kind, `${name}: ${message}`, { hint, http, cause })
  }
}

/**
 * Everything in this plan that would mean something else, or nothing, in the other target. Reports all problems at
 * once.
 */
function blockersOf(project: SoundProject, from: Planned, to: Planned): Problem[] {
  const { objects, held } = to.plan
  const written = new Set([...objects.filter(({ action }) => action !== 'delete'), ...held].map(({ key }) => key))
  const moving = new Set(keysIn(from.inputs.desired).filter((key) => written.has(key)))
  const dashboards = [...to.local.tree.dashboards]
    .filter(([key]) => moving.has(key))
    .map(([, { document }]) => document)
  const files = new Set(dashboards.map(({ file }) => file))
  const dangling = checkTree(to.local.tree, project.files, () => UNCHECKED).filter(
    ({ kind, at }) => kind === 'REFERENCE_DANGLING' && files.has(at.file),
  )
  const numbers = from.live.notes.flatMap(({ kind, key, message }): Problem[] => {
    const file = key === undefined ? undefined : to.inputs.files.get(key)
    if (kind !== 'suspicious-number' || file === undefined || key === undefined || !moving.has(key)) return []
    return [
      {
        kind: 'PROMOTE_BLOCKED',
        at: { file },
        message,
        hint: 'Name the report by its reference, in a widget of a kind that shows reports.',
      },
    ]
  })
  return [...dangling, ...plainIds(dashboards, foreignIds(from, to), to.local), ...numbers].map(
    ({ warning: _warning, kind, hint = ERRORS[kind].hint, ...problem }) => ({
      ...{ ...problem, kind: 'PROMOTE_BLOCKED' as const },
      hint: `${hint} Commit it, apply it to ${from.target.name}, then promote with --at HEAD.`,
    }),
  )
}

/** Public ids that reports have in some target, but that no report has in the target being written. */
function foreignIds(from: Planned, to: Planned): ReadonlySet<string> {
  const reports = ofKind(to.local.tree.content, 'report').map(({ own }) => own)
  const written = new Set([...writtenIds(reports), ...from.live.publicIds.values()])
  const own = new Set(to.live.publicIds.values())
  if (to.target.home) for (const { id } of reports) if (!to.live.publicIds.has(reportKey(id))) own.add(id)
  return new Set([...written].filter((id) => !own.has(id)))
}

const UNCHECKED = { known: false, because: 'it is done elsewhere' } as const
