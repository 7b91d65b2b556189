import { BoardwrightError } from '../errors.ts'
import { readTree } from '../workspace/tree.ts'
import { projectIdIn } from './history.ts'
import { CONFIG_FILE, findRoot } from './root.ts'

/** The id of the project around a directory, whatever else is wrong with it. */
export async function projectIdOf(start: string): Promise<string> {
  const root = findRoot(start)
  const { files } = await readTree(root)
  const id = projectIdIn(files.get(CONFIG_FILE) ?? new Uint8Array())
  if (typeof id === 'string' && id !== '') return id
  throw new BoardwrightError('NO_PROJECT', `${CONFIG_FILE} has no projectId`)
}
