import { DOCUMENTS, type DocumentKind } from '../content/files.ts'
import type { ContentKind } from '../content/kinds.ts'
import { slugOf } from '../content/slug.ts'
import { BoardwrightError } from '../errors.ts'
import { readAllDocuments } from './all-documents.ts'
import { requireFree } from './destination.ts'
import { treeRules } from './kinds.ts'
import { baseOf, documentName, fileOf, inFolder, inWorkbook, stemOf } from './layout.ts'
import { isWorkbook, type Located, placeIn } from './locate.ts'
import { freeSlugs, type MoveContext, type TreeChange } from './moves.ts'
import { createNames, fileSlugOf } from './names.ts'
import { orderKeys } from './order.ts'
import { printYaml } from './yaml/print.ts'

export interface Creation extends TreeChange {
  readonly object: Located
}

/** The minimal valid files of a new object. */
export function createObject(
  context: MoveContext,
  kind: ContentKind,
  name: string,
  holder: string,
  mintId: () => string,
): Creation {
  const { files } = context
  if (name.trim() === '') throw new BoardwrightError('USAGE', `a ${kind} needs a name`)
  const object: Located = { kind, at: placeIn(files, kind, holder, freeStem(context, kind, name, holder)) }
  requireFree(files, object, object.at, new Set())
  const freeSlug = (): string => freeSlugs(readAllDocuments(files).placed).give(slugOf(name), object.at)
  const { first, identity } = treeRules(kind)
  const written = new Map<string, string>()
  for (const [part, value] of Object.entries(first(name)) as [DocumentKind, object][]) {
    const own = part === kind ? { ...identity({ mintId, freeSlug }), ...value } : value
    written.set(fileOf(part, object.at), printYaml(orderKeys(DOCUMENTS[part].schema, own)))
  }
  return { moved: new Map(), written, removed: [], object }
}

function freeStem({ files }: MoveContext, kind: ContentKind, name: string, holder: string): string {
  const names = createNames()
  const { directory } = (isWorkbook(files, holder) ? inWorkbook : inFolder)(kind, holder)
  for (const file of files.keys()) {
    if (!file.startsWith(`${directory}/`)) continue
    const [first = ''] = file.slice(directory.length + 1).split('/')
    names.take(stemOf(documentName(baseOf(first))))
  }
  return names.give(fileSlugOf(name), name)
}
