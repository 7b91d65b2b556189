import { lazy } from '@boardwright/common'
import { glyphsIn, startOf, tablesAt } from '../font-file.ts'
import { readKerning } from './kerning.ts'
import { replacedBy } from './open-type.ts'

/** The metrics of a font that are needed to set text. */
export interface Face {
  /** The width of one letter, as a fraction of the size. */
  readonly widthOf: (codePoint: number) => number
  readonly has: (codePoint: number) => boolean
  /** How much the space between two letters differs from usual, as a fraction of the size. */
  readonly between: (first: number, second: number) => number
  /** Fractions of the size: the unit `ch`, and what is above and below the baseline. */
  readonly zero: number
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
  const gsub = tables.get('GSUB')
  const tabular = gsub === undefined ? undefined : replacedBy(view, gsub.offset, 'tnum')
  const named = glyphsIn(view, at('cmap'))
  /** Digits are all as wide as each other, as on the page. */
  const glyphOf = (codePoint: number): number => {
    const glyph = named.get(codePoint) ?? 0
    return tabular?.get(glyph) ?? glyph
  }
  const widths = new Map<number, number>()
  const widthOf = (codePoint: number): number => {
    const known = widths.get(codePoint)
    if (known !== undefined) return known
    const width = advance(glyphOf(codePoint)) / unit
    widths.set(codePoint, width)
    return width
  }
  const gpos = tables.get('GPOS')
  const kerning = lazy(() => (gpos === undefined ? () => 0 : readKerning(view, gpos.offset)))
  const pairs = new Map<number, number>()
  const between = (first: number, second: number): number => {
    const pair = first * 0x110000 + second
    const known = pairs.get(pair)
    if (known !== undefined) return known
    const space = kerning()(glyphOf(first), glyphOf(second)) / unit
    pairs.set(pair, space)
    return space
  }
  return {
    widthOf,
    between,
    has: (codePoint) => named.has(codePoint),
    zero: advance(named.get(0x30) ?? 0) / unit,
    ascent: view.getInt16(at('hhea') + 4) / unit,
    descent: -view.getInt16(at('hhea') + 6) / unit,
  }
}
