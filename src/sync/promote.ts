import { BoardwrightError } from '../errors.ts'
import { ProblemsFound, type SoundProject } from '../project/project.ts'
import type { ApplyOptions } from './apply/options.ts'
import { type Applied, applyPlanned, requireCommitted } from './apply.ts'
import { targetsOf } from './carry.ts'
import { type Plan, type Planned, planTarget } from './plan.ts'
import { blockersOf } from './promote/blockers.ts'
import { bringPromoted } from './promote/model.ts'
import { type PromotionOptions, type PromotionSource, readSource } from './promote/source.ts'

export type { PromotionOptions, PromotionSource } from './promote/source.ts'

export interface PromoteOptions extends PromotionOptions, Omit<ApplyOptions, 'target' | 'slugs' | 'saved'> {
  /** Called with the plan, before anybody is asked. */
  readonly onPlan?: ((plan: Plan) => void | Promise<void>) | undefined
}

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
  await options.onPlan?.(planned.plan)
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
