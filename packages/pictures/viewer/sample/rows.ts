import { specOf } from '@boardwright/common'
import type { Scene, SceneReport } from '../../scene.ts'
import { columnFor } from '../data/columns.ts'
import { isMap } from '../data/free.ts'
import type { Rows } from '../data/rows.ts'
import { Told } from '../told.ts'
import { companyFor } from './company.ts'
import { addFields } from './fields.ts'
import { sampleQuery } from './query.ts'
import { sqlFault } from './sql-fault.ts'

/** The most rows that a page draws. */
const MOST_ROWS = 10_000
const UNNAMED = /^column_\d+$/

/** The rows of a report, from a company made up for the data model: they never change, and agree with each other. */
export function sampleRows(report: SceneReport, scene: Scene): Rows {
  const { query, sql } = report
  const hasSql = typeof sql === 'string' && sql.trim() !== ''
  const rows = isMap(query)
    ? sampleQuery(query, report, scene, companyFor(scene))
    : hasSql
      ? sampleSql(sql, report, scene)
      : { columns: [], rows: [] }
  const isKnown =
    isMap(query) || (hasSql && rows.columns.length > 0 && !rows.columns.some(({ name }) => UNNAMED.test(name)))
  return isKnown && !isRemade(report) ? rows : addFields(rows, { ...report, spec: specOf(report) }, scene)
}

function sampleSql(sql: string, report: SceneReport, scene: Scene): Rows {
  const { columns, rows, isGuessed } = companyFor(scene).askSql(sql)
  const fault = isGuessed && sqlFault(sql)
  if (fault) throw new Told(fault)
  return {
    isGuessed,
    columns: columns.map(({ name, type, grain }) => ({ ...columnFor(name, report, scene, type), grain })),
    rows: rows
      .slice(0, MOST_ROWS)
      .map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index]]))),
  }
}

/** Whether code or comparisons make columns between the query and the chart. */
const isRemade = ({ pythonCode, periodComparisons }: SceneReport): boolean =>
  (typeof pythonCode === 'string' && pythonCode.trim() !== '') || (periodComparisons ?? null) !== null
