import type { Embed } from '../embed-support.ts'
import type { Answer, Wire } from '../support.ts'

/** One sentence of the specification that states a rule, and an exchange which shows that the sandbox follows it. */
export interface Rule {
  /** The line of the sentence in the specification. */
  readonly line: number
  /** The number of the sentence in its line, if it is not the first. */
  readonly part?: number
  /** In words of our own. */
  readonly rule: string
  readonly run: (world: World) => Promise<unknown>
}

/** `248.3` is the third sentence of line 248. */
export const placeOf = ({ line, part = 1 }: Pick<Rule, 'line' | 'part'>): string => `${line}.${part}`

export interface Sent {
  readonly body?: unknown
  /** `admin` unless given; see `call`. */
  readonly as?: string
  /** A key instead of the admin's. */
  readonly key?: string
}

export interface World extends Embed {
  /** The answer to a request that must succeed, sent with the auth scheme of its path. */
  ok(method: string, path: string, sent?: Sent): Promise<Wire>
  /** The message of a request that must be refused with this status. */
  refused(status: number, method: string, path: string, sent?: Sent): Promise<string>
  /** The message of a session request that must be refused with this status. */
  noSession(status: number, body: object, key?: string): Promise<string>
  /** Publishes a new workbook of `production`, with an empty config unless the body has one. */
  publish(body?: object): Promise<Answer>
  /** A call of the data API with this bare token in `Authorization`. */
  data(token: string, method: string, path: string, body?: object): Promise<Answer>
  /** The effective settings in the token of a new session. */
  settingsOf(settings?: object): Promise<Readonly<Record<string, unknown>>>
}
