import { z } from 'zod'
import { forbidden } from '../../http/refusal.ts'
import type { Platform } from '../../platform.ts'
import type { Database } from '../database.ts'

const onOff = z.boolean().nullish()

/** The account-wide defaults for embedding, as `GET /api/v1/app-config` shows them under `embedding`. */
const EmbedSettings = z.strictObject({
  allowAi: onOff,
  enableDashboardComments: onOff,
  showAiWidgets: onOff,
  showDashboardChat: onOff,
  showWorkbookChat: onOff,
  locale: z.string().nullish(),
  timezone: z.string().nullish(),
})

/** What is set in the account's console, and by no call of the API. */
export const Embedding = z.strictObject({
  enabled: z.boolean().describe('Whether the account may embed at all.'),
  useCreatorMode: z.boolean().describe('The tenant flag of the same name: whether sessions may be in creator mode.'),
  allowUserTimezones: z.boolean().describe('Whether users, and so sessions, may choose a time zone of their own.'),
  settings: EmbedSettings.describe('The account-wide defaults of session settings. What is left out is as built in.'),
})
export type Embedding = z.output<typeof Embedding>

/** Only parts that are sent change. `settings` are replaced as a whole. */
export const EmbeddingChange = Embedding.partial()
export type EmbeddingChange = z.output<typeof EmbeddingChange>

const INITIAL: Embedding = { enabled: true, useCreatorMode: true, allowUserTimezones: true, settings: {} }

export function readEmbedding(db: Database): Embedding {
  const row = db.get<{ value: string }>("select value from settings where name = 'embedding'")
  return row ? (JSON.parse(row.value) as Embedding) : INITIAL
}

export function changeEmbedding(db: Database, change: EmbeddingChange): Embedding {
  const before = readEmbedding(db)
  const next: Embedding = {
    enabled: change.enabled ?? before.enabled,
    useCreatorMode: change.useCreatorMode ?? before.useCreatorMode,
    allowUserTimezones: change.allowUserTimezones ?? before.allowUserTimezones,
    settings: change.settings ?? before.settings,
  }
  db.run("insert or replace into settings (name, value) values ('embedding', ?)", JSON.stringify(next))
  return next
}

export function requireEmbedding({ db }: Platform): void {
  if (!readEmbedding(db).enabled) throw forbidden('embedding is not enabled for this account')
}
