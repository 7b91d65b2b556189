import type { Area, BodyOf, Endpoint, ItemOf, PathOf, QueryOf, ResponseOf } from '../api/endpoint.ts'
import type { Api } from '../api/index.ts'
import type { Connections } from './connections.ts'
import type { Traffic } from './traffic.ts'

export interface Clock {
  now(): number
  /** Resolves after `ms`; rejects if the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface RetryEvent {
  readonly endpoint: string
  readonly reason: string
  readonly tries: number
  readonly mostTries: number
  readonly waitMs: number
}

export interface ClientOptions {
  /** The platform's URL: `https://acme.example`, with a base path if it has one. */
  readonly url: string
  /** If null, requests carry no credentials; the answers only show whether there is a platform. */
  readonly token: string | null
  /** The environment variable that the token came from, for errors. */
  readonly tokenFrom?: string | undefined
  /** Says where the URL comes from, such as a target and its place in a file; for errors. */
  readonly urlFrom?: (() => string) | undefined
  /** Refuses anything but GET before it is sent. `BOARDWRIGHT_READ_ONLY` in `env` does the same for every client. */
  readonly readOnly?: boolean
  /** Requests that change nothing and that `readOnly` lets through, matched as `POST /path` below the base path. */
  readonly harmless?: RegExp | undefined
  /** How many requests may be in flight at once. Default: 10. */
  readonly concurrency?: number | undefined
  /** Connections shared with other clients. If missing, the client opens its own and closes them. */
  readonly connections?: Connections | undefined
  /** The limit for one try of one request. Default: one minute. */
  readonly requestTimeoutMs?: number
  /** The limit for one call, with all its tries and waits. Default: five minutes. */
  readonly totalTimeoutMs?: number
  readonly clock?: Clock
  /** Returns a number in [0, 1), for the jitter of retries. */
  readonly random?: () => number
  readonly userAgent?: string
  readonly signal?: AbortSignal | undefined
  readonly onRetry?: ((event: RetryEvent) => void) | undefined
  /** A counter that other clients share; the client has its own as well. */
  readonly traffic?: Traffic | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Requests sent, by method, and how many were retries, by reason. */
export interface Counts extends Readonly<Record<Endpoint['method'], number>> {
  readonly retries: number
  readonly reasons: Readonly<Record<string, number>>
}

type None = Record<never, never>
/** A key that is required only if its value has required parts. */
type Part<Name extends string, T> = None extends T ? { readonly [K in Name]?: T } : { readonly [K in Name]: T }
type BodyPart<T> = undefined extends T ? { readonly body?: T } : { readonly body: T }

type CallInput<E extends Endpoint> = Part<'path', PathOf<E>> &
  (E extends { query: object } ? Part<'query', QueryOf<E>> : None) &
  (E extends { body: object } ? BodyPart<BodyOf<E>> : None) &
  (E extends { filePart: string } ? { readonly file: Uint8Array; readonly fileName: string } : None)

type Arguments<Input> = None extends Input ? [input?: Input] : [input: Input]

type Call = <E extends Endpoint>(endpoint: E, ...input: Arguments<CallInput<E>>) => Promise<ResponseOf<E>>

export type CallsOf<Areas extends Readonly<Record<string, Area>>> = {
  readonly [Name in keyof Areas]: {
    readonly [Operation in keyof Areas[Name]['endpoints']]: (
      ...input: Arguments<CallInput<Areas[Name]['endpoints'][Operation]>>
    ) => Promise<ResponseOf<Areas[Name]['endpoints'][Operation]>>
  }
}

/** Parses one row of the page, now or later. */
export type ParseRow<Row = unknown> = (index: number) => Row

/**
 * Gets the bytes of each page of a list, and may recognise the page or its rows. It may return something else for a row
 * that it recognises.
 */
export type OpenPage<Row = unknown, Known = never> = (body: Buffer) => OpenedPage<Row, Known>

export interface OpenedPage<Row = unknown, Known = never> {
  /** The content of a page with these bytes, if known. */
  readonly known:
    | { readonly pageInfo: unknown; readonly rows: (parse: ParseRow<Row>) => readonly (Row | Known)[] }
    | undefined
  /** Reads an unknown page: the bytes of each row, and where the next page is. */
  readonly read: (pageInfo: unknown, rows: readonly Buffer[], parse: ParseRow<Row>) => readonly (Row | Known)[]
}

export interface ClientCore {
  readonly call: Call
  /** All rows of a list. Fails rather than stop early or run forever. */
  readonly items: <E extends Endpoint>(endpoint: E, ...input: Arguments<CallInput<E>>) => AsyncGenerator<ItemOf<E>>
  /** The same, page by page, requesting each page before the previous one is processed. */
  readonly pages: <E extends Endpoint, Known = never>(
    endpoint: E,
    input: CallInput<E>,
    open?: OpenPage<ItemOf<E>, Known>,
  ) => AsyncGenerator<readonly (ItemOf<E> | Known)[]>
  readonly counts: Counts
  readonly serverNow: () => number | undefined
  /** Waits for the requests in flight, then closes every connection. */
  readonly close: () => Promise<void>
}

export type Client = ClientCore & CallsOf<Api>

/** The input of a call with its types erased. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly file?: Uint8Array
  readonly fileName?: string
}
