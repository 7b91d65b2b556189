import type { Kind, LISTS } from './kinds.ts'
import type { Key, Objects, Place, Report, ReportReference, Workbook } from './model.ts'
import { referencesOf } from './references.ts'
import type { UnitDigests } from './threeway.ts'
import {
  digestsOf,
  type Units,
  unitsOfDashboard,
  unitsOfDefinition,
  unitsOfPlace,
  unitsWithoutDashboard,
} from './units.ts'

/**
 * The digests of the units of an object, by unit, in the order of the units: JSON without its braces. Two objects say the
 * same where these texts are the same, and of thousands of objects nobody asks for more.
 */
export type Digests = string

export const writeDigests = (units: Units): Digests => textOf(digestsOf(units))

export const textOf = (digests: UnitDigests): Digests =>
  [...digests].map(([unit, digest]) => `${JSON.stringify(unit)}:"${digest}"`).join()

export const readDigests = (digests: Digests): UnitDigests =>
  new Map(Object.entries(JSON.parse(`{${digests}}`) as Record<string, string>))

export const joinDigests = (...parts: readonly Digests[]): Digests => parts.filter((part) => part !== '').join()

/** Enough of a report to find it, to name it and to compare it. */
export interface ReportSummary {
  readonly id: string
  readonly ids?: Readonly<Record<string, string>>
  readonly place: Place
  readonly name: string
  readonly kind?: string | undefined
  readonly source?: string | undefined
  readonly digests: Digests
}

/** The same of a dashboard. */
export interface DashboardSummary {
  /** The reports that it names, in the order of its widgets. */
  readonly references: readonly ReportReference[]
  readonly digests: Digests
}

/** The same of a workbook with its dashboard. */
export interface WorkbookSummary extends Omit<Workbook, 'dashboard' | 'meta'>, DashboardSummary {}

/** What is known of an object of each kind. Most are no more than that. */
export interface Summaries extends Omit<Objects, 'workbook' | 'report'> {
  readonly workbook: WorkbookSummary
  readonly report: ReportSummary
}

export type ContentSummary = { readonly [K in Kind as (typeof LISTS)[K]]: readonly Summaries[K][] }
export type SummaryByKey = { readonly [K in Kind as (typeof LISTS)[K]]: ReadonlyMap<Key, Summaries[K]> }

export const summarizeReport = ({ id, ids, place, definition }: Report): ReportSummary => ({
  ...{ id, place, name: definition.name, kind: definition.kind, source: definition.source },
  ...(ids === undefined ? {} : { ids }),
  digests: joinDigests(writeDigests(unitsOfPlace(place)), writeDigests(unitsOfDefinition(definition))),
})

export function summarizeWorkbook({ dashboard, ...own }: Workbook): WorkbookSummary {
  const { references, digests }: DashboardSummary = dashboard
    ? { references: referencesOf(dashboard), digests: writeDigests(unitsOfDashboard(dashboard)) }
    : { references: [], digests: '' }
  const { meta: _, ...rest } = own
  return { ...rest, references, digests: joinDigests(writeDigests(unitsWithoutDashboard(own)), digests) }
}
