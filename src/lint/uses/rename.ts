import { isMap, type Place, pattern } from '@boardwright/common'
import { createLines, createRanges } from '@boardwright/common/yaml'
import { expressionsIn, queriesOf } from '../../content/query-uses.ts'
import { mayUseInSql, usesInSql } from '../../content/uses.ts'
import { definitionIn, type TreeFiles, withChanges } from '../../serialize/documents.ts'
import { readAllDocuments } from '../../serialize/locate.ts'
import { decodeText } from '../../serialize/text.ts'
import { namedIn } from './content-uses.ts'
import { indexUses, type UsesIndex } from './index-uses.ts'
import { type NewNames, newNames } from './new-names.ts'
import { renamedInSql } from './sql-uses.ts'
import type { Use, Word } from './use.ts'
import { withAliases } from './with-aliases.ts'

/** A renaming as decided: nothing is written yet. */
export interface MemberRenaming {
  /** Every renamed member, cube and view, by its old name. */
  readonly names: NewNames
  readonly changed: readonly RenamedUse[]
  readonly left: readonly LeftOver[]
  readonly written: ReadonlyMap<string, string>
  /** Old names that were to keep an alias and could not get one. */
  readonly gone: readonly string[]
}

/** One use that gets the new name. */
export interface RenamedUse extends Pick<Use, 'how'> {
  readonly at: Required<Place>
  readonly before: string
  readonly after: string
}

/** Renames a member, a cube or a view in the data model, and in everything that uses it. */
export function renameUses(files: TreeFiles, from: string, to: string, keepsOld: boolean): MemberRenaming {
  const before = indexUses(files, [from.split('.')[0] ?? from])
  const names = newNames(before.model, from, to)
  const touched = before.uses.filter(({ words }) => words.some(({ means }) => names.has(means)))
  const written = new Map<string, string>()
  const changed: RenamedUse[] = []
  for (const file of new Set(touched.map(({ at }) => at.file))) {
    const uses = touched.filter(({ at }) => at.file === file)
    const text = decodeText(files.get(file) ?? new Uint8Array(), file)
    if (typeof text !== 'string') continue
    written.set(file, renamedText(text, uses, names))
    for (const use of uses) changed.push({ at: use.at, how: use.how, ...spelled(text, use, names) })
  }
  const renamed = indexUses(withChanges(files, written), [from.split('.')[0] ?? from])
  const left = leftOvers(withChanges(files, written), names, renamed)
  if (keepsOld) for (const [file, text] of withAliases(written, names)) written.set(file, text)
  const after = keepsOld ? indexUses(withChanges(files, written)) : renamed
  return { names, changed, left, written, gone: keepsOld ? goneFrom(after, names) : [] }
}

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

function spelled(text: string, { words }: Use, names: NewNames): Pick<RenamedUse, 'before' | 'after'> {
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

/** Where an old name is left over, or may be: only a person can tell what is meant. */
export interface LeftOver {
  readonly name: string
  readonly in: 'SQL' | 'code' | 'text'
  readonly at: Required<Place>
  readonly length: number
}

/** A part of a file in which a member may be named by its last word alone. */
interface Region {
  readonly from: number
  readonly to: number
  readonly in: 'SQL' | 'code'
  readonly mayUse: (name: string) => boolean
}

const CODE = /\.(js|jsx|ts|tsx|py|jinja|html)$/

/** Old names left over in files where everything that could be renamed has been. */
function leftOvers(files: TreeFiles, names: NewNames, index: UsesIndex): LeftOver[] {
  const unread = new Set(index.unread.map(({ file }) => file))
  const inline = regionsIn(files)
  const unspelled = index.uses.flatMap(({ name, words, at, length }): LeftOver[] =>
    words.length === 0 && names.has(name) ? [{ name, in: 'text', at, length }] : [],
  )
  const used = new Set(index.uses.flatMap(({ at, words }) => words.map(({ from }) => `${at.file} ${from}`)))
  const spelled = [...files].flatMap(([file, bytes]): LeftOver[] => {
    const text = decodeText(bytes, file)
    if (typeof text !== 'string') return []
    const whole = { from: 0, to: text.length }
    const region: Region | undefined = file.endsWith('.sql')
      ? { ...whole, in: 'SQL', mayUse: (name) => usesInSql(text, name) }
      : unread.has(file)
        ? { ...whole, in: 'code', mayUse: () => true }
        : inline.get(file)
    const lines = createLines(text)
    const taken = new Set<number>()
    return [...names.keys()].flatMap((name) =>
      oldNamesIn(text, name, region, CODE.test(file) ? 'code' : 'text').flatMap(({ from, to, in: where }) => {
        if (taken.has(from) || used.has(`${file} ${from}`)) return []
        taken.add(from)
        return [{ name, in: where, at: { file, ...lines.at(from) }, length: to - from }]
      }),
    )
  })
  const lines = new Set(spelled.map(({ at }) => `${at.file} ${at.line}`))
  return [...spelled, ...unspelled.filter(({ at }) => !lines.has(`${at.file} ${at.line}`))]
}

type Found = { readonly from: number; readonly to: number; readonly in: LeftOver['in'] }

function oldNamesIn(text: string, name: string, region: Region | undefined, otherwise: 'code' | 'text'): Found[] {
  const word = name.split('.').at(-1) ?? name
  if (!text.includes(word)) return []
  const isInside = (at: number): boolean => region !== undefined && at >= region.from && at < region.to
  const whole = (name.includes('.') ? namedIn(text, 0, text.length, name) : ownersIn(text, name)).map(
    (words): Found => {
      const from = words[0]?.from ?? 0
      return { from, to: words.at(-1)?.to ?? from, in: region && isInside(from) ? region.in : otherwise }
    },
  )
  if (!region?.mayUse(name)) return whole
  const alone = wordsIn(text, word)
    .filter(({ from }) => isInside(from) && !whole.some((each) => from >= each.from && from < each.to))
    .map((each): Found => ({ ...each, in: region.in }))
  return [...whole, ...alone]
}

/** The name of a cube or a view where a member's name follows. */
const ownersIn = (text: string, owner: string): { from: number; to: number }[][] =>
  wordsIn(text, owner)
    .filter(({ to }) => /^\\*\.[\p{L}_]/u.test(text.slice(to, to + 4)))
    .map((each) => [each])

const wordsIn = (text: string, word: string): { from: number; to: number }[] =>
  [...text.matchAll(pattern('gu')`(?<![\p{L}\p{N}_.])${word}(?![\p{L}\p{N}_])`)].map(({ index }) => ({
    from: index,
    to: index + word.length,
  }))

/** SQL in documents. A file whose query has expressions counts as a whole: they may be anywhere in it. */
function regionsIn(files: TreeFiles): Map<string, Region> {
  return new Map(
    readAllDocuments(files).placed.flatMap(({ document, prefix }): [string, Region][] => {
      const { file, value, text, sides } = document
      const texts = queriesOf(definitionIn(document)).flatMap((each) => expressionsIn(each).map((found) => found.text))
      if (texts.length > 0) {
        const source = sides['queryText'] ?? { file, text }
        const mayUse = (name: string): boolean => texts.some((each) => mayUseInSql(each, name))
        return [[`${prefix}${source.file}`, { from: 0, to: source.text.length, in: 'SQL', mayUse }]]
      }
      const sql = isMap(value) ? value['sql'] : undefined
      if (typeof sql !== 'string') return []
      const [from, to] = createRanges(text)(['sql'], 'value') ?? [0, 0]
      return [[`${prefix}${file}`, { from, to, in: 'SQL', mayUse: (name) => usesInSql(sql, name) }]]
    }),
  )
}
