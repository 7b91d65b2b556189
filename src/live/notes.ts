import { counted } from '../content/counted.ts'
import { CONTENT_KINDS, type ContentKind, type Key } from '../content/kinds.ts'
import { READ_RULES } from './kinds.ts'
import { summarizeReportRow, suspectsOfReport } from './rows/report.ts'
import type { Suspect } from './rows/suspects.ts'
import { summarizeWorkbookRow, suspectsOfWorkbook } from './rows/workbook.ts'
import { type Inventory, rowsIn } from './wire.ts'

/** Something about live that people should know but that is not content. */
export type NoteKind =
  /** A workbook has no slug on the platform; the file has one that we chose. */
  | 'no-slug'
  /** A report has no stable id on the platform; the file has one that we chose. */
  | 'legacy-id'
  /** A slug or folder was renamed or moved in the UI. */
  | 'renamed'
  /** Several folders with the same name in the same place; the tree has one directory for them. */
  | 'twin-folders'
  /** A draft that differs from what viewers see and that we did not write. */
  | 'unpublished-edits'
  /** A report that somebody edited after it was published. */
  | 'edited-since-publish'
  /** A widget names a report that does not exist. */
  | 'dangling'
  /** A report's number under a key that is not known to be a reference. */
  | 'suspicious-number'
  /** A role names a deployment that has no name of its own, or is gone. */
  | 'numbered'
  /** Something that people see but no call can set. */
  | 'read-only'
  /** A field that this version does not know. */
  | 'unknown-field'
  /** A ledger in `meta` that we cannot use. */
  | 'ledger'
  /** Owned by another project. */
  | 'foreign'
  | 'unreadable-file'
  /** The branch of the data model does not exist. */
  | 'no-branch'
  /** Something exists that this token may not see. */
  | 'unseen'
  /** Kinds of which this token may see nothing. */
  | 'unseen-kinds'
  /** Recipients whom an apply added, and whom the tree no longer names. */
  | 'left-behind'
  /** An object that no file can hold, so it is left out. */
  | 'no-file'
  /** The key is not an admin's, so there may be more than it sees. */
  | 'partial-view'

export interface LiveNote {
  readonly kind: NoteKind
  /** The object concerned; missing if the note is about the whole target. */
  readonly key?: Key
  /** The report concerned, if the object is a workbook that shows it. */
  readonly report?: Key
  readonly message: string
}

/** One note for each field that the field table lacks. */
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

/** Report numbers under keys that are not references. They would mean something else in another deployment. */
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
