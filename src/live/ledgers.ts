import { withOneAccountList } from '../base/account-holder.ts'
import { type CarriedLedger, carriedLedger } from '../base/carried.ts'
import { readRecord } from '../base/codec.ts'
import { derivedIds, slugIn } from '../content/identity.ts'
import type { ReportRow, WorkbookRow } from './rows/known.ts'
import { summarizeReportRow } from './rows/report.ts'
import { summarizeWorkbookRow } from './rows/workbook.ts'
import type { Inventory } from './wire.ts'

export interface LedgerPlace {
  readonly deployment: number
  readonly projectId: string
}

/** Workbooks and reports with a ledger in their `meta`. */
export function readLedgers({ workbooks, reports }: Inventory, place: LedgerPlace): readonly CarriedLedger[] {
  const slugs = new Set(workbooks.flatMap((each) => slugIn(each) ?? []))
  return withOneAccountList([
    ...workbooks.flatMap((wire) => ledgerOfWorkbook(wire, place, (slug) => !slugs.has(slug)) ?? []),
    ...reports.flatMap((wire) => ledgerOfReport(wire, place) ?? []),
  ])
}

/**
 * A workbook's ledger. An interrupted create leaves a workbook without a slug; the slug in its ledger counts as its own
 * as long as no other workbook has that.
 */
export function ledgerOfWorkbook(
  wire: WorkbookRow,
  { deployment, projectId }: LedgerPlace,
  isFree: (slug: string) => boolean = () => true,
): CarriedLedger | undefined {
  const { id } = wire
  const slug = slugIn(wire)
  const mayBe = (logicalId: string): boolean => (slug === undefined ? isFree(logicalId) : slug === logicalId)
  return carriedLedger(summarizeWorkbookRow(wire).record, projectId, { kind: 'workbook', deployment, id, mayBe })
}

function ledgerOfReport(wire: ReportRow, { deployment, projectId }: LedgerPlace): CarriedLedger | undefined {
  const { record } = summarizeReportRow(wire)
  if (record == null) return undefined
  const mayBe = (logicalId: string): boolean =>
    [logicalId, ...derivedIds(projectId, deployment, logicalId)].includes(wire.publicId)
  return carriedLedger(readRecord(record), projectId, { kind: 'report', deployment, id: wire.id, mayBe })
}
