import type { Key } from '../../content/model.ts'
import { idIn, reportKey, workbookKey } from '../../content/model.ts'
import { OBJECTS } from '../../content/objects.ts'
import type { LiveContent, LiveNote } from '../../live/index.ts'

type Words = (note: LiveNote, name: string, isAdmin: boolean) => string

const asItIs: Words = ({ message }) => message
const withName: Words = ({ message }, name) => `${name} ${message}`

/** What a plan says about live besides its changes, in this order. Export tells the rest. */
const TOLD: Readonly<Partial<Record<LiveNote['kind'], Words>>> = {
  'partial-view': asItIs,
  ledger: withName,
  'no-branch': asItIs,
  'unreadable-file': withName,
  'twin-folders': asItIs,
  unseen: asItIs,
  dangling: (_, name, isAdmin) =>
    `a widget of ${name} shows a report that is gone${isAdmin ? '' : ', or that this token cannot see'}`,
  'unknown-field': asItIs,
}

/** Counted in every plan's summary. */
const COUNTED = 'is owned by another project'

/** One line per kind of note: the first, and how many more. */
export function tellNotes({ notes, content, caller }: Pick<LiveContent, 'notes' | 'content' | 'caller'>): string[] {
  const nameOf = (key: Key | undefined): string => {
    const id = key === undefined ? '' : idIn(key)
    const workbook = content.workbooks.find(({ slug }) => key === workbookKey(slug))
    const report = content.reports.find((each) => key === reportKey(each.id))
    return `"${workbook?.name ?? (report && OBJECTS.report.nameOf(report)) ?? id}"`
  }
  return Object.entries(TOLD).flatMap(([kind, words]) => {
    const told = notes.filter((note) => note.kind === kind && note.message !== COUNTED)
    const texts = [...new Set(told.map((note) => words(note, nameOf(note.key), caller.isAdmin)))].sort()
    const [first] = texts
    if (first === undefined) return []
    return [texts.length === 1 ? first : `${first}; ${texts.length - 1} more like it`]
  })
}
