import { BoardwrightError } from '@boardwright/common'
import type { Journal } from '../../workspace/journal.ts'

/** The journal of a run. It begins with the state before the run, which is written before anything starts. */
export interface RunLog {
  readonly file: string
  /** Never throws: a full disk must not stop a run half-way, so the run continues without the journal. */
  readonly write: (line: string) => void
  /** Why the journal is incomplete, if it is. */
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
    journal.begin(first)
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
