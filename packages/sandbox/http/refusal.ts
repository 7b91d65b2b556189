/** An answer other than success, as the platform gives it. Thrown by handlers, written by the HTTP layer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly code: string | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, code?: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}

export const badRequest = (message: string, code?: string) => new Refusal(400, message, code)
export const unauthorized = (message: string) => new Refusal(401, message)
export const forbidden = (message: string) => new Refusal(403, message)
export const notFound = (what: string) => new Refusal(404, `${what} was not found`)
export const conflict = (message: string, code?: string) => new Refusal(409, message, code)

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

/** The one form of every error body, except SCIM's. */
export function errorBody(status: number, message: string, code?: string): Record<string, unknown> {
  return { statusCode: status, error: REASONS[status] ?? 'Error', message, ...(code === undefined ? {} : { code }) }
}

/** RFC 7644, 3.12. `scimType` gives a reason for some 400s; a 409 always means uniqueness. */
export function scimErrorBody(status: number, detail: string, code?: string): Record<string, unknown> {
  const scimType = status === 409 ? 'uniqueness' : code
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  }
}
