import { parseJson, stringifyJson } from '@boardwright/common'
import type { Api, OAuthIntegration } from '@boardwright/platform'
import { hashKey } from '../http/auth.ts'
import { badRequest, notFound } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Database } from '../store/database.ts'
import { addRow, updateRow } from '../store/rows.ts'

interface IntegrationRow {
  readonly id: number
  readonly body: string
  readonly created_at: string
  readonly updated_at: string
}

type Body = Pick<
  OAuthIntegration,
  'name' | 'type' | 'authUrl' | 'tokenUrl' | 'clientId' | 'redirectUri' | 'scopes' | 'config'
>

export const oauthIntegrations: Routes<Api['oauthIntegrations']> = {
  listOAuthIntegrations: ({ platform: { db } }) =>
    db.all<IntegrationRow>('select * from oauth_integrations order by id').map(toIntegration),

  createOAuthIntegration({ platform: { db, clock }, body: { clientSecret, scopes, config, ...described } }) {
    const id = addRow(db, 'oauth_integrations', {
      body: writeBody({ ...described, scopes: scopes ?? [], config: config ?? {} }),
      secret_hash: hashSecret(clientSecret),
      created_at: clock.stamp(),
      updated_at: clock.stamp(),
    })
    return toIntegration(findIntegration(db, id))
  },

  getOAuthIntegration: ({ platform: { db }, path: { id } }) => toIntegration(findIntegration(db, id)),

  updateOAuthIntegration({ platform: { db, clock }, path: { id }, body: { clientSecret, ...sent } }) {
    const before = parseJson(findIntegration(db, id).body) as Body
    updateRow(db, 'oauth_integrations', id, {
      body: writeBody({ ...before, ...sent }),
      ...(clientSecret == null ? {} : { secret_hash: hashSecret(clientSecret) }),
      updated_at: clock.stamp(),
    })
    return toIntegration(findIntegration(db, id))
  },

  deleteOAuthIntegration({ platform: { db }, path: { id } }) {
    db.run('delete from oauth_integrations where id = ?', findIntegration(db, id).id)
    return undefined
  },
}

export function findIntegration(db: Database, id: number): IntegrationRow {
  const row = db.get<IntegrationRow>('select * from oauth_integrations where id = ?', id)
  if (!row) throw notFound(`OAuth integration ${id}`)
  return row
}

const toIntegration = ({ id, body, created_at, updated_at }: IntegrationRow): OAuthIntegration => ({
  ...(parseJson(body) as Body),
  id,
  createdAt: created_at,
  updatedAt: updated_at,
})

function writeBody({ name, type, authUrl, tokenUrl, clientId, redirectUri, scopes, config }: Body): string {
  requireText({ name, type, clientId })
  return stringifyJson({ name, type, authUrl, tokenUrl, clientId, redirectUri, scopes, config })
}

/** The secret is never used here, so its hash is enough to remember that it was given. */
function hashSecret(clientSecret: string): string {
  requireText({ clientSecret })
  return hashKey(clientSecret)
}

function requireText(fields: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(fields))
    if (text.trim() === '') throw badRequest(`${name}: must not be blank`)
}
