import { missingIn } from '../../../viewer/data/missing.ts'
import type { Rows } from '../../../viewer/data/rows.ts'
import { type Pivot, pivotOf } from '../../../viewer/facts/pivot.ts'
import { tableOf } from '../../../viewer/facts/table.ts'
import type { Given, Size } from '../context.ts'
import { at, type Markup } from '../svg.ts'
import { type Cell, type Lattice, paintLattice } from './lattice.ts'
import { paintEmpty, paintNotice } from './notice.ts'

const NOTICE = 39.5
/** A picture that is narrower and has all columns leaves out the numbers of rows. */
const WITHOUT_NUMBERS = 360

/** The rows that the viewer shows first: its first page, as far as there is room. */
export function paintTable(given: Given, room: Size, rows: Rows): Markup {
  const { report } = given
  const missing = report && missingIn(report, rows)
  if (missing === undefined) return paintRows(given, room, rows)
  const rest = { ...room, height: room.height - NOTICE }
  return paintNotice(given, room, missing) + at(0, NOTICE, paintRows(given, rest, rows))
}

function paintRows(given: Given, room: Size, rows: Rows): Markup {
  const pivot = given.report?.pivot && rows.rows.length > 0 ? pivotOf(given, rows) : undefined
  if (pivot) return paintLattice(given, room, latticeOf(pivot), pivot.lines.length)
  const table = tableOf(given, rows)
  if (!table) return paintEmpty(given, room, 'No rows.')
  const { columns, size, totals } = table
  const { looks, on } = given
  const isNumbered = table.isNumbered && !(on.hasAllColumns && room.width < WITHOUT_NUMBERS)
  const isNumber = (column: (typeof columns)[number]): boolean => column.type === 'number'
  const lattice: Lattice = {
    head: [
      [
        ...(isNumbered ? [{ text: '#', isNumber: true }] : []),
        ...columns.map((column) => ({ text: column.title, isNumber: isNumber(column) })),
      ],
    ],
    body: rows.rows.slice(0, size).map((row, index): Cell[] => [
      ...(isNumbered ? [{ text: String(index + 1), isNumber: true, fill: looks.faint }] : []),
      ...columns.map((column) => {
        const { text, colour, bar } = table.cell(column, row)
        const weight = colour !== undefined ? 600 : column.isPinned ? 550 : undefined
        return {
          ...{ text, isNumber: isNumber(column) },
          ...(colour === undefined ? {} : { fill: colour }),
          ...(weight === undefined ? {} : { weight }),
          ...(bar ? { bar } : {}),
        }
      }),
    ]),
    foot: totals && [
      ...(isNumbered ? [{ text: '' }] : []),
      ...columns.map(({ name }, index) => {
        const sum = totals.get(name)
        return sum === undefined ? { text: index === 0 ? 'Total' : '' } : { text: sum, isNumber: true }
      }),
    ],
  }
  return paintLattice(given, room, lattice, rows.rows.length)
}

function latticeOf({ down, groups, measures, lines, totals }: Pivot): Lattice {
  const number = (text: string): Cell => ({ text, isNumber: true })
  const names = down.map((text) => ({ text }))
  return {
    head:
      groups.length === 0
        ? [[...names, ...measures.map(number)]]
        : [
            [...names, ...groups.map((text) => ({ text, isMiddle: true, span: measures.length }))],
            [...down.map(() => ({ text: '' })), ...groups.flatMap(() => measures.map(number))],
          ],
    body: lines.map((line) => [
      ...line.names.map(({ text, isRepeated }) => ({ text, weight: 550, ...(isRepeated ? { fill: 'none' } : {}) })),
      ...line.values.map(({ text, ground }) => ({ text, isNumber: true, ground })),
    ]),
    foot: totals && [{ text: 'Total', span: down.length }, ...totals.map(number)],
  }
}
