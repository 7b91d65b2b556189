/** What is to be known of a font to set text in it. */
export interface Face {
  /** Of one letter, as a part of the size. */
  readonly widthOf: (codePoint: number) => number
  readonly has: (codePoint: number) => boolean
  /** Parts of the size. */
  readonly ascent: number
  readonly descent: number
}

/** Reads the widths of a TrueType font. */
export function readFace(bytes: Uint8Array): Face {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = tablesOf(view)
  const at = (name: string): number => {
    const offset = tables.get(name)
    if (offset === undefined) throw new Error(`the font has no table ${name}`)
    return offset
  }
  const unit = view.getUint16(at('head') + 18)
  const metrics = view.getUint16(at('hhea') + 34)
  const advance = (glyph: number): number => view.getUint16(at('hmtx') + 4 * Math.min(glyph, metrics - 1))
  const glyphs = glyphsOf(view, at('cmap'))
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

function tablesOf(view: DataView): Map<string, number> {
  const count = view.getUint16(4)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const row = 12 + 16 * index
      const name = [0, 1, 2, 3].map((letter) => String.fromCharCode(view.getUint8(row + letter))).join('')
      return [name, view.getUint32(row + 8)]
    }),
  )
}

/** Format 4: ranges of characters, each with a shift or with a list of its own. */
function glyphsOf(view: DataView, cmap: number): Map<number, number> {
  const start = Array.from(
    { length: view.getUint16(cmap + 2) },
    (_, index) => cmap + view.getUint32(cmap + 8 + 8 * index),
  ).find((each) => view.getUint16(each) === 4)
  if (start === undefined) throw new Error('the font has no list of characters that is read here')
  const size = view.getUint16(start + 6)
  const ends = start + 14
  const starts = ends + size + 2
  const shifts = starts + size
  const lists = shifts + size
  const glyphs = new Map<number, number>()
  for (let row = 0; row < size; row += 2) {
    const [first, last] = [view.getUint16(starts + row), view.getUint16(ends + row)]
    const [shift, list] = [view.getInt16(shifts + row), view.getUint16(lists + row)]
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const found = list === 0 ? code : view.getUint16(lists + row + list + 2 * (code - first))
      const glyph = found === 0 ? 0 : (found + shift) & 0xffff
      if (glyph !== 0) glyphs.set(code, glyph)
    }
  }
  return glyphs
}
