import { type Check, right, wrong } from './check.ts'

const MOST_SKEW_MS = 60_000

const UNITS: readonly (readonly [ms: number, word: string])[] = [
  [365.25 * 86_400_000, 'years'],
  [86_400_000, 'days'],
  [3_600_000, 'hours'],
  [60_000, 'minutes'],
]

/** `skewMs` is how far the platform is ahead of this machine. */
export function clockCheck(skewMs: number): Check {
  if (Math.abs(skewMs) < MOST_SKEW_MS) return right('clock', 'agrees with this machine')
  const [ms, word] = UNITS.find(([least]) => Math.abs(skewMs) >= 2 * least) ?? [1000, 'seconds']
  const far = `${Math.floor(Math.abs(skewMs) / ms)} ${word}`
  return wrong(
    'clock',
    `this machine is ${far} ${skewMs > 0 ? 'behind' : 'ahead of'} the platform`,
    'Set this machine’s clock, for example with: timedatectl set-ntp true',
  )
}
