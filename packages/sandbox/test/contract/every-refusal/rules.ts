import { request } from 'node:http'
import type { Driver, Sending } from '../every-operation/driver.ts'
import type { Operation } from '../every-operation/requests.ts'

type Way = (operation: Operation, driver: Driver) => Sending

const isNumber = ({ endpoint }: Operation, name: string): boolean =>
  endpoint.params.shape[name]?.safeParse(1).success === true

const namesIn = ({ endpoint }: Operation): string[] =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** For each reason in `RULES`: its message, and a request that is refused for that reason only. */
export const WAYS: Readonly<Record<string, { readonly says: RegExp; readonly way: Way }>> = {
  'The path, the query or the body does not fit its description.': {
    says: /given 2 times|expected|Invalid|must|nesting|is not|NUL|Unicode/i,
    way: (operation) => {
      const number = namesIn(operation).find((name) => isNumber(operation, name))
      if (number !== undefined) return { place: { [number]: 'abc' } }
      if (operation.body !== undefined) return operation.isForm ? {} : { raw: '[]' }
      const typed = operation.query.find(({ schema }) => schema.type === 'integer' || schema.type === 'array')
      if (typed) return { query: { [typed.name]: 'none' } }
      const [once] = operation.query
      if (once) return { query: { [once.name]: [1, 1] } }
      return { place: Object.fromEntries(namesIn(operation).map((name) => [name, '\u0000'])) }
    },
  },
  'The credential is missing, malformed, unknown or expired, or its user is deactivated.': {
    says: /^Authorization header is missing/,
    way: () => ({ credential: null }),
  },
  'Only admins may call this.': {
    says: /^this needs an admin/,
    way: (_, { world }) => ({ credential: world.sandbox().keys.member }),
  },
  'A key that is limited to some deployments may not call this.': {
    says: /^this key is for some deployments only/,
    way: (_, { world }) => ({ credential: world.sandbox().keys.scoped }),
  },
  'The key is limited to other deployments.': {
    says: /^this key is (not for deployment|for some)/,
    way: (_, { world }) => ({ credential: world.sandbox().keys.scoped, place: { deploymentId: 2 } }),
  },
  'An embed session may not edit the data model.': {
    says: /may not edit the data model$/,
    way: (_, { token }) => ({ credential: token() }),
  },
  'There is no such deployment.': {
    says: /^deployment 987654321 was not found/,
    way: (_, { world }) => ({ credential: world.sandbox().keys.admin, place: { deploymentId: 987_654_321 } }),
  },
  'The object in the path does not exist, or the caller cannot see it.': {
    says: /was not found/,
    way: (operation) => {
      const names = namesIn(operation).filter((name) => name !== 'deploymentId')
      const last = operation.operationId === 'removeRoleFromUser' ? 'userId' : (names.at(-1) ?? '')
      return { place: { [last]: isNumber(operation, last) ? 987_654_321 : 'nothing-here' } }
    },
  },
  'The body has the wrong media type.': {
    says: /must be (application|multipart)/,
    way: () => ({ raw: 'x', type: 'text/plain' }),
  },
}

/** The status for a request that announces a huge body and sends none of it. */
export function sendHuge(url: string, method: string, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers: { 'content-length': '999999999' } }, (answer) => {
      resolve(answer.statusCode ?? 0)
      sent.destroy()
    })
    sent.on('error', reject)
    sent.flushHeaders()
  })
}
