import type { Target } from '../../config/model.ts'
import { managesKind } from '../../config/scope.ts'
import { isContentKind } from '../../content/kinds.ts'
import { createRoles, OVERLAYS, workbookDirectories } from '../../serialize/layout.ts'
import { changesUpToHead } from '../../workspace/git.ts'
import { isOfTree } from '../local/at-commit.ts'
import type { SoundProject } from '../local/project.ts'

/**
 * The newest commit that says the same of this target as the one that was applied to it. Commits that change only what
 * it does not manage leave no record there, because there is nothing to apply.
 */
export async function newestAlike({ root, files }: SoundProject, target: Target, applied: string): Promise<string> {
  const roleOf = createRoles(workbookDirectories(files.keys()))
  let newest = applied
  for (const { commit, files } of await changesUpToHead(root, applied)) {
    const ofTree = files.filter(isOfTree)
    if (ofTree.some((file) => !isForOthers(file, target, roleOf))) break
    if (ofTree.length > 0) newest = commit
  }
  return newest
}

/** A kind that this target does not manage, or an overlay of another target. */
function isForOthers(file: string, { name, scope }: Target, roleOf: ReturnType<typeof createRoles>): boolean {
  const [, overlaid] = file.startsWith(`${OVERLAYS}/`) ? file.split('/') : []
  if (overlaid !== undefined) return overlaid !== name
  const role = roleOf(file)
  return role.role !== 'unknown' && isContentKind(role.kind) && !managesKind(scope, role.kind)
}
