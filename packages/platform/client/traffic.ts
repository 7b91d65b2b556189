import type { Endpoint } from '../api/endpoint.ts'

/** Counts what clients send; several clients can share one counter. */
export interface Traffic {
  reads: number
  writes: number
}

/** How many requests a client has sent, and how many of them write. */
export function sentIn({ GET, POST, PUT, PATCH, DELETE }: Readonly<Record<Endpoint['method'], number>>): {
  readonly requests: number
  readonly writeRequests: number
} {
  const writeRequests = POST + PUT + PATCH + DELETE
  return { requests: GET + writeRequests, writeRequests }
}
