import { missingIn } from '../data/missing.ts'
import type { Rows } from '../data/rows.ts'
import { Told } from '../told.ts'
import type { Given } from './context.ts'

/** The rows of a report. Throws if they lack columns that it cannot be drawn without. */
export async function rowsFor({ stage, widget, report }: Given): Promise<Rows> {
  if (!report) return { columns: [], rows: [] }
  const rows = await stage.rowsOf(widget, report)
  const missing = missingIn(report, rows)
  if (missing !== undefined) throw new Told(missing)
  return rows
}
