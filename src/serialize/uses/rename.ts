import type { Place } from '../../errors.ts'
import type { TreeFiles } from '../documents.ts'
import { decodeText } from '../text.ts'
import { indexUses, type UsesIndex } from './index-uses.ts'
import { type LeftOver, leftOvers } from './left-over.ts'
import { type NewNames, newNames } from './new-names.ts'
import { renamedInSql } from './sql-uses.ts'
import type { Use, Word } from './use.ts'
import { withAliases } from './with-aliases.ts'

/** A renaming as decided: nothing is written yet. */
export interface Renaming {
  /** Every renamed member, cube and view, by its old name. */
  readonly names: NewNames
  readonly changed: readonly Changed[]
  readonly left: readonly LeftOver[]
  readonly written: ReadonlyMap<string, string>
  /** Old names that were to keep an alias and could not get one. */
  readonly gone: readonly string[]
}

/** One use that gets the new name. */
export interface Changed extends Pick<Use, 'how'> {
  readonly at: Required<Place>
  readonly before: string
  readonly after: string
}

/** Renames a member, a cube or a view in the data model, and in everything that uses it. */
export function renameUses(files: TreeFiles, from: string, to: string, keepsOld: boolean): Renaming {
  const before = indexUses(files, [from.split('.')[0] ?? from])
  const names = newNames(before.model, from, to)
  const touched = before.uses.filter(({ words }) => words.some(({ means }) => names.has(means)))
  const written = new Map<string, string>()
  const changed: Changed[] = []
  for (const file of new Set(touched.map(({ at }) => at.file))) {
    const uses = touched.filter(({ at }) => at.file === file)
    const text = decodeText(files.get(file) ?? new Uint8Array(), file)
    if (typeof text !== 'string') continue
    written.set(file, renamedText(text, uses, names))
    for (const use of uses) changed.push({ at: use.at, how: use.how, ...spelled(text, use, names) })
  }
  const renamed = indexUses(withTexts(files, written), [from.split('.')[0] ?? from])
  const left = leftOvers(withTexts(files, written), names, renamed)
  if (keepsOld) for (const [file, text] of withAliases(written, names)) written.set(file, text)
  const after = keepsOld ? indexUses(withTexts(files, written)) : renamed
  return { names, changed, left, written, gone: keepsOld ? goneFrom(after, names) : [] }
}

const withTexts = (files: TreeFiles, texts: ReadonlyMap<string, string>): TreeFiles =>
  new Map([...files, ...[...texts].map(([file, text]) => [file, Buffer.from(text)] as const)])

/** Replaces each word once, from the end, so that earlier offsets stay valid. */
function renamedText(text: string, uses: readonly Use[], names: NewNames): string {
  const words = new Map(uses.flatMap(({ words }) => words.map((word) => [word.from, word] as const)))
  return [...words.values()]
    .toSorted((one, other) => other.from - one.from)
    .reduce((all, word) => withWord(all, word, names.get(word.means)), text)
}

function withWord(all: string, word: Word, name: string | undefined): string {
  if (name === undefined) return all
  const now = word.sql ? renamedInSql(all, word, name) : { to: word.to, text: name }
  return all.slice(0, word.from) + now.text + all.slice(now.to)
}

function spelled(text: string, { words }: Use, names: NewNames): Pick<Changed, 'before' | 'after'> {
  const from = words[0]?.from ?? 0
  const before = text.slice(from, words.at(-1)?.to ?? from)
  const after = words.toReversed().reduce((all, word) => {
    const [start, end] = [word.from - from, word.to - from]
    return all.slice(0, start) + (names.get(word.means) ?? all.slice(start, end)) + all.slice(end)
  }, before)
  return { before, after }
}

const goneFrom = ({ model }: UsesIndex, names: NewNames): string[] =>
  [...names.keys()].filter((name) => {
    const [owner = '', member] = name.split('.')
    return member === undefined ? !model.owners.has(owner) : !model.members.get(owner)?.has(member)
  })
