import type { z } from 'zod'
import type { Tag } from './tags.ts'

/** Which `Authorization` scheme the specification asks for. `none`: the body is the credential. */
export type AuthScheme = 'bearer' | 'api-key' | 'api-key-or-bearer' | 'none'

/** SCIM 2.0 has its own media type and its own error bodies, everywhere under its prefix (RFC 7644). */
export const isScim = (path: string): boolean => path.startsWith('/api/scim/')

export const mediaTypeOf = (path: string): 'application/json' | 'application/scim+json' =>
  isScim(path) ? 'application/scim+json' : 'application/json'

/**
 * One operation of the management API, as data. The client's typed calls, the sandbox's checks and the OpenAPI
 * document are all made from it, so a fact about an operation is in its row and nowhere else.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for each parameter, such as `/api/v1/deployments/{deploymentId}/folders`. */
  readonly path: `/${string}`
  readonly summary: string
  readonly auth: AuthScheme
  /** The user behind the credential must be an admin. */
  readonly admin?: true
  /** It concerns the account as a whole: a key limited to some deployments may not call it. */
  readonly account?: true
  /** `safe`: sending it again has the same effect. `look`: the caller must check what happened before repeating it. */
  readonly repeat: 'safe' | 'look'
  readonly params: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The body is multipart/form-data: the fields of `body`, and one binary part of this name. */
  readonly filePart?: string
  /** `null`: the response is declared without a schema, and nothing in its body may be relied on. */
  readonly response: z.ZodType | null
  /** The response is a file of one of these media types instead of JSON. */
  readonly binary?: readonly string[]
  readonly status?: 201 | 202 | 204
  /** What happens if the path names something that does not exist, if that is not a 404. */
  readonly unknown?: 'made' | 'fine'
  /** Why it refuses, by status, in addition to what `RULES` derive from the rest of the row. */
  readonly refused?: Readonly<Partial<Record<400 | 401 | 403 | 404 | 409 | 422 | 429, string>>>
  /** Why the sandbox refuses even valid requests. */
  readonly refuses?: string
  /** What the specification and its fact sheets leave open here, and what we chose. */
  readonly chosen?: string
}

/** The operations of one area, by their operation id. */
export interface Area {
  readonly tag: Tag
  readonly endpoints: Readonly<Record<string, Endpoint>>
}

export function area<const E extends Record<string, Endpoint>>(tag: Tag, endpoints: E): { tag: Tag; endpoints: E } {
  return { tag, endpoints }
}

export type PathOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : Record<never, never>
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType ? z.output<E['body']> : undefined
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : undefined

/** The rows of a list response. */
export type ItemOf<E extends Endpoint> = ResponseOf<E> extends { items: readonly (infer Item)[] } ? Item : never
