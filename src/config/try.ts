import type { TrySettings } from './model.ts'
import type { TrySchema } from './schema.ts'
import { millisecondsOf } from './waves.ts'

/** Sums of floating-point numbers may differ by this much. */
const EXACT = 1e-9

export const trySettings = ({ ttl = '7d', budget = 200, rows = 10_000, tolerance }: TrySchema): TrySettings => ({
  ...{ ttlMs: millisecondsOf(ttl), budget, rows },
  tolerances: {
    usual: typeof tolerance === 'number' ? tolerance : EXACT,
    byMeasure: new Map(typeof tolerance === 'object' ? Object.entries(tolerance) : []),
  },
})
