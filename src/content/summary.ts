import { oncePer } from '@boardwright/common'
import type { Kind, LISTS } from './kinds.ts'
import type { Dashboard, Key, Objects, Place, Report, ReportDefinition, ReportReference, Workbook } from './model.ts'
import { referencesOf } from './references.ts'
import type { UnitDigests } from './threeway.ts'
import {
  digestsOf,
  isUnitOfApp,
  type Units,
  unitsOfDashboard,
  unitsOfDefinition,
  unitsOfPlace,
  unitsWithoutDashboard,
} from './units.ts'

/**
 * The digests of an object's units, in a fixed order: JSON without the outer braces. Two objects are equal if these
 * texts are, and most objects need no more than that.
 */
export type Digests = string

export const writeDigests = (units: Units): Digests => textOf(digestsOf(units))

export const textOf = (digests: UnitDigests): Digests =>
  [...digests].map(([unit, digest]) => `${JSON.stringify(unit)}:"${digest}"`).join()

export const readDigests = (digests: Digests): UnitDigests =>
  new Map(Object.entries(JSON.parse(`{${digests}}`) as Record<string, string>))

export const joinDigests = (...parts: readonly Digests[]): Digests => parts.filter((part) => part !== '').join()

/** Enough of a report to find, name and compare it. The rest is read when it is asked for. */
export interface ReportSummary {
  readonly id: string
  readonly ids?: Readonly<Record<string, string>>
  readonly place: Place
  readonly name: string
  readonly kind?: string | undefined
  readonly source?: string | undefined
  readonly digests: Digests
  readonly whole: () => Report
}

export interface DashboardSummary {
  /** The reports that it refers to, each once, in the order of its widgets. */
  readonly references: readonly ReportReference[]
  readonly digests: Digests
}

export interface WorkbookSummary extends Omit<Workbook, 'dashboard' | 'meta'>, DashboardSummary {
  readonly whole: () => Workbook
}

/** The summary of each kind. Most objects are never read in full. */
export interface Summaries extends Omit<Objects, 'workbook' | 'report'> {
  readonly workbook: WorkbookSummary
  readonly report: ReportSummary
}

export type ContentSummary = { readonly [K in Kind as (typeof LISTS)[K]]: readonly Summaries[K][] }
export type SummaryByKey = { readonly [K in Kind as (typeof LISTS)[K]]: ReadonlyMap<Key, Summaries[K]> }

/** Content in which each object is complete or a summary. */
export type KnownContent = { readonly [K in Kind as (typeof LISTS)[K]]: readonly (Objects[K] | Summaries[K])[] }

export const isSummary = (object: object): object is ReportSummary | WorkbookSummary => 'digests' in object

const digestsOfPlace = oncePer((place: Place) => writeDigests(unitsOfPlace(place)))
export const digestsOfDefinition = oncePer((definition: ReportDefinition) =>
  writeDigests(unitsOfDefinition(definition)),
)
export const digestsOfDashboard = oncePer((dashboard: Dashboard) => writeDigests(unitsOfDashboard(dashboard)))

/** What is needed of a report's definition without reading it in full. */
export interface DefinitionSummary {
  readonly name: string
  readonly kind?: string | undefined
  readonly source?: string | undefined
  readonly digests: Digests
}

export const definitionSummary = (
  { name, kind, source }: { readonly name: string; readonly kind?: unknown; readonly source?: string | undefined },
  digests: Digests,
): DefinitionSummary => ({
  name,
  // On the platform this can be any value.
  kind: typeof kind === 'string' ? kind : undefined,
  ...{ source, digests },
})

/** Whether its dashboard is code. */
export const hasApp = ({ digests }: WorkbookSummary): boolean => [...readDigests(digests).keys()].some(isUnitOfApp)

export const summarizeDefinition = (definition: ReportDefinition): DefinitionSummary =>
  definitionSummary(definition, digestsOfDefinition(definition))

export const summarizeReport = (report: Report | ReportSummary): ReportSummary =>
  isSummary(report) ? report : reportSummary(report, summarizeDefinition(report.definition), () => report)

export const reportSummary = (
  { id, ids, place }: Pick<Report, 'id' | 'ids' | 'place'>,
  { name, kind, source, digests }: DefinitionSummary,
  whole: () => Report,
): ReportSummary => ({
  ...{ id, place, name, kind, source },
  ...(ids === undefined ? {} : { ids }),
  digests: joinDigests(digestsOfPlace(place), digests),
  whole,
})

export function summarizeWorkbook(workbook: Workbook | WorkbookSummary): WorkbookSummary {
  if (isSummary(workbook)) return workbook
  const { dashboard, ...own } = workbook
  return workbookSummary(
    own,
    dashboard
      ? { references: referencesOf(dashboard), digests: digestsOfDashboard(dashboard) }
      : { references: [], digests: '' },
    () => workbook,
  )
}

export function workbookSummary(
  own: Omit<Workbook, 'dashboard'>,
  { references, digests }: DashboardSummary,
  whole: () => Workbook,
): WorkbookSummary {
  const { meta: _, ...rest } = own
  return {
    ...rest,
    references: [...new Set(references)],
    digests: joinDigests(writeDigests(unitsWithoutDashboard(own)), digests),
    whole,
  }
}
