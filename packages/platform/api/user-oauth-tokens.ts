import { z } from 'zod'
import { area } from './endpoint.ts'
import { Id, Timestamp } from './shared.ts'

export const UserOAuthToken = z
  .looseObject({
    id: Id,
    userId: Id,
    integrationId: Id,
    status: z.string().describe('An open set; here `pending`, `active` or `expired`.'),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    accessTokenExpiresAt: Timestamp.nullish(),
    refreshTokenExpiresAt: Timestamp.nullish(),
    lastError: z.unknown().optional(),
  })
  .meta({ id: 'UserOAuthToken' })
export type UserOAuthToken = z.output<typeof UserOAuthToken>

const TokenParams = z.object({ integrationId: Id })

/** Every user may call these, for their own tokens. */
const row = { auth: 'bearer', repeat: 'safe' } as const
const OWN = "The caller's own."

export const userOAuthTokens = area('User OAuth Tokens', {
  listUserOAuthTokens: {
    ...row,
    method: 'GET',
    path: '/api/v1/user-oauth-tokens',
    summary: 'List the OAuth tokens of a user, as one list.',
    params: z.object({}),
    response: z.array(UserOAuthToken),
    chosen: `${OWN} By id.`,
  },
  getUserOAuthToken: {
    ...row,
    method: 'GET',
    path: '/api/v1/user-oauth-tokens/{integrationId}',
    summary: 'Read whether a user has a token of an integration, and until when.',
    params: TokenParams,
    response: UserOAuthToken,
    chosen: `${OWN} If there is none, 404.`,
  },
  revokeUserOAuthToken: {
    ...row,
    method: 'DELETE',
    path: '/api/v1/user-oauth-tokens/{integrationId}',
    summary: "Revoke a user's token of an integration.",
    params: TokenParams,
    response: null,
    chosen: `${OWN} Afterwards it is gone. If there is none, 404.`,
  },
  initiateOAuthFlow: {
    ...row,
    method: 'POST',
    path: '/api/v1/user-oauth-tokens/{integrationId}/initiate',
    summary: 'Start asking the user for a token of an integration.',
    params: TokenParams,
    response: null,
    chosen:
      `${OWN} Nobody can consent here: a switch decides whether the token stays \`pending\` or is granted at once, ` +
      'for an hour, with 30 days to refresh. Another call starts again.',
  },
})
