/** Helpers for the generated seeds. */

const START = Date.UTC(2025, 0, 6, 8)
const MINUTE = 60_000

/** Fixed dates, one minute further for each object. */
export const dates = (index: number) => ({
  createdAt: new Date(START + index * MINUTE).toISOString(),
  updatedAt: new Date(START + index * MINUTE + 365 * 24 * 60 * MINUTE).toISOString(),
})

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** 12 characters: a letter, six that look random, and the index, which makes them unique. */
export function publicId(kind: string, index: number): string {
  const random = mulberry32(kind.charCodeAt(0) * 1_000_003 + index)
  return kind + times(6, () => pick(random, [...ALPHABET])).join('') + index.toString(36).padStart(5, '0')
}

/** A small random generator, from 0 to 1, that depends on nothing but the seed. */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const pick = <T>(random: () => number, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
