import { Report } from '../../api/reports.ts'
import { Workbook } from '../../api/workbooks.ts'

/** Fields of rows that somebody asks for in every run. */
const COMMON_FIELDS = {
  report: ['id', 'publicId', 'name', 'description', 'workbookId', 'folderId', 'version', 'updatedAt', 'user'],
  workbook: ['id', 'name', 'slug', 'folderId', 'updatedAt', 'user'],
} as const

export type CommonFields = Readonly<Record<string, unknown>>

interface Rows {
  readonly report: Report
  readonly workbook: Workbook
}
type Kind = keyof Rows

/** Of the owner, who it is. */
export const commonFieldsOf = (kind: Kind, row: Report | Workbook): CommonFields => ({
  ...Object.fromEntries(COMMON_FIELDS[kind].map((field) => [field, row[field]])),
  user: row.user && { id: row.user.id, email: row.user.email },
})

interface Known {
  readonly fields: CommonFields
  readonly summary: unknown
  readonly said?: unknown
}

/** A row of which what everybody asks for is at hand. For anything else it is parsed. */
class UnreadRow {
  readonly known: Known
  readonly #parse: () => object
  #whole: CommonFields | undefined

  constructor(known: Known, parse: () => object) {
    Object.assign(this, known.fields)
    this.known = known
    this.#parse = parse
  }

  read(field: string): unknown {
    this.#whole ??= this.#parse() as CommonFields
    return this.#whole[field]
  }
}

function rowWith(fields: readonly string[], common: readonly string[]): typeof UnreadRow {
  class Row extends UnreadRow {}
  for (const field of fields) {
    if (common.includes(field)) continue
    Object.defineProperty(Row.prototype, field, {
      get(this: UnreadRow) {
        return this.read(field)
      },
    })
  }
  return Row
}

const KINDS = {
  report: rowWith(Object.keys(Report.shape), COMMON_FIELDS.report),
  workbook: rowWith(Object.keys(Workbook.shape), COMMON_FIELDS.workbook),
}

/** A row that is what it was the last time. */
export const knownRow = <K extends Kind>(kind: K, known: Known, parse: () => object): Rows[K] =>
  new KINDS[kind](known, parse) as object as Rows[K]

/** What was remembered of a row that was not parsed. */
export const knownOf = (row: object): Known | undefined => (row instanceof UnreadRow ? row.known : undefined)
