import { scaleSeed } from './scale.ts'
import { readSeed, type Seed } from './seed.ts'

export interface SeedChoice {
  readonly seed?: 'acme' | 'empty' | 'scale' | undefined
  /** How many reports `scale` makes. */
  readonly reports?: number | undefined
}

const SCALE_REPORTS = 1_000

export const chooseSeed = ({ seed = 'acme', reports = SCALE_REPORTS }: SeedChoice): Seed =>
  seed === 'scale' ? scaleSeed(reports) : readSeed(seed)
