import { formatCell } from '../data/format.ts'
import { isMap, numberAt, textsAt } from '../data/free.ts'
import { missingIn } from '../data/missing.ts'
import { numberIn, type Row, type Rows } from '../data/rows.ts'
import { specOf } from '../data/spec.ts'
import { make, style } from '../dom.ts'
import { readable, readColour, writeColour } from '../look/colour.ts'
import { compare } from '../sample/query.ts'
import type { Draw, Given } from './context.ts'
import { pager } from './pager.ts'
import { drawPivot } from './pivot.ts'
import { type TableColumn, tableColumns } from './table-columns.ts'

const ON_A_PAGE = 50

export const drawTable: Draw = async (body, given) => {
  const { stage, widget, report } = given
  if (!report) return undefined
  const rows = await stage.rowsOf(widget, report)
  const missing = missingIn(report, rows)
  if (missing !== undefined) body.append(make('p', { class: 'bw-notice', role: 'alert' }, missing))
  if (report.pivot && rows.rows.length > 0 && drawPivot(body, given, rows)) return undefined
  drawRows(body, given, rows)
  return undefined
}

interface Order {
  readonly name: string
  readonly isUp: boolean
}

/** Rows as a table that can be sorted and turned over. */
export function drawRows(body: HTMLElement, { stage, widget, report, name }: Given, rows: Rows): void {
  if (!report) return
  const spec = specOf(report)
  const columns = tableColumns(rows, report, stage.scene)
  if (rows.rows.length === 0 || columns.length === 0) {
    body.append(make('p', { class: 'bw-empty' }, 'No rows.'))
    return
  }
  const size = Math.max(1, Math.min(500, numberAt(widget.config, 'pageSize') ?? ON_A_PAGE))
  const isNumbered = isMap(spec) && spec['showRowNumbers'] === true
  const key = `${widget.id}/order`
  const table = make('table', { class: 'bw-table' }, make('caption', { class: 'bw-sr' }, name))
  const scroll = make('div', { class: 'bw-scroll', tabindex: 0, role: 'group', 'aria-label': `${name}, table` }, table)
  const fill = (from: number): void => {
    const order = stage.memory.get(key) as Order | undefined
    const sorted = order
      ? rows.rows.toSorted((a, b) => compare(a[order.name], b[order.name]) * (order.isUp ? 1 : -1))
      : rows.rows
    const setOrder = (next: Order): void => {
      stage.memory.set(key, next)
      turn(0)
    }
    const greatest = greatestOf(columns, rows.rows)
    table.tHead?.remove()
    for (const part of [...table.tBodies, ...(table.tFoot ? [table.tFoot] : [])]) part.remove()
    table.append(
      head(columns, isNumbered, order, setOrder),
      make(
        'tbody',
        {},
        ...sorted
          .slice(from, from + size)
          .map((row, index) =>
            make(
              'tr',
              {},
              isNumbered && make('td', { class: 'bw-number bw-faint' }, String(from + index + 1)),
              ...columns.map((column) => cell(column, row, greatest.get(column.name) ?? 1, stage)),
            ),
          ),
      ),
    )
    const totals = totalled(columns, spec)
    if (totals.size > 0) table.append(foot(columns, totals, rows.rows, isNumbered, stage))
  }
  const turn = pager({ total: rows.rows.length, size, name, key: `${widget.id}/page`, memory: stage.memory, fill })
  body.append(scroll, turn.element)
  body.classList.add('bw-filled')
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

function greatestOf(columns: readonly TableColumn[], rows: readonly Row[]): Map<string, number> {
  return new Map(
    columns
      .filter(({ bar }) => bar)
      .map(({ name, bar }) => [
        name,
        bar?.max ?? rows.reduce((most, row) => Math.max(most, numberIn(row, name) ?? 0), 0),
      ]),
  )
}

function cell(column: TableColumn, row: Row, greatest: number, { formats, theme }: Given['stage']): HTMLElement {
  const text = formatCell(row[column.name], column, formats)
  const number = numberIn(row, column.name)
  const tag = column.isPinned ? 'th' : 'td'
  const element = make(
    tag,
    { class: kindOf(column), scope: column.isPinned ? 'row' : undefined },
    make('span', {}, text),
  )
  const rule = number === undefined ? undefined : column.rules.find(({ below }) => number < below)
  const ground = readColour(theme.ground)
  const colour = rule && readColour(rule.color)
  if (colour && ground) style(element, { color: writeColour(readable(colour, ground)), 'font-weight': '600' })
  if (column.bar && number !== undefined && greatest > 0) {
    element.classList.add('bw-bar')
    const bar = style(make('i', { 'aria-hidden': 'true' }), {
      width: `${Math.max(0, Math.min(100, (number / greatest) * 100))}%`,
    })
    if (column.bar.color !== undefined && readColour(column.bar.color)) style(bar, { background: column.bar.color })
    element.prepend(bar)
  }
  return element
}

function totalled(columns: readonly TableColumn[], spec: unknown): Set<string> {
  const names = textsAt(spec, 'totals')
  const isAll = isMap(spec) && spec['totals'] === true
  return new Set(
    columns.filter((column) => names.includes(column.name) || (isAll && adds(column))).map(({ name }) => name),
  )
}

/** Shares and averages do not add up. */
const adds = ({ type, format, name }: TableColumn): boolean =>
  type === 'number' && format !== 'percent' && !/average|avg|share|rate|price/i.test(name)

function foot(
  columns: readonly TableColumn[],
  totals: ReadonlySet<string>,
  rows: readonly Row[],
  isNumbered: boolean,
  { formats }: Given['stage'],
): HTMLElement {
  const cells = columns.map((column, index) => {
    if (!totals.has(column.name)) return index === 0 ? make('th', { scope: 'row' }, 'Total') : make('td')
    const sum = rows.reduce((total, row) => total + (numberIn(row, column.name) ?? 0), 0)
    return make('td', { class: 'bw-number' }, formatCell(sum, column, formats))
  })
  return make('tfoot', {}, make('tr', {}, isNumbered && make('td'), ...cells))
}
