import { expect } from 'vitest'
import type { SandboxOptions } from '../../index.ts'
import { type Answer, type Contract, openContract } from './support.ts'

/** The parts of a token that tests read. The claims are the sandbox's own: no fact sheet names them. */
export interface Claims {
  readonly iat: number
  readonly exp: number
  readonly sid: number
  readonly revocable?: boolean
  readonly deploymentId: number
  readonly branchName: string | null
  readonly embedTenantName: string | null
  readonly creatorMode: boolean
  readonly groups: readonly string[]
  readonly userAttributes: Readonly<Record<string, unknown>>
  readonly securityContext: Readonly<Record<string, unknown>>
  readonly settings: Readonly<Record<string, unknown>>
  readonly effectiveSettings: Readonly<Record<string, unknown>>
  readonly user: Readonly<Record<string, unknown>>
  readonly [claim: string]: unknown
}

export interface Embed extends Contract {
  /** With `Authorization: Api-Key`, by default with the admin's key. */
  keyed(method: string, path: string, body?: unknown, key?: string): Promise<Answer>
  /** With `Authorization: Bearer` and this token. */
  bearing(token: string, method: string, path: string, body?: unknown): Promise<Answer>
  /** Requests a session of `production`, for an external user unless the body says otherwise. */
  generate(body?: object, key?: string): Promise<Answer>
  /** The id of a new session. */
  mint(body?: object): Promise<string>
  exchange(sessionId: unknown): Promise<Answer>
  /** The token of a new session. */
  enter(body?: object): Promise<string>
  /** The claims in the token of a new session. */
  claims(body?: object): Promise<Claims>
  revoke(sessionId: string): Promise<Answer>
  /** Moves the sandbox's clock. */
  wait(time: { readonly minutes?: number; readonly hours?: number; readonly seconds?: number }): void
}

export const SESSION = '/api/v1/embed/generate-session'
export const TENANTS = '/api/v1/embed-tenants'

export function openEmbed(options: SandboxOptions = {}): Embed {
  const contract = openContract(options)
  const { call, sandbox } = contract

  const embed: Embed = {
    ...contract,
    keyed: (method, path, body, key = sandbox().keys.admin) =>
      call(method, path, { as: 'nobody', body, headers: { authorization: `Api-Key ${key}` } }),
    bearing: (token, method, path, body) =>
      call(method, path, { as: 'nobody', body, headers: { authorization: `Bearer ${token}` } }),
    generate: (body = {}, key) =>
      embed.keyed(
        'POST',
        SESSION,
        { deploymentId: 2, ...('internalId' in body ? {} : { externalId: 'ana' }), ...body },
        key,
      ),
    async mint(body) {
      const answer = await embed.generate(body)
      expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 200, message: undefined })
      return String(answer.body['sessionId'])
    },
    exchange: (sessionId) => call('POST', '/api/v1/embed/session/token', { as: 'nobody', body: { sessionId } }),
    async enter(body) {
      const answer = await embed.exchange(await embed.mint(body))
      expect(answer.status).toBe(200)
      return String(answer.body['token'])
    },
    claims: async (body) => claimsOf(await embed.enter(body)),
    revoke: (sessionId) => embed.keyed('POST', '/api/v1/embed/session/revoke', { sessionId }),
    wait: ({ hours = 0, minutes = 0, seconds = 0 }) =>
      void sandbox().controls.setClock({ advanceMs: ((hours * 60 + minutes) * 60 + seconds) * 1000 }),
  }
  return embed
}

export function claimsOf(token: string): Claims {
  const [, payload = ''] = token.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
}

/** Dashboards of the seed: shared with the tenant `beanhouse`; with all embed users; with nobody. */
export const FOR_BEANHOUSE = 'Rv0nPw4KcT7e'
export const FOR_ALL = 'Ox6bHq2DwE9a'
export const FOR_NOBODY = 'Ch3gVu7JrN0i'
