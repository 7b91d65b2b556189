/** What flags that every command has say. One command line runs at a time. */
export interface Settings {
  /** Nothing on stderr but errors. */
  readonly quiet: boolean
  readonly verbose: boolean
  readonly color: boolean
  /** Seconds for the whole command; undefined is no end. */
  readonly timeout: number | undefined
  /** Aborted when that time is over. */
  readonly deadline: AbortSignal | undefined
}

const NONE: Settings = { quiet: false, verbose: false, color: true, timeout: undefined, deadline: undefined }

let current = NONE
let timer: NodeJS.Timeout | undefined

export const settings = (): Settings => current

export function applySettings(given: Partial<Omit<Settings, 'deadline'>>): void {
  resetSettings()
  const { timeout } = given
  const controller = new AbortController()
  if (timeout !== undefined) timer = setTimeout(() => controller.abort(), timeout * 1000)
  timer?.unref()
  current = { ...NONE, ...given, deadline: timeout === undefined ? undefined : controller.signal }
}

export function resetSettings(): void {
  clearTimeout(timer)
  timer = undefined
  current = NONE
}
