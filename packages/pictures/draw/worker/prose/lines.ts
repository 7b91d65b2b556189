import { broken, type Letters } from '../text.ts'

/** A run of letters that look the same. */
export interface Piece {
  readonly text: string
  readonly isBold?: boolean
  readonly isItalic?: boolean
  /** Space between letters, as a fraction of the size. */
  readonly spacing?: number
  readonly kind?: 'code' | 'link' | 'small'
  /** Whether line breaks and spaces are kept. */
  readonly isKept?: boolean
}

export interface Run {
  readonly piece: Piece
  readonly text: string
  readonly x: number
  readonly type: { readonly size: number; readonly weight: number; readonly spacing?: number }
}

export interface Line {
  readonly runs: readonly Run[]
  readonly width: number
}

const typeOf = ({ isBold, kind, spacing }: Piece, size: number): Run['type'] => ({
  size: kind === 'small' ? size / 1.2 : kind === 'code' ? Math.min(size, 12.5) : size,
  weight: isBold ? 700 : 400,
  ...(spacing === undefined ? {} : { spacing }),
})

/** Breaks pieces into lines of this width, word by word. */
export function layLines(pieces: readonly Piece[], width: number, size: number, { widthOf }: Letters): Line[] {
  const lines: { runs: Run[]; width: number }[] = [{ runs: [], width: 0 }]
  const put = (piece: Piece, text: string, space: string): void => {
    const type = typeOf(piece, size)
    const last = lines.at(-1)
    if (!last) return
    const isFirst = last.runs.length === 0
    const shown = isFirst ? text : `${space}${text}`
    const wide = widthOf(shown, type)
    if (!isFirst && last.width + wide > width) {
      lines.push({ runs: [], width: 0 })
      put(piece, text, '')
      return
    }
    if (isFirst && wide > width && [...text].length > 1) {
      const [first = '', ...rest] = broken(text, width, (each) => widthOf(each, type))
      last.runs.push({ piece, text: first, x: 0, type })
      last.width = widthOf(first, type)
      for (const more of rest) {
        lines.push({ runs: [], width: 0 })
        put(piece, more, '')
      }
      return
    }
    const before = last.runs.at(-1)
    if (before?.piece === piece) last.runs.splice(-1, 1, { ...before, text: before.text + shown })
    else last.runs.push({ piece, text, x: last.width + wide - widthOf(text, type), type })
    last.width += wide
  }
  let isSpaced = false
  for (const piece of pieces) {
    if (piece.isKept) {
      piece.text.split('\n').forEach((text, index) => {
        if (index > 0) lines.push({ runs: [], width: 0 })
        if (text !== '') put(piece, text, '')
      })
      isSpaced = false
      continue
    }
    const words = piece.text.split(/\s+/)
    words.forEach((word, index) => {
      if (index > 0) isSpaced = true
      if (word === '') return
      put(piece, word, isSpaced ? ' ' : '')
      isSpaced = false
    })
  }
  return lines
}
