import { graphemesOf } from '../width.ts'
import { advanceOf, BOLD } from './metrics.ts'

/** Size and weight: everything that determines the width of a text. */
export interface Face {
  readonly size: number
  readonly bold?: boolean | undefined
}

/** Longer texts are cut: the rest would not be visible anyway. */
const MOST = 400

export const lengthOf = (text: string, { size, bold }: Face): number =>
  (graphemesOf(text.slice(0, MOST)).reduce((sum, each) => sum + advanceOf(each), 0) * size * (bold ? BOLD : 1)) / 100

/** As much as fits, with dots if something is missing. */
export function fitText(text: string, width: number, face: Face): string {
  const all = graphemesOf(text.slice(0, MOST))
  if (text.length <= MOST && lengthOf(text, face) <= width) return text
  const room = width - lengthOf('…', face)
  let used = 0
  let kept = ''
  for (const grapheme of all) {
    used += lengthOf(grapheme, face)
    if (used > room) break
    kept += grapheme
  }
  return kept === '' ? '' : `${kept.trimEnd()}…`
}

/** At most this many lines, broken between words if possible. Dots on the last one show that there is more. */
export function wrapText(text: string, widthOfLine: (line: number) => number, face: Face, most: number): string[] {
  const words = text
    .slice(0, MOST + 1)
    .split(/\s+/u)
    .filter((word) => word !== '')
  const lines: string[] = []
  let line = ''
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`
    const width = widthOfLine(lines.length)
    if (line === '' || lengthOf(longer, face) <= width) line = longer
    else if (lines.length + 1 >= most) {
      line = [line, ...words.slice(index)].join(' ')
      break
    } else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line].map((each, index) => fitText(each, widthOfLine(index), face)).filter((each) => each !== '')
}
