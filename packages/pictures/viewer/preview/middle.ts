import { straight } from '../data/straight.ts'
import { make, style } from '../dom.ts'
import { legible } from '../glyphs.ts'

/** A path on one line. Where there is no room, the middle is left out: the last part says most. */
export function showMiddle(element: HTMLElement, parts: readonly string[], between: string): void {
  const shown = parts.map((part) => legible(straight(part)))
  const [last = '', ...before] = shown.toReversed()
  const head = before.toReversed().join(between)
  element.title = shown.join(between)
  element.replaceChildren(
    ...(before.length > 0 ? [cut('pv-head', head), make('span', { class: 'pv-between' }, between)] : []),
    cut('pv-last', last),
  )
}

const cut = (name: string, text: string): HTMLElement =>
  style(make('span', { class: name }, text), { 'min-width': `${Math.min(SHORTEST, [...text].length)}ch` })

/** In letters: what stays of a part if there is no room. */
const SHORTEST = 3
