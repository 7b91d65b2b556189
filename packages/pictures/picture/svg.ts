import { escapeXml } from './markup.ts'
import { PALETTE, type Role, type Theme } from './palette.ts'
import type { Box, Inset, Path, Shape, Sheet, Text } from './shapes.ts'
import { lengthOf } from './text/fit.ts'

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"

const ROLES = Object.keys(PALETTE) as Role[]
const ruleOf = (role: Role, colour: string): string =>
  `.bwp .f-${role}{fill:${colour}}.bwp .s-${role}{stroke:${colour}}`
const rulesOf = (theme: Theme, roles: readonly Role[]): string =>
  roles.map((role) => ruleOf(role, PALETTE[role][theme])).join('')

const styleFor = (roles: readonly Role[], theme?: Theme): string =>
  `.bwp{font-family:${FONT}}.bwp .b{font-weight:600}${theme ? rulesOf(theme, roles) : `${rulesOf('light', roles)}@media(prefers-color-scheme:dark){${rulesOf('dark', roles)}}`}`

/** Shared definitions, for a page with many drawings. */
export const SVG_STYLE = styleFor(ROLES)

function styleOf({ background, shapes }: Sheet, { colours, theme }: SvgOptions): string {
  const paints = shapes.flatMap((shape) => [
    'fill' in shape ? shape.fill : undefined,
    'stroke' in shape ? shape.stroke : undefined,
  ])
  const used = new Set<unknown>([background, ...paints])
  const roles = ROLES.filter((role) => used.has(role))
  return colours === undefined
    ? styleFor(roles, theme)
    : roles.map((role) => ruleOf(role, colours[role] ?? 'none')).join('')
}

export interface SvgOptions {
  /** For a page that shows parts of it. */
  readonly id?: string | undefined
  /** Leaves out the style, for a page that already has it. */
  readonly bare?: boolean
  /** Instead of light or dark, as the reader wishes. */
  readonly theme?: Theme | undefined
  /** Instead of those for light and dark. */
  readonly colours?: Readonly<Partial<Record<Role, string>>>
}

/** The drawing as SVG, without scripts or external resources. */
export function renderSvg(sheet: Sheet, options: SvgOptions = {}): string {
  const { id, bare = false } = options
  const { width, height, title, background, shapes } = sheet
  const size = `viewBox="0 0 ${number(width)} ${number(height)}" width="${number(width)}" height="${number(height)}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg"${id === undefined ? '' : ` id="${escapeXml(id)}"`} class="bwp" ${size} role="img">`,
    `<title>${escapeXml(title.slice(0, MOST_TITLE))}</title>`,
    ...(bare ? [] : [`<style>${styleOf(sheet, options)}</style>`]),
    `<rect width="${number(width)}" height="${number(height)}" ${paints({ fill: background })}/>`,
    ...shapes.flatMap(tagsOf),
    '</svg>',
    '',
  ].join('\n')
}

function tagsOf(shape: Shape, index: number): string | string[] {
  switch (shape.kind) {
    case 'box':
      return boxTag(shape)
    case 'path':
      return pathTag(shape)
    case 'text':
      return textTag(shape)
    case 'inset':
      return insetTag(shape, `i${index}-`)
  }
}

const MOST_TITLE = 300
const number = (value: number): string => String(Math.round(value * 10) / 10)

/** Colours by class, for light and dark. */
function paints(
  { fill, stroke }: { readonly fill?: Role | undefined; readonly stroke?: Role | undefined },
  more = '',
): string {
  const classes = [
    ...(fill === undefined ? [] : [`f-${fill}`]),
    ...(stroke === undefined ? [] : [`s-${stroke}`]),
    ...(more === '' ? [] : [more]),
  ]
  const attributes = [
    ...(classes.length > 0 ? [`class="${classes.join(' ')}"`] : []),
    ...(fill === undefined ? ['fill="none"'] : []),
  ]
  return attributes.join(' ')
}

function boxTag({ x, y, w, h, radius = 0, fill, stroke, strokeWidth = 1 }: Box): string {
  const round = radius > 0 ? ` rx="${number(Math.min(radius, w / 2, h / 2))}"` : ''
  const pen = stroke === undefined || strokeWidth === 1 ? '' : ` stroke-width="${number(strokeWidth)}"`
  return `<rect x="${number(x)}" y="${number(y)}" width="${number(w)}" height="${number(h)}"${round} ${paints({ fill, stroke })}${pen}/>`
}

function pathTag({ points, stroke, strokeWidth, dash }: Path): string {
  const d = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${number(x)} ${number(y)}`).join('')
  const dashes = dash ? ` stroke-dasharray="${dash.map(number).join(' ')}"` : ''
  return `<path d="${d}" ${paints({ stroke })} stroke-width="${number(strokeWidth)}" stroke-linecap="round" stroke-linejoin="round"${dashes}/>`
}

/** Two insets may have the same ids, because both sides of a change have the same widgets. */
function insetTag({ x, y, w, h, from, drawn }: Inset, own: string): string {
  const inside = drawn.replaceAll(/( id="|url\(#|href="#)/g, `$1${own}`).replaceAll(/<title>[^<]*<\/title>/g, '')
  return `<svg x="${number(x)}" y="${number(y)}" width="${number(w)}" height="${number(h)}" viewBox="${from.map(number).join(' ')}" overflow="hidden">${inside}</svg>`
}

/** Makes a text exactly as wide as measured, whatever the font. */
function textTag(shape: Text): string[] {
  const { x, y, text, size, bold, fill } = shape
  const measured = lengthOf(text, shape)
  if (measured === 0) return []
  const length = `textLength="${number(measured)}" lengthAdjust="spacingAndGlyphs"`
  return [
    `<text x="${number(x)}" y="${number(y)}" font-size="${number(size)}" ${paints({ fill }, bold ? 'b' : '')} ${length}>${escapeXml(text)}</text>`,
  ]
}
