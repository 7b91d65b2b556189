import { glyphsIn, startOf, tablesAt } from '../font-file.ts'

/** The metrics of a font that are needed to set text. */
export interface Face {
  /** The width of one letter, as a fraction of the size. */
  readonly widthOf: (codePoint: number) => number
  readonly has: (codePoint: number) => boolean
  /** Fractions of the size. */
  readonly ascent: number
  readonly descent: number
}

export function readFace(bytes: Uint8Array): Face {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = tablesAt(view, startOf(view))
  const at = (name: string): number => {
    const table = tables.get(name)
    if (table === undefined) throw new Error(`the font has no table ${name}`)
    return table.offset
  }
  const unit = view.getUint16(at('head') + 18)
  const metrics = view.getUint16(at('hhea') + 34)
  const advance = (glyph: number): number => view.getUint16(at('hmtx') + 4 * Math.min(glyph, metrics - 1))
  const glyphs = glyphsIn(view, at('cmap'))
  const widths = new Map<number, number>()
  const widthOf = (codePoint: number): number => {
    const known = widths.get(codePoint)
    if (known !== undefined) return known
    const width = advance(glyphs.get(codePoint) ?? 0) / unit
    widths.set(codePoint, width)
    return width
  }
  return {
    widthOf,
    has: (codePoint) => glyphs.has(codePoint),
    ascent: view.getInt16(at('hhea') + 4) / unit,
    descent: -view.getInt16(at('hhea') + 6) / unit,
  }
}
