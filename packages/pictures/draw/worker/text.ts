import { addAll } from '@boardwright/common'
import type { Face } from './face.ts'
import { el, escapeXml, type Markup } from './svg.ts'

/** The two weights we have, and fonts with letters that both lack. */
export interface Faces {
  readonly regular: Face
  readonly bold: Face
  readonly others: readonly Face[]
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
  /** Breaks a text into lines no wider than `width`. Words that are too long are broken. */
  readonly wrap: (text: string, width: number, type: Type) => string[]
  /** A single line, cut with an ellipsis if it is too long. */
  readonly fit: (text: string, width: number, type: Type) => string
  /** A line in a box of this height with its top at `y`. */
  readonly line: (x: number, y: number, height: number, text: string, type: Type) => Markup
  /** The distance from the top of a line to its baseline. */
  readonly baseline: (height: number, type: Pick<Type, 'size' | 'weight'>) => number
}

/** From this weight on, text is bold. 500, which lies between our two weights, is regular. */
const BOLD = 501

export function lettersOf(faces: Faces): Letters {
  const faceOf = ({ weight = 400 }: { readonly weight?: number }): Face => (weight >= BOLD ? faces.bold : faces.regular)
  const widthOf: Letters['widthOf'] = (text, type) => {
    const { size, spacing = 0 } = type
    const face = faceOf(type)
    let width = 0
    for (const letter of text) {
      const code = letter.codePointAt(0) ?? 0
      const has = (each: Face): boolean => each.has(code)
      width += (has(face) ? face : (faces.others.find(has) ?? face)).widthOf(code) + spacing
    }
    return width * size
  }
  const baseline: Letters['baseline'] = (height, type) => {
    const { ascent, descent } = faceOf(type)
    return (height - (ascent + descent) * type.size) / 2 + ascent * type.size
  }
  return {
    widthOf,
    baseline,
    wrap: (text, width, type) => wrapText(text, width, (each) => widthOf(each, type)),
    fit: (text, width, type) => fitText(text, width, (each) => widthOf(each, type)),
    line(x, y, height, text, type) {
      const { size, weight, fill, anchor, spacing, family, isItalic } = type
      if (text.trim() === '') return ''
      return el(
        'text',
        {
          ...{ x, y: y + baseline(height, type), 'font-size': size, fill },
          'font-weight': weight === undefined || weight < BOLD ? undefined : 600,
          'text-anchor': anchor === 'start' ? undefined : anchor,
          'letter-spacing': spacing === undefined ? undefined : spacing * size,
          'font-family': family,
          'font-style': isItalic ? 'italic' : undefined,
        },
        escapeXml(text),
      )
    },
  }
}

function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const word of paragraph.split(/\s+/).filter((each) => each !== '')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (widthOf(longer) <= width) {
        line = longer
        continue
      }
      if (line !== '') lines.push(line)
      const pieces = broken(word, width, widthOf)
      addAll(lines, pieces.slice(0, -1))
      line = pieces.at(-1) ?? ''
    }
    return [...lines, line]
  })
}

export function broken(word: string, width: number, widthOf: (text: string) => number): string[] {
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
