import { largest } from '@boardwright/common'
import { drawChange, type Strokes, widthOf } from '@boardwright/pictures'
import { counted, listed, plural, someOf } from '../content/counted.ts'
import { groupBy } from '../content/group-by.ts'
import { isKind, type Key, kindOf } from '../content/kinds.ts'
import { printableName } from '../content/printable.ts'
import { layoutDrawing } from '../plan/drawing.ts'
import { fullName, namingOf } from '../plan/naming.ts'
import type { CommonPlan, PlannedObject } from '../plan/plan-file.ts'
import { replacedText } from '../plan/replaced.ts'
import { insideName, lastName, lossText, publishText, shownOnText } from './facts.ts'
import { inColumns, lineInWords, type Page, writeLine } from './lines.ts'
import { STYLES } from './paint.ts'
import { type Line, namesFor, namesIn, type ShownNames } from './values/line.ts'
import { allLines, type ObjectWords, objectWords } from './values/object.ts'

export const SYMBOLS = { create: '+', update: '~', publish: '>', delete: '-' } as const

/** A workbook with its changed reports, or an object by itself. */
export interface Group {
  readonly head: PlannedObject
  readonly reports: readonly PlannedObject[]
}

/** In plan order. A report is grouped with its workbook if the plan contains both. */
export function groupsOf({ objects }: CommonPlan): Group[] {
  const inside = new Map<Key, PlannedObject[]>(objects.map(({ key }) => [key, []]))
  const heads = objects.filter((object) => {
    const others = object.within === undefined ? undefined : inside.get(object.within)
    others?.push(object)
    return others === undefined
  })
  return heads.map((head) => ({ head, reports: inside.get(head.key) ?? [] }))
}

/** Dashboards come first, because people look at those. */
export const groupsInTurn = (plan: CommonPlan): Group[] =>
  groupsOf(plan).toSorted((a, b) => Number(namingOf(a.head.key).isLast) - Number(namingOf(b.head.key).isLast))

/** Units that a new object's name and place already show. */
const SAID: ReadonlySet<string> = new Set(['name', 'slug', 'folder', 'workbook', 'publish'])

/** The lines to show: all changes of an existing object, the content of a new one, nothing for a deleted one. */
export function wordsFor(object: PlannedObject, others: ShownNames): ObjectWords {
  const names = namesFor(others, object)
  if (object.action === 'delete') return { layout: undefined, lines: [] }
  if (object.action !== 'create') return objectWords(object.units, names, layoutDrawing(object))
  const rest = object.units.filter(({ unit, after }) => !SAID.has(unit) && !isEmpty(after))
  const { layout, lines } = objectWords(rest, names, layoutDrawing(object))
  const title = lastName(object)
  const repeatsTitle = ({ subject, parts }: Line): boolean => subject === 'title' && parts.join('') === title
  return {
    layout: layout && { summary: layout.summary, lines: [] },
    lines: lines.filter((line) => !repeatsTitle(line)).map(({ diff: _, ...line }) => line),
  }
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** From this many on, objects with the same change share a block. */
const MANY_ALIKE = 4

export function objectBlocks(plan: CommonPlan, page: Page): string[] {
  const names = namesIn(plan)
  const told = groupsOf(plan).map((group) => {
    const [title = '', ...body] = groupLines(group, names, page)
    return {
      group,
      title,
      body: body.map((line) => line.replace(/version \d+ -> \d+/, NEXT_VERSION)),
      lines: [title, ...body],
    }
  })
  const alike = groupBy(told, ({ group: { head }, body }) => JSON.stringify([kindOf(head.key), head.action, body]))
  return [...alike.values()].flatMap((same) => {
    const isOneIdea = !page.verbose && same.length >= MANY_ALIKE && same.every(isFoldable)
    return isOneIdea ? [...foldedLines(same, page), ''] : same.flatMap(({ lines }) => [...lines, ''])
  })
}

const NEXT_VERSION = 'its next version'

/** Whoever agrees to a delete sees the name of what goes. */
const isFoldable = ({ group, body }: { readonly group: Group; readonly body: readonly string[] }): boolean =>
  group.head.action !== 'delete' && body.length > 0

/** One block for objects that change alike. */
function foldedLines(
  same: readonly { readonly group: Group; readonly body: readonly string[] }[],
  { paint }: Page,
): string[] {
  const [first] = same
  if (!first) return []
  const { key, action } = first.group.head
  const symbol = SYMBOLS[action]
  const names = someOf(same.map(({ group }) => fullName(group.head)))
  return [
    `${paint(STYLES[symbol] ?? 'strong', `${symbol} ${action}`)}  ${paint('strong', plural(same.length, namingOf(key).noun))} alike: ${names} (-v shows each)`,
    ...first.body,
  ]
}

function groupLines(group: Group, names: ShownNames, page: Page): string[] {
  const { head } = group
  const { paint } = page
  const symbol = SYMBOLS[head.action]
  const style = STYLES[symbol] ?? 'strong'
  const title = `${paint(style, `${symbol} ${head.action}`)}  ${paint('strong', fullName(head))}`
  const plainTitle = `${symbol} ${head.action}  ${fullName(head)}`
  const why = head.action === 'delete' || head.action === 'publish' ? [`    ${printableName(head.because)}`] : []
  return [
    withFile(title, plainTitle, head.file, page),
    ...why,
    ...(head.loss ? [`    ${lossText(head.loss)}`] : []),
    ...nestedLines(group, names, page),
    ...(isKind(head.key, 'workbook') ? dashboardLines(head, names, page) : ownLines(head, names, 4, page)),
    ...remarks(head, names, 4, page),
    ...publishLines(head, page),
  ]
}

const FILE_COLUMN = 66
const FIRST_FILE_COLUMN = 4

/** All files stand in one column on the right, or end there; where the line has no room, one line below. */
function withFile(text: string, plainText: string, file: string | undefined, { width, paint }: Page): string {
  if (file === undefined || plainText.endsWith(`  ${file}`)) return text
  const name = printableName(file)
  const column = Math.max(FIRST_FILE_COLUMN, Math.min(FILE_COLUMN, width - widthOf(name)))
  const room = column - widthOf(plainText)
  return `${text}${room < 2 ? `\n${' '.repeat(column)}` : ' '.repeat(room)}${paint('faint', name)}`
}

/** For a new or deleted workbook with many reports, only the first ones are named. */
function nestedLines({ head, reports }: Group, names: ShownNames, page: Page): string[] {
  const isFolded = ({ action }: PlannedObject): boolean => action === head.action && action in MOST_NESTED
  const most = page.verbose ? reports.length : (MOST_NESTED[head.action] ?? reports.length)
  const folded = new Set(reports.filter(isFolded).slice(most))
  const told = reports.filter((report) => !folded.has(report))
  return [
    ...told.flatMap((report) => reportLines(report, head, names, page)),
    ...(folded.size === 0 ? [] : [`    ${SYMBOLS[head.action]} and ${moreOf([...folded])}${ADDED[head.action]}`]),
  ]
}

/** `3 more reports and 1 more schedule`. */
const moreOf = (objects: readonly PlannedObject[]): string =>
  listed(
    [...groupBy(objects, ({ key }) => namingOf(key).noun)].map(([noun, { length }]) => plural(length, `more ${noun}`)),
  )

const MOST_NESTED: Partial<Readonly<Record<PlannedObject['action'], number>>> = { create: 10, delete: 30 }

const ADDED: Readonly<Record<PlannedObject['action'], string>> = {
  create: ' (new)',
  update: '',
  publish: '',
  delete: ' (deleted)',
}

function reportLines(report: PlannedObject, head: PlannedObject, names: ShownNames, page: Page): string[] {
  const symbol = SYMBOLS[report.action]
  const text = `${insideName(report)}${ADDED[report.action]}`
  const start = `${head.file}/`
  const file = head.file !== undefined && report.file?.startsWith(start) ? report.file.slice(start.length) : report.file
  const title = `    ${page.paint(STYLES[symbol] ?? 'strong', symbol)} ${text}`
  return [
    withFile(title, `    ${symbol} ${text}`, file, page),
    ...ownLines(report, names, 8, page),
    ...remarks(report, names, 8, page),
  ]
}

/** The changed units of an object that is not a workbook, and where it is shown. */
function ownLines(object: PlannedObject, names: ShownNames, indent: number, page: Page): string[] {
  const all = wordsFor(object, names).lines
  const isShort = object.action === 'create' && !page.verbose
  const lines = isShort ? all.slice(0, MOST_NEW_LINES) : all
  const left = all.length - lines.length
  const width = largest([7, ...lines.map(({ subject }) => Math.min(22, widthOf(subject)) + 2)])
  const shown = shownOnText(object)
  const start = ' '.repeat(indent)
  return [
    ...lines.flatMap((line) => writeLine(line, start, width, page, isShort ? MOST_NEW_PARTS : undefined)),
    ...(left === 0 ? [] : [`${start}and ${plural(left, 'more key')}`]),
    ...(shown === undefined ? [] : [`${start}${shown}`]),
  ]
}

/** A new object can be read in its file; a few lines are enough to recognise it. */
const MOST_NEW_LINES = 4
const MOST_NEW_PARTS = 6

/** The changed units of a workbook, starting with the grid and its drawing. */
function dashboardLines(object: PlannedObject, names: ShownNames, page: Page): string[] {
  const { layout, lines } = wordsFor(object, names)
  const symbol = object.action === 'create' ? '+' : '~'
  const width = largest([9, ...lines.map(({ subject }) => Math.min(34, widthOf(subject)) + 2)])
  return [
    ...(layout ? [`    ${page.paint(STYLES[symbol] ?? 'changed', symbol)} layout   ${layout.summary}`] : []),
    ...gridRows(layout?.lines ?? [], page.width),
    ...drawingLines(object, page.strokes).map((row) => `          ${row}`),
    ...lines.flatMap((line) => writeLine(line, `    ${line.mark} `, width, page)),
  ]
}

const MOST_ROWS = 24

/** In columns, or where those are too wide, each place below its widget. */
function gridRows(lines: readonly Line[], width: number): string[] {
  const told = lines.map(({ subject, parts, aside = '' }) => [subject, parts.join(', '), aside])
  const columns = inColumns(told, 8, 3)
  const isTooWide = columns.some((row) => widthOf(row) > width)
  const rows = isTooWide
    ? told.flatMap(([subject, ...place]) => [`        ${subject}`, ...inColumns([place], 12, 3)])
    : columns
  return rows.length <= MOST_ROWS
    ? rows
    : [...rows.slice(0, MOST_ROWS), `        ... ${counted(rows.length - MOST_ROWS)} more`]
}

export function drawingLines(object: PlannedObject, strokes?: Strokes): string[] {
  const drawing = layoutDrawing(object)
  if (drawing === undefined) return []
  const named = (boxes: typeof drawing.before) => boxes.map((box) => ({ ...box, label: printableName(box.label) }))
  return drawChange({ columns: drawing.columns, before: named(drawing.before), after: named(drawing.after) }, strokes)
}

export const keptWords = (object: PlannedObject, names: ShownNames): Line[] =>
  allLines(object.keeps, namesFor(names, object), layoutDrawing(object))

/** UI edits that stay, and what `--accept ui-edits` would replace. */
function remarks(object: PlannedObject, names: ShownNames, indent: number, page: Page): string[] {
  const start = ' '.repeat(indent)
  return [
    ...keptWords(object, names).map((line) => `${start}keeps the UI edit: ${lineInWords(line)}`),
    ...object.replaces.map(
      (what) => `${start}${page.paint('removed', '!')} replaces ${printableName(replacedText(what))}`,
    ),
  ]
}

function publishLines({ publish }: PlannedObject, { paint }: Page): string[] {
  return publish === undefined ? [] : [`    ${paint('published', '>')} publish  ${publishText(publish)}`]
}
