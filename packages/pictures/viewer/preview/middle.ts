import { straight } from '../data/straight.ts'
import { make } from '../dom.ts'
import { legible } from '../glyphs.ts'

/** A path on one line. Where there is no room, the middle is left out: the last part says most. */
export function showMiddle(element: HTMLElement, parts: readonly string[], between: string): void {
  const shown = parts.map((part) => legible(straight(part)))
  const [last = '', ...before] = shown.toReversed()
  const head = before.toReversed().map((part) => `${part}${between}`)
  element.title = shown.join(between)
  element.replaceChildren(
    ...(head.length > 0 ? [make('span', { class: 'pv-head' }, head.join(''))] : []),
    make('span', { class: 'pv-last' }, last),
  )
}
