import { z } from 'zod'
import { area } from './endpoint.ts'
import { FreeForm, Id, Timestamp } from './shared.ts'

const Url = z.string().refine((text) => URL.canParse(text) && /^https?:/i.test(text), 'must be an absolute http(s) URL')

const described = {
  name: z.string(),
  type: z.string(),
  authUrl: Url,
  tokenUrl: Url,
  clientId: z.string(),
  redirectUri: Url,
}
const optional = { scopes: z.array(z.string()).optional(), config: FreeForm.optional() }

const OAuthIntegration = z
  .looseObject({
    id: Id,
    ...described,
    config: FreeForm.nullish(),
    scopes: z.array(z.unknown()).nullish(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'OAuthIntegration' })
export type OAuthIntegration = z.output<typeof OAuthIntegration>

const IntegrationParams = z.object({ id: Id })

const row = { auth: 'bearer', admin: true, account: true } as const
const ADMINS = 'Admins only.'

export const oauthIntegrations = area('OAuth Integrations', {
  listOAuthIntegrations: {
    ...row,
    method: 'GET',
    path: '/api/v1/oauth-integrations',
    summary: 'List the OAuth integrations, as one list.',
    repeat: 'safe',
    params: z.object({}),
    response: z.array(OAuthIntegration),
    chosen: `${ADMINS} By id.`,
  },
  createOAuthIntegration: {
    ...row,
    method: 'POST',
    path: '/api/v1/oauth-integrations',
    summary: 'Create an OAuth integration. Its secret is never read back.',
    repeat: 'look',
    params: z.object({}),
    body: z
      .looseObject({ ...described, clientSecret: z.string(), ...optional })
      .meta({ id: 'CreateOAuthIntegrationInput' }),
    response: OAuthIntegration,
    chosen: `${ADMINS} Names may repeat. A blank name, client id or secret is a 400.`,
  },
  getOAuthIntegration: {
    ...row,
    method: 'GET',
    path: '/api/v1/oauth-integrations/{id}',
    summary: 'Read an OAuth integration.',
    repeat: 'safe',
    params: IntegrationParams,
    response: OAuthIntegration,
    chosen: ADMINS,
  },
  updateOAuthIntegration: {
    ...row,
    method: 'PUT',
    path: '/api/v1/oauth-integrations/{id}',
    summary: 'Update an OAuth integration. All but the secret, the scopes and the configuration must be sent.',
    repeat: 'safe',
    params: IntegrationParams,
    body: z
      .looseObject({ ...described, clientSecret: z.string().nullish(), ...optional })
      .meta({ id: 'UpdateOAuthIntegrationInput' }),
    response: OAuthIntegration,
    chosen: `${ADMINS} A secret, scopes or a configuration that is not sent stays.`,
  },
  deleteOAuthIntegration: {
    ...row,
    method: 'DELETE',
    path: '/api/v1/oauth-integrations/{id}',
    summary: 'Delete an OAuth integration.',
    repeat: 'safe',
    params: IntegrationParams,
    response: null,
    chosen: `${ADMINS} The tokens that users got from it are deleted too.`,
  },
})
