import { BoardwrightError } from '../errors.ts'

/** Why something cannot be read: it does not exist (or not for this caller), or may not be seen. */
export type Absence = 'gone' | 'hidden'

const ABSENCES: Readonly<Record<string, Absence>> = { NOT_FOUND: 'gone', FORBIDDEN: 'hidden' }

/** One read for which a missing object is not a failure. */
export async function lookUp<T>(read: () => Promise<T>): Promise<T | Absence> {
  try {
    return await read()
  } catch (cause) {
    const absence = cause instanceof BoardwrightError ? ABSENCES[cause.kind] : undefined
    if (absence === undefined) throw cause
    return absence
  }
}

export const isAbsence = (answer: unknown): answer is Absence => answer === 'gone' || answer === 'hidden'
