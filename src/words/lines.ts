import { padTo, type Strokes, shorten, widthOf } from '@boardwright/pictures'
import { counted } from '../content/counted.ts'
import { printable } from '../content/printable.ts'
import { type Paint, paintMarked, STYLES } from './paint.ts'
import { type Line, markedParts, type TextDiff } from './values/line.ts'

export interface Page {
  readonly width: number
  readonly paint: Paint
  /** Show new and deleted objects in full, too. */
  readonly verbose?: boolean | undefined
  /** The lines that drawings are made of. */
  readonly strokes?: Strokes | undefined
}

/** More parts than this are only counted. */
const MOST_PARTS = 12
const MOST_DIFF_LINES = 60
const MOST_FOLDED_LINES = 300

export function limitParts(parts: readonly string[], most = MOST_PARTS): string[] {
  return parts.length <= most
    ? [...parts]
    : [...parts.slice(0, most - 1), `and ${counted(parts.length - most + 1)} more`]
}

/** Puts parts next to each other if they fit, otherwise one per line. */
export function wrapParts(parts: readonly string[], room: number): string[] {
  const lines: string[] = []
  for (const part of parts) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(last) + 1 + widthOf(part) <= room) lines[lines.length - 1] = `${last} ${part}`
    else lines.push(part)
  }
  return lines
}

const withCommas = (parts: readonly string[]): string[] =>
  parts.map((part, index) => (index < parts.length - 1 ? `${part},` : part))

/** `sql    @@ 4,3 @@` with its lines, or `query  + measure orders.count`. */
export function writeLine(line: Line, start: string, subjectWidth: number, page: Page, most = MOST_PARTS): string[] {
  const head = `${start}${padTo(line.subject, Math.max(subjectWidth, widthOf(line.subject) + 2))}`
  const indent = widthOf(head)
  const words = withCommas(limitParts(markedParts(line), most))
  const aside = line.aside === undefined ? [] : [`  ${line.aside}`]
  const isTold = line.diff !== undefined && line.mark === '~'
  const rows = isTold ? [] : wrapParts([...words, ...aside], Math.max(30, page.width - indent))
  const below = line.diff === undefined ? [] : writeDiff(line.diff, page, indent)
  const [first = '', ...rest] = isTold ? below : rows
  const firstText = isTold ? first.trimStart() : paintMarked(page.paint, first)
  const more = isTold ? rest : [...rest.map((row) => ' '.repeat(indent) + paintMarked(page.paint, row)), ...below]
  return [paintHead(start, head, page) + firstText, ...more].map((row) => row.trimEnd())
}

const paintHead = (start: string, head: string, { paint }: Page): string => {
  const style = STYLES[start.trim()]
  return style === undefined ? head : head.replace(start.trim(), (mark) => paint(style, mark))
}

/** A line of a plan for people who read no diffs. */
export const lineInWords = (line: Line): string =>
  [
    line.subject,
    limitParts(markedParts(line))
      .map((part) => part.replace(/^~ /, ''))
      .join(', '),
    line.aside ? `(${line.aside})` : '',
  ]
    .filter((part) => part !== '')
    .join(' ')

/** A text diff as a forge shows it. */
export function diffRows({ hunks }: TextDiff, words = 'more lines'): string[] {
  const rows = hunks.flatMap(({ at, lines }) => [
    `@@ ${at.join(',')} @@`,
    ...lines.map(({ mark, text }) => `${mark}${text}`),
  ])
  const left = rows.length - MOST_FOLDED_LINES
  return left > 0 ? [...rows.slice(0, MOST_FOLDED_LINES), `... ${counted(left)} ${words}`] : rows
}

/** Hunks, limited to a readable length. */
export function writeDiff({ hunks }: TextDiff, page: Page, indent: number): string[] {
  const rows = hunks.flatMap(({ at, lines }) => [
    { style: 'faint' as const, text: `@@ ${at.join(',')} @@` },
    ...lines.map(({ mark, text }) => ({
      style: STYLES[mark],
      text: `${mark} ${printable(text).replaceAll('\t', '    ')}`,
    })),
  ])
  const shown = rows.slice(0, MOST_DIFF_LINES).map(({ style, text }) => {
    const cut = shorten(text, Math.max(20, page.width - indent))
    return `${' '.repeat(indent)}${style === undefined ? cut : page.paint(style, cut)}`
  })
  const left = rows.length - MOST_DIFF_LINES
  return left > 0 ? [...shown, `${' '.repeat(indent)}... ${counted(left)} more lines`] : shown
}

/** A wider cell shifts only the rest of its own row. */
const WIDEST = 62

export function inColumns(
  rows: readonly (readonly string[])[],
  indent: number,
  gap: number,
  widest = WIDEST,
): string[] {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => {
      const width = widthOf(cell)
      widths[column] = Math.max(widths[column] ?? 0, width > widest ? 0 : width)
    })
  return rows.map((row) =>
    `${' '.repeat(indent)}${row.map((cell, column) => padTo(cell, Math.max(widths[column] ?? 0, widthOf(cell)) + gap)).join('')}`.trimEnd(),
  )
}
