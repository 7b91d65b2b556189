import type { Target } from '../../config/model.ts'
import { selectTarget } from '../../config/targets.ts'
import type { ComparedWith } from '../../content/compared.ts'
import { createSums } from '../../lint/members.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { readTreeModel } from '../../serialize/model/read.ts'
import type { BaseOptions } from '../../workspace/base.ts'
import { readBase } from './base.ts'
import { type Picked, pickAll, pickChanged } from './pick.ts'
import { requireMeasures } from './tolerances.ts'

export interface AffectedOptions {
  readonly target?: string | undefined
  /** A target, a branch or a commit. Defaults to the branch that this one is merged into. */
  readonly base?: string | undefined
  readonly env: BaseOptions['env']
}

export type IsSum = (measure: string) => boolean

/** What to compare: known before anything is asked. */
export interface AffectedReports {
  readonly target: Target
  readonly baseTarget: Target | undefined
  readonly base: string
  readonly compared: ComparedWith | undefined
  readonly picked: readonly Picked[]
  /** Which measures are sums before, and now. */
  readonly isSum: Readonly<Record<'before' | 'after', IsSum>>
}

/** Finds the reports whose rows may differ. Sends nothing. */
export async function findAffected(project: SoundProject, options: AffectedOptions): Promise<AffectedReports> {
  const target = selectTarget(project.config, options.target)
  const baseTarget = project.config.targets.find(({ name }) => name === options.base)
  const { before, compared } = baseTarget ? { before: project.files } : await readBase(project, options)
  requireMeasures(project.config.try.tolerances, [project.files, before])
  return {
    ...{ target, baseTarget, base: baseTarget?.name ?? options.base ?? 'before this branch', compared },
    picked: baseTarget ? pickAll(project, baseTarget, target) : pickChanged(project, target, before),
    isSum: { before: createSums(readTreeModel(before)), after: createSums(readTreeModel(project.files)) },
  }
}
