import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFiles } from '../support/directory.ts'
import { type Marks, marksIn } from './deployment-view.ts'

/** An object of a tree, read from its files by hand. */
export interface TreeObject {
  readonly key: string
  readonly name: string
  readonly marks: Marks
  readonly birth: string | undefined
  readonly isPublished: boolean
}

export function readTreeByHand(root: string): TreeObject[] {
  const files = Object.entries(readFiles(root)).filter(([file]) => /^(content|account|data-model\/model)\//.test(file))
  const textsBelow = (prefix: string): string[] =>
    files.flatMap(([file, text]) => (file.startsWith(prefix) ? [text] : []))
  return files.flatMap(([file, text]): TreeObject[] => {
    const directory = file.slice(0, file.lastIndexOf('/') + 1)
    if (file.startsWith('data-model/')) return [object('model', file.slice('data-model/'.length), [text])]
    if (file.endsWith('/folder.yaml'))
      return [object('folder', directory, [text], `folder ${fieldOf(text, 'position')}`)]
    if (file.endsWith('/workbook.yaml')) {
      const dashboard = textsBelow(`${directory}dashboard.yaml`)
      const born = dashboard.map((each) => fieldOf(each, 'description')).join('')
      const texts = [text, ...dashboard]
      return [
        {
          ...object('workbook', fieldOf(text, 'slug') ?? '', texts, `workbook ${JSON.stringify(born)}`),
          isPublished: !/^publish: false$/m.test(text),
        },
      ]
    }
    if (/\/notifications\/[^/]+\.yaml$/.test(file)) {
      const born = /member: (born\.[\w-]+)/.exec(text)?.[1]
      return [object('notification', fieldOf(text, 'slug') ?? '', [text], born && `notification ${born}`)]
    }
    const [, tenant] = /^account\/tenants\/([^/]+)\/groups\//.exec(file) ?? []
    if (tenant !== undefined) return [object('tenantGroup', `${tenant}/${fieldOf(text, 'name')}`, [text])]
    if (file.startsWith('account/attributes/')) return [object('attribute', fieldOf(text, 'name') ?? '', [text])]
    if (file.startsWith('account/roles/')) return [object('role', (fieldOf(text, 'name') ?? '').toLowerCase(), [text])]
    if (file.startsWith('account/groups/'))
      return [object('group', (fieldOf(text, 'name') ?? '').toLowerCase(), [text])]
    const isReport = /\/reports\/[^/]+\.yaml$|\.report\.yaml$/.test(file)
    if (!isReport) return []
    const born = /^ {2}born: (.*)$/m.exec(text)?.[1] ?? /born: ([\w-]+)/.exec(text)?.[1]
    const stem = file.replace(/yaml$/, '')
    return [
      object('report', fieldOf(text, 'id') ?? '', textsBelow(stem), born && `report ${JSON.stringify(unquoted(born))}`),
    ]
  })
}

const object = (kind: string, name: string, texts: readonly string[], birth?: string): TreeObject => ({
  ...{ key: `${kind}/${name}`, name, birth, isPublished: true },
  marks: marksIn(...texts.map((text) => text.replaceAll(NAMES, ''))),
})

/** The parts of a file that name other files, or its own former names. */
const NAMES = /\breports?: [^,}\n]+|^(was|folder):.*(\n[ -].*)*/gm

const fieldOf = (text: string, key: string): string | undefined => {
  const value = new RegExp(`^${key}: (.*)$`, 'm').exec(text)?.[1]
  return value === undefined ? undefined : unquoted(value)
}

const unquoted = (text: string): string => text.replace(/^(["'])(.*)\1$/, '$2')

/** The tree at a commit, which need not be checked out. */
export function treeAt(root: string, commit: string): TreeObject[] {
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-tree-'))
  try {
    execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, directory], { cwd: root })
    return readTreeByHand(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}
