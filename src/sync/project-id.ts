import { BoardwrightError } from '../errors.ts'
import { decodeText } from '../serialize/text.ts'
import { readTree } from '../workspace/tree.ts'
import { CONFIG_FILE, findRoot } from './root.ts'

/** The id of the project around a directory, whatever is wrong with its files, boardwright.yaml among them. */
export async function projectIdOf(start: string): Promise<string> {
  const { files } = await readTree(findRoot(start))
  const text = decodeText(files.get(CONFIG_FILE) ?? new Uint8Array(), CONFIG_FILE)
  const id = typeof text === 'string' ? /^projectId:[ \t]*["']?([\w-]+)/m.exec(text)?.[1] : undefined
  if (id !== undefined) return id
  throw new BoardwrightError('NO_PROJECT', `${CONFIG_FILE} has no projectId`)
}
