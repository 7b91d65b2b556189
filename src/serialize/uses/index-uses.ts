import { overlayOf, readAllDocuments } from '../all-documents.ts'
import type { TreeFiles } from '../documents.ts'
import { defineModel, type Model } from '../model/definitions.ts'
import { type ModelFiles, readModelFiles } from '../model/read.ts'
import { usesInDocument } from './content-uses.ts'
import { usesInModel } from './model-uses.ts'
import { usesInSqlOf } from './sql-uses.ts'
import type { Use } from './use.ts'

/** What names what: the data model and content, in the tree and in the overlays. */
export interface UsesIndex {
  readonly model: Model
  readonly uses: readonly Use[]
  readonly unread: ModelFiles['unread']
  /** Files whose SQL nobody knows the uses of, and why. */
  readonly unreadSql: readonly { readonly file: string; readonly because: string }[]
}

/** `more` are names of cubes and views that the data model no longer has. */
export function indexUses(files: TreeFiles, more: readonly string[] = []): UsesIndex {
  const own = readModelFiles(files)
  const overlays = [...new Set([...files.keys()].map(overlayOf))].filter((prefix) => prefix !== '')
  const theirs = overlays.map((prefix) => readModelFiles(files, prefix))
  const model = defineModel(own.read)
  const isOwner = (name: string): boolean => model.owners.has(name) || more.includes(name)
  const { placed } = readAllDocuments(files)
  const sqls = placed.map((each) => ({
    file: `${each.prefix}${each.document.file}`,
    ...usesInSqlOf(each, model, isOwner),
  }))
  return {
    model,
    uses: [
      ...[own, ...theirs].flatMap(({ read }) => read.flatMap((file) => usesInModel(file, model))),
      ...placed.flatMap((each) => usesInDocument(each, isOwner)),
      ...sqls.flatMap(({ uses }) => uses),
    ],
    unread: [own, ...theirs].flatMap(({ unread }) => unread),
    unreadSql: sqls.flatMap(({ file, because }) => (because === undefined ? [] : [{ file, because }])),
  }
}
