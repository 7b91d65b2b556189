import { classesAt, coverageAt, lookupsOf } from './open-type.ts'

/** What a font says about pairs of glyphs: how much nearer to the first one the second stands, in units of the font. */
export type Kerning = (first: number, second: number) => number

/** Reads the table `GPOS` at this offset: the pairs of its feature `kern`. */
export function readKerning(view: DataView, gpos: number): Kerning {
  const lookups = lookupsOf(view, gpos, 'kern').map((parts) =>
    parts.flatMap(({ type, at }) => (type === PAIRS ? [partAt(view, at)] : [])),
  )
  // Of a lookup, the first part that knows the pair decides.
  return (first, second) => lookups.reduce((sum, parts) => sum + (firstOf(parts, first, second) ?? 0), 0)
}

function firstOf(parts: readonly Part[], first: number, second: number): number | undefined {
  for (const part of parts) {
    const found = part(first, second)
    if (found !== undefined) return found
  }
  return undefined
}

const PAIRS = 2
/** Which values of a glyph are written: its place, its advance, and the same for other sizes. Each takes two bytes. */
const ADVANCE = 4

type Part = (first: number, second: number) => number | undefined

function partAt(view: DataView, at: number): Part {
  const covered = coverageAt(view, at + view.getUint16(at + 2))
  const [one, two] = [view.getUint16(at + 4), view.getUint16(at + 6)]
  const [size, beside] = [bytesOf(one) + bytesOf(two), bytesOf(one & (ADVANCE - 1))]
  const advance = (record: number): number => ((one & ADVANCE) === 0 ? 0 : view.getInt16(record + beside))
  if (view.getUint16(at) === 1) {
    return (first, second) => {
      const index = covered.get(first)
      if (index === undefined) return undefined
      const set = at + view.getUint16(at + 10 + 2 * index)
      for (let pair = 0; pair < view.getUint16(set); pair += 1) {
        const record = set + 2 + pair * (2 + size)
        if (view.getUint16(record) === second) return advance(record + 2)
      }
      return undefined
    }
  }
  const [firsts, seconds] = [8, 10].map((place) => classesAt(view, at + view.getUint16(at + place)))
  const columns = view.getUint16(at + 14)
  return (first, second) => {
    if (!covered.has(first)) return undefined
    return advance(at + 16 + size * ((firsts?.get(first) ?? 0) * columns + (seconds?.get(second) ?? 0)))
  }
}

const bytesOf = (format: number): number => 2 * [...format.toString(2)].filter((bit) => bit === '1').length
