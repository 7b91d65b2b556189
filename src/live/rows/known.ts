import { lazy } from '@boardwright/common'
import type { Report, Workbook } from '@boardwright/platform'
import type { DefinitionSummary } from '../../content/unit-digests.ts'
import type { KnownDashboard, ReportRowSummary, WorkbookRowSummary } from './summaries.ts'

interface Wires {
  readonly report: Report
  readonly workbook: Workbook
}
type Kind = keyof Wires

/** The fields that every run needs of a row. */
const COMMON_FIELDS = {
  report: ['id', 'publicId', 'name', 'description', 'workbookId', 'folderId', 'version', 'updatedAt'],
  workbook: ['id', 'name', 'slug', 'folderId', 'updatedAt'],
} as const

type Owner<K extends Kind> = Wires[K]['user']
/** Only the id and the email of the owner. */
type CommonFields<K extends Kind> = Pick<Wires[K], (typeof COMMON_FIELDS)[K][number]> & {
  readonly user: Pick<NonNullable<Owner<K>>, 'id' | 'email'> | Extract<Owner<K>, null | undefined>
}

interface Summaries {
  readonly report: { readonly summary: ReportRowSummary; readonly definition: DefinitionSummary }
  readonly workbook: { readonly summary: WorkbookRowSummary; readonly dashboard?: KnownDashboard | undefined }
}

/** What is kept of a row for the next run. */
export type Remembered<K extends Kind> = Summaries[K] & { readonly fields: CommonFields<K> }

const REMEMBERED = Symbol('remembered')

/** A row with the same bytes as last time: what was remembered of it, and a way to the whole row. */
export type KnownRow<K extends Kind> = CommonFields<K> & {
  readonly [REMEMBERED]: Summaries[K]
  readonly whole: () => Wires[K]
}

export type ReportRow = Report | KnownRow<'report'>
export type WorkbookRow = Workbook | KnownRow<'workbook'>

export const commonFieldsOf = <K extends Kind>(kind: K, row: Wires[K]): CommonFields<K> =>
  ({
    ...Object.fromEntries(
      COMMON_FIELDS[kind].map((field) => [field, (row as Readonly<Record<string, unknown>>)[field]]),
    ),
    user: row.user && { id: row.user.id, email: row.user.email },
  }) as CommonFields<K>

export const knownRow = <K extends Kind>(
  fields: CommonFields<K>,
  summaries: Summaries[K],
  parse: () => Wires[K],
): KnownRow<K> => ({ ...fields, [REMEMBERED]: summaries, whole: lazy(parse) })

const isKnown = <K extends Kind>(row: Wires[K] | KnownRow<K>): row is KnownRow<K> => REMEMBERED in row

/** Undefined for a row that was parsed in full. */
export const rememberedOf = <K extends Kind>(row: Wires[K] | KnownRow<K>): Summaries[K] | undefined =>
  isKnown(row) ? row[REMEMBERED] : undefined

export const wholeRow = <K extends Kind>(row: Wires[K] | KnownRow<K>): Wires[K] => (isKnown(row) ? row.whole() : row)
