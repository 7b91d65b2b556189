import { isMap, lazy, pattern } from '@boardwright/common'
import { createLines, createRanges, type Lines, unquote } from '@boardwright/common/yaml'
import { DOCUMENTS, hasWidgets } from '../../content/files.ts'
import type { ReportDefinition, Widget } from '../../content/model.ts'
import { ownersInQuery, queriesOf } from '../../content/query-uses.ts'
import { dashboardUses, howUsed, type IsOwner, type QueryUse, reportUses } from '../../content/uses.ts'
import { type BesideFile, definitionIn } from '../../serialize/documents.ts'
import type { Placed } from '../../serialize/locate.ts'
import type { Use, WantedUses, Word } from './use.ts'

/** A member that a document names. Its place is looked up on demand. */
export interface NamedUse extends Pick<Use, 'name' | 'how' | 'by' | 'widget'> {
  /** Undefined for a repeated name that the file writes only once. */
  readonly use: () => Use | undefined
}

/** Every name of a member in a report or a dashboard, or in a patch of one. */
export function namesInDocument({ document, prefix }: Placed, isOwner: IsOwner, wanted: WantedUses): NamedUse[] {
  const { kind, value, text } = document
  if (!isMap(value)) return []
  const by = `${prefix}${document.file}`
  const widgets = Array.isArray(value['widgets']) ? (value['widgets'] as unknown[]) : []
  const all = hasWidgets(kind)
    ? dashboardUses({ widgets: widgets.map((each) => (isMap(each) ? each : {})) as unknown as Widget[] }, isOwner)
    : DOCUMENTS[kind].beside === 'texts'
      ? usesOfReport(definitionIn(document), isOwner)
      : []
  const found = wanted.file(by) ? all : all.filter(({ member }) => wanted.name(member))
  const places = lazy(() => placesOf(found, by, text, sideOf(document, prefix)))
  return found.map((each, nth): NamedUse => {
    const { member, path } = each
    const type = widgets[Number(path[1])]
    const widget = 'widget' in each && typeof each.widget === 'string' ? { widget: each.widget } : {}
    const name = member.split('.').slice(0, 2).join('.')
    const named = { name, how: howUsed(path, isMap(type) ? String(type['type']) : undefined), by, ...widget }
    return {
      ...named,
      use: () => {
        const place = places()[nth]
        return place && { ...named, ...place }
      },
    }
  })
}

function usesOfReport(definition: Partial<ReportDefinition>, isOwner: IsOwner): QueryUse[] {
  const owners = queriesOf(definition).flatMap(ownersInQuery)
  return [...reportUses(definition, isOwner), ...owners.filter(({ member }) => isOwner(member))]
}

function sideOf({ sides }: Placed['document'], prefix: string): BesideFile | undefined {
  const { queryText } = sides
  return queryText && { ...queryText, file: `${prefix}${queryText.file}` }
}

/** Where each of these is written. The same text counts once. */
function placesOf(
  found: readonly QueryUse[],
  file: string,
  text: string,
  querySide: BesideFile | undefined,
): (Pick<Use, 'at' | 'length' | 'words'> | undefined)[] {
  const own = placer({ file, text })
  const beside = querySide && placer(querySide)
  return found.map((use) =>
    use.path[0] !== 'queryText'
      ? own(use)
      : beside
        ? beside({ ...use, path: use.path.slice(1) })
        : own({ ...use, path: ['queryText'] }),
  )
}

function placer({ file, text }: BesideFile): (use: QueryUse) => Pick<Use, 'at' | 'length' | 'words'> | undefined {
  const rangeOf = createRanges(text)
  const lines = createLines(text)
  const seen = new Set<number>()
  return ({ member, path, isKey, isBare }) => {
    const [from, to] = rangeOf(path, isKey && path.length > 1 ? 'key' : 'value') ?? [0, 0]
    const all = wordsIn(text.slice(from, to), member, isBare === true).map((words) =>
      words.map((word): Word => ({ ...word, from: from + word.from, to: from + word.to })),
    )
    // It is there, but not spelled as a name: only its place is known.
    if (all.length === 0) return { at: { file, ...lines.at(from) }, length: to - from, words: [] }
    const words = all.find(([first]) => first !== undefined && !seen.has(first.from))
    if (!words?.[0]) return undefined
    seen.add(words[0].from)
    return { ...placed(file, lines, words), words }
  }
}

/** The words of a name in a scalar as it is written: in double quotes, letters may be escapes. */
function wordsIn(raw: string, member: string, isBare: boolean): Word[][] {
  const found = (text: string) => (isBare ? lastPartIn(text, member) : namedIn(text, 0, text.length, member))
  const unquoted = raw.includes('\\') ? unquote(raw) : undefined
  if (!unquoted) return found(raw)
  const { text, startOf } = unquoted
  return found(text).map((words) =>
    words.map((word): Word => ({ ...word, from: startOf(word.from), to: startOf(word.to) })),
  )
}

const placed = (file: string, lines: Lines, words: readonly Word[]): Pick<Use, 'at' | 'length'> => {
  const [from, to] = [words[0]?.from ?? 0, words.at(-1)?.to ?? 0]
  return { at: { file, ...lines.at(from) }, length: to - from }
}

/**
 * Each place between two offsets that names a member: charts write its dots as `\.`, and quoting doubles the
 * backslash.
 */
export function namedIn(text: string, from: number, to: number, member: string): [Word, Word][] {
  const [owner = '', name = ''] = member.split('.')
  const written = pattern('gu')`(?<![\p{L}\p{N}_.])${owner}(\\*\.)${name}(?![\p{L}\p{N}_])`
  return [...text.slice(from, to).matchAll(written)].map(({ 0: all, index }) => {
    const [start, end] = [from + index, from + index + all.length]
    return [
      { means: owner, from: start, to: start + owner.length },
      { means: `${owner}.${name}`, from: end - name.length, to: end },
    ]
  })
}

/** Where the last part of a name is written alone. */
function lastPartIn(text: string, name: string): Word[][] {
  const word = name.split('.').at(-1) ?? name
  const from = text.indexOf(word)
  return from < 0 ? [] : [[{ means: name, from, to: from + word.length }]]
}
