import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type {
  ConnectReportToWorkbookInput,
  DisconnectReportFromWorkbookInput,
  RefreshReportInput,
  ReportPlacement,
} from '../../api/spreadsheets.ts'
import { parseJson, stringifyJson } from '../../json.ts'
import type { Caller, Platform } from '../platform.ts'
import { findReport, type ReportRow } from './reports.ts'
import { updateRow } from './rows.ts'

type Address = z.output<typeof DisconnectReportFromWorkbookInput>

const placementsOf = (row: ReportRow): ReportPlacement[] => parseJson(row.placements) as ReportPlacement[]

/** A place is found by its id, else by spreadsheet, sheet name and anchor. `sheetId` only narrows. */
function isAt(placement: ReportPlacement, address: Address): boolean {
  if (address.placementId != null) return placement.id === address.placementId
  const [sheet, anchor] = address.resultLocation?.split('!') ?? []
  const sheetName = address.sheetName ?? sheet
  const anchorCell = address.anchorCell ?? anchor
  return (
    sheetName !== undefined &&
    anchorCell !== undefined &&
    placement.workbookId === address.externalWorkbookId &&
    placement.sheetName === sheetName &&
    placement.anchorCell === anchorCell &&
    (address.sheetId == null || placement.sheetId === address.sheetId)
  )
}

/** Placements are no part of a report's definition: its version and date of change stay. */
function store(
  { db }: Platform,
  row: ReportRow,
  placements: ReportPlacement[],
  columns: { refreshed_by?: number } = {},
): ReportRow {
  updateRow(db, 'reports', row.id, { placements: stringifyJson(placements), ...columns })
  return findReport(db, row.deployment_id, row.id)
}

export function connectPlacement(
  platform: Platform,
  caller: Caller,
  row: ReportRow,
  input: z.output<typeof ConnectReportToWorkbookInput>,
): ReportRow {
  const placements = placementsOf(row)
  const [sheetPart, anchorPart] = input.resultLocation.split('!')
  const sheetName = input.sheetName ?? sheetPart ?? null
  const anchorCell = input.anchorCell ?? anchorPart ?? null
  const found = placements.findIndex((placement) => isAt(placement, { ...input, sheetName, anchorCell }))
  const placement: ReportPlacement = {
    ...placements[found],
    id: placements[found]?.id ?? input.placementId ?? randomUUID(),
    workbookId: input.externalWorkbookId,
    resultLocation: input.resultLocation,
    sheetName,
    anchorCell,
    host: input.host ?? null,
    workbookName: input.workbookName ?? null,
    sheetId: input.sheetId ?? null,
    endResultCell: input.endResultCell ?? null,
    resultChecksum: input.resultChecksum ?? null,
    placedAt: platform.clock.stamp(),
    placedByUserId: caller.userId,
    syncStatus: 'UP_TO_DATE',
  }
  return store(platform, row, found < 0 ? [...placements, placement] : placements.with(found, placement))
}

/** Nothing there is a success too, so that a repeat is safe. */
export const disconnectPlacement = (platform: Platform, row: ReportRow, address: Address): ReportRow =>
  store(
    platform,
    row,
    placementsOf(row).filter((placement) => !isAt(placement, address)),
  )

export function refreshPlacement(
  platform: Platform,
  caller: Caller,
  row: ReportRow,
  input: z.output<typeof RefreshReportInput>,
): ReportRow {
  const refreshed = {
    refreshedAt: platform.clock.stamp(),
    refreshedByUserId: caller.userId,
    syncStatus: 'UP_TO_DATE' as const,
  }
  const placements = placementsOf(row).map((placement) =>
    isAt(placement, input) ? { ...placement, ...refreshed, resultChecksum: input.resultChecksum ?? null } : placement,
  )
  return store(platform, row, placements, { refreshed_by: caller.userId })
}
