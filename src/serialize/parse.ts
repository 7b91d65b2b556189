import { sha1Of } from '../content/digest.ts'
import { type Content, contentOf, type Entity, entityOf } from '../content/entity.ts'
import { KINDS, type Kind } from '../content/kinds.ts'
import type { Key, ReportReference } from '../content/model.ts'
import type { Problem } from '../content/problem.ts'
import { type DocumentsRead, type Recall, recallDocuments, type TreeFiles } from './documents.ts'
import { READ_ORDER, treeRules } from './kinds.ts'
import { MODEL } from './layout.ts'
import { createReading, type Rejected } from './reading.ts'
import type { Addresses } from './references.ts'
import { asWritten, type Render, type Source } from './source.ts'

export interface ParsedTree {
  readonly content: Content
  /** Folders, workbooks and reports. A second object with the same key appears only in the problems. */
  readonly sources: ReadonlyMap<Key, Source>
  /** Dashboards, by workbook key. */
  readonly dashboards: ReadonlyMap<Key, Source>
  /** What a dashboard's names for reports mean, by workbook key. */
  readonly names: ReadonlyMap<Key, ReadonlyMap<string, ReportReference>>
  readonly addresses: Addresses
  readonly problems: readonly Problem[]
  /** Documents whose objects are not in the content, because of a problem. */
  readonly rejected: readonly Rejected[]
}

export interface ParsingOptions {
  readonly recall?: Recall | undefined
  readonly render?: Render
  /** The documents of these files, if they were read already. */
  readonly documents?: DocumentsRead | undefined
}

/** Finds every problem of the tree at once; valid files become content. */
export function parseTree(
  files: TreeFiles,
  { render = asWritten, recall, documents }: ParsingOptions = {},
): ParsedTree {
  const reading = createReading(documents ?? recallDocuments(files, recall), render)
  const read = new Map(READ_ORDER.map((kind): [Kind, readonly Entity[]] => [kind, treeRules(kind).read(reading)]))
  const { sources, dashboards, names, problems, rejected } = reading
  return {
    content: contentOf([...KINDS.flatMap((kind) => read.get(kind) ?? []), ...modelFiles(files, recall)]),
    ...{ sources, dashboards, names, addresses: reading.addresses(), problems, rejected },
  }
}

const modelFiles = (files: TreeFiles, recall: Recall | undefined): readonly Entity<'model'>[] =>
  [...files.keys()]
    .filter((file) => file.startsWith(`${MODEL}/`))
    .map((file) => ({
      path: file.slice(MODEL.length + 1),
      hash: recall?.hashOf(file) ?? sha1Of(files.get(file) ?? new Uint8Array()),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((file) => entityOf('model', file))
