import type { Place } from '@boardwright/common'
import { showUnsafe, UNSAFE } from '@boardwright/common/yaml'
import { widthOfGrapheme } from '@boardwright/pictures'

/**
 * The lines around a place, with carets under what is meant:
 *
 *     13 |     type: CHART
 *     14 |     report: revenu-by-month
 *        |             ^^^^^^^^^^^^^^^
 *
 * Safe for any terminal: control characters are shown as escapes, long lines are cut around the place.
 */
export function codeFrame(lines: readonly string[], { line, column = 1 }: Place, length = 1): string {
  if (line === undefined) return ''
  const before = lines[line - 2]
  const meant = lines[line - 1] ?? ''
  const from = meant.length > WIDEST ? Math.max(0, column - 1 - BEFORE) : 0
  const shown = showLine(meant, from)
  const start = shown.columnOf(column - 1)
  const carets = '^'.repeat(Math.max(1, shown.columnOf(column - 1 + length) - start))
  const gutter = String(line).length
  const row = (number: string, content: string): string => `   ${number.padStart(gutter)} | ${content}`.trimEnd()
  return [
    ...(before === undefined ? [] : [row(String(line - 1), showLine(before, from).text)]),
    row(String(line), shown.text),
    row('', `${' '.repeat(start)}${carets}`),
  ].join('\n')
}

/** Characters shown of a line, and how many of them precede the place. */
const WIDEST = 100
const BEFORE = 40
const TAB = 4

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

interface Shown {
  readonly text: string
  /** The screen column of an index into the line. */
  columnOf(index: number): number
}

function showLine(line: string, from: number): Shown {
  const to = from + WIDEST
  let text = from > 0 && line.length > from ? '…' : ''
  let width = text.length
  const columns: (readonly [index: number, column: number])[] = []
  for (const { segment, index } of graphemes.segment(line.slice(from, to))) {
    columns.push([from + index, width])
    const shown = segment === '\t' ? ' '.repeat(TAB - (width % TAB)) : showUnsafe(segment)
    text += shown
    width += UNSAFE.test(segment) ? shown.length : widthOfGrapheme(segment)
  }
  const cut = line.length > to ? '…' : ''
  return {
    text: text + cut,
    columnOf: (index) => columns.find(([at]) => at >= index)?.[1] ?? width,
  }
}
