import type { Area, BodyOf, Endpoint, PathOf, QueryOf, ResponseOf } from '@boardwright/platform'
import type { Caller, Platform } from '../platform.ts'

/** One checked request: every part already has the type that the endpoint's row declares. */
export interface Call<E extends Endpoint> {
  readonly platform: Platform
  readonly caller: Caller
  readonly path: PathOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** The binary part of a multipart request. */
  readonly file: Uint8Array
}

/** The answer of an endpoint that is declared `binary`. */
export interface FileAnswer {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly filename: string
}
type AnswerOf<E extends Endpoint> = E extends { binary: readonly string[] } ? FileAnswer : ResponseOf<E>

/** Runs in one transaction: if it throws, nothing is kept. */
export type Handler<E extends Endpoint> = (call: Call<E>) => AnswerOf<E>

/** For work that needs git: it runs outside any transaction. */
export type AsyncHandler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>>

export type Routes<A extends Area> = { readonly [Id in keyof A['endpoints']]: Handler<A['endpoints'][Id]> }
export type AsyncRoutes<A extends Area> = { readonly [Id in keyof A['endpoints']]: AsyncHandler<A['endpoints'][Id]> }

/** An endpoint and its handler, without their types. */
export interface Route {
  readonly endpoint: Endpoint
  /** Absent: always served. If it returns false, the path is answered like an unknown one. */
  readonly isServed?: (platform: Platform) => boolean
  run(call: Call<Endpoint>): unknown
}

type AnyHandler = (call: Call<Endpoint>) => unknown

/** `itemByItem`: operations that open a transaction for each of their items themselves. */
export function mount<A extends Area>(
  area: A,
  routes: Routes<A>,
  itemByItem: readonly (keyof A['endpoints'])[] = [],
): Route[] {
  return Object.entries(area.endpoints).map(([id, endpoint]) => {
    const handler = routes[id] as AnyHandler
    const bare = endpoint.method === 'GET' || itemByItem.includes(id)
    return { endpoint, run: bare ? handler : (call) => call.platform.db.atomically(() => handler(call)) }
  })
}

export function mountAsync<A extends Area>(area: A, routes: AsyncRoutes<A>): Route[] {
  return Object.entries(area.endpoints).map(([id, endpoint]) => ({ endpoint, run: routes[id] as AnyHandler }))
}
