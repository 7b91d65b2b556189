import { join } from 'node:path'
import { BoardwrightError } from '../errors.ts'
import { factsOf, requireOwnStore } from '../workspace/disk.ts'
import { findUpwards } from '../workspace/find.ts'
import { topAbove } from '../workspace/repository.ts'

export const CONFIG_FILE = 'boardwright.yaml'
const MISNAMED = ['boardwright.yml', '.boardwright.yaml', '.boardwright.yml', 'Boardwright.yaml']

export function findRoot(start: string): string {
  const root = findUpwards(start, CONFIG_FILE)
  if (root === undefined) {
    const near = MISNAMED.find((name) => factsOf(join(start, name)))
    throw new BoardwrightError('NO_PROJECT', `no ${CONFIG_FILE} in ${start} or above it`, {
      hint: near === undefined ? undefined : `There is ${near}. Name it ${CONFIG_FILE}.`,
    })
  }
  requireOwnStore(root)
  return root
}

/** What people type to commit the project, which may not be in a repository yet. */
export const commitCommand = (root: string): string =>
  `${topAbove(root) === undefined ? 'git init && ' : ''}git add -A && git commit`
