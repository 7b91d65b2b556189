import { lazy } from '@boardwright/common'
import type { History, TreeThen } from '../../base/history.ts'
import type { Content } from '../../content/entity.ts'
import { isBelowRoots } from '../../serialize/layout.ts'
import type { HistoryReader } from '../local/history.ts'
import type { OldTree } from '../local/old-trees.ts'

/** The history for a plan, with the trees at these commits that can be read. */
export async function readHistory(
  { head, dirty, isMade, relations, applied, forkOf }: HistoryReader,
  wanted: Iterable<string>,
  treeAt: (commit: string) => Promise<TreeThen | undefined>,
): Promise<History> {
  const forks = new Map<string, string>()
  for (const [commit, relation] of relations) {
    const fork = relation === 'diverged' ? await forkOf(commit) : undefined
    if (fork !== undefined) forks.set(commit, fork)
  }
  const trees = new Map<string, TreeThen>()
  for (const commit of new Set([...wanted, ...forks.values()])) {
    const tree = await treeAt(commit)
    if (tree) trees.set(commit, tree)
  }
  return { head, dirty, isMade, relations, applied, trees, forks }
}

/** An old tree, with the names that are used to compare. */
export const treeThen = (
  tree: OldTree,
  named: (content: Content) => Content,
  isThere: (path: string) => boolean,
): TreeThen => ({
  outline: named(tree.outline),
  whole: lazy(() => {
    const whole = tree.read()
    return whole && named(whole)
  }),
  hasMoreFiles: [...tree.paths()].some((path) => isBelowRoots(path) && path.endsWith('.yaml') && !isThere(path)),
})
