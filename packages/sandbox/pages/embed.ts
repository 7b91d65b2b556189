import type { Scene } from '@boardwright/pictures'
import type { EmbedSessionSettings } from '@boardwright/platform'
import { verifyJwt } from '../http/jwt.ts'
import { unauthorized } from '../http/refusal.ts'
import type { Platform } from '../platform.ts'
import { readEmbedding, requireEmbedding } from '../store/embed/account.ts'
import { findEmbedCaller } from '../store/embed/credential.ts'
import { EMBED, exchangeSession } from '../store/embed/sessions.ts'
import { effectiveSettings, shippedLocale, usableTimezone } from '../store/embed/settings.ts'
import { findVisible } from '../store/embed/visible-dashboard.ts'
import { sceneOf } from './scene.ts'

/** What the page's address may contain besides the session. */
export interface EmbedAsked {
  readonly publicId: string
  readonly session: string | null
  readonly locale: string | null
  readonly timezone: string | null
}

interface Claims {
  readonly settings: EmbedSessionSettings
  readonly branchName: string | null
  readonly embedTheme: { readonly font?: string | null; readonly primaryColor?: string | null } | null
}

/** Exchanges the session, which works once, and shows what its user may see, according to its settings. */
export async function embeddedScene(platform: Platform, asked: EmbedAsked): Promise<Scene> {
  requireEmbedding(platform)
  if (asked.session === null) throw unauthorized('the address names no session: add ?session=ID')
  const session = asked.session
  // The session is used up even if its user may not see this dashboard.
  const token = platform.db.atomically(() => exchangeSession(platform, session))
  const verified = verifyJwt(platform, EMBED, token)
  if (!verified.ok) throw unauthorized(`the token ${verified.problem}`)
  const claims = verified.claims as unknown as Claims
  const { dashboard } = findVisible(platform, findEmbedCaller(platform, token), asked.publicId)
  const scene = await sceneOf(platform, dashboard, claims.branchName)
  const account = readEmbedding(platform.db)
  const settings = effectiveSettings(claims.settings, account)
  const mayChoose = account.allowUserTimezones
  const chosen = mayChoose ? (usableTimezone(asked.timezone) ?? usableTimezone(claims.settings.timezone)) : undefined
  const pinned = typeof scene.timezone === 'string' ? usableTimezone(scene.timezone) : undefined
  return {
    ...scene,
    dashboard: { ...scene.dashboard, theme: themed(scene.dashboard.theme, claims.embedTheme) },
    locale: shippedLocale(asked.locale) ?? settings.locale,
    timezone: chosen ?? pinned ?? settings.timezone,
    showAi: settings.allowAi,
  }
}

function themed(theme: Scene['dashboard']['theme'], own: Claims['embedTheme']): Scene['dashboard']['theme'] {
  return {
    ...theme,
    ...(own?.primaryColor == null ? {} : { primaryColor: own.primaryColor }),
    ...(own?.font == null ? {} : { fontFamily: own.font }),
  }
}
