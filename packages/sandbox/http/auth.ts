import { createHash } from 'node:crypto'
import type { AuthScheme, Endpoint } from '@boardwright/platform'
import type { Caller, Platform } from '../platform.ts'
import { untilWritten } from '../store/database.ts'
import { findEmbedCaller, isToken } from '../store/embed/credential.ts'
import { mayCreate } from '../store/roles.ts'
import { forbidden, notFound, unauthorized } from './refusal.ts'

interface KeyRow {
  readonly id: number
  readonly user_id: number
  readonly username: string
  readonly is_admin: number
  readonly is_deactivated: number
  readonly deleted_at: string | null
  readonly scope: string | null
  readonly personal: number
  readonly expires_at: string | null
}

/** Keys are stored as hashes. They are long random texts, so one round of hashing is enough. */
export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex')

const SCHEMES: Readonly<Record<Exclude<AuthScheme, 'none'>, readonly string[]>> = {
  bearer: ['Bearer'],
  'api-key': ['Api-Key'],
  'api-key-or-bearer': ['Api-Key', 'Bearer'],
}
const NOBODY: Caller = {
  keyId: 0,
  userId: 0,
  username: '',
  isAdmin: false,
  mayCreate: false,
  scope: [],
  personal: true,
}

/** 401: the credential is missing, malformed, unknown or expired. 403: it is valid but may not do this. */
export function authenticate(platform: Platform, endpoint: Endpoint, header: string | undefined): Caller {
  if (endpoint.auth === 'none') return NOBODY
  const schemes = SCHEMES[endpoint.auth]
  const wanted = schemes.map((scheme) => `"${scheme} <token>"`).join(' or ')
  if (header === undefined) throw unauthorized(`Authorization header is missing: send ${wanted}`)
  const [named, key, ...rest] = header.split(' ')
  // The name of a scheme may be in any case (RFC 9110, 11.1).
  const sent = schemes.find((scheme) => scheme.toLowerCase() === named?.toLowerCase())
  if (sent === undefined || key === undefined || key === '' || rest.length > 0) {
    throw unauthorized(`Authorization header is malformed: send ${wanted}`)
  }
  const caller = sent === 'Bearer' && isToken(key) ? findEmbedCaller(platform, key) : findCaller(platform, key)
  if (caller.embed && endpoint.path.startsWith('/build/'))
    throw forbidden('an embed session may not edit the data model')
  if (endpoint.admin && !caller.isAdmin) throw forbidden('this needs an admin')
  if (endpoint.account && caller.scope !== null) throw forbidden('this key is for some deployments only')
  return caller
}

const findKey = untilWritten((db, key: string) => {
  const row = db.get<KeyRow>(
    `select k.id, k.user_id, u.username, u.is_admin, u.is_deactivated, u.deleted_at, k.scope, k.personal, k.expires_at
     from api_keys k join users u on u.id = k.user_id where k.hash = ?`,
    hashKey(key),
  )
  return row && { ...row, mayCreate: mayCreate(db, { id: row.user_id, is_admin: row.is_admin }) }
})

function findCaller(platform: Platform, key: string): Caller {
  const row = findKey(platform.db, key)
  if (!row || row.deleted_at !== null) throw unauthorized('the credential is not known')
  if (row.is_deactivated === 1) throw unauthorized('the user of this credential is deactivated')
  if (row.expires_at !== null && row.expires_at <= platform.clock.stamp())
    throw unauthorized('the credential has expired')
  return {
    keyId: row.id,
    userId: row.user_id,
    username: row.username,
    isAdmin: row.is_admin === 1,
    mayCreate: row.mayCreate,
    scope: row.scope === null ? null : (JSON.parse(row.scope) as number[]),
    personal: row.personal === 1,
  }
}

/** Only AI BI Users and higher create content. */
export function requireAuthor(caller: Caller): void {
  if (!caller.mayCreate) throw forbidden('this needs the role of an AI BI User, or a higher one')
}

/** A key limited to some deployments gets 403 for every other one, whether it exists or not. */
export function requireDeployment(platform: Platform, caller: Caller, deploymentId: number): void {
  if (caller.scope !== null && !caller.scope.includes(deploymentId)) {
    throw forbidden(`this key is not for deployment ${deploymentId}`)
  }
  if (!findDeploymentRow(platform.db, deploymentId)) throw notFound(`deployment ${deploymentId}`)
}

const findDeploymentRow = untilWritten((db, id: number) => db.get('select 1 from deployments where id = ?', id))
