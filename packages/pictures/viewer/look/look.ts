import { mapAt, textAt } from '../data/free.ts'
import { mix, type Rgb, readable, readColour, writeColour } from './colour.ts'

export type Mode = 'light' | 'dark'

/** Colours and type that charts need as values; everything else reads them from the style sheet. */
export interface Theme {
  readonly mode: Mode
  readonly font: string
  readonly text: string
  readonly faint: string
  readonly line: string
  readonly ground: string
  readonly accent: string
  readonly palette: readonly string[]
  readonly good: string
  readonly bad: string
}

const BASE: Readonly<Record<Mode, Readonly<Record<'page' | 'card' | 'text' | 'faint' | 'line' | 'accent', Rgb>>>> = {
  light: {
    page: [245, 246, 248],
    card: [255, 255, 255],
    text: [28, 34, 44],
    faint: [91, 100, 114],
    line: [225, 229, 235],
    accent: [58, 91, 217],
  },
  dark: {
    page: [14, 17, 22],
    card: [23, 28, 35],
    text: [231, 235, 241],
    faint: [156, 167, 181],
    line: [44, 51, 61],
    accent: [134, 161, 255],
  },
}

/** More than sixteen each: colours that resemble the accent are dropped. */
const PALETTES: Readonly<Record<Mode, readonly string[]>> = {
  light: [
    ...['#3a5bd9', '#0f8f7e', '#d9822b', '#b0407c', '#6b57c9', '#5a8f29', '#c2473d', '#3588b5'],
    ...['#005484', '#b478e4', '#006c00', '#e46084', '#786054', '#60246c', '#840c00', '#3c4824', '#a88490'],
  ],
  dark: [
    ...['#86a1ff', '#4cc3b0', '#f0ac5f', '#e38bb8', '#a99af5', '#9fcf6a', '#f0887f', '#7cc3e8'],
    ...['#908400', '#fcd8fc', '#0090b4', '#a860b4', '#f0f060', '#cc5454', '#00a854', '#90fce4', '#6078e4'],
  ],
}

/** Sixteen distinguishable colours, the accent first. */
function paletteFrom(accent: Rgb, mode: Mode): string[] {
  const distance = (text: string): number => {
    const [red = 0, green = 0, blue = 0] = readColour(text) ?? []
    return Math.hypot(red - accent[0], green - accent[1], blue - accent[2])
  }
  const [first = '', ...others] = PALETTES[mode]
  return [writeColour(accent), ...[...others, first].filter((each) => distance(each) >= ALIKE)].slice(0, 16)
}

const ALIKE = 36

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "DejaVu Sans", sans-serif'

/** Whether a style sheet accepts this value for the property. */
export type Supports = (property: string, value: string) => boolean

type Properties = Readonly<Record<string, string | undefined>>

/** A theme, as values and as style-sheet properties. */
export interface Look {
  readonly theme: Theme
  readonly properties: Properties
}

/** A value that is safe in a style sheet: valid for its property, and loading nothing. */
const valueIn =
  (supports: Supports) =>
  (value: unknown, property: string): string | undefined =>
    typeof value === 'string' && !/url|var\(|image|expression|attr\(/i.test(value) && supports(property, value)
      ? value
      : undefined

/** People choose colours for light pages. On a dark page only the theme's shape and accent are kept. */
export function lookOf(given: unknown, mode: Mode, supports: Supports): Look {
  const cssValue = valueIn(supports)
  const base = BASE[mode]
  const isLight = mode === 'light'
  const [widgets, controls, page] = [mapAt(given, 'widgets'), mapAt(given, 'controls'), mapAt(given, 'dashboard')]
  const chosen = (value: unknown): Rgb | undefined =>
    isLight && typeof value === 'string' ? readColour(value) : undefined
  const ground = chosen(widgets['backgroundColor']) ?? base.card
  const behind = chosen(page['backgroundColor']) ?? chosen(textAt(given, 'backgroundColor')) ?? base.page
  const text = readable(chosen(mapAt(widgets, 'text')['color']) ?? base.text, ground, 7)
  const faint = readable(chosen(mapAt(widgets, 'text')['secondaryColor']) ?? base.faint, ground)
  const primary = readColour(textAt(given, 'primaryColor') ?? '')
  const accent = readable(primary ?? base.accent, ground)
  const tint = mix(ground, accent, isLight ? 0.08 : 0.14)
  const title = readable(chosen(mapAt(widgets, 'title')['color']) ?? base.text, ground)
  const label = readable(chosen(mapAt(controls, 'title')['color']) ?? base.text, ground)
  const line = chosen(mapAt(widgets, 'border')['color']) ?? base.line
  const font = cssValue(textAt(given, 'fontFamily'), 'font-family')
  const theme: Theme = {
    mode,
    font: font === undefined ? FONT : `${font}, ${FONT}`,
    text: writeColour(text),
    faint: writeColour(faint),
    line: writeColour(line),
    ground: writeColour(ground),
    accent: writeColour(accent),
    palette: paletteFrom(accent, mode),
    good: isLight ? '#14734a' : '#5fcf9a',
    bad: isLight ? '#b3261e' : '#ff9a92',
  }
  return {
    theme,
    properties: {
      '--bw-page': writeColour(behind),
      '--bw-card': writeColour(ground),
      '--bw-text': writeColour(text),
      '--bw-faint': writeColour(faint),
      '--bw-on-page': writeColour(readable(base.text, behind, 7)),
      '--bw-faint-on-page': writeColour(readable(base.faint, behind)),
      '--bw-accent': writeColour(accent),
      '--bw-on-accent': writeColour(readable(isLight ? [255, 255, 255] : [14, 17, 22], accent)),
      '--bw-tint': writeColour(tint),
      '--bw-accent-on-tint': writeColour(readable(accent, tint)),
      '--bw-good': theme.good,
      '--bw-bad': theme.bad,
      '--bw-line': writeColour(line),
      '--bw-strong-line': writeColour(mix(line, text, 0.25)),
      '--bw-title': writeColour(title),
      '--bw-label': writeColour(label),
      '--bw-font': font === undefined ? FONT : `${font}, ${FONT}`,
      '--bw-mono': cssValue(textAt(mapAt(widgets, 'text'), 'codeFontFamily'), 'font-family') ?? 'monospace',
      ...formOf(widgets, page, supports),
    },
  }
}

function formOf(widgets: unknown, page: unknown, supports: Supports): Properties {
  const cssValue = valueIn(supports)
  const [border, title] = [mapAt(widgets, 'border'), mapAt(widgets, 'title')]
  return {
    '--bw-radius': cssValue(border['radius'], 'border-radius'),
    '--bw-border-width': cssValue(border['width'], 'border-width'),
    '--bw-border-style': cssValue(border['style'], 'border-style'),
    '--bw-padding': cssValue(textAt(widgets, 'padding'), 'padding'),
    '--bw-page-padding': cssValue(textAt(page, 'padding'), 'padding'),
    '--bw-title-size': cssValue(title['fontSize'], 'font-size'),
    '--bw-title-weight': cssValue(title['fontWeight'], 'font-weight'),
    '--bw-title-font': cssValue(title['fontFamily'], 'font-family'),
  }
}

/** The style that a widget sets for itself. */
export function widgetLook(given: unknown, mode: Mode, supports: Supports): Properties {
  const [border, title] = [mapAt(given, 'border'), mapAt(given, 'title')]
  const background = textAt(given, 'backgroundColor')
  const ground = mode === 'light' && background !== undefined ? readColour(background) : undefined
  const base = BASE[mode]
  return {
    ...(ground && {
      '--bw-card': writeColour(ground),
      '--bw-text': writeColour(readable(base.text, ground, 7)),
      '--bw-title': writeColour(readable(readColour(textAt(title, 'color') ?? '') ?? base.text, ground)),
      '--bw-faint': writeColour(readable(base.faint, ground)),
    }),
    ...formOf(given, {}, supports),
    ...(mode === 'light' && { '--bw-line': valueIn(supports)(border['color'], 'border-color') }),
  }
}

export const isClear = (given: unknown): boolean => textAt(given, 'backgroundColor') === 'transparent'
