/** Reads TrueType and OpenType files. In a collection, the first font. */

export interface TableAt {
  readonly offset: number
  readonly length: number
}

const COLLECTION = 0x74746366

/** The offset of the list of tables. */
export const startOf = (view: DataView): number => (view.getUint32(0) === COLLECTION ? view.getUint32(12) : 0)

/** Tables by name. The view only has to contain the list. */
export function tablesAt(view: DataView, start: number): Map<string, TableAt> {
  const count = view.getUint16(start + 4)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const row = start + 12 + 16 * index
      const name = [0, 1, 2, 3].map((letter) => String.fromCharCode(view.getUint8(row + letter))).join('')
      return [name, { offset: view.getUint32(row + 8), length: view.getUint32(row + 12) }]
    }),
  )
}

type ReadGlyphs = (view: DataView, start: number, glyphs: Map<number, number>) => void

/** The formats of character maps that today's fonts use. */
const FORMS: Readonly<Record<number, ReadGlyphs>> = {
  /** Ranges, each with a shift or a list. */
  4(view, start, glyphs) {
    const size = view.getUint16(start + 6)
    const ends = start + 14
    const starts = ends + size + 2
    const shifts = starts + size
    const lists = shifts + size
    for (let row = 0; row < size; row += 2) {
      const [first, last] = [view.getUint16(starts + row), view.getUint16(ends + row)]
      const [shift, list] = [view.getInt16(shifts + row), view.getUint16(lists + row)]
      for (let code = first; code <= last && code < 0xffff; code += 1) {
        const found = list === 0 ? code : view.getUint16(lists + row + list + 2 * (code - first))
        const glyph = found === 0 ? 0 : (found + shift) & 0xffff
        if (glyph !== 0) glyphs.set(code, glyph)
      }
    }
  },
  /** Ranges that may go beyond the first 65,536 characters. */
  12(view, start, glyphs) {
    for (let range = 0; range < view.getUint32(start + 12); range += 1) {
      const row = start + 16 + 12 * range
      const [first, last, glyph] = [view.getUint32(row), view.getUint32(row + 4), view.getUint32(row + 8)]
      for (let code = first; code <= last && code <= 0x10ffff; code += 1) glyphs.set(code, glyph + code - first)
    }
  },
}

/** The glyph of each character, from the table at offset `cmap`. */
export function glyphsIn(view: DataView, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const start = cmap + view.getUint32(cmap + 8 + 8 * index)
    FORMS[view.getUint16(start)]?.(view, start, glyphs)
  }
  return glyphs
}
