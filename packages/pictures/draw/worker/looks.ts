import type { SceneWidget } from '../../scene.ts'
import { isBare } from '../../viewer/facts/named.ts'
import { isClear, lookOf, type Mode, type Supports, type Theme, widgetLook } from '../../viewer/look/look.ts'

/** The values that the viewer's style sheet sets with variables. */
export interface Looks {
  readonly theme: Theme
  readonly page: string
  readonly card: string
  readonly text: string
  readonly faint: string
  readonly title: string
  readonly onPage: string
  readonly faintOnPage: string
  readonly accent: string
  readonly onAccent: string
  readonly tint: string
  readonly line: string
  readonly strongLine: string
  readonly font: string
  readonly mono: string
  readonly radius: number
  readonly border: number
  /** Around the contents of a widget: top, right, bottom, left. */
  readonly padding: Sides
  readonly pagePadding: Sides
  readonly titleSize: number
  readonly titleWeight: number
}

export type Sides = readonly [number, number, number, number]

type Properties = Readonly<Record<string, string | undefined>>

const LENGTH = /^(\d+(\.\d+)?)(px)?$/

/** Checks for the values that can be drawn: pixels, font names, colours and weights. */
const VALID: Readonly<Record<string, (value: string) => boolean>> = {
  'font-family': (value) => !/[;{}<>]/.test(value),
  'font-weight': (value) => /^(\d{3}|normal|bold)$/.test(value),
  'border-color': (value) => /^[#\w(),.% -]+$/.test(value),
  'border-style': (value) => /^[a-z]+$/.test(value),
}
const areLengths = (value: string): boolean => value.split(/\s+/).every((part) => LENGTH.test(part))
const supports: Supports = (property, value) => (VALID[property] ?? areLengths)(value.trim())

export function looksOf(given: unknown, mode: Mode): Looks {
  const { theme, properties } = lookOf(given, mode, supports)
  return read(theme, properties)
}

export interface Place {
  /** Whether the widget is in a container. */
  readonly isInner: boolean
}

/** The looks of one widget: from its own style, its type and its place. */
export function looksOfWidget(looks: Looks, widget: SceneWidget, { isInner }: Place): Looks {
  const own = { ...looks, ...read(looks.theme, widgetLook(widget.style, looks.theme.mode, supports), looks) }
  const isOpen = isBare(widget) || isClear(widget.style)
  const { onPage, faintOnPage } = own
  const open = { ...own, card: 'none', text: onPage, title: onPage, faint: faintOnPage, padding: [2, 4, 2, 4] } as const
  const shown: Looks = isOpen ? open : own
  const padding: Sides | undefined =
    widget.type === 'SPACER' || widget.type === 'DIVIDER' ? [0, 4, 0, 4] : isInner ? [8, 0, 0, 0] : undefined
  return { ...shown, ...(isInner ? { card: 'none' } : {}), ...(padding ? { padding } : {}) }
}

/** Whether the widget has a visible border. */
export const isBoxed = (widget: SceneWidget, { isInner }: Place): boolean =>
  !isInner && !isBare(widget) && !isClear(widget.style)

const WEIGHTS: Readonly<Record<string, number>> = { normal: 400, bold: 700 }

function read(theme: Theme, properties: Properties, usual?: Looks): Looks {
  const colour = (name: string, otherwise: string): string => properties[`--bw-${name}`] ?? otherwise
  const length = (name: string, otherwise: number): number => sidesOf(properties[`--bw-${name}`])?.[0] ?? otherwise
  const weight = properties['--bw-title-weight']
  return {
    theme,
    page: colour('page', usual?.page ?? ''),
    card: colour('card', usual?.card ?? ''),
    text: colour('text', usual?.text ?? ''),
    faint: colour('faint', usual?.faint ?? ''),
    title: colour('title', usual?.title ?? ''),
    onPage: colour('on-page', usual?.onPage ?? ''),
    faintOnPage: colour('faint-on-page', usual?.faintOnPage ?? ''),
    accent: colour('accent', usual?.accent ?? ''),
    onAccent: colour('on-accent', usual?.onAccent ?? ''),
    tint: colour('tint', usual?.tint ?? ''),
    line: colour('line', usual?.line ?? ''),
    strongLine: colour('strong-line', usual?.strongLine ?? ''),
    font: colour('font', usual?.font ?? ''),
    mono: colour('mono', usual?.mono ?? ''),
    radius: length('radius', usual?.radius ?? 10),
    border: length('border-width', usual?.border ?? 1),
    padding: sidesOf(properties['--bw-padding']) ?? usual?.padding ?? [14, 16, 14, 16],
    pagePadding: sidesOf(properties['--bw-page-padding']) ?? usual?.pagePadding ?? [8, 8, 8, 8],
    titleSize: length('title-size', usual?.titleSize ?? 14),
    titleWeight: weight === undefined ? (usual?.titleWeight ?? 600) : (WEIGHTS[weight] ?? Number(weight)),
  }
}

/** Reads one to four values, as in CSS. */
function sidesOf(value: string | undefined): Sides | undefined {
  const parts = value
    ?.trim()
    .split(/\s+/)
    .map((part) => Number(LENGTH.exec(part)?.[1]))
  const [top, right = top, bottom = top, left = right] = parts ?? []
  if (top === undefined || right === undefined || bottom === undefined || left === undefined) return undefined
  return [top, right, bottom, left].some(Number.isNaN) ? undefined : [top, right, bottom, left]
}
