import { FIELDS } from '../content/fields.ts'
import { type Content, type Key, reportKey, type Workbook, workbookKey } from '../content/model.ts'
import type { Inventory } from './inventory.ts'
import { dashboardsOf } from './map/workbook.ts'

/** Something about live that people should know of, and that is no content. */
export type NoteKind =
  /** The platform has no slug for a workbook: the one in its file is chosen. */
  | 'no-slug'
  /** The platform has no stable id for a report: the one in its file is chosen. */
  | 'legacy-id'
  /** A slug or the name of a folder was changed in the UI. */
  | 'renamed'
  /** Folders of one name in one place are one directory. */
  | 'twin-folders'
  /** A draft that differs from what viewers see, and that we did not write. */
  | 'unpublished-edits'
  /** A report that was edited since viewers got it, and not by us. */
  | 'edited-since-publish'
  /** A widget names a report that does not exist. */
  | 'dangling'
  /** A number where no reference is expected is the number of a report. */
  | 'suspicious-number'
  /** Something that people see and that no call can set. */
  | 'read-only'
  /** The platform answered a field that this version does not know. */
  | 'unknown-field'
  /** A record in `meta` that is not ours to use. */
  | 'ledger'
  | 'unreadable-file'
  /** Something is there, and this token may not see it. */
  | 'unseen'
  /** Something nests deeper than a file may: it is left out. */
  | 'too-deep'
  /** The caller is no admin: what was read may be only a part. */
  | 'partial-view'

export interface LiveNote {
  readonly kind: NoteKind
  /** The object it is about; of the whole target where there is none. */
  readonly key?: Key
  /** The report that it is about, where the object is a workbook that shows it. */
  readonly report?: Key
  readonly message: string
}

const KNOWN = new Map(
  Object.entries(FIELDS).map(([shape, fields]) => [shape, new Set<string>(fields.map(({ wire }) => wire))]),
)

/** One note for each field that the platform answers and the field table does not have. */
export function unknownFields({ folders, workbooks, reports }: Inventory): LiveNote[] {
  const found = new Map<string, LiveNote>()
  const check = (shape: keyof typeof FIELDS, value: object | null | undefined): void => {
    for (const field of Object.keys(value ?? {})) {
      if (KNOWN.get(shape)?.has(field) || found.has(`${shape}.${field}`)) continue
      const message = `"${field}" of a ${shape} is a field that this version does not know: it stays in the platform`
      found.set(`${shape}.${field}`, { kind: 'unknown-field', message })
    }
  }
  for (const folder of folders) check('folder', folder)
  for (const report of reports) check('report', report)
  for (const workbook of workbooks) {
    check('workbook', workbook)
    check('publication', workbook.publishedDashboard)
    const { published, draft } = dashboardsOf(workbook)
    for (const dashboard of [published, draft]) {
      check('dashboard', dashboard)
      check('app', dashboard?.app)
      for (const widget of dashboard?.widgets ?? []) check('widget', widget)
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, note]) => note)
}

/** Smaller numbers are sizes and counts, unless their key says that they are an id. */
const SMALLEST_SUSPECT = 10_000
const NAMES_AN_ID = /[rR]eport|(?:^|[_-])ids?$|I[dD]s?$/

interface Suspect {
  readonly path: string
  readonly id: number
}

/** Numbers of reports under keys that are no references. Outside this deployment they would mean something else. */
export function suspiciousNumbers({ workbooks, reports }: Content, nameOf: ReadonlyMap<number, string>): LiveNote[] {
  const note = (key: Key, name: string, value: unknown): LiveNote[] => {
    const suspects: Suspect[] = []
    findNumbers(value, '', '', nameOf, suspects)
    const [first, ...others] = suspects
    if (!first) return []
    const more = others.length > 0 ? `, and ${others.length} more` : ''
    const message = `${first.path} of "${name}" is ${first.id}, the number of the report "${nameOf.get(first.id)}"${more}`
    return [{ kind: 'suspicious-number', key, message }]
  }
  return [
    ...workbooks.flatMap((workbook) => note(workbookKey(workbook.slug), workbook.name, freeFormOf(workbook))),
    ...reports.flatMap(({ id, definition: { query: _members, pivot: _rows, ...rest } }) =>
      note(reportKey(id), rest.name, rest),
    ),
  ]
}

const freeFormOf = ({ meta, dashboard }: Workbook) => ({
  meta,
  settings: dashboard?.settings,
  theme: dashboard?.theme,
  widgets: Object.fromEntries((dashboard?.widgets ?? []).map(({ id, config, style }) => [id, { config, style }])),
})

function findNumbers(
  value: unknown,
  key: string,
  path: string,
  reports: ReadonlyMap<number, string>,
  found: Suspect[],
): void {
  if (typeof value === 'number') {
    if (reports.has(value) && (value >= SMALLEST_SUSPECT || NAMES_AN_ID.test(key))) found.push({ path, id: value })
  } else if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) findNumbers(each, key, `${path}[${index}]`, reports, found)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value))
      findNumbers(each, name, path === '' ? name : `${path}.${name}`, reports, found)
  }
}
