import type { Endpoint } from './endpoint.ts'

/** A status that refuses a request, and the reason for it. */
export interface Refusal {
  readonly status: number
  readonly reason: string
}

interface Rule extends Refusal {
  readonly appliesTo: (endpoint: Endpoint) => boolean
}

const hasParameter = (endpoint: Endpoint, ...names: readonly string[]): boolean =>
  names.some((name) => name in endpoint.params.shape)

const namesSomething = (endpoint: Endpoint): boolean =>
  endpoint.unknown === undefined && Object.keys(endpoint.params.shape).some((name) => name !== 'deploymentId')

/** SCIM accepts any text as an id, and answers 404 for most. */
const isTyped = ({ params, query, body, path }: Endpoint): boolean =>
  query !== undefined || body !== undefined || (Object.keys(params.shape).length > 0 && !path.startsWith('/api/scim/'))

/** Refusals that follow from the rest of a row. All others are in the row, under `refused`. */
export const RULES: readonly Rule[] = [
  { status: 400, reason: 'The path, the query or the body does not fit its description.', appliesTo: isTyped },
  {
    status: 401,
    reason: 'The credential is missing, malformed, unknown or expired, or its user is deactivated.',
    appliesTo: ({ auth }) => auth !== 'none',
  },
  { status: 403, reason: 'Only admins may call this.', appliesTo: ({ admin }) => admin === true },
  {
    status: 403,
    reason: 'A key that is limited to some deployments may not call this.',
    appliesTo: ({ account }) => account === true,
  },
  {
    status: 403,
    reason: 'The key is limited to other deployments.',
    appliesTo: (endpoint) => hasParameter(endpoint, 'deploymentId'),
  },
  {
    status: 403,
    reason: 'An embed session may not edit the data model.',
    appliesTo: ({ path }) => path.startsWith('/build/'),
  },
  {
    status: 404,
    reason: 'There is no such deployment.',
    appliesTo: (endpoint) => hasParameter(endpoint, 'deploymentId'),
  },
  {
    status: 404,
    reason: 'The object in the path does not exist, or the caller cannot see it.',
    appliesTo: namesSomething,
  },
  { status: 413, reason: 'The body is too large.', appliesTo: ({ body }) => body !== undefined },
  { status: 415, reason: 'The body has the wrong media type.', appliesTo: ({ body }) => body !== undefined },
  { status: 429, reason: 'Too many requests: `Retry-After` says how long to wait.', appliesTo: () => true },
]

/** Every refusal that an operation declares, sorted by status, with its own reasons last. */
export function refusalsOf(endpoint: Endpoint): readonly Refusal[] {
  const own = Object.entries(endpoint.refused ?? {}).map(([status, reason]) => ({ status: Number(status), reason }))
  const all = [...RULES.filter(({ appliesTo }) => appliesTo(endpoint)), ...own]
  return all.map(({ status, reason }) => ({ status, reason })).sort((a, b) => a.status - b.status)
}

/** The same by status, with the reasons joined to one text. */
export function reasonsOf(endpoint: Endpoint): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>()
  for (const { status, reason } of refusalsOf(endpoint)) {
    const before = reasons.get(status)
    reasons.set(status, before === undefined ? reason : `${before} ${reason}`)
  }
  return reasons
}
