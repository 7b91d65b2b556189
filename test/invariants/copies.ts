import { stringifyJson } from '../../packages/common/json.ts'
import type { Row, Rows } from './rows.ts'

function foldersOf({ wire }: Row, rows: Rows): string[] {
  const id = wire['folderId'] ?? wire['parentId']
  const key = `folder/${id}`
  const above = rows.get(key)
  return above === undefined ? [] : [key, ...foldersOf(above, rows)]
}

/** Why a copy is still there; undefined if there is no reason. */
export function reasonFor(key: string, row: Row, after: Rows, touched: ReadonlySet<string>): string | undefined {
  if (touched.has(key)) return 'a person changed it'
  if (foldersOf(row, after).some((folder) => touched.has(folder))) return 'a person renamed a folder that it is in'
  const rest = [...after.values()]
  const isIn = (field: string) => rest.find(({ wire }) => wire[field] === row.id)
  if (row.kind === 'folder') return (isIn('folderId') ?? isIn('parentId')) && 'something is in it'
  if (row.kind === 'report') {
    const home = workbookOf(row, after)
    if (home && touched.has(`workbook/${home.id}`) && !hasEntries(home)) return 'nothing says any more that it is ours'
    const shows = rest.find(({ kind, wire }) => kind === 'workbook' && stringifyJson(wire).includes(`${row.id}`))
    return shows && 'a dashboard that is there shows it'
  }
  const held = rest.find((each) => each.kind === 'report' && each.wire['workbookId'] === row.id)
  return held && 'a report is in it'
}

/** When a person saves a copy, its record may be lost, and with it that of its reports. */
const hasEntries = ({ wire }: Row): boolean => stringifyJson(wire['meta'] ?? null).includes('"boardwright":')
export const workbookOf = ({ wire }: Row, rows: Rows): Row | undefined => rows.get(`workbook/${wire['workbookId']}`)

/** Whether something still marks this as part of a preview, so that the command names it if it stays. */
export function isKnownCopy(row: Row, rows: Rows): boolean {
  if (row.kind === 'workbook') return hasEntries(row) || row.name.startsWith('preview-')
  return (
    row.kind === 'report' &&
    [...rows.values()].some(({ wire }) => stringifyJson(wire['meta'] ?? null).includes(row.name))
  )
}
