import {
  isTemplate,
  type Model,
  type ModelText,
  mayDefine,
  ownersIn,
  readModel,
  type Wholes,
  wholesOf,
} from '@boardwright/platform/model'
import type { TreeFiles } from '../documents.ts'
import { MODEL } from '../layout.ts'
import { conflictsIn, decodeText } from '../text.ts'

/** The data model in a tree. Below a prefix: the files of one of its overlays. */
export function readTreeModel(files: TreeFiles, prefix = ''): Model {
  return readModel([...files].flatMap(([file, bytes]) => (isOfTreeModel(file, prefix) ? [textOf(file, bytes)] : [])))
}

/** Whether a file of a tree may define cubes and views. */
export function isOfTreeModel(file: string, prefix = ''): boolean {
  const root = `${prefix}${MODEL}/`
  return file.startsWith(root) && mayDefine(file.slice(root.length))
}

function textOf(file: string, bytes: Uint8Array): ModelText {
  const text = decodeText(bytes, file)
  if (typeof text === 'string') return { file, text, problems: isTemplate(text) ? [] : conflictsIn(text, file) }
  return { file, text: '', problems: [text] }
}

/** What pictures may show of a data model: also what files say that are more than plain YAML. */
export function drawnModel({ read, unread }: Model): Wholes {
  const more = unread.flatMap(({ file, read: readAll }) => {
    const said = readAll()
    return 'value' in said ? [{ file, value: said.value }] : []
  })
  return wholesOf(ownersIn([...read, ...more]))
}
