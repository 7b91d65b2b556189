import { z } from 'zod'
import { area } from './endpoint.ts'

const Seed = z
  .looseObject({
    color: z.string().nullish(),
    hue: z.number().min(0).max(360).nullish(),
    saturation: z.number().min(0).max(100).nullish(),
  })
  .meta({ id: 'AppThemePaletteSeed' })

const CodePalette = z
  .looseObject({ saturation: z.number().min(0).max(100).nullish() })
  .meta({ id: 'AppThemeCodePalette' })

const PaletteThemes = z
  .looseObject({
    code: CodePalette.nullish(),
    danger: Seed.nullish(),
    note: Seed.nullish(),
    success: Seed.nullish(),
    warning: Seed.nullish(),
  })
  .meta({ id: 'AppThemePaletteThemes' })

const Palette = z
  .looseObject({
    accent: Seed.nullish(),
    base: Seed.nullish(),
    contrastLevel: z.number().min(0).max(100).nullish(),
    pastel: z.boolean().nullish(),
    surfaceMode: z.enum(['neutral', 'tinted']).nullish(),
    themes: PaletteThemes.nullish(),
  })
  .meta({ id: 'AppThemePalette' })

const Scheme = z
  .looseObject({
    accentColor: z.string(),
    backgroundColor: z.string(),
    foregroundColor: z.string(),
    contrast: z.number(),
    logoUrl: z.string(),
  })
  .meta({ id: 'AppThemeScheme' })

const FontRef = z.looseObject({ fontRef: z.string(), fontWeight: z.number() }).meta({ id: 'AppThemeFontRef' })

const Font = z
  .looseObject({
    id: z.string(),
    url: z.string(),
    format: z.string(),
    family: z.string().nullish(),
    name: z.string().nullish(),
  })
  .meta({ id: 'ThemeFont' })

const Typography = z
  .looseObject({ fonts: z.array(Font), body: FontRef, heading: FontRef })
  .meta({ id: 'AppThemeTypography' })

export const AppTheme = z
  .looseObject({
    palette: Palette,
    logoUrl: z.string(),
    light: Scheme.describe('Deprecated in favour of `palette` and `logoUrl`.'),
    dark: Scheme.describe('Deprecated in favour of `palette` and `logoUrl`.'),
    typography: Typography.nullish(),
  })
  .meta({ id: 'AppTheme' })
export type AppTheme = z.output<typeof AppTheme>

const LocalizedValue = z
  .looseObject({ locale: z.string().max(35), value: z.string().max(1000) })
  .meta({ id: 'LocalizedValue' })

const CreatorMode = z
  .looseObject({
    workspaceTitle: z.string().nullish(),
    showWorkspaceTitle: z.boolean().nullish(),
    showGeneratedSql: z.boolean().nullish(),
    showSemanticSql: z.boolean().nullish(),
    localizedTitles: z.array(LocalizedValue).max(50).nullish(),
  })
  .meta({ id: 'CreatorMode' })

const EmbedSettings = z
  .looseObject({
    allowAi: z.boolean().nullish(),
    enableDashboardComments: z.boolean().nullish(),
    showAiWidgets: z.boolean().nullish(),
    showDashboardChat: z.boolean().nullish(),
    showWorkbookChat: z.boolean().nullish(),
    locale: z.string().nullish(),
    timezone: z.string().nullish(),
  })
  .meta({ id: 'EmbedSettings' })

const SheetsUi = z.looseObject({ showAppliedFilters: z.boolean().nullish() }).meta({ id: 'SheetsUiSettings' })

const Timezones = z
  .looseObject({
    enabled: z.boolean().nullish(),
    timezone: z.string().nullish(),
    allowUserOverride: z.boolean().nullish(),
  })
  .meta({ id: 'TimezoneSettings' })

export const AppConfig = z
  .looseObject({
    applyThemeGlobally: z.boolean(),
    restrictDataDownload: z.boolean(),
    sheetsAgentChatEnabled: z.boolean(),
    appTheme: AppTheme.nullish(),
    creatorMode: CreatorMode.nullish(),
    embedding: EmbedSettings.nullish(),
    sheetsUi: SheetsUi.nullish(),
    timezoneSettings: Timezones.nullish(),
  })
  .meta({ id: 'AppConfigResponse' })
export type AppConfig = z.output<typeof AppConfig>

const row = { auth: 'bearer', method: 'GET', repeat: 'safe', params: z.object({}) } as const

const FIXED = 'Every user may read it. No call of the API writes it'

export const appConfig = area('App Theme', {
  getAppConfig: {
    ...row,
    path: '/api/v1/app-config',
    summary: 'Read how the application looks and what it allows, for the account.',
    response: AppConfig,
    chosen: `${FIXED}; \`embedding\` and \`timezoneSettings.allowUserOverride\` follow the controls of embedding.`,
  },
  getAppTheme: {
    ...row,
    path: '/api/v1/app-theme',
    summary: 'Read the theme of the application.',
    response: AppTheme,
    chosen: `${FIXED}. The operation id is ours, the answer is \`appTheme\` of the application's configuration.`,
  },
})
