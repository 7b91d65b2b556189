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

interface Known {
  readonly asked: Asked
  readonly glance: unknown
  readonly meaning?: unknown
}

/** A row of which what everybody asks for is at hand. For anything else it is parsed. */
class UnreadRow {
  readonly known: Known
  readonly #parse: () => object
  readonly #parseMeta: (() => unknown) | undefined
  #whole: Asked | undefined
  #meta: unknown

  constructor(known: Known, parse: () => object, parseMeta?: () => unknown) {
    Object.assign(this, known.asked)
    this.known = known
    this.#parse = parse
    this.#parseMeta = parseMeta
  }

  read(field: string): unknown {
    if (field === 'meta' && this.#parseMeta) {
      this.#meta ??= this.#parseMeta()
      return this.#meta
    }
    this.#whole ??= this.#parse() as Asked
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

/** Its `meta` may be parsed without the rest. */
export const unreadRow = <K extends Kind>(
  kind: K,
  known: Known,
  parse: () => Rows[K],
  parseMeta?: () => unknown,
): Rows[K] => new KINDS[kind](known, parse, parseMeta) as object as Rows[K]

/** What was remembered of a row that was not parsed. */
export const knownOf = (row: object): Known | undefined => (row instanceof UnreadRow ? row.known : undefined)
