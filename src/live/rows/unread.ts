import { Report } from '../../api/reports.ts'
import { Workbook } from '../../api/workbooks.ts'
import type { ParseRow } from '../../client/types.ts'
import { Unforeseen } from '../../client/unforeseen.ts'

/** Fields of rows that somebody asks for in every run. */
const ASKED = {
  report: ['id', 'publicId', 'name', 'description', 'workbookId', 'folderId', 'version', 'updatedAt', 'user'],
  workbook: ['id', 'name', 'slug', 'folderId', 'updatedAt', 'user'],
} as const

export type Asked = Readonly<Record<string, unknown>>

interface Rows {
  readonly report: Report
  readonly workbook: Workbook
}
type Kind = keyof Rows

/** Of the owner, who it is. */
export const askedOf = (kind: Kind, row: Report | Workbook): Asked => ({
  ...Object.fromEntries(ASKED[kind].map((field) => [field, row[field]])),
  user: row.user && { id: row.user.id, email: row.user.email },
})

interface Known {
  readonly asked: Asked
  readonly glance: unknown
  readonly meaning?: unknown
}

/** A row of which what everybody asks for is at hand. For anything else it is parsed, once it is there. */
class UnreadRow {
  readonly known: Known
  #parse: ParseRow<object> = () => {
    throw new Unforeseen()
  }
  #index = 0
  #whole: Asked | undefined

  constructor(known: Known) {
    Object.assign(this, known.asked)
    this.known = known
  }

  arrive(parse: ParseRow<object>, index: number): void {
    this.#parse = parse
    this.#index = index
  }

  read(field: string): unknown {
    this.#whole ??= this.#parse(this.#index) as Asked
    return this.#whole[field]
  }
}

function rowWith(fields: readonly string[], asked: readonly string[]): typeof UnreadRow {
  class Row extends UnreadRow {}
  for (const field of fields) {
    if (asked.includes(field)) continue
    Object.defineProperty(Row.prototype, field, {
      get(this: UnreadRow) {
        return this.read(field)
      },
    })
  }
  return Row
}

const KINDS = {
  report: rowWith(Object.keys(Report.shape), ASKED.report),
  workbook: rowWith(Object.keys(Workbook.shape), ASKED.workbook),
}

/** A row as it was the last time. */
export const expectedRow = <K extends Kind>(kind: K, known: Known): Rows[K] =>
  new KINDS[kind](known) as object as Rows[K]

/** That is what it still is: a row of a page that arrived. */
export function arrive<Row extends object>(row: Row, parse: ParseRow<Row>, index: number): Row {
  if (row instanceof UnreadRow) row.arrive(parse, index)
  return row
}

/** What was remembered of a row that was not parsed. */
export const knownOf = (row: object): Known | undefined => (row instanceof UnreadRow ? row.known : undefined)
