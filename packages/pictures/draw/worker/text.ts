import { addAll, oncePerKey } from '@boardwright/common'
import { straight } from '../../viewer/data/straight.ts'
import { collapsed, partsOf } from './breaks.ts'
import type { Face } from './face.ts'
import { el, escapeXml, type Markup } from './svg.ts'

/** The two weights we have, and fonts with letters that both lack. */
export interface Faces {
  readonly regular: Face
  readonly bold: Face
  readonly others: readonly Face[]
  /** The family of `regular`, if it has no bold face: bold letters get an outline. */
  readonly isOneWeight?: boolean
}

export interface Type {
  readonly size: number
  readonly weight?: number
  readonly fill: string
  readonly anchor?: 'start' | 'middle' | 'end'
  /** Space between letters, as a fraction of the size. */
  readonly spacing?: number
  readonly family?: string
  readonly isItalic?: boolean
}

export interface Letters {
  readonly widthOf: (text: string, type: Pick<Type, 'size' | 'weight' | 'spacing'>) => number
  /** The unit `ch`. */
  readonly zeroOf: (type: Pick<Type, 'size' | 'weight'>) => number
  /** Breaks a text into lines no wider than `width`. Words that are too long are broken. */
  readonly wrap: (text: string, width: number, type: Type) => string[]
  /** A single line, cut with an ellipsis if it is too long. */
  readonly fit: (text: string, width: number, type: Type) => string
  /** A line in a box of this height with its top at `y`. */
  readonly line: (x: number, y: number, height: number, text: string, type: Type) => Markup
  /** How a text is written so that every reader's font gives it the measured width: a part for each of our fonts. */
  readonly spread: (text: string, type: Pick<Type, 'size' | 'weight' | 'spacing' | 'anchor'>, x: number) => Spread
  /** How letters of this weight are drawn with our fonts. */
  readonly inWeight: (type: Pick<Type, 'size' | 'weight' | 'fill'>) => Spread['attributes']
  /** The distance from the top of a line to its baseline. */
  readonly baseline: (height: number, type: Pick<Type, 'size' | 'weight'>) => number
}

interface Spread {
  readonly attributes: Readonly<Record<string, string | number | undefined>>
  readonly inner: Markup
}

/** From this weight on, text is bold. 500, which lies between our two weights, is regular. */
const BOLD = 501

export function lettersOf(faces: Faces): Letters {
  const faceOf = ({ weight = 400 }: { readonly weight?: number }): Face => (weight >= BOLD ? faces.bold : faces.regular)
  const faceWith = (face: Face, code: number): Face => {
    const has = (each: Face): boolean => each.has(code)
    return has(face) ? face : (faces.others.find(has) ?? face)
  }
  const widthOf: Letters['widthOf'] = (text, type) => {
    const { size, spacing = 0 } = type
    const face = faceOf(type)
    let width = 0
    let run: { readonly own: Face; readonly script: number | undefined; readonly codes: number[] } | undefined
    for (const letter of text) {
      const code = letter.codePointAt(0) ?? 0
      const own = faceWith(face, code)
      const script = scriptOf(letter) ?? run?.script
      if (run?.own !== own || run.script !== script) {
        width += run?.own.widthOf(run.codes, spacing !== 0) ?? 0
        run = { own, script, codes: [] }
      }
      run.codes.push(code)
      width += spacing
    }
    return (width + (run?.own.widthOf(run.codes, spacing !== 0) ?? 0)) * size
  }
  /** Browsers place lines at whole points, and count whole ones above and below the baseline. */
  const baseline: Letters['baseline'] = (height, type) => {
    const { ascent, descent } = faceOf(type)
    const [above, below] = [Math.round(ascent * type.size), Math.round(descent * type.size)]
    return Math.floor((height - above - below) / 2) + above
  }
  const inWeight: Letters['inWeight'] = ({ size, weight = 400, fill }) => {
    if (weight < BOLD) return {}
    if (!faces.isOneWeight) return { 'font-weight': 600 }
    return { stroke: fill, 'stroke-width': size * outlineAt(size), 'stroke-linejoin': 'round' }
  }
  const spread: Letters['spread'] = (given, type, x) => {
    const text = straight(given)
    const { anchor = 'start' } = type
    const runs = runsOf(text, (code) => faceWith(faceOf(type), code))
    const stretched = (run: string) =>
      SHAPED.test(run) ? {} : { textLength: widthOf(run, type), lengthAdjust: 'spacingAndGlyphs' }
    const bidi = { 'unicode-bidi': RIGHT_TO_LEFT.test(text) ? 'plaintext' : undefined }
    const shown = { 'text-anchor': anchor === 'start' ? undefined : anchor, ...bidi }
    // What is written from the right is for the reader's program to order.
    if (runs.length <= 1 || RIGHT_TO_LEFT.test(text))
      return { attributes: { ...shown, ...(runs.length <= 1 && stretched(text)) }, inner: escapeXml(text) }
    let at = x - widthOf(text, type) * BEFORE[anchor]
    const parts = runs.map((run) => {
      const part = el('tspan', { x: at, ...stretched(run) }, escapeXml(run))
      at += widthOf(run, type)
      return part
    })
    return { attributes: { 'text-anchor': 'start', ...bidi }, inner: parts.join('') }
  }
  return {
    widthOf,
    baseline,
    spread,
    inWeight,
    zeroOf: (type) => faceOf(type).zero * type.size,
    wrap: (text, width, type) => wrapText(text, width, (each) => widthOf(each, type)),
    fit: (text, width, type) => fitText(text, width, (each) => widthOf(each, type)),
    line(x, y, height, text, type) {
      const { size, fill, spacing, family, isItalic } = type
      if (text.trim() === '') return ''
      const { attributes, inner } = spread(text, type, x)
      return el(
        'text',
        {
          ...{ x, y: y + baseline(height, type), 'font-size': size, fill, ...attributes, ...inWeight(type) },
          'letter-spacing': spacing === undefined ? undefined : spacing * size,
          'font-family': family,
          'font-style': isItalic ? 'italic' : undefined,
        },
        inner,
      )
    },
  }
}

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u]
/** Browsers set each script by itself. Digits and signs are part of the script before them. */
const scriptOf = oncePerKey((letter: string): number | undefined => {
  const index = SCRIPTS.findIndex((script) => script.test(letter))
  return index === -1 ? undefined : index
})

const BEFORE = { start: 0, middle: 0.5, end: 1 } as const
/** Their letters have other forms beside each other, so nobody knows how wide they are before they are set. */
const SHAPED = /[\u0600-\u08ff\u0900-\u109f\u1780-\u17ff\ufb50-\ufdff]/
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/** An outline that makes letters bold, as a part of their size. It is thinner than a browser's, so small ones stay open. */
function outlineAt(size: number): number {
  const [small, large] = [1 / 36, 1 / 44]
  const part = Math.min(1, Math.max(0, (size - 9) / (36 - 9)))
  return small + (large - small) * part
}

/** The parts of a text that are each set in one font. Spaces, marks and joiners belong to what is before them. */
function runsOf(text: string, faceOf: (code: number) => Face): string[] {
  const runs: { text: string; face: Face }[] = []
  for (const letter of text) {
    const last = runs.at(-1)
    const face = faceOf(letter.codePointAt(0) ?? 0)
    if (last && (last.face === face || /[\s\p{M}\p{Cf}]/u.test(letter))) last.text += letter
    else runs.push({ text: letter, face })
  }
  return runs.map((run) => run.text)
}

function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const part of partsOf(collapsed(paragraph).trim())) {
      if (widthOf((line + part).trimEnd()) <= width) {
        line += part
        continue
      }
      if (line !== '') lines.push(line.trimEnd())
      const pieces = broken(part.trimEnd(), width, widthOf)
      addAll(lines, pieces.slice(0, -1))
      line = `${pieces.at(-1) ?? ''}${part.endsWith(' ') ? ' ' : ''}`
    }
    return [...lines, line.trimEnd()]
  })
}

function broken(word: string, width: number, widthOf: (text: string) => number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && widthOf(piece + letter) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...pieces, piece]
}

function fitText(text: string, width: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= width) return text
  const letters = [...text]
  let [least, most] = [0, letters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (widthOf(`${letters.slice(0, middle).join('')}…`) <= width) least = middle
    else most = middle - 1
  }
  return `${letters.slice(0, least).join('').trimEnd()}…`
}
