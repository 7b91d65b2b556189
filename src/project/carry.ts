import { BoardwrightError } from '@boardwright/common'
import type { Config, Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import type { RepositoryStart } from '../workspace/history.ts'
import { readProjectAt } from './local/at-commit.ts'
import type { SoundProject } from './local/project.ts'

export interface Carried {
  readonly from: Target
  readonly to: Target
}

/** Both targets, limited to what both of them manage, because nothing else can be promoted. */
export function targetsOf(config: Config, from: string, to: string): Carried {
  const [source, goal] = [selectTarget(config, from), selectTarget(config, to)]
  if (source.name === goal.name) throw refused(`${source.name} cannot be promoted to itself`)
  const content = source.content && goal.content
  const isOneBranch = isOneDeployment(source, goal) && source.dataModel?.branch === goal.dataModel?.branch
  const hasModel = source.dataModel !== undefined && goal.dataModel !== undefined && !isOneBranch
  if (!content && !hasModel) {
    throw refused(
      `${source.name} and ${goal.name} have nothing in common that could be promoted: neither content nor a data model on two branches`,
    )
  }
  const narrowed = (target: Target): Target => ({
    ...target,
    content,
    dataModel: hasModel ? target.dataModel : undefined,
  })
  return { from: narrowed(source), to: narrowed(goal) }
}

export const isOneDeployment = (one: Target, other: Target): boolean =>
  one.url === other.url && one.deployment === other.deployment

/** What only one of the targets manages, in words. */
export function leftOut(config: Config, { from, to }: Carried): string[] {
  const [source, goal] = [selectTarget(config, from.name), selectTarget(config, to.name)]
  const isLost = (one: boolean, both: boolean): boolean => one && !both
  return [
    ...(isLost(source.content || goal.content, from.content) ? ['content'] : []),
    ...(isLost(Boolean(source.dataModel ?? goal.dataModel), from.dataModel !== undefined) ? ['the data model'] : []),
  ]
}

/** The project at the commit of one target, to plan it onto another. */
export async function readPromoted(
  project: SoundProject,
  { from, to }: Carried,
  commit: string,
  started?: RepositoryStart,
): Promise<SoundProject> {
  const { config, ...rest } = project
  const narrowed = new Map([from, to].map((target) => [target.name, target]))
  const targets = config.targets.map((target) => narrowed.get(target.name) ?? target)
  return readProjectAt({ ...rest, config: { ...config, targets } }, commit, started)
}

const refused = (what: string): BoardwrightError => new BoardwrightError('PROMOTE_REFUSED', what)
