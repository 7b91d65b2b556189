import { straight } from '../../viewer/data/straight.ts'

type Value = string | number | undefined

/** Markup of a drawing. Texts in it have been escaped. */
export type Markup = string

export function el(tag: string, attributes: Readonly<Record<string, Value>>, ...children: readonly Markup[]): Markup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${typeof value === 'number' ? short(value) : escapeXml(String(value))}"`)
  const inner = children.join('')
  return inner === '' ? `<${tag}${written.join('')}/>` : `<${tag}${written.join('')}>${inner}</${tag}>`
}

export const short = (value: number): string => String(Math.round(value * 100) / 100)

/**
 * XML allows no control characters and no lone surrogates. Bidi marks are made visible, so that they have no effect.
 */
export const escapeXml = (text: string): string =>
  straight(text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
export const unescapeXml = (text: string): string =>
  text.replaceAll(/&(\w+);/g, (whole, name: string) => NAMED[name] ?? whole)

export const at = (x: number, y: number, ...children: readonly Markup[]): Markup =>
  children.length === 0 ? '' : el('g', { transform: `translate(${short(x)} ${short(y)})` }, ...children)

/** Clips contents to a box. */
export const clipped = (
  { x, y, width, height }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ...children: readonly Markup[]
): Markup =>
  children.length === 0 || width <= 0 || height <= 0
    ? ''
    : el('svg', { x, y, width, height, overflow: 'hidden' }, ...children)
