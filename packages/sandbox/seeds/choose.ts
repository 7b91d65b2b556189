import { demoSeed } from './demo.ts'
import { grownSeed } from './grown.ts'
import { scaleSeed } from './scale.ts'
import { readSeed, type Seed } from './seed.ts'

/** What a sandbox may start with. Two seeds are files, one is part of one, and two are generated. */
export const SEED_NAMES = ['acme', 'demo', 'empty', 'scale', 'grown'] as const

export interface SeedChoice {
  /** The name of a seed; in process also a seed of one's own, which only this process remembers. */
  readonly seed?: (typeof SEED_NAMES)[number] | Seed | undefined
  /** How many reports `scale` makes. */
  readonly reports?: number | undefined
}

const SCALE_REPORTS = 1_000

export function chooseSeed({ seed = 'acme', reports = SCALE_REPORTS }: SeedChoice): Seed {
  if (typeof seed === 'object') return seed
  if (seed === 'demo') return demoSeed()
  if (seed === 'grown') return grownSeed()
  return seed === 'scale' ? scaleSeed(reports) : readSeed(seed)
}
