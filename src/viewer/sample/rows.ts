import type { Scene, SceneReport } from '../../scene.ts'
import { isMap } from '../data/free.ts'
import type { Rows } from '../data/rows.ts'
import { addFields } from './fields.ts'
import { sampleQuery } from './query.ts'
import { sampleSql } from './sql.ts'

/** Invented rows for a report: plausible, and always the same. */
export function sampleRows(report: SceneReport, scene: Scene): Rows {
  const { query, sql } = report
  const rows = isMap(query)
    ? sampleQuery(query, report, scene)
    : typeof sql === 'string' && sql.trim() !== ''
      ? sampleSql(sql, report, scene)
      : { columns: [], rows: [] }
  return addFields(rows, { ...report, spec: specOf(report) }, scene)
}

export function specOf({ spec }: SceneReport): unknown {
  if (typeof spec !== 'string') return spec
  try {
    return JSON.parse(spec)
  } catch {
    return spec
  }
}
