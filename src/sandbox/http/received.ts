import type { Caller } from '../platform.ts'

/** A request as the HTTP layer received it, before anything in it is believed. */
export interface Received {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly authorization: string | undefined
  readonly contentType: string
  readonly body: Uint8Array
  /** Set when somebody inside the sandbox acts: no key is needed. */
  readonly actor?: Caller | undefined
}
