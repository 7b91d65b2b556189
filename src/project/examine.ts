import { type Client, createClient, sentIn } from '@boardwright/platform'
import { examine, type Findings } from '../live/index.ts'
import type { Traffic } from './target/connect.ts'

export interface Connection {
  readonly url: string
  readonly token: string
  /** The environment variable that the token came from, for errors. */
  readonly tokenFrom?: string | undefined
  readonly timeoutMs?: number | undefined
  readonly traffic?: Traffic | undefined
  /** Where the proxy variables are read from. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface Examination extends Findings {
  /** How far the platform's clock is ahead of this machine's. */
  readonly clockSkewMs: number
  readonly requests: number
  readonly writeRequests: number
}

const DEFAULT_TIMEOUT_MS = 30_000

/** Checks the connection to a platform, with a client that cannot write. */
export function examinePlatform({
  url,
  token,
  tokenFrom,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  env = {},
  traffic,
}: Connection): Promise<Examination> {
  return examineWith(createClient({ url, token, tokenFrom, env, readOnly: true, totalTimeoutMs: timeoutMs, traffic }))
}

async function examineWith(client: Client): Promise<Examination> {
  try {
    const findings = await examine(client)
    const clockSkewMs = (client.serverNow() ?? Date.now()) - Date.now()
    return { ...findings, clockSkewMs, ...sentIn(client.counts) }
  } finally {
    await client.close()
  }
}
