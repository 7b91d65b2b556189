/**
 * How many terminal columns a text takes. Terminals differ on rare characters; this follows the majority: East Asian
 * wide characters and emoji take two, combining marks none.
 */
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|\ufe0f/u
const NO_ROOM = /^[\p{M}\p{Cf}\p{Cc}\p{Cs}\u2028\u2029]+$/u

const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18aff],
  [0x1b000, 0x1b2ff],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
]

const PLAIN = /^[\u0020-\u007e]*$/

/** User-perceived characters. */
export const graphemesOf = (text: string): string[] =>
  PLAIN.test(text) ? [...text] : [...GRAPHEMES.segment(text)].map(({ segment }) => segment)

export function widthOfGrapheme(grapheme: string): number {
  if (grapheme.length === 1 && PLAIN.test(grapheme)) return 1
  if (NO_ROOM.test(grapheme)) return 0
  const code = grapheme.codePointAt(0) ?? 0
  return EMOJI.test(grapheme) || WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1
}

export const widthOf = (text: string): number =>
  PLAIN.test(text) ? text.length : graphemesOf(text).reduce((sum, each) => sum + widthOfGrapheme(each), 0)

export function cutTo(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let room = width
  let end = 0
  for (const grapheme of graphemesOf(text)) {
    room -= widthOfGrapheme(grapheme)
    if (room < 0) break
    end += grapheme.length
  }
  return text.slice(0, end)
}

export const shorten = (text: string, width: number): string =>
  widthOf(text) <= width ? text : `${cutTo(text, Math.max(0, width - 3)).trimEnd()}...`

export const padTo = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - widthOf(text)))
