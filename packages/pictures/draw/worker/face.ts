import { lazy } from '@boardwright/common'
import { startOf, tablesAt } from '../font-file.ts'
import { evenDigits } from './even-digits.ts'
import { readKerning } from './kerning.ts'
import { ligaturesIn } from './open-type.ts'

/** The metrics of a font that are needed to set text. */
export interface Face {
  /** The width of letters beside each other, as a fraction of the size. Letters set apart are not joined to one glyph. */
  readonly widthOf: (codePoints: readonly number[], areApart?: boolean) => number
  readonly has: (codePoint: number) => boolean
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
  const joined = gsub === undefined ? () => undefined : ligaturesIn(view, gsub.offset)
  const { named, shown } = evenDigits(view, tables)
  const gpos = tables.get('GPOS')
  const kerning = lazy(() => (gpos === undefined ? () => 0 : readKerning(view, gpos.offset)))
  const pairs = new Map<number, number>()
  const between = (first: number, second: number): number => {
    const pair = first * 0x10000 + second
    const known = pairs.get(pair)
    if (known !== undefined) return known
    const space = kerning()(first, second)
    pairs.set(pair, space)
    return space
  }
  const widthOf: Face['widthOf'] = (codePoints, areApart = false) => {
    const glyphs = codePoints.map((code) => shown.get(code) ?? 0)
    let [width, before]: [number, number | undefined] = [0, undefined]
    for (let from = 0; from < glyphs.length; ) {
      const ligature = areApart ? undefined : joined(glyphs, from)
      const glyph = ligature?.glyph ?? glyphs[from] ?? 0
      width += advance(glyph) + (before === undefined ? 0 : between(before, glyph))
      from += ligature?.count ?? 1
      before = glyph
    }
    return width / unit
  }
  return {
    widthOf,
    has: (codePoint) => named.has(codePoint),
    zero: advance(named.get(0x30) ?? 0) / unit,
    ascent: view.getInt16(at('hhea') + 4) / unit,
    descent: -view.getInt16(at('hhea') + 6) / unit,
  }
}
