import { fromShape, make, style } from '../dom.ts'
import type { Mode } from '../look/look.ts'
import type { Shape } from '../shape.ts'
import { hideTooltip, tooltipBox } from '../tooltip-box.ts'

const BESIDE = 10

/** A drawing that shows its titles as charts do: beside the pointer, at once, one line for each part. */
export function drawingOf(given: Shape, mode: Mode): SVGElement {
  const drawing = fromShape(given)
  const titles = new Map<Element, string>()
  for (const title of drawing.querySelectorAll('title')) {
    if (title.parentElement) titles.set(title.parentElement, title.textContent ?? '')
    title.remove()
  }
  drawing.addEventListener('pointermove', (event) => {
    const title = event.target instanceof Element ? titles.get(event.target) : undefined
    if (title === undefined) hideTooltip()
    else tellBeside(event, title, mode)
  })
  drawing.addEventListener('pointerleave', hideTooltip)
  return drawing
}

export function tellBeside({ clientX, clientY }: MouseEvent, title: string, mode: Mode): void {
  const box = tooltipBox()
  box.className = `vg-tooltip visible ${mode}-theme`
  box.replaceChildren(make('table', {}, make('tbody', {}, ...title.split('\n').map(line))))
  const { offsetWidth, offsetHeight } = box
  const [right, below] = [clientX + BESIDE, clientY + BESIDE]
  style(box, {
    left: `${right + offsetWidth > window.innerWidth ? Math.max(0, clientX - BESIDE - offsetWidth) : right}px`,
    top: `${below + offsetHeight > window.innerHeight ? Math.max(0, clientY - BESIDE - offsetHeight) : below}px`,
  })
}

/** `Orders: 12` becomes a name and its value. */
function line(text: string): HTMLElement {
  const at = text.lastIndexOf(': ')
  if (at < 0) return make('tr', {}, make('td', {}, text))
  return make(
    'tr',
    {},
    make('td', { class: 'key' }, text.slice(0, at + 1)),
    make('td', { class: 'value' }, text.slice(at + 1).trim()),
  )
}
