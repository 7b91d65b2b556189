import { BoardwrightError } from '@boardwright/common'

/** Why something cannot be read: it does not exist (or not for this key), or this key may not see it. */
export type Absence = 'gone' | 'hidden'

const ABSENCES: Readonly<Record<string, Absence>> = { NOT_FOUND: 'gone', FORBIDDEN: 'hidden' }

/** Runs a read that does not fail if the object is missing. */
export async function lookUp<T>(read: () => Promise<T>): Promise<T | Absence> {
  try {
    return await read()
  } catch (cause) {
    const absence = absenceIn(cause)
    if (absence === undefined) throw cause
    return absence
  }
}

/** The same, where a refusal is a failure: then a part would be missing from what is read. */
export async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (cause) {
    if (absenceIn(cause) !== 'gone') throw cause
    return undefined
  }
}

const absenceIn = (cause: unknown): Absence | undefined =>
  cause instanceof BoardwrightError ? ABSENCES[cause.kind] : undefined

export const isAbsence = (answer: unknown): answer is Absence => answer === 'gone' || answer === 'hidden'
