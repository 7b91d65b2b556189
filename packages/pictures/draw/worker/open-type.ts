interface Part {
  readonly type: number
  readonly at: number
}

const EXTENSIONS: ReadonlySet<number> = new Set([7, 9])

/** What a feature does: of each lookup in `GPOS` or `GSUB` the parts, in the order in which they are tried. */
export function lookupsOf(view: DataView, table: number, feature: string): Part[][] {
  const u16 = (at: number): number => view.getUint16(at)
  const features = table + u16(table + 6)
  const lookups = table + u16(table + 8)
  const wanted = new Set<number>()
  for (let index = 0; index < u16(features); index += 1) {
    const record = features + 2 + 6 * index
    if (nameAt(view, record) !== feature) continue
    const own = features + u16(record + 4)
    for (let each = 0; each < u16(own + 2); each += 1) wanted.add(u16(own + 4 + 2 * each))
  }
  return [...wanted]
    .sort((a, b) => a - b)
    .map((index) => {
      const lookup = lookups + u16(lookups + 2 + 2 * index)
      return Array.from({ length: u16(lookup + 4) }, (_, each) => {
        const at = lookup + u16(lookup + 6 + 2 * each)
        const type = u16(lookup)
        return EXTENSIONS.has(type) ? { type: u16(at + 2), at: at + view.getUint32(at + 4) } : { type, at }
      })
    })
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((letter) => view.getUint8(at + letter)))

const [SINGLE, LIGATURE] = [1, 4]

/** The glyphs that a feature puts in the place of others: digits that are all as wide as each other, for one. */
export function replacedBy(view: DataView, gsub: number, feature: string): Map<number, number> {
  const found = new Map<number, number>()
  for (const { type, at } of lookupsOf(view, gsub, feature).flat()) {
    if (type !== SINGLE) continue
    for (const [glyph, index] of coverageAt(view, at + view.getUint16(at + 2))) {
      const own =
        view.getUint16(at) === 1 ? (glyph + view.getInt16(at + 4)) & 0xffff : view.getUint16(at + 6 + 2 * index)
      if (!found.has(glyph)) found.set(glyph, own)
    }
  }
  return found
}

interface Ligature {
  readonly glyph: number
  /** The number of glyphs that it stands for. */
  readonly count: number
}

/** Glyphs that are one where they stand beside each other, such as the two letters of "ff": the first one that fits. */
export function ligaturesIn(
  view: DataView,
  gsub: number,
): (glyphs: readonly number[], from: number) => Ligature | undefined {
  const u16 = (at: number): number => view.getUint16(at)
  const list = (at: number, count: number): number[] => Array.from({ length: count }, (_, index) => u16(at + 2 * index))
  const known = new Map<number, { readonly rest: readonly number[]; readonly glyph: number }[]>()
  for (const { type, at } of lookupsOf(view, gsub, 'liga').flat()) {
    if (type !== LIGATURE) continue
    for (const [first, index] of coverageAt(view, at + u16(at + 2))) {
      const set = at + u16(at + 6 + 2 * index)
      const own = list(set + 2, u16(set)).map((place) => {
        const [glyph = 0, count = 1] = list(set + place, 2)
        return { glyph, rest: list(set + place + 4, count - 1) }
      })
      known.set(first, [...(known.get(first) ?? []), ...own])
    }
  }
  return (glyphs, from) => {
    const found = known
      .get(glyphs[from] ?? 0)
      ?.find(({ rest }) => rest.every((glyph, index) => glyphs[from + 1 + index] === glyph))
    return found && { glyph: found.glyph, count: found.rest.length + 1 }
  }
}

/** The place of each glyph in a list of them. */
export const coverageAt = (view: DataView, at: number): Map<number, number> =>
  view.getUint16(at) === 1
    ? new Map(Array.from({ length: view.getUint16(at + 2) }, (_, index) => [view.getUint16(at + 4 + 2 * index), index]))
    : rangesAt(view, at + 2, (value, step) => value + step)

export const classesAt = (view: DataView, at: number): Map<number, number> =>
  view.getUint16(at) === 1
    ? new Map(
        Array.from({ length: view.getUint16(at + 4) }, (_, index) => [
          view.getUint16(at + 2) + index,
          view.getUint16(at + 6 + 2 * index),
        ]),
      )
    : rangesAt(view, at + 2, (value) => value)

function rangesAt(view: DataView, at: number, valueAt: (value: number, step: number) => number): Map<number, number> {
  const found = new Map<number, number>()
  for (let index = 0; index < view.getUint16(at); index += 1) {
    const range = at + 2 + 6 * index
    const [first, last, value] = [view.getUint16(range), view.getUint16(range + 2), view.getUint16(range + 4)]
    for (let glyph = first; glyph <= last; glyph += 1) found.set(glyph, valueAt(value, glyph - first))
  }
  return found
}
