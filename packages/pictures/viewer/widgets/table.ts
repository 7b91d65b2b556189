import { drillsOf } from '../data/details.ts'
import { textsAt } from '../data/free.ts'
import { missingIn } from '../data/missing.ts'
import { compare, type Row, type Rows } from '../data/rows.ts'
import { make, style } from '../dom.ts'
import { type Table, type TableColumn, tableOf } from '../facts/table.ts'
import type { Draw, Given } from './context.ts'
import { showPages } from './pager.ts'
import { drawPivot } from './pivot.ts'

export const drawTable: Draw = async (body, given) => {
  const { stage, widget, report } = given
  if (!report) return undefined
  const rows = await stage.rowsOf(widget, report)
  const missing = missingIn(report, rows)
  if (missing !== undefined) body.append(make('p', { class: 'bw-notice', role: 'alert' }, missing))
  if (report.pivot && rows.rows.length > 0 && drawPivot(body, given, rows)) return undefined
  const isDrilled = drillsOf(report, stage.scene).length > 0
  drawRows(body, given, rows, isDrilled ? textsAt(report.query, 'measures') : [])
  return undefined
}

interface Order {
  readonly name: string
  readonly isUp: boolean
}

/** Rows as a table that can be sorted and paged. Numbers in the `drilled` columns open the rows behind them. */
export function drawRows(body: HTMLElement, given: Given, rows: Rows, drilled: readonly string[] = []): void {
  const { stage, widget, name } = given
  const known = tableOf(given, rows)
  if (!known) {
    body.append(make('p', { class: 'bw-empty' }, 'No rows.'))
    return
  }
  const { columns, isNumbered, size } = known
  const key = `${widget.id}/order`
  const table = make('table', { class: 'bw-table' }, make('caption', { class: 'bw-sr' }, name))
  const fill = (from: number): void => {
    const order = stage.memory.get(key) as Order | undefined
    const sorted = order
      ? rows.rows.toSorted((a, b) => compare(a[order.name], b[order.name]) * (order.isUp ? 1 : -1))
      : rows.rows
    const setOrder = (next: Order): void => {
      stage.memory.set(key, next)
      turn(0)
    }
    table.tHead?.remove()
    for (const part of [...table.tBodies, ...(table.tFoot ? [table.tFoot] : [])]) part.remove()
    table.append(
      head(columns, isNumbered, order, setOrder),
      make(
        'tbody',
        {},
        ...sorted.slice(from, from + size).map((row, index) =>
          make(
            'tr',
            {},
            isNumbered && make('td', { class: 'bw-number bw-faint' }, String(from + index + 1)),
            ...columns.map((column) => {
              const made = cell(column, row, known)
              if (drilled.includes(column.name)) leadOn(made, () => void given.show('details', row))
              return made
            }),
          ),
        ),
      ),
      ...foot(known),
    )
  }
  const turn = showPages(body, table, {
    ...{ total: rows.rows.length, size, name, key: `${widget.id}/page`, memory: stage.memory, fill },
  })
}

const kindOf = ({ type }: TableColumn): string | undefined => (type === 'number' ? 'bw-number' : undefined)

function head(
  columns: readonly TableColumn[],
  isNumbered: boolean,
  order: Order | undefined,
  setOrder: (order: Order) => void,
): HTMLElement {
  const cells = columns.map((column) => {
    const isOwn = order?.name === column.name
    const button = make(
      'button',
      { type: 'button', class: 'bw-sort' },
      column.title,
      make('span', { 'aria-hidden': 'true' }, isOwn ? (order.isUp ? ' ↑' : ' ↓') : ''),
    )
    button.addEventListener('click', () => {
      setOrder({ name: column.name, isUp: isOwn ? !order.isUp : column.type !== 'number' })
      const again = button.closest('table')
      ;(again ?? document).querySelectorAll<HTMLButtonElement>('.bw-sort')[columns.indexOf(column)]?.focus()
    })
    const sorted = isOwn ? (order.isUp ? 'ascending' : 'descending') : undefined
    return make('th', { scope: 'col', class: kindOf(column), 'aria-sort': sorted }, button)
  })
  return make(
    'thead',
    {},
    make('tr', {}, isNumbered && make('th', { scope: 'col', class: 'bw-number' }, '#'), ...cells),
  )
}

function cell(column: TableColumn, row: Row, table: Table): HTMLElement {
  const { text, colour, bar } = table.cell(column, row)
  const tag = column.isPinned ? 'th' : 'td'
  const element = make(
    tag,
    { class: kindOf(column), scope: column.isPinned ? 'row' : undefined },
    make('span', {}, text),
  )
  if (colour !== undefined) style(element, { color: colour, 'font-weight': '600' })
  if (bar) {
    element.classList.add('bw-bar')
    element.prepend(
      style(make('i', { 'aria-hidden': 'true' }), { width: `${bar.part * 100}%`, background: bar.colour }),
    )
  }
  return element
}

function leadOn(cell: HTMLElement, act: () => void): void {
  const text = cell.querySelector('span')
  if (!text?.textContent) return
  const button = make('button', { type: 'button', class: 'bw-drill', title: 'Details' }, text.textContent)
  button.addEventListener('click', act)
  text.replaceChildren(button)
}

function foot({ columns, isNumbered, totals }: Table): HTMLElement[] {
  if (!totals) return []
  const cells = columns.map(({ name }, index) => {
    const sum = totals.get(name)
    if (sum !== undefined) return make('td', { class: 'bw-number' }, sum)
    return index === 0 ? make('th', { scope: 'row' }, 'Total') : make('td')
  })
  return [make('tfoot', {}, make('tr', {}, isNumbered && make('td'), ...cells))]
}
