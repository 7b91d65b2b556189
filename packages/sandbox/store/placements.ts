import { randomUUID } from 'node:crypto'
import { parseJson, stringifyJson } from '@boardwright/common'
import type {
  ConnectReportToWorkbookInput,
  DisconnectReportFromWorkbookInput,
  RefreshReportInput,
  ReportPlacement,
} from '@boardwright/platform'
import type { z } from 'zod'
import type { Caller, Platform } from '../platform.ts'
import { findReport, type ReportRow } from './reports.ts'
import { updateRow } from './rows.ts'

type Address = z.output<typeof DisconnectReportFromWorkbookInput>

const placementsOf = (row: ReportRow): ReportPlacement[] => parseJson(row.placements) as ReportPlacement[]

/** Sheet and anchor, from their own fields or from a location such as `Sheet1!B4` or `'It''s 2027'!B4`. */
function cellOf({ sheetName, anchorCell, resultLocation }: Address): { sheetName?: string; anchorCell?: string } {
  const [, quoted, plain, cell] = /^(?:'((?:[^']|'')*)'|([^!]*))!(.*)$/.exec(resultLocation ?? '') ?? []
  const sheet = sheetName ?? quoted?.replaceAll("''", "'") ?? plain
  const anchor = anchorCell ?? cell
  return { ...(sheet ? { sheetName: sheet } : {}), ...(anchor ? { anchorCell: anchor } : {}) }
}

/** A placement is found by its id, else by spreadsheet, sheet name and anchor. `sheetId` only narrows. */
function isAt(placement: ReportPlacement, address: Address): boolean {
  if (address.placementId != null) return placement.id === address.placementId
  const { sheetName, anchorCell } = cellOf(address)
  return (
    sheetName !== undefined &&
    anchorCell !== undefined &&
    placement.workbookId === address.externalWorkbookId &&
    placement.sheetName === sheetName &&
    placement.anchorCell === anchorCell &&
    (address.sheetId == null || placement.sheetId === address.sheetId)
  )
}

/** Placements are not part of a report's definition: its version and date of change stay the same. */
function store(
  { db }: Platform,
  row: ReportRow,
  placements: ReportPlacement[],
  columns: { refreshed_by?: number } = {},
): ReportRow {
  updateRow(db, 'reports', row.id, { placements: stringifyJson(placements), ...columns })
  return findReport(db, row.deployment_id, row.id)
}

/** Fields that an upsert keeps if they are not sent. */
const KEPT = ['host', 'workbookName', 'sheetId', 'endResultCell', 'resultChecksum'] as const

export function connectPlacement(
  platform: Platform,
  caller: Caller,
  row: ReportRow,
  input: z.output<typeof ConnectReportToWorkbookInput>,
): ReportRow {
  const placements = placementsOf(row)
  const { externalWorkbookId: workbookId, resultLocation, placementId } = input
  const { sheetName = null, anchorCell = null } = cellOf(input)
  const isSame = (placement: ReportPlacement): boolean =>
    placementId == null && placement.workbookId === workbookId && placement.resultLocation === resultLocation
  const index = placements.findIndex((placement) => isAt(placement, input) || isSame(placement))
  const found = placements[index]
  const placement: ReportPlacement = {
    ...found,
    id: found?.id ?? placementId ?? randomUUID(),
    workbookId,
    resultLocation,
    sheetName,
    anchorCell,
    ...Object.fromEntries(
      KEPT.map((name) => [name, input[name] === undefined ? (found?.[name] ?? null) : input[name]]),
    ),
    placedAt: platform.clock.stamp(),
    placedByUserId: caller.userId,
    syncStatus: 'UP_TO_DATE',
  }
  return store(platform, row, found ? placements.with(index, placement) : [...placements, placement])
}

/** It is also a success if nothing is there, so that a repeat is safe. */
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
  const checked = input.resultChecksum === undefined ? {} : { resultChecksum: input.resultChecksum }
  const placements = placementsOf(row).map((placement) =>
    isAt(placement, input) ? { ...placement, ...refreshed, ...checked } : placement,
  )
  return store(platform, row, placements, { refreshed_by: caller.userId })
}
