import type { Embed } from '../embed-support.ts'
import type { Answer, Wire } from '../support.ts'

/** One sentence of the specification that states a rule, and an exchange that shows that the sandbox keeps it. */
export interface Rule {
  /** Where the sentence stands in the specification. */
  readonly line: number
  /** Which sentence of its line, when it is not the first. */
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
  /** Instead of the admin's. */
  readonly key?: string
}

export interface World extends Embed {
  /** What a request answers that succeeds, sent with the scheme that its path takes. */
  ok(method: string, path: string, sent?: Sent): Promise<Wire>
  /** The message of a request that is refused with this status. */
  refused(status: number, method: string, path: string, sent?: Sent): Promise<string>
  /** The message of a session that is refused with this status. */
  noSession(status: number, body: object, key?: string): Promise<string>
  /** Publishes on a new workbook of `production`: an empty config, unless the body has another. */
  publish(body?: object): Promise<Answer>
  /** A call of the data API: with this in `Authorization`, and nothing before it. */
  data(token: string, method: string, path: string, body?: object): Promise<Answer>
  /** What the token of a new session says of its settings, all layers joined. */
  settingsOf(settings?: object): Promise<Readonly<Record<string, unknown>>>
}
