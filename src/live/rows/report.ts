import type { Report as Wire } from '../../api/reports.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import type { ReportDefinition } from '../../content/model.ts'
import type { DefinitionSummary } from '../../content/summary.ts'
import { nestsTooDeep } from '../depth.ts'
import { definitionOf } from '../map/report.ts'
import { type ReportRow, rememberedOf, wholeRow } from './known.ts'
import type { ReportRowSummary } from './summaries.ts'
import { type Suspect, suspectNumbers, suspectsIn } from './suspects.ts'
import { unknownIn } from './unknown.ts'

const summaries = new WeakMap<ReportRow, ReportRowSummary>()

export function summarizeReportRow(row: ReportRow): ReportRowSummary {
  const known = rememberedOf<'report'>(row)?.summary ?? summaries.get(row)
  if (known) return known
  const summary = summarize(wholeRow<'report'>(row))
  summaries.set(row, summary)
  return summary
}

const definitions = new WeakMap<Wire, ReportDefinition>()

export function definitionIn(row: ReportRow): ReportDefinition {
  const wire = wholeRow<'report'>(row)
  const definition = definitions.get(wire) ?? definitionOf(wire)
  definitions.set(wire, definition)
  return definition
}

function summarize(wire: Wire): ReportRowSummary {
  const own = { record: wire.meta?.[LEDGER_KEY], unknown: unknownIn('report', wire) }
  if (nestsTooDeep(wire)) return { ...own, isTooDeep: true, suspects: [] }
  return { ...own, isTooDeep: false, suspects: suspectNumbers(freeFormOf(definitionIn(wire))) }
}

/** The summary of the definition, if the row is remembered. */
export const definitionKnown = (row: ReportRow): DefinitionSummary | undefined =>
  rememberedOf<'report'>(row)?.definition

export const suspectsOfReport = (row: ReportRow): Suspect[] => suspectsIn(freeFormOf(definitionIn(row)))

const freeFormOf = ({ query: _members, pivot: _rows, ...rest }: ReportDefinition) => rest
