import { oncePer } from '@boardwright/common'
import type { Report as Wire } from '@boardwright/platform'
import { LEDGER_KEY } from '../../content/fields.ts'
import type { ReportDefinition } from '../../content/model.ts'
import type { DefinitionSummary } from '../../content/unit-digests.ts'
import { definitionOf } from '../map/report.ts'
import { noFileFor } from '../no-file.ts'
import { type ReportRow, rememberedOf, wholeRow } from './known.ts'
import type { ReportRowSummary } from './summaries.ts'
import { type Suspect, suspectNumbers, suspectsIn } from './suspects.ts'
import { unknownIn } from './unknown.ts'

const summarizeOnce = oncePer((row: ReportRow) => summarize(wholeRow<'report'>(row)))

export const summarizeReportRow = (row: ReportRow): ReportRowSummary =>
  rememberedOf<'report'>(row)?.summary ?? summarizeOnce(row)

const definitionOnce = oncePer((wire: Wire): ReportDefinition => definitionOf(wire))

export const definitionOfRow = (row: ReportRow): ReportDefinition => definitionOnce(wholeRow<'report'>(row))

function summarize(wire: Wire): ReportRowSummary {
  const own = { record: wire.meta?.[LEDGER_KEY], unknown: unknownIn('report', wire) }
  const noFile = noFileFor(wire, () => [definitionOfRow(wire)])
  return { ...own, noFile, suspects: noFile === undefined ? suspectNumbers(freeFormOf(definitionOfRow(wire))) : [] }
}

/** The summary of the definition, if the row is remembered. */
export const definitionKnown = (row: ReportRow): DefinitionSummary | undefined =>
  rememberedOf<'report'>(row)?.definition

export const suspectsOfReport = (row: ReportRow): Suspect[] => suspectsIn(freeFormOf(definitionOfRow(row)))

const freeFormOf = ({ query: _members, pivot: _rows, ...rest }: ReportDefinition) => rest
