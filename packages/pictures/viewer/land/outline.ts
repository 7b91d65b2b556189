/** A place, as degrees east and degrees north. */
export type Place = readonly [east: number, north: number]
export type Line = readonly Place[]

export interface Country {
  readonly name: string
  /** Closed lines. */
  readonly rings: readonly Line[]
}

/** What lies under a map: countries, and where two of them meet. */
export interface Outline {
  readonly countries: readonly Country[]
  readonly borders: readonly Line[]
}

/** As `scripts/land.mjs` writes it: each stretch of a coast or a border once, and countries as rings of these. */
export interface WrittenOutline {
  /** Of a degree. */
  readonly steps: number
  readonly arcs: readonly string[]
  /** The rings are indexes of arcs; the complement of one is walked backwards. */
  readonly countries: readonly { readonly name: string; readonly rings: readonly (readonly number[])[] }[]
}

export function readOutline({ steps, arcs, countries: written }: WrittenOutline): Outline {
  const lines = arcs.map((arc) => readLine(arc, steps))
  const uses = new Map<number, number>()
  const walk = (arc: number): Line => {
    const index = arc < 0 ? ~arc : arc
    uses.set(index, (uses.get(index) ?? 0) + 1)
    const line = lines[index] ?? []
    return arc < 0 ? line.toReversed() : line
  }
  const countries = written.map(({ name, rings }) => ({ name, rings: rings.map((ring) => ring.flatMap(walk)) }))
  return { countries, borders: lines.filter((_, index) => (uses.get(index) ?? 0) > 1) }
}

function readLine(text: string, steps: number): Line {
  const numbers = [...readNumbers(text)]
  let [x, y] = [0, 0]
  return Array.from({ length: numbers.length / 2 }, (_, index): Place => {
    x += numbers[2 * index] ?? 0
    y += numbers[2 * index + 1] ?? 0
    return [x / steps, y / steps]
  })
}

const FIRST = 48
const BACKSLASH = 92

/** Five bits a letter, the lowest first; the sixth says that more follow. Odd numbers are negative. */
function* readNumbers(text: string): Generator<number> {
  let [number, place] = [0, 1]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const value = code - FIRST - (code > BACKSLASH ? 1 : 0)
    number += (value % 32) * place
    place *= 32
    if (value >= 32) continue
    yield number % 2 === 1 ? -(number + 1) / 2 : number / 2
    ;[number, place] = [0, 1]
  }
}
