import { parseJson, stringifyJson } from '@boardwright/common'
import type { Api, OidcTokenConfig, UpdateOidcTokenConfigInput } from '@boardwright/platform'
import { badRequest, conflict, notFound } from '../http/refusal.ts'
import type { Routes } from '../http/route.ts'
import type { Database } from '../store/database.ts'
import { addRow, updateRow } from '../store/rows.ts'

interface ConfigRow {
  readonly id: number
  readonly name: string
  readonly body: string
  readonly created_at: string
  readonly updated_at: string
}

/** What is stored besides the name. */
interface Body {
  readonly audienceType: string
  readonly isEnabled: boolean
  readonly customAudience: string | null
  readonly customClaims: Readonly<Record<string, unknown>> | null
  readonly subFormat: string | null
  readonly targetEnvVar: string | null
}

const CLEARABLE = ['customAudience', 'customClaims', 'subFormat', 'targetEnvVar'] as const

export const oidcTokenConfigs: Routes<Api['oidcTokenConfigs']> = {
  listOidcTokenConfigs: ({ platform: { db } }) =>
    db.all<ConfigRow>('select * from oidc_token_configs order by id').map(toConfig),

  createOidcTokenConfig({ platform: { db, clock }, body: { audienceType: sent, name: wanted, ...rest } }) {
    const audienceType = sent.trim()
    if (audienceType === '') throw badRequest('audienceType: must not be blank')
    const name = wanted ?? freeName(db, audienceType)
    requireFreeName(db, name, 0)
    const id = addRow(db, 'oidc_token_configs', {
      name,
      body: writeBody(change({ audienceType, isEnabled: true, ...NOTHING }, rest, 'clear')),
      created_at: clock.stamp(),
      updated_at: clock.stamp(),
    })
    return toConfig(findConfig(db, id))
  },

  getOidcTokenConfig: ({ platform: { db }, path: { id } }) => toConfig(findConfig(db, id)),

  updateOidcTokenConfig({ platform: { db, clock, switches }, path: { id }, body }) {
    const row = findConfig(db, id)
    const name = body.name ?? row.name
    requireFreeName(db, name, id)
    const next = change(parseJson(row.body) as Body, body, switches.nulls)
    updateRow(db, 'oidc_token_configs', id, { name, body: writeBody(next), updated_at: clock.stamp() })
    return toConfig(findConfig(db, id))
  },

  deleteOidcTokenConfig({ platform: { db }, path: { id } }) {
    db.run('delete from oidc_token_configs where id = ?', findConfig(db, id).id)
    return undefined
  },
}

const NOTHING = { customAudience: null, customClaims: null, subFormat: null, targetEnvVar: null }

function findConfig(db: Database, id: number): ConfigRow {
  const row = db.get<ConfigRow>('select * from oidc_token_configs where id = ?', id)
  if (!row) throw notFound(`OIDC token configuration ${id}`)
  return row
}

function toConfig({ id, name, body, created_at, updated_at }: ConfigRow): OidcTokenConfig {
  const { customAudience, ...shown } = parseJson(body) as Body
  return {
    id,
    name,
    ...shown,
    audience: customAudience ?? shown.audienceType,
    createdAt: created_at,
    updatedAt: updated_at,
  }
}

/** Fields that are not sent stay. */
function change(before: Body, sent: UpdateOidcTokenConfigInput, nulls: 'clear' | 'ignore'): Body {
  const changes = CLEARABLE.filter(
    (field) => sent[field] !== undefined && !(sent[field] === null && nulls === 'ignore'),
  ).map((field) => [field, sent[field]])
  return { ...before, ...Object.fromEntries(changes), isEnabled: sent.isEnabled ?? before.isEnabled }
}

function writeBody(body: Body): string {
  if (body.customAudience?.trim() === '') throw badRequest('customAudience: must not be blank')
  if (body.audienceType === 'custom' && body.customAudience === null) {
    throw badRequest('customAudience: the type of audience "custom" needs one')
  }
  return stringifyJson(body)
}

function requireFreeName(db: Database, name: string, own: number): void {
  if (db.get('select 1 from oidc_token_configs where name = ? and id <> ?', name, own)) {
    throw conflict(`another OIDC token configuration has the name "${name}"`)
  }
}

/** The type of audience as a name, with a number if that name is taken. */
function freeName(db: Database, audienceType: string): string {
  const stem =
    audienceType
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|(?<!-)-+$/g, '') || 'config'
  const taken = new Set(db.all<{ name: string }>('select name from oidc_token_configs').map(({ name }) => name))
  if (!taken.has(stem)) return stem
  for (let n = 2; ; n += 1) if (!taken.has(`${stem}-${n}`)) return `${stem}-${n}`
}
