import process from 'node:process'
import { printableName } from './printable.ts'
import { settings } from './settings.ts'

/** Progress: one line that changes on a terminal, nothing elsewhere. Starts after a second. */
export interface Progress {
  readonly say: (text: string) => void
  readonly end: () => void
}

const QUIET_MS = 1_000
const EVERY_MS = 100

const isWanted = (stream: NodeJS.WriteStream): boolean => stream.isTTY === true && !settings().quiet

export function createProgress(stream: NodeJS.WriteStream = process.stderr, enabled = isWanted(stream)): Progress {
  if (!enabled) return { say: () => {}, end: () => {} }
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
      stream.write(`\r\u001b[2K${printableName(text).slice(0, Math.max(20, stream.columns - 1))}`)
    },
    end() {
      if (visible) stream.write('\r\u001b[2K')
    },
  }
}

/** What is being done, whatever the counts: the first word of a stage is never left out. */
const stageOf = (text: string): string => text.replaceAll(/\d+/g, '#')
