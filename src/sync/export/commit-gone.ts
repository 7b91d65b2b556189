import { digestsIn } from '../../content/digests-in.ts'
import { KINDS, type Kind } from '../../content/kinds.ts'
import type { Key } from '../../content/model.ts'
import { unitsThatCount } from '../../content/objects.ts'
import { judgeUnits } from '../../content/threeway.ts'
import type { LiveContent } from '../../live/index.ts'
import { projectIdIn } from '../../project/id.ts'
import type { SoundProject } from '../../project/project.ts'
import type { TargetTree } from '../../project/render.ts'
import { openRepository } from '../../workspace/history.ts'

export interface CommitGone {
  readonly kind: 'commit-gone'
  readonly key: Key
  readonly commit: string
}

/**
 * Objects in which only the repo differs from what was last applied, by a commit that is not in this clone. The repo may
 * be older than that commit, not newer.
 */
export async function commitsGone(
  project: SoundProject,
  { tree }: TargetTree,
  live: LiveContent,
  selected: (key: Key) => boolean,
): Promise<readonly CommitGone[]> {
  const differing = KINDS.flatMap((kind) => ownIn(kind, tree.content, live)).filter(({ key }) => selected(key))
  if (differing.length === 0 || project.madeAt !== undefined) return []
  const repository = await openRepository(project.root, {
    files: project.workFiles ?? project.files,
    at: project.at?.commit,
    commits: [...new Set(differing.map(({ commit }) => commit))],
    isOurs: (config) => projectIdIn(config) === project.config.projectId,
  })
  if (repository.head === undefined) return differing
  const { relations } = repository.commits
  return differing.filter(({ commit }) => relations.get(commit) === 'missing')
}

function ownIn(kind: Kind, content: TargetTree['tree']['content'], live: LiveContent): readonly CommitGone[] {
  const theirs = digestsIn(kind, live.content)
  return [...digestsIn(kind, content)].flatMap(([key, units]): CommitGone[] => {
    const [entry, other] = [live.known.get(key), theirs.get(key)]
    if (!entry || !other) return []
    const verdicts = judgeUnits(
      entry,
      units,
      unitsThatCount(kind, other, (unit) => units.has(unit)),
    )
    return [...verdicts.values()].includes('repo') ? [{ kind: 'commit-gone', key, commit: entry.commit }] : []
  })
}
