import { glyphsIn, startOf, type TableAt, tablesAt } from '../font-file.ts'
import { replacedBy } from './open-type.ts'

/** Digits that are all as wide as each other, as on the page: the style sheet says `tabular-nums`. */

type Glyphs = ReadonlyMap<number, number>

/** The glyph of each character as the font names it, and as it is shown. */
export function evenDigits(
  view: DataView,
  tables: ReadonlyMap<string, TableAt>,
): { readonly named: Glyphs; readonly shown: Glyphs } {
  const [cmap, gsub] = [tables.get('cmap'), tables.get('GSUB')]
  if (cmap === undefined) throw new Error('the font has no table cmap')
  const named = glyphsIn(view, cmap.offset)
  if (gsub === undefined) return { named, shown: named }
  const even = replacedBy(view, gsub.offset, 'tnum')
  return { named, shown: new Map([...named].map(([code, glyph]) => [code, even.get(glyph) ?? glyph])) }
}

/** The font with these digits for everybody: the rasteriser knows nothing of `tabular-nums`. */
export function withEvenDigits(font: Uint8Array): Uint8Array {
  const given = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const start = startOf(given)
  const tables = tablesAt(given, start)
  const { named, shown } = evenDigits(given, tables)
  if (named === shown) return font
  const table = characterMap(shown)
  const from = 4 * Math.ceil(font.length / 4)
  const bytes = new Uint8Array(from + table.length)
  bytes.set(font)
  bytes.set(table, from)
  const view = new DataView(bytes.buffer)
  const row = start + 12 + 16 * [...tables.keys()].indexOf('cmap')
  view.setUint32(row + 8, from)
  view.setUint32(row + 12, table.length)
  return bytes
}

const [WINDOWS, ALL_OF_UNICODE, RANGES] = [3, 10, 12]

/** A table `cmap` with one part, of format 12, in which each character is a range of its own. */
function characterMap(glyphs: Glyphs): Uint8Array {
  const length = 16 + 12 * glyphs.size
  const view = new DataView(new ArrayBuffer(12 + length))
  view.setUint16(2, 1)
  view.setUint16(4, WINDOWS)
  view.setUint16(6, ALL_OF_UNICODE)
  view.setUint32(8, 12)
  view.setUint16(12, RANGES)
  view.setUint32(16, length)
  view.setUint32(24, glyphs.size)
  const ranges = [...glyphs].sort(([one], [other]) => one - other)
  for (const [index, [code, glyph]] of ranges.entries()) {
    const row = 28 + 12 * index
    view.setUint32(row, code)
    view.setUint32(row + 4, code)
    view.setUint32(row + 8, glyph)
  }
  return new Uint8Array(view.buffer)
}
