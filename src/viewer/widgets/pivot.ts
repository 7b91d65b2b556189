import { columnFor } from '../data/columns.ts'
import { formatCell, formatNumber, formatTime } from '../data/format.ts'
import { listAt, mapAt, textAt, textsAt } from '../data/free.ts'
import { type Column, numberIn, type Row, type Rows } from '../data/rows.ts'
import { specOf } from '../data/spec.ts'
import { make, style } from '../dom.ts'
import { contrast, mix, readColour, writeColour } from '../look/colour.ts'
import type { Given } from './context.ts'

const MOST_COLUMNS = 60
const MOST_ROWS = 500

const keyOf = (row: Row, names: readonly string[]): string => names.map((name) => String(row[name] ?? '')).join('\n')
const shown = (value: unknown, formats: Given['stage']['formats']): string =>
  typeof value === 'string' ? formatTime(value, formats) : String(value ?? '–')

/** A table with columns made of values. False when its settings name nothing that the rows have. */
export function drawPivot(body: HTMLElement, { stage, report, name }: Given, { rows, columns }: Rows): boolean {
  const pivot = report?.pivot
  if (!report || !pivot) return false
  const has = (each: string): boolean => columns.some((column) => column.name === each) || rows[0]?.[each] !== undefined
  const [down, across, measures] = [textsAt(pivot, 'rows'), textsAt(pivot, 'columns'), textsAt(pivot, 'measures')].map(
    (names) => names.filter(has),
  )
  if (!down || !across || !measures || down.length === 0 || measures.length === 0) return false
  const heads = [...new Map(rows.map((row) => [keyOf(row, across), row]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MOST_COLUMNS)
  const lines = [...new Map(rows.map((row) => [keyOf(row, down), row]))].slice(0, MOST_ROWS)
  const cells = new Map(rows.map((row) => [`${keyOf(row, down)}\t${keyOf(row, across)}`, row]))
  const known = measures.map((measure) => columnFor(measure, report, stage.scene, 'number'))
  const isInThousands = textAt(pivot, 'displayScale') === 'thousands'
  const heat = heatOf(report, rows)

  const value = (row: Row | undefined, column: Column): HTMLElement => {
    const number = numberIn(row, column.name)
    const isMoney = column.format === 'currency'
    const text =
      number === undefined
        ? '–'
        : isInThousands && isMoney
          ? `${formatNumber(number / 1000, '$,.1f', stage.formats)}k`
          : formatCell(number, column, stage.formats)
    return heat(make('td', { class: 'bw-number' }, text), column.name, number, stage.theme)
  }
  const top = make(
    'tr',
    {},
    ...down.map((each) =>
      make('th', { scope: 'col', rowspan: across.length > 0 ? 2 : 1 }, columnFor(each, report, stage.scene).title),
    ),
    ...(across.length === 0
      ? known.map(({ title }) => make('th', { scope: 'col', class: 'bw-number' }, title))
      : heads.map(([, row]) =>
          make(
            'th',
            { scope: 'colgroup', colspan: measures.length, class: 'bw-group' },
            across.map((each) => shown(row[each], stage.formats)).join(' · '),
          ),
        )),
  )
  const second =
    across.length > 0 &&
    make(
      'tr',
      {},
      ...heads.flatMap(() => known.map(({ title }) => make('th', { scope: 'col', class: 'bw-number' }, title))),
    )
  const tableBody = lines.map(([key, line], index) => {
    const before = lines[index - 1]?.[1]
    const names = down.map((each, depth) => {
      const isSame = depth < down.length - 1 && before !== undefined && before[each] === line[each]
      return make('th', { scope: 'row', class: isSame ? 'bw-repeated' : undefined }, shown(line[each], stage.formats))
    })
    const values =
      across.length === 0
        ? known.map((column) => value(line, column))
        : heads.flatMap(([head]) => known.map((column) => value(cells.get(`${key}\t${head}`), column)))
    return make('tr', {}, ...names, ...values)
  })
  const total =
    pivot['showColumnTotals'] === true && totals(down.length, heads, across, known, rows, stage.formats, isInThousands)
  const table = make(
    'table',
    { class: 'bw-table bw-pivot' },
    make('caption', { class: 'bw-sr' }, name),
    make('thead', {}, top, second),
    make('tbody', {}, ...tableBody),
    total,
  )
  body.append(make('div', { class: 'bw-scroll', tabindex: 0, role: 'group', 'aria-label': `${name}, table` }, table))
  body.classList.add('bw-filled')
  return true
}

function totals(
  width: number,
  heads: readonly (readonly [string, Row])[],
  across: readonly string[],
  known: readonly Column[],
  rows: readonly Row[],
  formats: Given['stage']['formats'],
  isInThousands: boolean,
): HTMLElement {
  const sum = (column: Column, head: string | undefined): string => {
    const total = rows
      .filter((row) => head === undefined || keyOf(row, across) === head)
      .reduce((all, row) => all + (numberIn(row, column.name) ?? 0), 0)
    return isInThousands && column.format === 'currency'
      ? `${formatNumber(total / 1000, '$,.1f', formats)}k`
      : formatCell(total, column, formats)
  }
  const sums =
    across.length === 0
      ? known.map((column) => sum(column, undefined))
      : heads.flatMap(([head]) => known.map((column) => sum(column, head)))
  return make(
    'tfoot',
    {},
    make(
      'tr',
      {},
      make('th', { scope: 'row', colspan: width }, 'Total'),
      ...sums.map((text) => make('td', { class: 'bw-number' }, text)),
    ),
  )
}

type Heat = (
  cell: HTMLElement,
  measure: string,
  value: number | undefined,
  theme: Given['stage']['theme'],
) => HTMLElement

/** Cells of one measure, the more of it the stronger. */
function heatOf(report: NonNullable<Given['report']>, rows: readonly Row[]): Heat {
  const wish = mapAt(specOf(report), 'heatmap')
  const field = textAt(wish, 'field')
  const numbers = field === undefined ? [] : rows.flatMap((row) => numberIn(row, field) ?? [])
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  const steps = listAt(wish, 'stops').filter((each): each is number => typeof each === 'number')
  return (cell, measure, value, theme) => {
    const [ground, accent, text] = [theme.ground, theme.accent, theme.text].map(readColour)
    if (measure !== field || value === undefined || !(most > least) || !ground || !accent || !text) return cell
    const part = (value - least) / (most - least)
    const step = steps.length > 1 ? steps.filter((each) => each <= part).length / steps.length : part
    const colour = mix(ground, accent, 0.05 + step * 0.4)
    const isReadable = contrast(colour, text) >= 4.6
    return style(cell, { background: writeColour(isReadable ? colour : mix(ground, accent, 0.15)) })
  }
}
