import { isKind } from '../../content/kinds.ts'
import type { Key } from '../../content/model.ts'
import { idIn } from '../../content/model.ts'
import type { LiveContent, LiveNote } from '../../live/index.ts'

type Words = (note: LiveNote, name: string, isAdmin: boolean) => string

const asItIs: Words = ({ message }) => message

/**
 * Notes about live that a plan shows besides its changes, in this order. Export shows the others.
 * Objects of other projects are in every plan's summary.
 */
const SHOWN: Readonly<Partial<Record<LiveNote['kind'], Words>>> = {
  'partial-view': asItIs,
  'unseen-kinds': asItIs,
  'left-behind': asItIs,
  ledger: asItIs,
  'no-branch': asItIs,
  'unreadable-file': asItIs,
  'twin-folders': asItIs,
  unseen: asItIs,
  dangling: (_, name, isAdmin) =>
    `a widget of ${name} shows a deleted report${isAdmin ? '' : ', or that this token cannot see'}`,
  'unknown-field': asItIs,
}

/** One line for each kind of note: the first note, and how many more there are. */
export function notesToShow({ notes, content, caller }: LiveContent): string[] {
  const nameOf = (key: Key | undefined): string => {
    const id = key === undefined ? '' : idIn(key)
    const object = isKind(key, 'workbook', 'report') ? content.get(key) : undefined
    return `"${object?.name ?? id}"`
  }
  return Object.entries(SHOWN).flatMap(([kind, words]) => {
    const told = notes.filter((note) => note.kind === kind)
    const texts = [...new Set(told.map((note) => words(note, nameOf(note.key), caller.isAdmin)))].sort()
    const [first] = texts
    if (first === undefined) return []
    return [texts.length === 1 ? first : `${first}; ${texts.length - 1} more like it`]
  })
}
