import { join } from 'node:path'
import { BoardwrightError } from '@boardwright/common'
import { readYaml } from '@boardwright/common/yaml'
import { decodeText } from '../../serialize/text.ts'
import { factsOf } from '../../workspace/disk.ts'
import { readFiles, readTree } from '../../workspace/tree.ts'
import { CONFIG_FILE, findRoot } from './root.ts'

/** The id of the project around a directory, even if its files are broken. */
export async function projectIdOf(start: string): Promise<string> {
  const { files } = await readTree(await findRoot(start))
  const text = decodeText(files.get(CONFIG_FILE) ?? new Uint8Array(), CONFIG_FILE)
  const id = typeof text === 'string' ? /^projectId:[ \t]*["']?([\w-]+)/m.exec(text)?.[1] : undefined
  if (id !== undefined) return id
  throw new BoardwrightError('NO_PROJECT', `${CONFIG_FILE} has no projectId`)
}

export function projectIdIn(config: Uint8Array): unknown {
  const text = decodeText(config, CONFIG_FILE)
  if (typeof text !== 'string') return undefined
  const { value } = readYaml(text, CONFIG_FILE)
  return typeof value === 'object' && value !== null ? (value as { projectId?: unknown }).projectId : undefined
}

/** Whether a boardwright.yaml belongs to the project at this root. None does if its own is a link. */
export async function configsOf(root: string): Promise<(config: Uint8Array) => boolean> {
  const isPlain = factsOf(join(root, CONFIG_FILE))?.isFile() === true
  const own = (await readFiles(root, isPlain ? [CONFIG_FILE] : [])).get(CONFIG_FILE)
  const id = own && projectIdIn(own)
  return (config) => id !== undefined && projectIdIn(config) === id
}
