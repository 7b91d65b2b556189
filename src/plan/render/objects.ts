import { printableName } from '../../content/printable.ts'
import { drawChange } from '../../picture/characters.ts'
import { widthOf } from '../../picture/width.ts'
import type { Plan, PlannedObject } from '../plan-file.ts'
import type { Line } from '../words/line.ts'
import { type Names, namesIn } from '../words/names.ts'
import { type ObjectWords, objectWords } from '../words/object.ts'
import { fullName, kindOf, lastName, publishText, shownOnText } from './facts.ts'
import { inColumns, type Page, writeLine } from './lines.ts'
import { STYLES } from './paint.ts'

export const SYMBOLS = { create: '+', update: '~', publish: '>', delete: '-' } as const

/** A workbook with those of its reports that change, or an object by itself. */
export interface Group {
  readonly head: PlannedObject
  readonly reports: readonly PlannedObject[]
}

/** In the order of the plan. A report stands with its workbook where the plan has that too. */
export function groupsOf({ objects }: Plan): Group[] {
  const inside = new Map<string, PlannedObject[]>(objects.map(({ key }) => [key, []]))
  const heads = objects.filter((object) => {
    const others = object.within === undefined ? undefined : inside.get(object.within)
    others?.push(object)
    return others === undefined
  })
  return heads.map((head) => ({ head, reports: inside.get(head.key) ?? [] }))
}

/** Units that the name and the place of a new object say already. */
const SAID: ReadonlySet<string> = new Set(['name', 'slug', 'folder', 'workbook', 'publish'])

/** What is told of an object: all that changes; of a new one what it is; of one that goes nothing more. */
export function wordsFor(object: PlannedObject, names: Names): ObjectWords {
  if (object.action === 'delete') return { layout: undefined, lines: [] }
  if (object.action !== 'create') return objectWords(object.units, names, object.drawing)
  const rest = object.units.filter(({ unit }) => !SAID.has(unit))
  const { layout, lines } = objectWords(rest, names, object.drawing)
  const title = lastName(object)
  const isSaid = ({ subject, parts }: Line): boolean => subject === 'title' && parts.join('') === title
  return {
    layout: layout && { summary: layout.summary, lines: [] },
    lines: lines.filter((line) => !isSaid(line)).map(({ diff: _, ...line }) => line),
  }
}

export function objectBlocks(plan: Plan, page: Page): string[] {
  const names = namesIn(plan)
  return groupsOf(plan).flatMap((group) => [...groupLines(group, names, page), ''])
}

function groupLines({ head, reports }: Group, names: Names, page: Page): string[] {
  const { paint } = page
  const symbol = SYMBOLS[head.action]
  const style = STYLES[symbol] ?? 'strong'
  const title = `${paint(style, `${symbol} ${head.action}`)}  ${paint('strong', fullName(head))}`
  const plainTitle = `${symbol} ${head.action}  ${fullName(head)}`
  const why = head.action === 'delete' || head.action === 'publish' ? [`    ${printableName(head.because)}`] : []
  return [
    withFile(title, plainTitle, head.file, page),
    ...why,
    ...reports.flatMap((report) => reportLines(report, head, names, page)),
    ...(kindOf(head) === 'workbook' ? dashboardLines(head, names, page) : ownLines(head, names, 4, page)),
    ...remarks(head, names, 4, page),
    ...publishLines(head, page),
  ]
}

const FILE_COLUMN = 66

/** The file stands to the right, in one column while there is room. */
function withFile(text: string, plainText: string, file: string | undefined, { width, paint }: Page): string {
  if (file === undefined) return text
  const name = printableName(file)
  const column = Math.min(FILE_COLUMN, width - widthOf(name))
  return `${text}${' '.repeat(Math.max(2, column - widthOf(plainText)))}${paint('faint', name)}`
}

const ADDED: Readonly<Record<PlannedObject['action'], string>> = {
  create: ' (new)',
  update: '',
  publish: '',
  delete: ' (deleted)',
}

function reportLines(report: PlannedObject, head: PlannedObject, names: Names, page: Page): string[] {
  const symbol = SYMBOLS[report.action]
  const text = `report "${lastName(report)}"${ADDED[report.action]}`
  const start = `${head.file}/`
  const file = head.file !== undefined && report.file?.startsWith(start) ? report.file.slice(start.length) : report.file
  const title = `    ${page.paint(STYLES[symbol] ?? 'strong', symbol)} ${text}`
  return [
    withFile(title, `    ${symbol} ${text}`, file, page),
    ...ownLines(report, names, 8, page),
    ...remarks(report, names, 8, page),
  ]
}

/** The units of an object that is no workbook, and where it is seen. */
function ownLines(object: PlannedObject, names: Names, indent: number, page: Page): string[] {
  const { lines } = wordsFor(object, names)
  const width = Math.max(7, ...lines.map(({ subject }) => Math.min(22, widthOf(subject)) + 2))
  const shown = shownOnText(object)
  const start = ' '.repeat(indent)
  return [
    ...lines.flatMap((line) => writeLine(line, start, width, page)),
    ...(shown === undefined ? [] : [`${start}shown on: ${shown}`]),
  ]
}

/** The units of a workbook: the grid first, with its drawing. */
function dashboardLines(object: PlannedObject, names: Names, page: Page): string[] {
  const { layout, lines } = wordsFor(object, names)
  const symbol = object.action === 'create' ? '+' : '~'
  const width = Math.max(9, ...lines.map(({ subject }) => Math.min(34, widthOf(subject)) + 2))
  return [
    ...(layout ? [`    ${page.paint(STYLES[symbol] ?? 'changed', symbol)} layout   ${layout.summary}`] : []),
    ...gridRows(layout?.lines ?? []),
    ...drawingLines(object).map((row) => `          ${row}`),
    ...lines.flatMap((line) => writeLine(line, `    ${line.mark} `, width, page)),
  ]
}

const MOST_ROWS = 24

function gridRows(lines: readonly Line[]): string[] {
  const rows = inColumns(
    lines.map(({ subject, parts, aside = '' }) => [subject, parts.join(', '), aside]),
    8,
    3,
  )
  return rows.length <= MOST_ROWS ? rows : [...rows.slice(0, MOST_ROWS), `        ... ${rows.length - MOST_ROWS} more`]
}

export function drawingLines({ drawing }: PlannedObject): string[] {
  if (drawing === undefined) return []
  const named = (boxes: typeof drawing.before) => boxes.map((box) => ({ ...box, label: printableName(box.label) }))
  return drawChange({ columns: drawing.columns, before: named(drawing.before), after: named(drawing.after) })
}

/** UI edits that stay, and what `--ui-edits overwrite` would replace. */
function remarks(object: PlannedObject, names: Names, indent: number, page: Page): string[] {
  const start = ' '.repeat(indent)
  const kept = objectWords(object.keeps, names, object.drawing)
  return [
    ...[...(kept.layout?.lines ?? []), ...kept.lines].map(
      ({ subject, parts }) => `${start}keeps the UI edit: ${subject} ${parts.join(', ')}`,
    ),
    ...object.replaces.map((what) => `${start}${page.paint('removed', '!')} replaces ${printableName(what)}`),
  ]
}

function publishLines({ publish }: PlannedObject, { paint }: Page): string[] {
  return publish === undefined ? [] : [`    ${paint('published', '>')} publish  ${publishText(publish)}`]
}
