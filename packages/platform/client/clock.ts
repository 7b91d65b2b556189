import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './types.ts'

export const CLOCK: Clock = {
  now: Date.now,
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
}
