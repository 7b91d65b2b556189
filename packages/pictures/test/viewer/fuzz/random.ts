/** Choices that follow from a seed. */
export interface Random {
  readonly below: (most: number) => number
  readonly one: <T>(of: readonly T[]) => T
  readonly some: <T>(most: number, make: () => T) => T[]
  readonly is: (often: number) => boolean
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number): number => Math.floor(next() * most)
  return {
    below,
    one: (of) => of[below(of.length)] as (typeof of)[number],
    some: (most, make) => Array.from({ length: below(most + 1) }, make),
    is: (often) => next() < often,
  }
}
