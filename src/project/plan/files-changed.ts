import { type BaseOptions, findBase } from '../../workspace/base.ts'
import { changedSince } from '../../workspace/git.ts'

/** The files that this branch changes, if it is known what it is merged into and that is not HEAD itself. */
export async function filesOfBranch(root: string, options: BaseOptions): Promise<readonly string[] | undefined> {
  const base = await findBase(root, options)
  return base.known && base.commit !== base.head ? changedSince(root, base.commit) : undefined
}
