import type { Rows } from '../../../viewer/data/rows.ts'
import { mapOf } from '../../../viewer/facts/map.ts'
import { sankeyOf } from '../../../viewer/facts/sankey.ts'
import { mix, readColour, writeColour } from '../../../viewer/look/colour.ts'
import type { Shape } from '../../../viewer/shape.ts'
import type { Given, Size } from '../context.ts'
import type { Looks } from '../looks.ts'
import { el, escapeXml, type Markup } from '../svg.ts'
import { paintEmpty } from './notice.ts'

/** Styles from the viewer's style sheet for drawings, by the class of the nearest group and the element. */
const STYLES: Readonly<Record<string, (looks: Looks) => Readonly<Record<string, string | number>>>> = {
  'bw-map-line line': ({ line }) => ({ stroke: line }),
  'bw-map-line text': ({ faint }) => ({ fill: faint, 'font-size': 9.5 }),
  'bw-map-labels text': ({ text, card }) => ({ ...outlined(text, card), 'font-size': 11.5, 'font-weight': 500 }),
  'bw-map-point circle': ({ card }) => ({ 'fill-opacity': 0.78, stroke: card, 'stroke-width': 1.5 }),
  'bw-sankey-links path': () => ({ fill: 'none', 'stroke-opacity': 0.28 }),
  'bw-sankey text': ({ text, card }) => ({ ...outlined(text, card), 'font-size': 12 }),
}

const outlined = (fill: string, stroke: string) => ({ fill, stroke, 'stroke-width': 3, 'paint-order': 'stroke' })

export function paintMap(given: Given, { width, height }: Size, rows: Rows): Markup {
  const places = mapOf(given, rows)
  if (typeof places === 'string') return paintEmpty(given, { width, height }, places)
  const { looks, on } = given
  const note = { size: 12, fill: looks.faint }
  const lines = on.letters.wrap(places.note, width, note)
  const size = { width: Math.max(80, width), height: Math.max(80, height - 6 - lines.length * 18) }
  return [
    el('rect', { ...size, rx: 8, fill: tinted(looks) }),
    write(places.draw(size), looks),
    ...lines.map((line, index) => on.letters.line(0, size.height + 6 + index * 18, 18, line, note)),
  ].join('')
}

function tinted({ card, accent, theme }: Looks): string {
  const [ground, colour] = [readColour(card) ?? readColour(theme.ground), readColour(accent)]
  return ground && colour ? writeColour(mix(ground, colour, 0.04)) : card
}

export function paintSankey(given: Given, { width, height }: Size, rows: Rows): Markup {
  const diagram = sankeyOf(given, rows)
  return typeof diagram === 'string'
    ? paintEmpty(given, { width, height }, diagram)
    : write(diagram(width, height), given.looks)
}

/** A shape as markup. Titles are dropped, because only pages show them. */
function write({ tag, attributes, children }: Shape, looks: Looks, around = ''): Markup {
  const { class: own, role: _, 'aria-label': __, 'aria-hidden': ___, viewBox, ...rest } = attributes
  const group = own === undefined ? around : String(own)
  const style = STYLES[`${group} ${tag}`]?.(looks) ?? {}
  const inner = children.map((child) =>
    typeof child === 'string' ? escapeXml(child) : child.tag === 'title' ? '' : write(child, looks, group),
  )
  const [, , width, height] = String(viewBox ?? '').split(' ')
  const size = tag === 'svg' ? { width, height, overflow: 'hidden' } : {}
  return el(tag, { ...size, class: own, ...style, ...rest }, ...inner)
}
