import type { Scene, SceneReport } from '../../scene.ts'
import { isMap } from '../data/free.ts'
import type { Rows } from '../data/rows.ts'
import { specOf } from '../data/spec.ts'
import { addFields } from './fields.ts'
import { sampleQuery } from './query.ts'
import { hasUnnamedColumns, sampleSql } from './sql.ts'

/** Invented rows for a report: plausible, and always the same. */
export function sampleRows(report: SceneReport, scene: Scene): Rows {
  const { query, sql } = report
  const hasSql = typeof sql === 'string' && sql.trim() !== ''
  const rows = isMap(query)
    ? sampleQuery(query, report, scene)
    : hasSql
      ? sampleSql(sql, report, scene)
      : { columns: [], rows: [] }
  const isKnown = isMap(query) || (hasSql && !hasUnnamedColumns(sql))
  return isKnown && !isRemade(report) ? rows : addFields(rows, { ...report, spec: specOf(report) }, scene)
}

/** Code or comparisons make columns between the query and the chart. */
const isRemade = ({ pythonCode, periodComparisons }: SceneReport): boolean =>
  (typeof pythonCode === 'string' && pythonCode.trim() !== '') || (periodComparisons ?? null) !== null
