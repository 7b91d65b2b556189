import type { Api, AppTheme } from '@boardwright/platform'
import type { Routes } from '../http/route.ts'
import { readEmbedding } from '../store/embed/account.ts'

/** The initial theme of every account. */
const THEME: AppTheme = {
  palette: {
    accent: { color: '#5b5bd6', hue: 240, saturation: 60 },
    base: { color: '#1c2024', hue: 210, saturation: 10 },
    contrastLevel: 50,
    pastel: false,
    surfaceMode: 'neutral',
    themes: null,
  },
  logoUrl: '',
  light: {
    accentColor: '#5b5bd6',
    backgroundColor: '#ffffff',
    foregroundColor: '#1c2024',
    contrast: 50,
    logoUrl: '',
  },
  dark: {
    accentColor: '#5b5bd6',
    backgroundColor: '#111113',
    foregroundColor: '#edeef0',
    contrast: 50,
    logoUrl: '',
  },
  typography: null,
}

export const appConfig: Routes<Api['appConfig']> = {
  getAppConfig({ platform }) {
    const { settings, allowUserTimezones } = readEmbedding(platform.db)
    return {
      applyThemeGlobally: false,
      restrictDataDownload: platform.switches.dataDownload === 'restricted',
      sheetsAgentChatEnabled: true,
      appTheme: THEME,
      creatorMode: null,
      embedding: settings,
      sheetsUi: { showAppliedFilters: true },
      timezoneSettings: { enabled: true, timezone: null, allowUserOverride: allowUserTimezones },
    }
  },

  getAppTheme: () => THEME,
}
