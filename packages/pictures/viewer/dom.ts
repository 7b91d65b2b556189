import { straight } from './data/straight.ts'
import { legibleSoon } from './glyphs.ts'
import type { Shape } from './shape.ts'

type Child = Node | string | null | undefined | false
type Value = string | number | boolean | null | undefined

/** An element with attributes and children. False and undefined attributes are left out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children)
}

const SVG = 'http://www.w3.org/2000/svg'

export function makeSvg(
  tag: string,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): SVGElement {
  return fill(document.createElementNS(SVG, tag) as SVGElement, attributes, children)
}

export const fromShape = ({ tag, attributes, children }: Shape): SVGElement =>
  makeSvg(tag, attributes, ...children.map((child) => (typeof child === 'string' ? child : fromShape(child))))

function fill<E extends Element>(
  element: E,
  attributes: Readonly<Record<string, Value>>,
  children: readonly Child[],
): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    element.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue
    element.append(typeof child === 'string' ? textOf(child) : child)
  }
  return element
}

function textOf(written: string): Text {
  const text = document.createTextNode(straight(written))
  legibleSoon(text)
  return text
}

/** Set through the CSSOM: a policy against style attributes applies only to markup. */
export function style<E extends HTMLElement | SVGElement>(
  element: E,
  properties: Readonly<Record<string, string | undefined>>,
): E {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) element.style.removeProperty(name)
    else element.style.setProperty(name, value)
  }
  return element
}

let count = 0

/** An id that is unique on the page. */
export const freshId = (stem: string): string => `bw-${stem}-${++count}`

export const hidden = (text: string): HTMLElement => make('span', { class: 'bw-sr' }, text)

/** These children, in this order. Those that were there stay attached: a browser lays out again whatever is moved. */
export function keepInPlace(parent: Element, children: readonly Element[]): void {
  const wanted = new Set(children)
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove()
  for (const [index, child] of children.entries()) {
    const there = parent.children[index]
    if (there !== child) parent.insertBefore(child, there ?? null)
  }
}
