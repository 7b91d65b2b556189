import { graphemesOf, widthOfGrapheme } from '../width.ts'
import { advanceOf } from './metrics.ts'
import { MARKS, STROKES } from './strokes.ts'

/** Strokes of a glyph, and its advance. */
export interface Glyph {
  readonly strokes: readonly (readonly (readonly [x: number, y: number])[])[]
  readonly advance: number
  /** Drawn with a finer pen. */
  readonly fine?: boolean
}

/** What the font draws for a text. Letters it lacks stay readable: as other letters, or as their number. */
export const glyphsOf = (text: string): Glyph[] => graphemesOf(text).flatMap(glyphsOfGrapheme)

const cache = new Map<string, readonly Glyph[]>()
const MOST_CACHED = 2_000

function glyphsOfGrapheme(grapheme: string): readonly Glyph[] {
  const known = cache.get(grapheme)
  if (known) return known
  const glyphs = makeGlyphs(grapheme)
  if (cache.size < MOST_CACHED) cache.set(grapheme, glyphs)
  return glyphs
}

function makeGlyphs(grapheme: string): Glyph[] {
  if (/^\s$/u.test(grapheme)) return [{ strokes: [], advance: advanceOf(' ') }]
  const [letter = '', ...marks] = grapheme.normalize('NFD')
  const strokes = STROKES[grapheme] ?? STROKES[letter]
  if (strokes !== undefined) {
    const advance = advanceOf(grapheme)
    const above = marks.flatMap((mark) => placeMark(MARKS[mark] ?? '', letter, advance))
    return [
      { strokes: [...readStrokes(letter === 'i' && above.length > 0 ? '11,52 11,0' : strokes), ...above], advance },
    ]
  }
  if (widthOfGrapheme(grapheme) === 0) return []
  const latin = LATIN[letter.toLowerCase()]
  if (latin === undefined) return [numberOf(letter)]
  const cased = letter === letter.toLowerCase() ? latin : latin.charAt(0).toUpperCase() + latin.slice(1)
  return [...cased].flatMap(makeGlyphs)
}

/** Marks are higher on capitals. */
function placeMark(mark: string, letter: string, advance: number): Glyph['strokes'] {
  const isTall = /[A-Zbdfhklt]/.test(letter)
  return readStrokes(mark).map((points) =>
    points.map(([x, y]) => [x + advance / 2, y > 0 && isTall ? y + 18 : y] as const),
  )
}

const STEP = 15

export function readStrokes(text: string): (readonly [number, number])[][] {
  if (text === '') return []
  return text.split(';').map((stroke) =>
    [...stroke.matchAll(/(@?)([-\d.,]+)/g)].flatMap(([, at, list = '']) => {
      const [x = 0, y = 0, rx = 0, ry = 0, from = 0, by = 0] = list.split(',').map(Number)
      if (at === '') return [[x, y] as const]
      const steps = Math.max(2, Math.ceil(Math.abs(by) / STEP))
      return Array.from({ length: steps + 1 }, (_, step) => {
        const angle = ((from + (by * step) / steps) * Math.PI) / 180
        return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)] as const
      })
    }),
  )
}

/** A box with the character's number in four or six digits, as browsers draw it. */
function numberOf(letter: string): Glyph {
  const digits = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const half = Math.ceil(digits.length / 2)
  const advance = half * 26 + 20
  const right = advance - 6
  const frame = [
    [6, -12],
    [6, 76],
    [right, 76],
    [right, -12],
    [6, -12],
  ] as const
  const small = [...digits].flatMap((digit, index) =>
    readStrokes(STROKES[digit] ?? '').map((points) =>
      points.map(([x, y]) => [12 + (index % half) * 26 + x * 0.42, (index < half ? 38 : -4) + y * 0.46] as const),
    ),
  )
  return { strokes: [frame, ...small], advance, fine: true }
}

/** Greek and Cyrillic in common Latin transliteration; and letters that become two. */
const LATIN: Readonly<Record<string, string>> = {
  ...pairs('абвгдезиклмнопрстуфыэіґєјљњћђџ', 'a b v g d e z i k l m n o p r s t u f y e i g e j lj nj c d dz'),
  ...pairs('жхцчшщъьюя', "zh kh ts ch sh shch ' ' yu ya"),
  ...pairs('αβγδεζηθικλμνξοπρσςτυφχψω', 'a b g d e z i th i k l m n x o p r s s t y f ch ps o'),
  ...pairs('æœłđðþıħŋ', 'ae oe l d d th i h ng'),
  ...pairs('„‚‹›«»−′″', '" , < > << >> - \' "'),
  ...pairs('©®™£¥', '(c) (r) tm GBP JPY'),
}

function pairs(letters: string, latin: string): Record<string, string> {
  const texts = latin.split(' ')
  return Object.fromEntries([...letters].map((letter, index) => [letter, texts[index] ?? '']))
}
