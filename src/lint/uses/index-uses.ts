import { lazy } from '@boardwright/common'
import { mayHideWords } from '@boardwright/common/yaml'
import type { Model } from '@boardwright/platform/model'
import type { TreeFiles } from '../../serialize/documents.ts'
import { type AllDocuments, overlayOf, type Placed, readAllDocuments } from '../../serialize/locate.ts'
import { readTreeModel } from '../../serialize/model/read.ts'
import { type NamedUse, namesInDocument } from './content-uses.ts'
import { usesInModel } from './model-uses.ts'
import { expressionsOf, type UnreadSql, usesInSqlOf } from './sql-uses.ts'
import { EVERY_USE, type Use, type WantedUses } from './use.ts'

/** The data model and content, in the tree and in the overlays. */
export interface UseSources {
  readonly model: Model
  /** The files of the data model in the overlays. */
  readonly overlaid: readonly Model[]
  readonly documents: () => AllDocuments
  /** Dashboards, and the documents that may name something wanted. */
  readonly documentsNaming: (wanted: WantedUses) => AllDocuments
}

export function readSources(files: TreeFiles): UseSources {
  const overlays = [...new Set([...files.keys()].map(overlayOf))].filter((prefix) => prefix !== '')
  return {
    model: readTreeModel(files),
    overlaid: overlays.map((prefix) => readTreeModel(files, prefix)),
    documents: lazy(() => readAllDocuments(files)),
    documentsNaming: (wanted) => readAllDocuments(filesNaming(files, wanted)),
  }
}

/**
 * Searching for a word costs less than parsing YAML. Only reports, the files with an id, are filtered: there are so
 * many.
 */
function filesNaming(files: TreeFiles, wanted: WantedUses): TreeFiles {
  const stems = new Set<string>()
  for (const [file, bytes] of files) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
    if (!wanted.text(text) && !mayHideWords(text) && /^id:/m.test(text)) continue
    // A text beside a document is part of it.
    for (let stem = withoutEnding(file); !stems.has(stem); stem = withoutEnding(stem)) stems.add(stem)
  }
  return new Map([...files].filter(([file]) => !/\.ya?ml$/.test(file) || stems.has(withoutEnding(file))))
}

const withoutEnding = (file: string): string => file.replace(/\.[^./]*$/, '')

/** Every use of a name, in the data model and in content. */
export interface UsesIndex {
  readonly model: Model
  readonly uses: readonly Use[]
  readonly unread: readonly { readonly file: string; readonly because: string }[]
  readonly unreadSql: readonly UnreadSql[]
}

/** `more` lists cubes and views that the data model no longer has. */
export function indexUses(files: TreeFiles, more: readonly string[] = []): UsesIndex {
  const sources = readSources(files)
  const { names, unreadSql } = namesOfContent(sources, sources.documents().placed, more, EVERY_USE)
  const uses = names.flatMap(({ use }) => use() ?? [])
  return { model: sources.model, uses: [...usesOfModel(sources), ...uses], unread: unreadIn(sources), unreadSql }
}

export const usesOfModel = ({ model, overlaid }: UseSources): Use[] =>
  [model, ...overlaid].flatMap(({ read }) => read.flatMap((file) => usesInModel(file, model)))

export const unreadIn = ({ model, overlaid }: UseSources): Model['unread'] =>
  [model, ...overlaid].flatMap(({ unread }) => unread)

/** The names in content. Their places are looked up on demand. */
export function namesOfContent(
  { model }: UseSources,
  placed: readonly Placed[],
  more: readonly string[],
  wanted: WantedUses,
): Pick<UsesIndex, 'unreadSql'> & { readonly names: readonly NamedUse[] } {
  const isOwner = (name: string): boolean => model.owners.has(name) || more.includes(name)
  const sqls = placed.map((each) => ({
    file: `${each.prefix}${each.document.file}`,
    ...usesInSqlOf(each, model, isOwner, wanted),
  }))
  return {
    names: [
      ...placed.flatMap((each) => namesInDocument(each, isOwner, wanted)),
      ...sqls.flatMap(({ uses }) => uses.map((use): NamedUse => ({ ...use, use: () => use }))),
    ],
    unreadSql: [
      ...sqls.flatMap(({ file, unread }) => (unread === undefined ? [] : [{ file, ...unread }])),
      ...placed.flatMap((each) => expressionsOf(each, wanted)),
    ],
  }
}
