import type { Caller } from '../platform.ts'

/** A request as the HTTP layer received it, before anything in it has been checked. */
export interface Received {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly authorization: string | undefined
  readonly contentType: string
  readonly body: Uint8Array
  /** Set when somebody acts inside the sandbox, who needs no key. */
  readonly actor?: Caller | undefined
}

/** `?first=20`, or nothing. Taking the whole address apart would take longer. */
export const searchOf = (url: string): string => /^[^?#]*(\?[^#]*)?/.exec(url)?.[1] ?? ''
