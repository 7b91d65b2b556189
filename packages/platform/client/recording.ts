import { addAll, BoardwrightError, stringifyJson } from '@boardwright/common'
import type { Endpoint } from '../api/endpoint.ts'
import { api } from '../api/index.ts'
import { type Client, callsOf } from './client.ts'
import { nameOf } from './request.ts'
import type { AnyInput, ClientCore, Counts } from './types.ts'

/** What a client was told, by request. A list is a single answer, however it was paged. */
export interface Recording {
  readonly answers: readonly (readonly [question: string, answer: unknown])[]
  /** Requests that the platform answered with "does not exist" or "not allowed". */
  readonly refusals: readonly (readonly [question: string, kind: Refusal])[]
  readonly now: number
}

export const REFUSALS = ['NOT_FOUND', 'FORBIDDEN', 'NO_SUCH_ENDPOINT'] as const
export type Refusal = (typeof REFUSALS)[number]

const isRefusal = (kind: string): kind is Refusal => (REFUSALS as readonly string[]).includes(kind)

/** The page size makes no difference. */
const questionOf = ({ path: pattern, method }: Endpoint, { path, query }: AnyInput): string =>
  `${method} ${pattern} ${stringifyJson([sorted(path), sorted({ ...query, first: undefined })])}`

const sorted = (values: Readonly<Record<string, unknown>> = {}): readonly (readonly [string, unknown])[] =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))

/** A client that records everything it is told from now on. */
export function recordClient(client: Client): { readonly client: Client; readonly recording: () => Recording } {
  const answers = new Map<string, unknown>()
  const refusals = new Map<string, Refusal>()

  async function call(endpoint: Endpoint, input: AnyInput = {}): Promise<unknown> {
    const question = questionOf(endpoint, input)
    try {
      const answer: unknown = await client.call(endpoint, input)
      answers.set(question, answer)
      return answer
    } catch (cause) {
      if (cause instanceof BoardwrightError && isRefusal(cause.kind)) refusals.set(question, cause.kind)
      throw cause
    }
  }

  async function* pages(endpoint: Endpoint, input: AnyInput = {}): AsyncGenerator<readonly unknown[]> {
    const rows: unknown[] = []
    try {
      for await (const page of client.pages(endpoint, input)) {
        addAll(rows, page)
        yield page
      }
      answers.set(questionOf(endpoint, input), rows)
    } catch (cause) {
      if (cause instanceof BoardwrightError && isRefusal(cause.kind))
        refusals.set(questionOf(endpoint, input), cause.kind)
      throw cause
    }
  }

  const { counts, serverNow, close } = client
  return {
    client: clientOf({ call, pages } as Asking, { counts, serverNow, close }),
    recording: () => ({
      answers: [...answers].sort(([a], [b]) => (a < b ? -1 : 1)),
      refusals: [...refusals].sort(([a], [b]) => (a < b ? -1 : 1)),
      now: serverNow() ?? Date.now(),
    }),
  }
}

/** A client that answers from a recording and sends nothing. Anything that was not recorded counts as not visible. */
export function replayClient(recording: Recording): Client {
  const answers = new Map(recording.answers)
  const refusals = new Map(recording.refusals)

  function answerTo(endpoint: Endpoint, input: AnyInput): unknown {
    const question = questionOf(endpoint, input)
    if (answers.has(question)) return answers.get(question)
    const kind = refusals.get(question) ?? 'FORBIDDEN'
    throw new BoardwrightError(kind, `${nameOf(endpoint)} is not in the snapshot`)
  }
  const call = async (endpoint: Endpoint, input: AnyInput = {}): Promise<unknown> => answerTo(endpoint, input)
  async function* pages(endpoint: Endpoint, input: AnyInput = {}): AsyncGenerator<readonly unknown[]> {
    yield answerTo(endpoint, input) as unknown[]
  }
  return clientOf({ call, pages } as Asking, {
    counts: NOTHING_SENT,
    serverNow: () => recording.now,
    close: async () => {},
  })
}

const NOTHING_SENT: Counts = { GET: 0, POST: 0, PUT: 0, PATCH: 0, DELETE: 0, retries: 0, reasons: {} }

export type Asking = Pick<ClientCore, 'call' | 'pages'>

export function clientOf({ call, pages }: Asking, rest: Pick<ClientCore, 'counts' | 'serverNow' | 'close'>): Client {
  async function* items(...args: Parameters<ClientCore['pages']>): AsyncGenerator<unknown> {
    for await (const rows of pages(...args)) yield* rows
  }
  return Object.assign(callsOf(api, call), { ...rest, call, pages, items: items as ClientCore['items'] })
}
