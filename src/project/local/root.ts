import { dirname, join, resolve } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { shellWord } from '../../content/shell-word.ts'
import { factsOf, requireOwnStore } from '../../workspace/disk.ts'
import { findUpwards } from '../../workspace/find.ts'
import { isTracked } from '../../workspace/git.ts'
import { topAbove } from '../../workspace/repository.ts'

export const CONFIG_FILE = 'boardwright.yaml'
const MISNAMED = ['boardwright.yml', '.boardwright.yaml', '.boardwright.yml', 'Boardwright.yaml']

/** The root of the project around a directory. If there is none, the error says how its file comes back. */
export async function findRoot(start: string): Promise<string> {
  const root = findUpwards(start, CONFIG_FILE)
  if (root !== undefined) {
    requireOwnStore(root)
    return root
  }
  const near = MISNAMED.find((name) => factsOf(join(start, name)))
  const lost = near === undefined ? await lostConfig(start) : undefined
  if (lost === undefined) {
    throw new BoardwrightError('NO_PROJECT', `no ${CONFIG_FILE} in ${start} or above it`, {
      hint: near === undefined ? undefined : `There is ${near}. Name it ${CONFIG_FILE}.`,
    })
  }
  throw new BoardwrightError('NO_PROJECT', `${CONFIG_FILE} is gone from ${lost}, and git still has it`, {
    hint: `Bring it back: git -C ${shellWord(lost)} restore ${CONFIG_FILE}`,
  })
}

/** The nearest directory, going up, where git has the file of a project. */
async function lostConfig(start: string): Promise<string | undefined> {
  const at = resolve(start)
  if (topAbove(at) === undefined) return undefined
  return (await isTracked(join(at, CONFIG_FILE))) ? at : lostConfig(dirname(at))
}

/** What people type to commit the project, which may not be in a repository yet. */
export const commitCommand = (root: string, message: string): string =>
  `${topAbove(root) === undefined ? 'git init && ' : ''}git add -A && git commit -m ${message}`
