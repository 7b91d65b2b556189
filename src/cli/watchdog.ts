import { Worker } from 'node:worker_threads'

/** What is said on stderr, and the exit status, if the watchdog has to end the process. */
export interface LastWords {
  readonly text: string
  readonly exit: number
}

export interface Watchdog {
  /** From now on, the last words are those for a command that has started writing. */
  readonly noteWrite: () => void
  readonly end: () => void
}

interface Watched {
  /** Shared by both threads, so that the watchdog knows what the busy one cannot tell it any more. */
  readonly marks: Int32Array
  readonly ms: number
  readonly beforeWriting: LastWords
  readonly afterWriting: LastWords
}

const ENDED = 0
const WROTE = 1

/**
 * Ends the process after this time, even if the thread of the program is busy and no timer of its own can run. A second
 * thread waits for that.
 */
export function startWatchdog(ms: number, words: Pick<Watched, 'beforeWriting' | 'afterWriting'>): Watchdog {
  const marks = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  const watched: Watched = { ...words, marks, ms }
  new Worker(`(${watch})()`, {
    ...{ eval: true, workerData: watched, env: {}, execArgv: [], stdin: false },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  }).unref()
  return {
    noteWrite: () => void Atomics.store(marks, WROTE, 1),
    end() {
      Atomics.store(marks, ENDED, 1)
      Atomics.notify(marks, ENDED)
    },
  }
}

/**
 * Runs in the worker, as text, so it uses nothing from around it. A worker cannot set the exit status of the process, but
 * it can have the other thread do so, between any two steps of JavaScript. Inside one long step of Node itself, only a
 * signal is left.
 */
function watch(): void {
  const { workerData } = process.getBuiltinModule('node:worker_threads')
  const { writeSync } = process.getBuiltinModule('node:fs')
  const { Session } = process.getBuiltinModule('node:inspector')
  const { marks, ms, beforeWriting, afterWriting } = workerData as Watched
  if (Atomics.wait(marks, 0, 0, ms) !== 'timed-out') return
  const { text, exit } = Atomics.load(marks, 1) === 0 ? beforeWriting : afterWriting
  try {
    writeSync(2, text)
  } finally {
    const session = new Session()
    session.connectToMainThread()
    // Node would say on stderr that it waits for a debugger.
    const last = `process.getBuiltinModule('node:fs').closeSync(2); process.reallyExit(${exit})`
    session.post('Runtime.evaluate', { expression: last })
    Atomics.wait(marks, 0, 0, 3_000)
    process.kill(process.pid, 'SIGKILL')
  }
}
