import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'
import { columnsOfRows } from '../data/columns.ts'
import { isMap, mapsAt, textAt } from '../data/free.ts'
import type { Column, Rows } from '../data/rows.ts'
import { Told } from './context.ts'

const TYPES: readonly Column['type'][] = ['string', 'number', 'time', 'boolean']

/** Rows from where the scene says: `{rows, columns?}`, or `{error}` for people. */
export async function readReal(at: string, { id }: SceneWidget, report: SceneReport, scene: Scene): Promise<Rows> {
  const response = await fetch(`${at}/${encodeURIComponent(id)}`, { headers: { accept: 'application/json' } })
  const answer: unknown = await response.json().catch(() => undefined)
  const error = textAt(answer, 'error')
  if (error !== undefined) throw new Told(error)
  if (!response.ok || !isMap(answer)) throw new Told(`The rows were not read: status ${response.status}.`)
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
  const before = answer['before']
  return {
    columns,
    rows: rows.map((row) => withNumbers(row, columns)),
    ...(isMap(before) ? { before: before as Record<string, number> } : {}),
  }
}

/** The data API writes numbers as texts. */
function withNumbers(
  row: Readonly<Record<string, unknown>>,
  columns: readonly Column[],
): Readonly<Record<string, unknown>> {
  const numbers = columns.filter(
    ({ type, name }) => type === 'number' && typeof row[name] === 'string' && row[name] !== '',
  )
  if (numbers.length === 0) return row
  return { ...row, ...Object.fromEntries(numbers.map(({ name }) => [name, Number(row[name])])) }
}
