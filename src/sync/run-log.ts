import { BoardwrightError } from '../errors.ts'
import type { Journal } from '../workspace/journal.ts'

/** The journal of a run. Without its first line, which holds what was there before, nothing begins. */
export interface RunLog {
  readonly file: string
  /** A disk that fills does not end a run half way: what can be told no more is done all the same. */
  readonly write: (line: string) => void
  /** Why it does not go to the end of the run, if it does not. */
  readonly failure: () => string | undefined
  readonly close: () => void
}

export function createRunLog(journal: Journal, first: string): RunLog {
  let failure: string | undefined
  const attempt = (act: () => void): void => {
    if (failure !== undefined) return
    try {
      act()
    } catch (cause) {
      failure = BoardwrightError.from(cause).message
    }
  }
  try {
    journal.write(first)
  } catch (cause) {
    attempt(journal.close)
    throw cause
  }
  return {
    file: journal.file,
    write: (line) => attempt(() => journal.write(line)),
    failure: () => failure,
    close: () => attempt(journal.close),
  }
}
