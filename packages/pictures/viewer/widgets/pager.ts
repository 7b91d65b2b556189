import { make } from '../dom.ts'

interface Paged {
  readonly total: number
  readonly size: number
  readonly name: string
  readonly key: string
  readonly memory: Map<string, unknown>
  readonly fill: (from: number) => void
}

export interface Pager {
  (from: number): void
  readonly element: HTMLElement
}

/** Buttons to page through many rows. Hidden if all rows fit on one page. */
export function pager({ total, size, name, key, memory, fill }: Paged): Pager {
  const said = make('span', { 'aria-live': 'polite' })
  const back = make('button', { type: 'button', class: 'bw-page-button', 'aria-label': `${name}: earlier rows` }, '‹')
  const on = make('button', { type: 'button', class: 'bw-page-button', 'aria-label': `${name}: later rows` }, '›')
  const element = make('div', { class: 'bw-pager' }, said, back, on)
  element.hidden = total <= size
  let at = 0
  const turn = (from: number): void => {
    at = Math.max(0, Math.min(from, Math.floor((total - 1) / size) * size))
    memory.set(key, at)
    fill(at)
    said.textContent = `${(at + 1).toLocaleString('en')}–${Math.min(total, at + size).toLocaleString('en')} of ${total.toLocaleString('en')}`
    back.disabled = at === 0
    on.disabled = at + size >= total
  }
  back.addEventListener('click', () => turn(at - size))
  on.addEventListener('click', () => turn(at + size))
  const remembered = memory.get(key)
  turn(typeof remembered === 'number' ? remembered : 0)
  return Object.assign(turn, { element })
}
