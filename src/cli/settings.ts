import process from 'node:process'
import type { ConnectOptions, Traffic } from '../sync/target/connect.ts'
import { endProgress, say, startProgress } from './progress.ts'

/** Values of the global flags. They are global because only one command line runs at a time. */
export interface Settings {
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
  /** Whether the result is for a program: `--json`, or a format other than text. */
  readonly isDocument: boolean
  /** The value of `--timeout`, in seconds. */
  readonly timeout: number | undefined
  /** The limit for the whole command in seconds, from `--timeout` or CI; undefined is no limit. */
  readonly limit: number | undefined
  /** Aborted when time runs out. */
  readonly deadline: AbortSignal | undefined
  /** Requests sent since they were last reported. */
  readonly traffic: Traffic
}

const initialSettings = (): Settings => ({
  ...{ quiet: false, verbose: false, color: true, isDocument: false },
  ...{ timeout: undefined, limit: undefined, deadline: undefined },
  traffic: { reads: 0, writes: 0 },
})

let current = initialSettings()
let reached = false
let wrote = false
let timers: readonly NodeJS.Timeout[] = []

export const settings = (): Settings => current

/** Options for connecting to platforms, which count requests and report progress. */
export function connectOptions(): Pick<ConnectOptions, 'env' | 'signal' | 'traffic'> & {
  readonly say: (text: string) => void
} {
  reached = true
  return { env: process.env, signal: current.deadline, traffic: current.traffic, say }
}

/** Requests since the last call. */
export function takeTraffic(): { readonly reads: number; readonly writes: number } {
  const taken = { ...current.traffic }
  wrote ||= taken.writes > 0
  Object.assign(current.traffic, { reads: 0, writes: 0 })
  return taken
}

/** Called before writing to a forge, because only requests to platforms are counted. */
export const beginWriting = (): void => {
  wrote = true
}
export const hasWritten = (): boolean => wrote || current.traffic.writes > 0

/** Tells people whose tree was refused that nothing has been written or sent. */
export function nothingDone(): string {
  if (hasWritten()) return ''
  return reached ? 'Nothing was written.' : 'Nothing was sent.'
}

/** How long work in progress may take to stop once time is up. */
export const GRACE_MS = 30_000

export type GivenFlags = Partial<Pick<Settings, 'quiet' | 'verbose' | 'color' | 'timeout'>> & {
  readonly json?: unknown
  readonly format?: unknown
}

/** `ciLimit` is in seconds. `giveUp` ends a command that has not stopped after the deadline. */
export function applySettings(
  { json, format, ...given }: GivenFlags,
  ciLimit: number | undefined,
  giveUp: () => void,
): void {
  resetSettings()
  startProgress(given)
  const limit = given.timeout ?? ciLimit
  const controller = new AbortController()
  if (limit !== undefined) {
    timers = [setTimeout(() => controller.abort(), limit * 1000), setTimeout(giveUp, limit * 1000 + 2 * GRACE_MS)]
  }
  for (const timer of timers) timer.unref()
  const isDocument = json === true || (format !== undefined && format !== 'text')
  current = {
    ...initialSettings(),
    ...given,
    isDocument,
    limit,
    deadline: limit === undefined ? undefined : controller.signal,
  }
}

export function resetSettings(): void {
  endProgress()
  for (const timer of timers) clearTimeout(timer)
  timers = []
  reached = false
  wrote = false
  current = initialSettings()
}
