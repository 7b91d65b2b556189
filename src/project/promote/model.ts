import { modelFilesIn } from '../../content/entity.ts'
import { idIn, isKind } from '../../content/kinds.ts'
import { shortCommit } from '../../content/printable.ts'
import { loadWriting, type MergeRequest } from '../../live/index.ts'
import { bringModel, textOf, withProblems } from '../apply/bring-model.ts'
import type { ApplyOptions, ModelRun } from '../apply/options.ts'
import { type Carried, isOneDeployment } from '../carry.ts'
import type { Planned } from '../plan.ts'

/**
 * Between two branches of one deployment, the platform merges, provided that the source branch holds exactly what is
 * promoted. Otherwise we write files. We also do so if both branches changed the same file, even if that is only our
 * own record: git cannot know that both sides are ours, but the plan does.
 */
export const bringPromoted =
  (carried: Carried): NonNullable<ApplyOptions['bringModel']> =>
  async (run) => {
    const merge = mergeOf(carried, run)
    const { mergeModel, mergeWay } = await loadWriting()
    if (!merge || !(await mergeWay(run.client, merge))) return bringModel(run)
    const { stop, onEvent } = run.options
    const say = (text: string): void => onEvent?.({ type: 'model', text })
    const { error, changed, problems } = await mergeModel(run.client, merge, {
      signal: stop,
      onEvent: (event) => say(textOf(event)),
    })
    if (error?.kind !== 'MODEL_MERGE_CONFLICT') return { changed, error: error && withProblems(error, problems) }
    say(
      `${merge.from} and ${merge.into} have diverged, so they cannot be merged: the files are written to ${merge.into}`,
    )
    const brought = await bringModel(run)
    return brought.error?.kind === 'MODEL_BRANCH_LOCKED' ? { changed, error } : brought
  }

/** Undefined if a merge could change more than the plan shows, or if there is nothing to merge from. */
function mergeOf({ from, to }: Carried, { planned }: ModelRun): MergeRequest | undefined {
  const { plan, inputs, work } = planned
  const [source, goal] = [from.dataModel, to.dataModel]
  if (!isOneDeployment(from, to) || !source || !goal || goal.route === 'upload' || leavesModel(plan)) return undefined
  const commit = plan.commit ?? ''
  return {
    deployment: to.deployment,
    from: source.branch,
    into: goal.branch,
    projectId: to.projectId,
    commit,
    message: `Promote ${from.name} to ${to.name} (${shortCommit(commit)})`,
    desired: new Map(modelFilesIn(inputs.desired).map(({ path, hash }) => [path, hash])),
    wanted: new Map(
      plan.objects.flatMap(({ key, action }): [string, string | undefined][] =>
        isKind(key, 'model') ? [[idIn(key), action === 'delete' ? undefined : work.wanted.get(key)?.own.hash]] : [],
      ),
    ),
  }
}

const leavesModel = ({ held, left }: Planned['plan']): boolean =>
  [...held, ...left].some(({ key }) => isKind(key, 'model'))
