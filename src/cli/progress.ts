import process from 'node:process'
import { printableName } from '../content/printable.ts'
import { withoutKeys } from './environment.ts'

/** One changing line on a terminal, and nothing elsewhere. Appears after a second. */
export interface Progress {
  readonly say: (text: string) => void
  readonly end: () => void
}

const QUIET_MS = 1_000
const EVERY_MS = 100
/** Clears the line on a terminal. */
export const CLEAR_LINE = '\r\u001b[2K'

export function createProgress(stream: Pick<NodeJS.WriteStream, 'columns' | 'write'>): Progress {
  const started = performance.now()
  let shown = 0
  let stage = ''
  let visible = false
  return {
    say(text) {
      const now = performance.now()
      const isNext = stageOf(text) !== stage
      if (now - started < QUIET_MS || (!isNext && now - shown < EVERY_MS)) return
      stage = stageOf(text)
      shown = now
      visible = true
      stream.write(`${CLEAR_LINE}${printableName(withoutKeys(text)).slice(0, Math.max(20, stream.columns - 1))}`)
    },
    end() {
      if (visible) stream.write(CLEAR_LINE)
      visible = false
    },
  }
}

/** The text without its counts. The first text of a new stage is always shown. */
const stageOf = (text: string): string => text.replaceAll(/\d+/g, '#')

let current: Progress | undefined

/** Starts progress for a command. Any output of the command ends the line. */
export function startProgress({ quiet = false }: { readonly quiet?: boolean }): void {
  current = process.stderr.isTTY && !quiet ? createProgress(process.stderr) : undefined
}

export const say = (text: string): void => current?.say(text)
export const endProgress = (): void => current?.end()
