import { createClient } from './client/client.ts'
import { examine, type Findings } from './live/examine.ts'

export interface Connection {
  readonly url: string
  readonly token: string
  readonly timeoutMs?: number | undefined
  /** Read for the proxy variables. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface Examination extends Findings {
  /** How far the platform's clock is ahead of this machine's. */
  readonly clockSkewMs: number
  readonly requests: number
  readonly writeRequests: number
}

/** Checks the way to a platform. The client that does it cannot write. */
export async function examinePlatform({ url, token, timeoutMs = 30_000, env = {} }: Connection): Promise<Examination> {
  const client = createClient({ url, token, env, readOnly: true, totalTimeoutMs: timeoutMs })
  try {
    const findings = await examine(client)
    const { GET, POST, PUT, PATCH, DELETE } = client.counts
    const writeRequests = POST + PUT + PATCH + DELETE
    const clockSkewMs = (client.serverNow() ?? Date.now()) - Date.now()
    return { ...findings, clockSkewMs, requests: GET + writeRequests, writeRequests }
  } finally {
    await client.close()
  }
}
