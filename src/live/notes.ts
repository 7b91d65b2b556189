import { counted } from '../content/counted.ts'
import { CONTENT_KINDS, type ContentKind, type Key } from '../content/kinds.ts'
import { READ_RULES } from './kinds.ts'
import { summarizeReportRow, suspectsOfReport } from './rows/report.ts'
import type { Suspect } from './rows/suspects.ts'
import { summarizeWorkbookRow, suspectsOfWorkbook } from './rows/workbook.ts'
import { type Inventory, rowsIn } from './wire.ts'

/** Something about live that people should know and that is not content. */
export type NoteKind =
  /** The platform has no slug for a workbook: its file's is chosen. */
  | 'no-slug'
  /** The platform has no stable id for a report: its file's is chosen. */
  | 'legacy-id'
  /** A slug or folder name was changed in the UI. */
  | 'renamed'
  /** Folders of one name in one place are one directory. */
  | 'twin-folders'
  /** A draft that differs from what viewers see, and that we did not write. */
  | 'unpublished-edits'
  /** A report that somebody edited since viewers got it. */
  | 'edited-since-publish'
  /** A widget names a report that does not exist. */
  | 'dangling'
  /** A number outside the known reference keys is a report's number. */
  | 'suspicious-number'
  /** Visible to people but not settable by any call. */
  | 'read-only'
  /** A field that this version does not know. */
  | 'unknown-field'
  /** A ledger in `meta` that is not ours to use. */
  | 'ledger'
  | 'unreadable-file'
  /** The branch of the data model is not there. */
  | 'no-branch'
  /** Something exists that this token may not see. */
  | 'unseen'
  /** Nested too deeply for a file: left out. */
  | 'too-deep'
  /** Not an admin: this may be only a part. */
  | 'partial-view'

export interface LiveNote {
  readonly kind: NoteKind
  /** The object concerned; none if it is the whole target. */
  readonly key?: Key
  /** The report concerned, if the object is a workbook that shows it. */
  readonly report?: Key
  readonly message: string
}

/** One note for each field that the field table does not have. */
export function unknownFields(inventory: Inventory): LiveNote[] {
  const unknown = CONTENT_KINDS.flatMap(<K extends ContentKind>(kind: K) =>
    rowsIn(inventory, kind).flatMap((row) => READ_RULES[kind].unknownIn(row)),
  )
  const notes = new Map(
    unknown.map(([shape, field]): [string, LiveNote] => {
      const message = `"${field}" of a ${shape} is a field that this version does not know: it stays on the platform`
      return [`${shape}.${field}`, { kind: 'unknown-field', message }]
    }),
  )
  return [...notes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, note]) => note)
}

/** Report numbers under keys that are not references. In another deployment they would mean something else. */
export function suspiciousNumbers(
  { workbooks, reports }: Inventory,
  keyOf: (kind: 'workbook' | 'report', id: number) => Key | undefined,
  drafts: boolean,
): LiveNote[] {
  const nameOf = new Map(reports.map(({ id, name }) => [id, name]))
  const note = (key: Key | undefined, name: string, numbers: readonly number[], find: () => Suspect[]): LiveNote[] => {
    if (key === undefined || !numbers.some((id) => nameOf.has(id))) return []
    const [first, ...others] = find().filter(([, id]) => nameOf.has(id))
    if (!first) return []
    const [path, id] = first
    const more = others.length > 0 ? `, and ${counted(others.length)} more` : ''
    const message = `${path} of "${name}" is ${id}, the number of the report "${nameOf.get(id)}"${more}`
    return [{ kind: 'suspicious-number', key, message }]
  }
  return [
    ...workbooks.flatMap((wire) =>
      note(keyOf('workbook', wire.id), wire.name, summarizeWorkbookRow(wire, drafts).suspects, () =>
        suspectsOfWorkbook(wire, drafts),
      ),
    ),
    ...reports.flatMap((wire) =>
      note(keyOf('report', wire.id), wire.name, summarizeReportRow(wire).suspects, () => suspectsOfReport(wire)),
    ),
  ]
}
