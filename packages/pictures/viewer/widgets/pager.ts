import { make, style } from '../dom.ts'
import { fadeAtSides } from './edges.ts'

interface Paged {
  readonly total: number
  readonly size: number
  readonly name: string
  readonly key: string
  readonly memory: Map<string, unknown>
  /** Fills the table with a page, from this row. */
  readonly fill: (from: number) => void
}

/** Not rounded, or a line of the next row would be in sight. */
const heightOf = (part: Element | null | undefined): number =>
  part ? Number.parseFloat(getComputedStyle(part).height) || 0 : 0

/** Rows of a page that are in sight whole. */
interface Seen {
  readonly first: number
  readonly count: number
}

/**
 * Shows a table that ends at a whole row, since half a row looks like a mistake, and says which rows are in sight if
 * not all are. Returns what turns to a page.
 */
export function showPages(
  body: HTMLElement,
  table: HTMLTableElement,
  { total, size, name, key, memory, fill }: Paged,
): (from: number) => void {
  const scroll = make('div', { class: 'bw-scroll', tabindex: 0, role: 'group', 'aria-label': `${name}, table` }, table)
  // On paper nothing scrolls: there the whole page is in sight.
  const [inSight, onPaper] = [make('span', { class: 'bw-in-sight' }), make('span', { class: 'bw-on-paper' })]
  const said = make('span', { 'aria-live': 'polite' }, inSight, onPaper)
  const back = make('button', { type: 'button', class: 'bw-page-button', 'aria-label': `${name}: earlier rows` }, '‹')
  const on = make('button', { type: 'button', class: 'bw-page-button', 'aria-label': `${name}: later rows` }, '›')
  const bar = make('div', { class: 'bw-pager' }, said, back, on)
  let at = 0
  let seen: Seen = { first: 0, count: size }
  const high = (): number => heightOf(table.tBodies[0]) / (table.tBodies[0]?.rows.length || 1)
  const around = (): number => heightOf(table.tHead) + heightOf(table.tFoot)
  const room = (): number => scroll.clientHeight - around()
  const range = (from: number, to: number): string =>
    `${(from + 1).toLocaleString('en')}–${to.toLocaleString('en')} of ${total.toLocaleString('en')}`
  const say = (): void => {
    const from = at + seen.first
    const [to, end] = [Math.min(total, from + seen.count), Math.min(total, at + size)]
    inSight.textContent = range(from, to)
    onPaper.textContent = range(at, end)
    back.disabled = from === 0
    on.disabled = to >= total
  }
  const look = (): void => {
    fadeAtSides(scroll)
    if (high() === 0) return
    const first = Math.ceil((scroll.scrollTop - 1) / high())
    const last = Math.floor((scroll.scrollTop + room() + 1) / high())
    seen = { first, count: Math.max(1, Math.min(last, size) - first) }
    say()
  }
  const fit = (): void => {
    style(scroll, { '--bw-rows': undefined })
    bar.hidden = total <= size
    const there = Math.min(size, total - at)
    const fitting = (): number => Math.floor((room() + 1) / high())
    if (fitting() < there) bar.hidden = false
    if (high() > 0 && fitting() >= 1 && fitting() < there)
      style(scroll, { '--bw-rows': `${scroll.offsetHeight - scroll.clientHeight + around() + fitting() * high()}px` })
    look()
  }
  const reach = (row: number): void => {
    scroll.scrollTop = row * high()
    look()
  }
  const turn = (from: number): void => {
    at = Math.max(0, Math.min(from, Math.floor((total - 1) / size) * size))
    memory.set(key, at)
    fill(at)
    scroll.scrollTop = 0
    fit()
    say()
  }
  back.addEventListener('click', () => {
    if (seen.first > 0) return reach(Math.max(0, seen.first - seen.count))
    turn(at - size)
    reach(size)
  })
  on.addEventListener('click', () => {
    const next = seen.first + seen.count
    if (next < size) reach(next)
    else turn(at + size)
  })
  scroll.addEventListener('scroll', look, { passive: true })
  const remembered = memory.get(key)
  turn(typeof remembered === 'number' ? remembered : 0)
  body.append(scroll, bar)
  body.classList.add('bw-filled')
  const watch = new ResizeObserver(fit)
  for (const each of [body, table]) watch.observe(each)
  return turn
}
