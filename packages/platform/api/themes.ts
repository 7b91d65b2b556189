import { z } from 'zod'

/** What a request may set in a dashboard's theme. In responses the theme is free-form. */

const border = {
  color: z.string().nullish(),
  radius: z.string().nullish(),
  style: z.string().nullish(),
  width: z.string().nullish(),
}

const title = {
  color: z.string().nullish(),
  fontFamily: z.string().nullish(),
  fontSize: z.string().nullish(),
  fontWeight: z.string().nullish(),
}

const DashboardSection = z
  .looseObject({ backgroundColor: z.string().nullish(), padding: z.string().nullish() })
  .meta({ id: 'DashboardThemeSectionInput' })

const ControlSection = z
  .looseObject({
    backgroundColor: z.string().nullish(),
    padding: z.string().nullish(),
    border: z.looseObject(border).meta({ id: 'ControlThemeBorderSectionInput' }).nullish(),
    title: z.looseObject(title).meta({ id: 'ControlThemeTitleSectionInput' }).nullish(),
  })
  .meta({ id: 'ControlThemeSectionInput' })

const WidgetText = z
  .looseObject({
    codeFontFamily: z.string().nullish(),
    color: z.string().nullish(),
    fontFamily: z.string().nullish(),
    secondaryColor: z.string().nullish(),
  })
  .meta({ id: 'WidgetThemeTextSectionInput' })

const WidgetSection = z
  .looseObject({
    backgroundColor: z.string().nullish(),
    margin: z.string().nullish(),
    padding: z.string().nullish(),
    border: z.looseObject(border).meta({ id: 'WidgetThemeBorderSectionInput' }).nullish(),
    text: WidgetText.nullish(),
    title: z.looseObject(title).meta({ id: 'WidgetThemeTitleSectionInput' }).nullish(),
  })
  .meta({ id: 'WidgetThemeSectionInput' })

export const DashboardThemeInput = z
  .looseObject({
    backgroundColor: z.string().nullish(),
    fontFamily: z.string().nullish(),
    primaryColor: z.string().nullish(),
    themeId: z.string().nullish(),
    dashboard: DashboardSection.nullish(),
    controls: ControlSection.nullish(),
    widgets: WidgetSection.nullish(),
  })
  .meta({ id: 'DashboardThemeInput' })
export type DashboardThemeInput = z.output<typeof DashboardThemeInput>
