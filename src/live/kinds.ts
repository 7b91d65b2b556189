import type { LiveFacts } from '../content/facts.ts'
import { type ContentKind, idIn, type Key, type Kind } from '../content/kinds.ts'
import { folderKey, type Objects, reportKey, workbookKey } from '../content/model.ts'
import type { Summaries } from '../content/summary.ts'
import type { LedgerFacts } from '../ledger/facts.ts'
import { type Asking, listReports, listWorkbooks } from './lists.ts'
import { toFolder } from './map/folder.ts'
import type { NameReport } from './map/numbers.ts'
import type { FoundNames } from './names/types.ts'
import { type FromRow, reportOf, workbookOf } from './objects.ts'
import { publicationOf } from './publication.ts'
import { summarizeReportRow } from './rows/report.ts'
import { type Unknown, unknownIn } from './rows/unknown.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'
import type { Versions } from './versions.ts'
import type { Rows } from './wire.ts'

/** What turning rows into objects needs, once everything has a name. */
export interface Reading {
  readonly names: FoundNames
  readonly nameReport: NameReport
  /** Read unpublished edits instead of what viewers see. */
  readonly drafts: boolean
}

/** What facts about an object need besides its row. */
export interface FactsBeside extends Pick<LedgerFacts, 'ledgers'> {
  readonly versions: Versions
  readonly nameReport: NameReport
  readonly pathOf: FoundNames['pathOf']
}

/** How objects of one kind are read. */
export interface ReadRules<K extends ContentKind, Row = Rows[K]> {
  readonly rows: (asking: Asking) => Promise<readonly Row[]>
  /** The object's key; undefined if the tree has no name for it. */
  readonly keyOf: (row: Row, names: FoundNames) => Key<K> | undefined
  /** Whether the tree can hold it, apart from its name. */
  readonly isContent: (row: Row, names: FoundNames) => boolean
  readonly toObject: (row: Row, key: Key<K>, reading: Reading) => FromRow<Objects[K], Summaries[K]>
  readonly factsOf: (row: Row, key: Key<K>, beside: FactsBeside) => Omit<LiveFacts, 'id'>
  /** Fields in the platform's answer that the field table lacks. */
  readonly unknownIn: (row: Row) => readonly Unknown[]
}

/** In reading order, because a dashboard names its reports. Data-model files are read with their branch. */
export const READ_RULES: { readonly [K in ContentKind]: ReadRules<K> } = {
  folder: {
    rows: (asking) => asking.folders(),
    keyOf: ({ id }, names) => named(names.folderOf(id), folderKey),
    isContent: () => true,
    toObject: (row, _key, { names }) => ({ object: toFolder(row, names.pathOf(row.id)) }),
    factsOf: ({ name, parentId, updatedAt, user }, _key, { pathOf }) => ({
      ...{ name, folder: pathOf(parentId), updatedAt, owner: user?.email },
    }),
    unknownIn: (row) => unknownIn('folder', row),
  },
  report: {
    rows: listReports,
    keyOf: ({ id }, names) => named(names.reportOf(id)?.id, reportKey),
    isContent: (row, names) => names.placeOf(row) !== undefined && !summarizeReportRow(row).isTooDeep,
    toObject: (row, key, { names }) => {
      const { ids } = names.reportOf(row.id) ?? {}
      return reportOf(row, { id: idIn(key), ...(ids && { ids }), place: names.placeOf(row) ?? {} })
    },
    factsOf: ({ version, updatedAt, user }, key, { versions }) => ({
      ...versions.get(key),
      ...{ version: version ?? undefined, updatedAt, owner: user.email },
    }),
    unknownIn: (row) => summarizeReportRow(row).unknown,
  },
  workbook: {
    rows: listWorkbooks,
    keyOf: ({ id }, names) => named(names.slugOf(id), workbookKey),
    isContent: (row) => !summarizeWorkbookRow(row).isTooDeep,
    toObject: (row, key, { names, ...reading }) =>
      workbookOf(row, { slug: idIn(key), folder: names.pathOf(row.folderId), ...reading }),
    factsOf: (row, key, { ledgers, nameReport }) => ({
      ...{ name: row.slug?.trim().toLowerCase() || undefined, updatedAt: row.updatedAt, owner: row.user?.email },
      ...{ review: ledgers.get(key)?.review, ...publicationOf(row, nameReport) },
    }),
    unknownIn: (row) => summarizeWorkbookRow(row).unknown,
  },
}

const named = <T, K extends Kind>(name: T | undefined, keyOf: (name: T) => Key<K>): Key<K> | undefined =>
  name === undefined ? undefined : keyOf(name)
