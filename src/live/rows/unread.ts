import { Report } from '../../api/reports.ts'
import { Workbook } from '../../api/workbooks.ts'

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

/** A row of which what everybody asks for is at hand. For anything else it is parsed. */
class UnreadRow {
  readonly #parse: () => object
  #whole: Asked | undefined

  constructor(asked: Asked, parse: () => object) {
    Object.assign(this, asked)
    this.#parse = parse
  }

  read(field: string): unknown {
    this.#whole ??= this.#parse() as Asked
    return this.#whole[field]
  }
}

function rowWith(fields: readonly string[], asked: readonly string[]): typeof UnreadRow {
  class Row extends UnreadRow {}
  for (const field of fields.filter((each) => !asked.includes(each))) {
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

/** What is in `own` need not be parsed with the rest. */
export const unreadRow = <K extends Kind>(kind: K, asked: Asked, parse: () => Rows[K], own: object = {}): Rows[K] =>
  Object.defineProperties(new KINDS[kind](asked, parse), Object.getOwnPropertyDescriptors(own)) as object as Rows[K]

export const isUnread = (row: object): boolean => row instanceof UnreadRow
