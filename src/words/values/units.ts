import { isMap, stringifyJson } from '@boardwright/common'
import { plural } from '../../content/counted.ts'
import { inQuotes } from '../../content/printable.ts'
import { resourceIn } from '../../content/role.ts'
import { subjectOf } from '../../content/unit-words.ts'
import type { UnitChange } from '../../plan/plan-file.ts'
import { namedPlaces } from './chart.ts'
import { gridLines, isWidget, widgetLines } from './layout.ts'
import { type Line, markOf, type ShownNames } from './line.ts'
import { clearText, fromTo, fromToQuoted, fromToTexts, pathName, pathPart, pathParts, shortValue } from './paths.ts'
import { queryParts } from './query.ts'
import { diffTexts, linesIn } from './texts.ts'

/** One unit in words, with at least one line: if no words exist for a difference, it is shown by path or value. */
export function unitLines(change: UnitChange, names: ShownNames): Line[] {
  const lines = linesFor(change, names).filter(({ parts, diff }) => parts.length > 0 || diff !== undefined)
  return lines.length > 0 ? lines : [plainLine(change)]
}

function linesFor(change: UnitChange, names: ShownNames): Line[] {
  const { unit } = change
  if (isWidget(unit)) return widgetLines(change, names)
  if (unit === 'layout') return gridLines(change, names)
  const words = WORDS.get(unit)
  if (words !== undefined) return [words(change)]
  if (unit.startsWith('app ')) return [textLine(change)]
  if (resourceIn(unit)) return [allowedLine(change)]
  return placeLines(change)
}

/** What people have words for, each with these as its subject, and the rest by path. */
function placeLines(change: UnitChange): Line[] {
  const { unit, before, after } = change
  if (!isMap(before) || !isMap(after)) return [valueLine(change)]
  const { named, rest } = namedPlaces(unit, before, after)
  return [
    ...named.map(({ words, change: { before: was, after: is } }) => ({
      mark: markOf(was, is),
      subject: words,
      parts: [was === undefined || is === undefined ? shortValue(was ?? is) : fromTo(was, is)],
    })),
    ...(rest.length === 0
      ? []
      : [
          {
            mark: markOf(before, after),
            subject: subjectOf(unit),
            parts: rest.map((each) => pathPart(each, pathName(each.path))),
          },
        ]),
  ]
}

type Words = (change: UnitChange) => Line

const plainLine = ({ unit, before, after }: UnitChange): Line => ({
  mark: markOf(before, after),
  subject: subjectOf(unit),
  parts: [fromTo(before, after)],
})

/** Shows long texts as diffs, maps and lists by path, and other values whole. */
function valueLine(change: UnitChange): Line {
  const { unit, before, after } = change
  if (isLong(before) || isLong(after)) return textLine(change)
  const line = { mark: markOf(before, after), subject: subjectOf(unit) }
  const [only, isMapAlone] = [before ?? after, before === undefined || after === undefined]
  if (isMapAlone && isMap(only) && Object.keys(only).length > 0) {
    return { ...line, parts: pathParts(before ?? {}, after ?? {}) }
  }
  if (isMapAlone) return { ...line, parts: [isMap(only) ? 'empty' : shortValue(only)] }
  return { ...line, parts: pathParts(before, after) }
}

const isLong = (value: unknown): boolean => typeof value === 'string' && value.includes('\n')

/** Shows a text as a diff; anything else by value. */
function textLine(change: UnitChange): Line {
  const { unit, before = '', after = '' } = change
  const line = { mark: markOf(change.before, change.after), subject: subjectOf(unit) }
  if (typeof before !== 'string' || typeof after !== 'string') return plainLine(change)
  const word = change.before === undefined ? 'added' : change.after === undefined ? 'removed' : undefined
  const counted = plural(linesIn(word === 'removed' ? before : after), 'line')
  const diff = diffTexts(before, after)
  if (diff === undefined || diff.hunks.length === 0) {
    const parts = [word ? `${word}, ${counted}` : `rewritten, ${plural(linesIn(before), 'line')} -> ${counted}`]
    return { ...line, parts }
  }
  const parts = [word ? `${word}, ${counted}` : countOf(diff.added, diff.removed)]
  return { ...line, parts, diff }
}

const countOf = (added: number, removed: number): string =>
  [
    ...(added > 0 ? [`${plural(added, 'line')} added`] : []),
    ...(removed > 0 ? [`${plural(removed, 'line')} removed`] : []),
  ].join(', ')

function queryLine(change: UnitChange): Line {
  const { unit, before, after } = change
  const line = { mark: markOf(before, after), subject: unit }
  if (typeof before === 'string' || typeof after === 'string') {
    const asText = (value: unknown): unknown => (isMap(value) ? stringifyJson(value) : value)
    return textLine({ unit, before: asText(before), after: asText(after) })
  }
  if ((before !== undefined && !isMap(before)) || (after !== undefined && !isMap(after))) return plainLine(change)
  return withRange({ ...line, parts: queryParts(before ?? {}, after ?? {}) })
}

/** A date range is what people call it, without saying that it is part of the query. */
function withRange(line: Line): Line {
  const [only = '', ...others] = line.parts
  const range = others.length === 0 && /^~ date range (?=\S)/.exec(only)
  return range ? { ...line, subject: 'date range', parts: [only.slice(range[0].length)] } : line
}

const named =
  (subject: string): Words =>
  ({ before, after }) => ({
    mark: markOf(before, after),
    subject,
    parts:
      typeof before === 'string' && typeof after === 'string'
        ? [fromToQuoted(before, after)]
        : [before === undefined || after === undefined ? clearText(before ?? after) : fromTo(before, after)],
  })

const moved =
  (word: string): Words =>
  ({ before, after }) => {
    const parts =
      before === undefined
        ? `into ${folderText(after)}`
        : after === undefined
          ? `out of ${folderText(before)}`
          : fromToTexts(folderText(before), folderText(after))
    return { mark: '~', subject: word, parts: [parts] }
  }

const ROOT = 'the root'

/** The path of a folder; the empty path is the root. */
export const folderText = (place: unknown): string =>
  place === '' ? ROOT : place === ROOT ? inQuotes(ROOT) : shortValue(place)

const slugLine: Words = (change) => {
  const line = named('slug')(change)
  const isChange = typeof change.before === 'string' && typeof change.after === 'string'
  return isChange ? { ...line, aside: 'its links change' } : line
}

/** A switch with a word for each state. */
const either =
  (subject: string, on: string, off: string): Words =>
  ({ before, after }) => {
    const wordFor = (value: unknown): string => (value === true ? on : off)
    const isSwitch = [before, after].every((value) => value === undefined || typeof value === 'boolean')
    const parts =
      isSwitch && wordFor(before) !== wordFor(after)
        ? [`${wordFor(before)} -> ${wordFor(after)}`]
        : [fromTo(before, after)]
    return { mark: '~', subject, parts }
  }

/** A schedule goes out, or waits. */
const stateLine: Words = ({ before, after }) => ({
  mark: markOf(before, after),
  subject: 'state',
  parts: [
    before === undefined || after === undefined
      ? stateOf(before ?? after)
      : fromToTexts(stateOf(before), stateOf(after)),
  ],
})

const stateOf = (enabled: unknown): string =>
  enabled === true ? 'on' : enabled === false ? 'paused' : shortValue(enabled)

/** What is allowed on a resource: what comes, and what goes. */
function allowedLine({ unit, before, after }: UnitChange): Line {
  const [was, is] = [listed(before), listed(after)]
  const parts = [
    ...is.filter((each) => !was.includes(each)).map((each) => `+ ${each}`),
    ...was.filter((each) => !is.includes(each)).map((each) => `- ${each}`),
  ]
  return { mark: markOf(before, after), subject: subjectOf(unit), parts }
}

const listed = (side: unknown): readonly string[] => (Array.isArray(side) ? side.map(String) : [])

/** The plan has a model file's text, or only the hash of its bytes. */
function bytesLine(change: UnitChange): Line {
  const sides = [change.before, change.after].filter((side) => side !== undefined)
  if (sides.every((side) => typeof side === 'string')) return textLine(change)
  return { mark: '~', subject: 'bytes', parts: [fromTo(hashOf(change.before), hashOf(change.after))] }
}

const hashOf = (side: unknown): unknown => {
  const [[name, hash] = [], ...others] = isMap(side) ? Object.entries(side) : []
  return typeof hash === 'string' && others.length === 0 ? `${name} ${hash}` : side
}

const WORDS: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['name', named('name')],
  ['title', named('title')],
  [
    'description',
    (change) => (isLong(change.before) || isLong(change.after) ? textLine(change) : named('description')(change)),
  ],
  ['slug', slugLine],
  ['sql', textLine],
  ['query', queryLine],
  ['pythonCode', valueLine],
  ['folder', moved('folder')],
  ['workbook', moved('workbook')],
  ['publish', either('publishing', 'published', 'not published')],
  ['allowEmbed', either('signed embedding', 'allowed', 'not allowed')],
  ['bytes', bytesLine],
  ['enabled', stateLine],
])
