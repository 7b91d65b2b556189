import type { Report as Wire } from '../../api/reports.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import type { ReportDefinition } from '../../content/model.ts'
import type { DefinitionSummary } from '../../content/summary.ts'
import { nestsTooDeep } from '../depth.ts'
import { definitionOf } from '../map/report.ts'
import { type Suspect, suspectNumbers, suspectsIn } from './suspects.ts'
import { type Unknown, unknownIn } from './unknown.ts'
import { knownOf } from './unread.ts'

/** What every run asks of a report, whatever it is called and whatever else there is. */
export interface ReportRowSummary {
  /** It nests deeper than a file may: it is no content, and nothing else is known of it. */
  readonly isTooDeep: boolean
  /** What stands where a record would. */
  readonly record: unknown
  /** Numbers that may be those of reports, where no reference is expected. */
  readonly suspects: readonly number[]
  readonly unknown: readonly Unknown[]
}

const summaries = new WeakMap<Wire, ReportRowSummary>()

export function summarizeReportRow(wire: Wire): ReportRowSummary {
  const known = (knownOf(wire)?.summary as ReportRowSummary | undefined) ?? summaries.get(wire)
  if (known) return known
  const summary = look(wire)
  summaries.set(wire, summary)
  return summary
}

const definitions = new WeakMap<Wire, ReportDefinition>()

export function definitionIn(wire: Wire): ReportDefinition {
  const definition = definitions.get(wire) ?? definitionOf(wire)
  definitions.set(wire, definition)
  return definition
}

function look(wire: Wire): ReportRowSummary {
  const own = { record: wire.meta?.[LEDGER_KEY], unknown: unknownIn('report', wire) }
  if (nestsTooDeep(wire)) return { ...own, isTooDeep: true, suspects: [] }
  return { ...own, isTooDeep: false, suspects: suspectNumbers(freeFormOf(definitionIn(wire))) }
}

/** What is known of the definition in a row that was not parsed. */
export const definitionKnown = (wire: Wire): DefinitionSummary | undefined =>
  knownOf(wire)?.said as DefinitionSummary | undefined

export const suspectsOfReport = (wire: Wire): Suspect[] => suspectsIn(freeFormOf(definitionIn(wire)))

const freeFormOf = ({ query: _members, pivot: _rows, ...rest }: ReportDefinition) => rest
