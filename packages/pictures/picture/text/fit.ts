import { graphemesOf, widthOfGrapheme } from '../width.ts'

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

/**
 * Text widths in hundredths of the size: those of Helvetica, starting at the space. In an SVG, texts are stretched to
 * exactly this width, whatever the font.
 */
const ASCII = [
  28, 28, 36, 56, 56, 89, 67, 19, 33, 33, 39, 58, 28, 33, 28, 28, 56, 56, 56, 56, 56, 56, 56, 56, 56, 56, 28, 28, 58,
  58, 58, 56, 102, 67, 67, 72, 72, 67, 61, 78, 72, 28, 50, 67, 56, 83, 72, 78, 67, 78, 72, 67, 61, 72, 67, 94, 67, 67,
  61, 28, 28, 28, 47, 56, 33, 56, 56, 50, 56, 56, 28, 56, 56, 22, 22, 50, 22, 83, 56, 56, 56, 56, 33, 50, 28, 56, 50,
  72, 50, 50, 50, 33, 26, 33, 58,
]

const OTHERS: Readonly<Record<string, number>> = {
  '…': 84,
  '→': 100,
  '←': 100,
  '↑': 60,
  '↓': 60,
  '·': 28,
  '•': 35,
  '×': 58,
  '–': 56,
  '—': 100,
  '‘': 22,
  '’': 22,
  '“': 33,
  '”': 33,
  '€': 56,
  ß: 61,
  ø: 61,
  Ø: 78,
  æ: 89,
  Æ: 100,
  œ: 94,
  Œ: 100,
}

const SPACE = 0x20
const UNKNOWN = 60
const WIDE = 100

function advanceOf(grapheme: string): number {
  const plain = grapheme.length === 1 ? grapheme : (grapheme.normalize('NFD')[0] ?? '')
  const known = ASCII[plain.charCodeAt(0) - SPACE] ?? OTHERS[plain]
  if (known !== undefined && widthOfGrapheme(grapheme) === 1) return known
  const base = grapheme.normalize('NFD')[0] ?? ''
  const room = widthOfGrapheme(grapheme)
  return ASCII[base.charCodeAt(0) - SPACE] ?? (room === 2 ? WIDE : room * UNKNOWN)
}

const BOLD = 1.06
