import { DOCUMENTS, hasWidgets } from '../../content/files.ts'
import { isMap, type ReportDefinition, type Widget } from '../../content/model.ts'
import { dashboardUses, howUsed, type IsOwner, reportUses } from '../../content/uses.ts'
import type { Placed } from '../all-documents.ts'
import { createLines, type Lines } from '../yaml/lines.ts'
import { createRanges } from '../yaml/place.ts'
import type { Use, Wanted, Word } from './use.ts'

/** Every name of a member in a report or a dashboard, or in a patch of one. */
export function usesInDocument({ document, prefix }: Placed, isOwner: IsOwner, wanted: Wanted): Use[] {
  const { kind, value, text } = document
  if (!isMap(value)) return []
  const file = `${prefix}${document.file}`
  const widgets = Array.isArray(value['widgets']) ? (value['widgets'] as unknown[]) : []
  const all = hasWidgets(kind)
    ? dashboardUses({ widgets: widgets.map((each) => (isMap(each) ? each : {})) as unknown as Widget[] }, isOwner)
    : DOCUMENTS[kind].beside === 'texts'
      ? reportUses(
          { ...value, query: isMap(value['query']) ? value['query'] : undefined } as Partial<ReportDefinition>,
          isOwner,
        )
      : []
  const found = wanted.file(file) ? all : all.filter(({ member }) => wanted.name(member))
  if (found.length === 0) return []
  const rangeOf = createRanges(text)
  const lines = createLines(text)
  const seen = new Set<number>()
  return found.flatMap((use): Use[] => {
    const { member, path, isKey } = use
    const [from, to] = rangeOf(path, isKey ? 'key' : 'value') ?? [0, 0]
    const named = namedIn(text, from, to, member).filter(([first]) => !seen.has(first?.from ?? -1))
    const widget = 'widget' in use && typeof use.widget === 'string' ? use.widget : undefined
    const type = widgets[Number(path[1])]
    return named.slice(0, 1).map((words) => {
      seen.add(words[0]?.from ?? -1)
      return {
        name: words.at(-1)?.means ?? member,
        how: howUsed(path, isMap(type) ? String(type['type']) : undefined),
        by: file,
        ...(widget === undefined ? {} : { widget }),
        ...placed(file, lines, words),
        words,
      }
    })
  })
}

const placed = (file: string, lines: Lines, words: readonly Word[]): Pick<Use, 'at' | 'length'> => {
  const [from, to] = [words[0]?.from ?? 0, words.at(-1)?.to ?? 0]
  return { at: { file, ...lines.at(from) }, length: to - from }
}

/** Each place between two offsets where a member is named: charts write its dots as `\.`, and quotes double that. */
export function namedIn(text: string, from: number, to: number, member: string): [Word, Word][] {
  const [owner = '', name = ''] = member.split('.')
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_.])${escaped(owner)}(\\\\*\\.)${escaped(name)}(?![\\p{L}\\p{N}_])`,
    'gu',
  )
  return [...text.slice(from, to).matchAll(pattern)].map(({ 0: all, index }) => {
    const [start, end] = [from + index, from + index + all.length]
    return [
      { means: owner, from: start, to: start + owner.length },
      { means: `${owner}.${name}`, from: end - name.length, to: end },
    ]
  })
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
