import type { Rows } from '../data/rows.ts'
import { make, style } from '../dom.ts'
import { type Pivot, pivotOf } from '../facts/pivot.ts'
import type { Given } from './context.ts'
import { showPages } from './pager.ts'

/** A table whose columns are values. False if its settings name nothing that the rows have. */
export function drawPivot(body: HTMLElement, given: Given, rows: Rows): boolean {
  const pivot = pivotOf(given, rows)
  if (!pivot) return false
  const { name, stage, widget } = given
  const { lines, down, totals } = pivot
  const table = make(
    'table',
    { class: 'bw-table bw-pivot' },
    make('caption', { class: 'bw-sr' }, name),
    make('thead', {}, ...heads(pivot)),
    make(
      'tbody',
      {},
      ...lines.map(({ names, values }) =>
        make(
          'tr',
          {},
          ...names.map(({ text, isRepeated }) =>
            make('th', { scope: 'row', class: isRepeated ? 'bw-repeated' : undefined }, text),
          ),
          ...values.map(({ text, ground }) => style(make('td', { class: 'bw-number' }, text), { background: ground })),
        ),
      ),
    ),
    totals &&
      make(
        'tfoot',
        {},
        make(
          'tr',
          {},
          make('th', { scope: 'row', colspan: down.length }, 'Total'),
          ...totals.map((text) => make('td', { class: 'bw-number' }, text)),
        ),
      ),
  )
  const total = lines.length
  showPages(body, table, {
    ...{ total, size: total, name, key: `${widget.id}/page`, memory: stage.memory, fill: () => undefined },
  })
  return true
}

function heads({ down, groups, measures }: Pivot): HTMLElement[] {
  const isFlat = groups.length === 0
  const each = measures.map((title) => () => make('th', { scope: 'col', class: 'bw-number' }, title))
  const top = make(
    'tr',
    {},
    ...down.map((title) => make('th', { scope: 'col', rowspan: isFlat ? 1 : 2 }, title)),
    ...(isFlat
      ? each.map((cell) => cell())
      : groups.map((title) => make('th', { scope: 'colgroup', colspan: measures.length, class: 'bw-group' }, title))),
  )
  return isFlat ? [top] : [top, make('tr', {}, ...groups.flatMap(() => each.map((cell) => cell())))]
}
