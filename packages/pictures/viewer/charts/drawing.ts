import { isMap } from '../data/free.ts'
import { make, makeSvg, style } from '../dom.ts'
import { ELEMENTS, isInert } from '../inert.ts'
import type { Shape } from '../shape.ts'
import type { Drawing } from './talk.ts'

const MOST_ELEMENTS = 200_000
const DEEPEST = 100

/** A drawing from the frame, if it is one: only shapes and texts. */
function readShape(given: unknown, room: { left: number }, depth = 0): Shape {
  room.left -= 1
  if (!isMap(given) || room.left < 0 || depth > DEEPEST) throw new Error('the drawing is no drawing')
  const { tag, attributes, children } = given
  if (typeof tag !== 'string' || !ELEMENTS.has(tag) || !isMap(attributes) || !Array.isArray(children))
    throw new Error('the drawing has parts that are none')
  const entries = Object.entries(attributes).map(([name, value]) => [name, String(value)] as const)
  if (entries.some(([name, value]) => !/^[\w:-]+$/.test(name) || !isInert(name, value)))
    throw new Error('the drawing refers to something else')
  return {
    tag,
    attributes: Object.fromEntries(entries.filter(([name]) => !name.startsWith('xmlns'))),
    children: children.map((child: unknown) => (typeof child === 'string' ? child : readShape(child, room, depth + 1))),
  }
}

/** Shows a drawing in its holder. What is there already is changed in place, so that a click ends where it began. */
export function showDrawing(holder: HTMLElement, drawing: Drawing): void {
  if ('pixels' in drawing) {
    showPixels(holder, drawing)
    return
  }
  const shape = readShape(drawing.shape, { left: MOST_ELEMENTS })
  const shown = holder.firstElementChild
  if (shown instanceof SVGElement) change(shown, shape)
  else holder.replaceChildren(build(shape))
}

function showPixels(holder: HTMLElement, { pixels, width, height }: Extract<Drawing, { pixels: ImageBitmap }>): void {
  const shown = holder.firstElementChild
  const canvas = shown instanceof HTMLCanvasElement ? shown : make('canvas')
  if (canvas !== shown) holder.replaceChildren(canvas)
  style(canvas, { width: `${Number(width)}px`, height: `${Number(height)}px` })
  canvas.width = pixels.width
  canvas.height = pixels.height
  canvas.getContext('2d')?.drawImage(pixels, 0, 0)
  pixels.close()
}

function build({ tag, attributes, children }: Shape): SVGElement {
  const { style: css, ...others } = attributes
  const element = makeSvg(tag, others, ...children.map((child) => (typeof child === 'string' ? child : build(child))))
  if (css !== undefined) element.style.cssText = String(css)
  return element
}

function change(element: SVGElement, shape: Shape): void {
  const { tag, attributes, children } = shape
  const nodes = [...element.childNodes]
  const isAlike =
    element.tagName === tag &&
    nodes.length === children.length &&
    nodes.every((node, at) => node instanceof Text === (typeof children[at] === 'string'))
  if (!isAlike) {
    element.replaceWith(build(shape))
    return
  }
  const { style: css = '', ...others } = attributes
  for (const name of element.getAttributeNames())
    if (!(name in others) && !KEPT.has(name)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(others))
    if (!KEPT.has(name) && element.getAttribute(name) !== value) element.setAttribute(name, String(value))
  element.style.cssText = String(css)
  nodes.forEach((node, at) => {
    const child = children[at]
    if (node instanceof SVGElement && typeof child === 'object') change(node, child)
    else if (node instanceof Text && typeof child === 'string' && node.data !== child) node.replaceWith(textOf(child))
  })
}

/** What the page says of a drawing for people who do not see it. */
const KEPT: ReadonlySet<string> = new Set(['role', 'aria-label', 'aria-roledescription', 'aria-hidden', 'style'])

const textOf = (text: string): Node => makeSvg('text', {}, text).firstChild ?? document.createTextNode('')
