import type { EmbedSessionSettings } from '@boardwright/platform'
import type { Embedding } from './account.ts'

type Key = keyof EmbedSessionSettings
type Resolved = { readonly [K in Key]-?: NonNullable<EmbedSessionSettings[K]> }

/** The lowest layer of settings. */
const BUILT_IN: Resolved = {
  allowAi: true,
  allowChatWorkspaceAuthoring: true,
  showAiWidgets: true,
  showDashboardChat: true,
  showDashboardSettings: true,
  showGroupByCube: true,
  showMemberNames: true,
  showWorkbookChat: true,
  showWorkbookShare: true,
  locale: 'en',
  timezone: 'UTC',
}

/** Settings that the account decides unless a session does. The others fall back to the built-in value. */
const OF_THE_ACCOUNT = ['allowAi', 'showAiWidgets', 'showDashboardChat', 'showWorkbookChat'] as const
const AI_SWITCHES = ['showAiWidgets', 'showDashboardChat', 'showWorkbookChat'] as const

/** The settings that a session sets. Null counts as left out. */
export const pinnedOf = (settings: EmbedSessionSettings | null | undefined): EmbedSessionSettings =>
  Object.fromEntries(Object.entries(settings ?? {}).filter(([, value]) => value != null))

/** The settings of a session: its own, over those of the account, over the built-in ones. */
export function effectiveSettings(pinned: EmbedSessionSettings, account: Embedding): Resolved {
  const defaults = account.settings
  const layered = {
    ...BUILT_IN,
    ...Object.fromEntries(OF_THE_ACCOUNT.flatMap((key) => (defaults[key] == null ? [] : [[key, defaults[key]]]))),
    ...pinned,
  } as Resolved
  const timezones = [account.allowUserTimezones ? pinned.timezone : null, defaults.timezone]
  return {
    ...layered,
    // With AI off, everything that shows AI is off too.
    ...(layered.allowAi ? {} : Object.fromEntries(AI_SWITCHES.map((key) => [key, false]))),
    locale: firstOf([pinned.locale, defaults.locale], shippedLocale) ?? BUILT_IN.locale,
    timezone: firstOf(timezones, usableTimezone) ?? BUILT_IN.timezone,
  }
}

/** The first usable candidate. Unusable ones are skipped without an error. */
function firstOf(
  candidates: readonly (string | null | undefined)[],
  use: (text: string | null | undefined) => string | undefined,
): string | undefined {
  for (const candidate of candidates) {
    const used = use(candidate)
    if (used !== undefined) return used
  }
  return undefined
}

/** The languages of the UI. The real list is documented nowhere. */
const SHIPPED = ['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'nl', 'pt', 'zh']

/** `de`, `de-CH` and `de-Latn-CH` are all German. */
export function shippedLocale(code: string | null | undefined): string | undefined {
  if (code == null) return undefined
  try {
    const { language } = new Intl.Locale(code)
    return SHIPPED.find((shipped) => shipped === language)
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}

/** A name of the IANA list, not a bare offset such as `+02:00`. */
export function usableTimezone(name: string | null | undefined): string | undefined {
  if (name == null || !/^[A-Za-z]/.test(name)) return undefined
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch (cause) {
    if (cause instanceof RangeError) return undefined
    throw cause
  }
}
