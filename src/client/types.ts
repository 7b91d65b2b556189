import type { Area, BodyOf, Endpoint, ItemOf, PathOf, QueryOf, ResponseOf } from '../api/endpoint.ts'
import type { Api } from '../api/index.ts'
import type { Traffic } from './traffic.ts'

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`. Rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>
}

export interface RetryEvent {
  readonly endpoint: string
  readonly reason: string
  /** How many times the request was sent so far. */
  readonly tries: number
  readonly waitMs: number
}

export interface ClientOptions {
  /** Where the platform is: `https://acme.example`, with a base path if it has one. */
  readonly url: string
  readonly token: string
  /** Refuse, in the transport, whatever is not GET. */
  readonly readOnly?: boolean
  /** Requests in flight at once. 10 when left out. */
  readonly concurrency?: number
  /** For one try of one request. A minute when left out. */
  readonly requestTimeoutMs?: number
  /** For one call with all its tries and waits. Five minutes when left out. */
  readonly totalTimeoutMs?: number
  readonly clock?: Clock
  /** In [0, 1). Spreads the waits before retries. */
  readonly random?: () => number
  readonly userAgent?: string
  /** Ends everything at once. */
  readonly signal?: AbortSignal
  readonly onRetry?: (event: RetryEvent) => void
  /** Counts what is sent, beside the client's own counts. */
  readonly traffic?: Traffic
  /** Read for HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case. None when left out. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Requests sent, by method, and how many of them were retries, by reason. */
export interface Counts extends Readonly<Record<Endpoint['method'], number>> {
  readonly retries: number
  readonly reasons: Readonly<Record<string, number>>
}

type None = Record<never, never>
/** A key that must be given only when its value has something that must be given. */
type Part<Name extends string, T> = None extends T ? { readonly [K in Name]?: T } : { readonly [K in Name]: T }
type BodyPart<T> = undefined extends T ? { readonly body?: T } : { readonly body: T }

/** What a call of this endpoint takes. */
type CallInput<E extends Endpoint> = Part<'path', PathOf<E>> &
  (E extends { query: object } ? Part<'query', QueryOf<E>> : None) &
  (E extends { body: object } ? BodyPart<BodyOf<E>> : None) &
  (E extends { filePart: string } ? { readonly file: Uint8Array; readonly fileName: string } : None)

type Arguments<Input> = None extends Input ? [input?: Input] : [input: Input]

type Call = <E extends Endpoint>(endpoint: E, ...input: Arguments<CallInput<E>>) => Promise<ResponseOf<E>>

/** One typed call for each row of the table. */
export type CallsOf<Areas extends Readonly<Record<string, Area>>> = {
  readonly [Name in keyof Areas]: {
    readonly [Operation in keyof Areas[Name]['endpoints']]: (
      ...input: Arguments<CallInput<Areas[Name]['endpoints'][Operation]>>
    ) => Promise<ResponseOf<Areas[Name]['endpoints'][Operation]>>
  }
}

/** Says what a row of a page says, now or later. */
export type ParseRow<Row = unknown> = (index: number) => Row

/** Looks at the bytes of each page of a list, and may know them. */
export type OpenPage<Row = unknown> = (body: Buffer) => OpenedPage<Row>

export interface OpenedPage<Row = unknown> {
  /** What a page of these bytes says. */
  readonly known: { readonly pageInfo: unknown; readonly rows: (parse: ParseRow<Row>) => readonly Row[] } | undefined
  /** Reads what is not known: the bytes of each row, and what says where the next page is. */
  readonly read: (pageInfo: unknown, rows: readonly Buffer[], parse: ParseRow<Row>) => readonly Row[]
}

export interface ClientCore {
  readonly call: Call
  /** Every row of a list, page by page. Fails rather than end early or never. */
  readonly items: <E extends Endpoint>(endpoint: E, ...input: Arguments<CallInput<E>>) => AsyncGenerator<ItemOf<E>>
  /** The same for whoever reads all of it: each page is asked for while the one before it is looked at. */
  readonly pages: <E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    open?: OpenPage<ItemOf<E>>,
  ) => AsyncGenerator<readonly ItemOf<E>[]>
  readonly counts: Counts
  /** The platform's clock, by its last answer, in milliseconds since the epoch. Unknown before the first answer. */
  readonly serverNow: () => number | undefined
  /** Waits for what is in flight, then closes every connection. */
  readonly close: () => Promise<void>
}

export type Client = ClientCore & CallsOf<Api>

/** What a call says with its types erased, inside the client. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Uint8Array
  readonly fileName?: string
}
