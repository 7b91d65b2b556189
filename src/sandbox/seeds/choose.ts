import { scaleSeed } from './scale.ts'
import { readSeed, type Seed } from './seed.ts'

export interface SeedChoice {
  /** By its name; in process also a seed of one's own, which only this process remembers. */
  readonly seed?: 'acme' | 'empty' | 'scale' | Seed | undefined
  /** How many reports `scale` makes. */
  readonly reports?: number | undefined
}

const SCALE_REPORTS = 1_000

export function chooseSeed({ seed = 'acme', reports = SCALE_REPORTS }: SeedChoice): Seed {
  if (typeof seed === 'object') return seed
  return seed === 'scale' ? scaleSeed(reports) : readSeed(seed)
}
