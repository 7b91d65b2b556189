import type { Scene, SceneReport } from '../../scene.ts'
import { columnsOfRows } from './columns.ts'
import { type FreeForm, isMap, mapsAt, textAt } from './free.ts'
import { type Column, losesDigits, numberIn, type Rows } from './rows.ts'

const TYPES: readonly Column['type'][] = ['string', 'number', 'time', 'boolean']

/** Rows as a server sends them: `{rows, columns?, before?, course?}`. */
export function rowsIn(answer: FreeForm, report: SceneReport, scene: Scene): Rows {
  const rows = mapsAt(answer, 'rows')
  const guessed = columnsOfRows(rows, report, scene)
  const said = mapsAt(answer, 'columns')
  const columns = guessed.map((column) => {
    const own = said.find((each) => textAt(each, 'name') === column.name)
    return {
      ...column,
      title: textAt(own, 'title') ?? column.title,
      type: TYPES.find((type) => type === textAt(own, 'type')) ?? column.type,
    }
  })
  const { before, course } = answer
  return {
    columns,
    rows: rows.map((row) => withNumbers(row, columns)),
    ...(isMap(before) ? { before: before as Record<string, number> } : {}),
    ...(Array.isArray(course) ? { course: course.filter((each) => typeof each === 'number') } : {}),
  }
}

/** The data API sends numbers as texts. Those that would lose digits, or are no numbers, stay texts. */
function withNumbers(
  row: Readonly<Record<string, unknown>>,
  columns: readonly Column[],
): Readonly<Record<string, unknown>> {
  const numbers = columns.flatMap(({ type, name }) => {
    const number = type === 'number' && typeof row[name] === 'string' ? numberIn(row, name) : undefined
    return number === undefined || losesDigits(row[name]) ? [] : [[name, number] as const]
  })
  return numbers.length === 0 ? row : { ...row, ...Object.fromEntries(numbers) }
}
