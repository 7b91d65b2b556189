import { isMap } from '../../content/model.ts'
import { expressionsIn, queriesOf } from '../../content/query-uses.ts'
import { mayUseInSql, usesInSql } from '../../content/uses.ts'
import type { Place } from '../../errors.ts'
import { readAllDocuments } from '../all-documents.ts'
import { definitionIn, type TreeFiles } from '../documents.ts'
import { decodeText } from '../text.ts'
import { createLines } from '../yaml/lines.ts'
import { createRanges } from '../yaml/place.ts'
import { namedIn } from './content-uses.ts'
import type { UsesIndex } from './index-uses.ts'
import type { NewNames } from './new-names.ts'

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
export function leftOvers(files: TreeFiles, names: NewNames, index: UsesIndex): LeftOver[] {
  const unread = new Set(index.unread.map(({ file }) => file))
  const inline = regionsIn(files)
  const used = new Set(index.uses.flatMap(({ at, words }) => words.map(({ from }) => `${at.file} ${from}`)))
  return [...files].flatMap(([file, bytes]) => {
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
  [...text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_.])${word}(?![\\p{L}\\p{N}_])`, 'gu'))].map(({ index }) => ({
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
