import { snakeKeys } from '../../snake-case.ts'
import type { TreeFiles } from '../documents.ts'
import { MODEL } from '../layout.ts'
import { decodeText } from '../text.ts'
import { readYaml } from '../yaml/read.ts'

/** A file of a data model in plain YAML. */
export interface ModelFile {
  readonly file: string
  readonly text: string
  /** With keys spelled as in `sql_table`, even if the file has `sqlTable`: the platform takes both. */
  readonly value: unknown
}

export interface ModelFiles {
  readonly read: readonly ModelFile[]
  /** Files that may define something we cannot see, and why each was not read. */
  readonly unread: readonly { readonly file: string; readonly because: string }[]
}

const YAML = /\.ya?ml$/
const CODE = /\.(js|ts|py|jinja)$/

/** The files of the data model below `prefix`: the tree's own, or those of an overlay. */
export function readModelFiles(files: TreeFiles, prefix = ''): ModelFiles {
  const read: ModelFile[] = []
  const unread: { file: string; because: string }[] = []
  for (const file of [...files.keys()].filter((each) => each.startsWith(`${prefix}${MODEL}/model/`))) {
    const found = YAML.test(file) ? readModelFile(files, file) : CODE.test(file) ? 'is code' : undefined
    if (typeof found === 'string') unread.push({ file, because: `${file} ${found}` })
    else if (found) read.push(found)
  }
  return { read, unread }
}

function readModelFile(files: TreeFiles, file: string): ModelFile | string {
  const text = decodeText(files.get(file) ?? new Uint8Array(), file)
  if (typeof text !== 'string') return 'is not text'
  if (/\{[{%#]/.test(text)) return 'is a template'
  const { value, problems } = readYaml(text, file)
  return problems.length > 0 ? 'cannot be read as plain YAML' : { file, text, value: snakeKeys(value) }
}
