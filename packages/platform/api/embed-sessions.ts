import { z } from 'zod'
import { GenerateSession } from './embed-session-input.ts'
import { area } from './endpoint.ts'

export const embedSessions = area('Embed', {
  generateSession: {
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    summary:
      'Mint a single-use embed session for an external or an internal user. It can be exchanged for five minutes.',
    auth: 'api-key',
    admin: true,
    repeat: 'safe',
    params: z.object({}),
    body: GenerateSession,
    response: z.looseObject({ sessionId: z.string() }).meta({ id: 'GenerateSessionResponse' }),
    chosen:
      'In creator mode `groups` and `tenantGroups` are one list. Without `embedTenantName`, creator mode uses what ' +
      'the account has. An unknown `internalId` answers 404, `creatorMode` without the tenant flag 403, an external ' +
      'user above the limit 429, an unknown key of `settings` 400. Null counts as left out, except for the ' +
      'properties of `userProfile` and for `email`, where a switch decides whether it clears.',
    refused: {
      400: 'Fields that exclude each other, or unknown groups or attributes.',
      403: 'A personal key, creator mode without its flag, or embedding is off.',
      404: 'There is no such user or branch.',
      429: 'The account is at its limit of embed users.',
    },
  },
  postTokenBySessionId: {
    method: 'POST',
    path: '/api/v1/embed/session/token',
    summary: 'Exchange a session id for its token. Works once, within five minutes of minting.',
    auth: 'none',
    repeat: 'look',
    params: z.object({}),
    body: z.looseObject({ sessionId: z.string() }).meta({ id: 'PostTokenBySessionIdInput' }),
    response: z.looseObject({ token: z.string() }).meta({ id: 'GenerateEmbedTokenResponse' }),
    chosen:
      'A late or revoked id answers 401, like one that is unknown or used; 403 when embedding is off for the ' +
      'account. The claims of the token are our own, and its signed expiry counts from the minting of the session.',
    refused: {
      401: 'The session is unknown, used, revoked or expired.',
      403: 'Embedding is off.',
    },
  },
  revokeSession: {
    method: 'POST',
    path: '/api/v1/embed/session/revoke',
    summary: 'Revoke a session: its id can no longer be exchanged, and the token it gave is refused.',
    auth: 'api-key-or-bearer',
    admin: true,
    repeat: 'safe',
    params: z.object({}),
    body: z
      .looseObject({ sessionId: z.string().regex(/^[0-9a-f]{32}$/, 'must be 32 of 0-9 and a-f') })
      .meta({ id: 'RevokeEmbedSessionInput' }),
    response: null,
    status: 204,
    refused: {
      403: 'Embedding is off.',
    },
  },
})
