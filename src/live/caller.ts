import { BoardwrightError } from '@boardwright/common'
import type { Client } from '@boardwright/platform'

/** The user of the key. Only an admin is known to see everything. */
export interface Caller {
  readonly email: string | undefined
  readonly isAdmin: boolean
}

const UNKNOWN: Caller = { email: undefined, isAdmin: false }

/** A scoped key may not ask who it is, and some platforms do not answer. */
const NO_ANSWER: ReadonlySet<string> = new Set(['FORBIDDEN', 'NOT_FOUND', 'NO_SUCH_ENDPOINT'])

export async function readCaller(client: Client): Promise<Caller> {
  try {
    const { email, isAdmin } = await client.users.getMe()
    return { email, isAdmin }
  } catch (cause) {
    if (cause instanceof BoardwrightError && NO_ANSWER.has(cause.kind)) return UNKNOWN
    throw cause
  }
}
