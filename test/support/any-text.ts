import fc from 'fast-check'

const SURROGATES = { from: 0xd800, count: 0x800 }
const LAST = 0x10ffff - SURROGATES.count

const characterAt = (index: number): string =>
  String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count)

function indexOf(character: unknown): number {
  const point = typeof character === 'string' ? character.codePointAt(0) : undefined
  if (point === undefined || String.fromCodePoint(point) !== character) throw new Error('not one character')
  return point < SURROGATES.from ? point : point - SURROGATES.count
}

const anyCharacter = fc.nat({ max: LAST }).map(characterAt, indexOf)

/**
 * Text of any characters. fast-check's unit `binary` does the same, but builds a table of all characters, which costs
 * each worker a second.
 */
export const anyText = (limits: fc.StringSharedConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...limits, unit: anyCharacter })
