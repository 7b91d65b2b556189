import { addAll } from '@boardwright/common'
import { collapsed, partsOf } from '../breaks.ts'
import type { Letters } from '../text.ts'

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

type Fragment = Pick<Run, 'piece' | 'text'>
/** What stays on one line if it can. Without fragments, it ends the line. */
type Unit = readonly Fragment[]

const EMPTY: Line = { runs: [], width: 0 }

/** Breaks pieces into lines of this width. */
export function layLines(pieces: readonly Piece[], width: number, size: number, { widthOf }: Letters): Line[] {
  const added = ({ runs, width: x }: Line, { piece, text }: Fragment): Line => {
    const last = runs.at(-1)
    if (last?.piece !== piece) {
      const type = typeOf(piece, size)
      return { runs: [...runs, { piece, text, x, type }], width: x + widthOf(text, type) }
    }
    const before = last.text.slice(-1)
    const wider = widthOf(before + text, last.type) - widthOf(before, last.type)
    return { runs: runs.with(-1, { ...last, text: last.text + text }), width: x + wider }
  }
  /** Without the spaces at the ends of its runs, which no drawing shows. */
  const shown = ({ runs }: Line): Line => {
    const seen = runs.map((run) => {
      const text = run.text.trimStart()
      return { ...run, text: text.trimEnd(), x: run.x + widthOf(run.text, run.type) - widthOf(text, run.type) }
    })
    const last = seen.findLast(({ text }) => text !== '')
    return { runs: seen.filter(({ text }) => text !== ''), width: last ? last.x + widthOf(last.text, last.type) : 0 }
  }
  const isTooLong = ({ runs, width: all }: Line): boolean => {
    const { text, type } = runs.at(-1) ?? { text: '', type: { size, weight: 400 } }
    return all - widthOf(text.slice(text.trimEnd().length), type) > width
  }
  const lines: Line[] = []
  let line = EMPTY
  const end = (): void => {
    lines.push(shown(line))
    line = EMPTY
  }
  const put = (unit: Unit): void => {
    const longer = unit.reduce(added, line)
    const isFull = line !== EMPTY && isTooLong(longer)
    if (isFull) end()
    line = isFull ? unit.reduce(added, EMPTY) : longer
  }
  for (const unit of unitsOf(pieces)) {
    if (unit.length === 0) end()
    else put(unit)
    if (!isTooLong(line)) continue
    line = EMPTY
    for (const { piece, text } of unit) for (const letter of text) put([{ piece, text: letter }])
  }
  end()
  return lines
}

function unitsOf(pieces: readonly Piece[]): Unit[] {
  const units: Unit[] = []
  for (const group of grouped(pieces)) {
    const [first] = group
    if (first?.isKept)
      first.text.split('\n').forEach((text, index) => {
        if (index > 0) units.push([])
        if (text !== '') units.push([{ piece: first, text }])
      })
    else addAll(units, unitsIn(group))
  }
  return units
}

/** Pieces that are one text for whoever breaks lines: each that is kept is alone. */
const grouped = (pieces: readonly Piece[]): Piece[][] =>
  pieces.reduce<Piece[][]>((groups, piece) => {
    const last = groups.at(-1)
    if (last && !piece.isKept && !last[0]?.isKept) last.push(piece)
    else groups.push([piece])
    return groups
  }, [])

function unitsIn(pieces: readonly Piece[]): Unit[] {
  let whole = ''
  const places = pieces.map((piece) => {
    const from = whole.length
    whole += whole === '' || whole.endsWith(' ') ? collapsed(piece.text).trimStart() : collapsed(piece.text)
    return { piece, from, to: whole.length }
  })
  let end = 0
  return partsOf(whole).map((part) => {
    const begin = end
    end += part.length
    const [from, to] = [begin, end]
    return places.flatMap((place) => {
      const text = whole.slice(Math.max(from, place.from), Math.max(place.from, Math.min(to, place.to)))
      return text === '' ? [] : [{ piece: place.piece, text }]
    })
  })
}
