import { listPeriods } from '../../company/calendar.ts'
import { chance, seedOf } from '../../company/values.ts'
import { wordsFor } from '../../company/words.ts'
import type { Scene, SceneReport } from '../../scene.ts'
import { columnFor } from '../data/columns.ts'
import { isMap, mapAt, textAt } from '../data/free.ts'
import type { Column, Row, Rows } from '../data/rows.ts'

interface Field {
  readonly name: string
  readonly type: Column['type']
  readonly domain: readonly unknown[]
}

const TYPES: Readonly<Record<string, Column['type']>> = {
  quantitative: 'number',
  temporal: 'time',
  nominal: 'string',
  ordinal: 'string',
}
const DEEPEST = 12

/** The fields named by the encodings of a chart. */
function fieldsIn(spec: unknown, depth = 0): Field[] {
  if (depth > DEEPEST || (!isMap(spec) && !Array.isArray(spec))) return []
  const own = isMap(spec) ? textAt(spec, 'field') : undefined
  const type = isMap(spec) ? TYPES[textAt(spec, 'type') ?? ''] : undefined
  const domain = isMap(spec) ? mapAt(spec, 'scale')['domain'] : undefined
  const here: Field[] =
    own !== undefined && type !== undefined
      ? [{ name: own.replaceAll('\\', ''), type, domain: Array.isArray(domain) ? domain : [] }]
      : []
  return [...here, ...Object.values(spec).flatMap((inner) => fieldsIn(inner, depth + 1))]
}

/** Fields made by transforms, which the rows do not have. */
function madeIn(spec: unknown, depth = 0): string[] {
  if (depth > DEEPEST || (!isMap(spec) && !Array.isArray(spec))) return []
  const as = isMap(spec) ? spec['as'] : undefined
  const here = typeof as === 'string' ? [as] : Array.isArray(as) ? as.map(String) : []
  return [...here, ...Object.values(spec).flatMap((inner) => madeIn(inner, depth + 1))]
}

/** Adds columns that a chart names and its query does not: code between the two may make them. */
export function addFields({ columns, rows, ...rest }: Rows, report: SceneReport, scene: Scene): Rows {
  const made = madeIn(report.spec)
  const known = new Set(rows.length > 0 ? Object.keys(rows[0] ?? {}) : columns.map(({ name }) => name))
  const fresh = fieldsIn(report.spec).filter(
    ({ name }, index, all) =>
      !known.has(name) && !made.includes(name) && all.findIndex((each) => each.name === name) === index,
  )
  if (fresh.length === 0) return { columns, rows, ...rest }
  const base = rows.length > 0 ? rows : emptyRows(fresh)
  return {
    ...rest,
    columns: [...columns, ...fresh.map(({ name, type }) => columnFor(name, report, scene, type))],
    rows: base.map((row, index) => ({
      ...row,
      ...Object.fromEntries(fresh.map((field) => [field.name, valueAt(field, index, base.length, fresh)])),
    })),
  }
}

const emptyRows = (fields: readonly Field[]): Row[] =>
  Array.from({ length: fields.some(({ type }) => type === 'time') ? 24 : 8 }, () => ({}))

const PERIODS = listPeriods('month', 24)

function valueAt({ name, type, domain }: Field, index: number, count: number, fields: readonly Field[]): unknown {
  if (type === 'time') return PERIODS[index % PERIODS.length]
  if (type === 'number') {
    const isTimed = fields.some((field) => field.type === 'time')
    const size = isTimed ? 1 + 0.2 * Math.sin(index / 3) : 2 / (index + 2)
    return Math.round(100_000 * size * (0.86 + 0.28 * chance(seedOf(name), index))) / 100
  }
  const words = domain.length > 0 ? domain : wordsFor(name, undefined)
  // A forecast is at the end of a series; other words take turns.
  const forecast = words.findIndex((word) => /forecast|plan|budget/i.test(String(word)))
  if (forecast >= 0) return index >= count * 0.85 ? words[forecast] : words.find((_, at) => at !== forecast)
  return words[index % words.length]
}
