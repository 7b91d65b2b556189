import type { Folder as Wire } from '@boardwright/platform'
import type { Folder, FolderPath } from '../../content/model.ts'
import type { NumberOf } from './dashboard.ts'

export const toFolder = ({ position }: Wire, path: FolderPath): Folder => ({ path, position })

export interface WrittenFolder {
  readonly name: string
  readonly parentId: number | null
  readonly position?: number
}

export const fromFolder = ({ path, position }: Folder, numbers: Pick<NumberOf, 'folder'>): WrittenFolder => ({
  name: path.at(-1) ?? '',
  parentId: path.length > 1 ? numbers.folder(path.slice(0, -1)) : null,
  ...(position === undefined ? {} : { position }),
})
