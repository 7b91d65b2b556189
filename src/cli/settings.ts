import type { ReachOptions, Traffic } from '../project/target/connect.ts'
import { environment } from './environment.ts'
import { endProgress, say, startProgress } from './progress.ts'
import type { Watchdog } from './watchdog.ts'

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
  traffic: createTraffic(),
})

/** Counts requests. The first write is noted at once: if the thread is busy later, nobody could ask it. */
function createTraffic(): Traffic {
  let writes = 0
  return {
    reads: 0,
    get writes() {
      return writes
    },
    set writes(count) {
      writes = count
      if (count > 0) beginWriting()
    },
  }
}

let current = initialSettings()
let reached = false
let wrote = false
let timer: NodeJS.Timeout | undefined
let watchdog: Watchdog | undefined

export const settings = (): Settings => current

/** Options for connecting to platforms, which count requests and report progress. */
export function connectOptions(): ReachOptions & {
  readonly say: (text: string) => void
} {
  reached = true
  return { env: environment(), signal: current.deadline, traffic: current.traffic, say }
}

/** Requests since the last call. */
export function takeTraffic(): { readonly reads: number; readonly writes: number } {
  const taken = { ...current.traffic }
  Object.assign(current.traffic, { reads: 0, writes: 0 })
  return taken
}

/** Called before writing to a forge, because only requests to platforms are counted. */
export function beginWriting(): void {
  wrote = true
  watchdog?.noteWrite()
}
export const hasWritten = (): boolean => wrote

/** Tells people whose tree was refused that nothing has been written or sent. */
export function nothingDone(): string {
  if (hasWritten()) return ''
  return reached ? 'Nothing was written.' : 'Nothing was sent.'
}

/** How long writes in progress may take once time is up. */
export const GRACE_MS = 3_000
/** When the process is ended after that, whatever it is doing. */
export const END_MS = 5_000

export type GivenFlags = Partial<Pick<Settings, 'quiet' | 'verbose' | 'color' | 'timeout'>> & {
  readonly json?: unknown
  readonly format?: unknown
}

/** `ciLimit` is in seconds. `watch` starts what ends the process if it is still running after this time. */
export function applySettings(
  { json, format, ...given }: GivenFlags,
  ciLimit: number | undefined,
  watch: (ms: number) => Watchdog,
): void {
  resetSettings()
  startProgress(given)
  const limit = given.timeout ?? ciLimit
  const controller = new AbortController()
  const isDocument = json === true || (format !== undefined && format !== 'text')
  current = {
    ...initialSettings(),
    ...given,
    isDocument,
    limit,
    deadline: limit === undefined ? undefined : controller.signal,
  }
  if (limit === undefined) return
  timer = setTimeout(() => controller.abort(), limit * 1000).unref()
  watchdog = watch(limit * 1000 + END_MS)
}

export function resetSettings(): void {
  endProgress()
  clearTimeout(timer)
  watchdog?.end()
  watchdog = undefined
  reached = false
  wrote = false
  current = initialSettings()
}
