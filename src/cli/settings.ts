import process from 'node:process'
import type { ConnectOptions, Traffic } from '../sync/connect.ts'

/** What flags that every command has say. One command line runs at a time. */
export interface Settings {
  /** Nothing on stderr but errors. */
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
  /** Seconds that `--timeout` gives the command. */
  readonly timeout: number | undefined
  /** Seconds for the whole command, by `--timeout` or because it runs in CI; undefined is no limit. */
  readonly limit: number | undefined
  /** Aborted when that time is over. */
  readonly deadline: AbortSignal | undefined
  /** What was sent since somebody said so last. */
  readonly traffic: Traffic
}

const none = (): Settings => ({
  ...{ quiet: false, verbose: false, color: true },
  ...{ timeout: undefined, limit: undefined, deadline: undefined },
  traffic: { reads: 0, writes: 0 },
})

let current = none()
let hasBegun = false
let timers: readonly NodeJS.Timeout[] = []

export const settings = (): Settings => current

/** How a command reaches platforms. What it sends is counted. */
export const reach = (): Pick<ConnectOptions, 'env' | 'signal' | 'traffic'> => ({
  env: process.env,
  signal: current.deadline,
  traffic: current.traffic,
})

/** From now on something may have been written, whatever happens. */
export const beginWriting = (): void => {
  hasBegun = true
}
export const hasBegunWriting = (): boolean => hasBegun

/** What is under way when the time is over gets so long to stop in order. */
export const GRACE_MS = 30_000

/** `ciLimit` is in seconds. `giveUp` ends a command that does not stop by itself. */
export function applySettings(
  given: Partial<Pick<Settings, 'quiet' | 'verbose' | 'color' | 'timeout'>>,
  ciLimit: number | undefined,
  giveUp: () => void,
): void {
  resetSettings()
  const limit = given.timeout ?? ciLimit
  const controller = new AbortController()
  if (limit !== undefined) {
    timers = [setTimeout(() => controller.abort(), limit * 1000), setTimeout(giveUp, limit * 1000 + 2 * GRACE_MS)]
  }
  for (const timer of timers) timer.unref()
  current = { ...none(), ...given, limit, deadline: limit === undefined ? undefined : controller.signal }
}

export function resetSettings(): void {
  for (const timer of timers) clearTimeout(timer)
  timers = []
  hasBegun = false
  current = none()
}
