import { startGit } from '@boardwright/common/machine'
import { answerOf, isInBare, topAbove } from './repository.ts'
import { gitReason } from './run-git.ts'

export interface Begun {
  readonly made: boolean
  /** Why git could not make it. */
  readonly because?: string
}

/** Runs `git init`, with this user's settings, in a directory that is in no repository or shall have its own. */
export async function beginRepository(root: string, isOwn = false): Promise<Begun> {
  if (!isOwn && topAbove(root) !== undefined) return { made: false }
  if (isInBare(root)) return { made: false, because: 'this directory belongs to a bare repository' }
  try {
    answerOf(await startGit({ args: ['init', '--quiet'], cwd: root, reads: 'configuration' }))
    return { made: true }
  } catch (cause) {
    return { made: false, because: gitReason(cause) }
  }
}
