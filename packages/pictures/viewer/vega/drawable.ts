import type { Path } from '@boardwright/common'
import { chartColumns } from '@boardwright/platform/query'
import { isMap } from '../data/free.ts'
import { numberIn, type Rows } from '../data/rows.ts'
import { Told } from '../told.ts'

type Spec = Readonly<Record<string, unknown>>

/** The rows that a chart can show, and a sentence on what of them it cannot. */
export interface Drawable {
  readonly rows: Rows
  readonly note: string | undefined
}

export function drawableRows(spec: Spec, rows: Rows): Drawable {
  const slices = drawableSlices(spec, rows)
  return { ...slices, note: slices.note ?? mixedNote(spec, rows) }
}

/** The slices of pies and rings need numbers of at least 0: others would cover their neighbours. */
function drawableSlices(spec: Spec, rows: Rows): Drawable {
  const fields = sliceFields(spec)
  const left = rows.rows.filter((row) => fields.every((field) => (numberIn(row, field) ?? 0) >= 0))
  const count = rows.rows.length - left.length
  if (count === 0) return { rows, note: undefined }
  if (left.length === 0) throw new Told('A pie cannot show negative numbers, and all of these are.')
  const note = `A pie cannot show negative numbers: ${count === 1 ? '1 row is' : `${count} rows are`} left out.`
  return { rows: { ...rows, rows: left }, note }
}

/** Columns that are shown as the angles of slices, as they are: an aggregate of them may be of another sign. */
const sliceFields = (spec: unknown): string[] =>
  (chartColumns(spec) ?? []).flatMap(({ name, path }) => {
    const [view, theta] = [at(spec, path.slice(0, -3)), at(spec, path.slice(0, -1))]
    const isTheta = path.slice(-3).join('.') === 'encoding.theta.field'
    return isTheta && isMap(theta) && theta['aggregate'] === undefined && hasArcs(view) ? [name] : []
  })

/** The chart library tells categories apart by their text. */
function mixedNote(spec: Spec, { rows }: Rows): string | undefined {
  for (const name of new Set(chartColumns(spec)?.map((column) => column.name))) {
    const values = new Set(rows.map((row) => row[name]))
    const twin = [...values].find((value) => typeof value === 'number' && values.has(String(value)))
    if (twin !== undefined) return `“${name}” has ${twin} as a number and as a text: the chart draws them as one.`
  }
  return undefined
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce((inner, key) => (inner as Readonly<Record<string | number, unknown>>)[key], value)

function hasArcs(view: unknown): boolean {
  if (!isMap(view)) return false
  const { mark, layer } = view
  return (isMap(mark) ? mark['type'] : mark) === 'arc' || (Array.isArray(layer) && layer.some(hasArcs))
}
