import { oncePer } from '@boardwright/common'
import type { Dashboard, ObjectPlace, Own, Report, ReportDefinition, Workbook } from './model.ts'
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
 * The digests of an object's units, in a fixed order: JSON without the outer braces. Two objects are equal if these
 * texts are, and most objects need no more than that.
 */
export type Digests = string

export const writeDigests = (units: Units): Digests => digestsText(digestsOf(units))

export const digestsText = (digests: UnitDigests): Digests =>
  [...digests].map(([unit, digest]) => `${JSON.stringify(unit)}:"${digest}"`).join()

export const readDigests = (digests: Digests): UnitDigests =>
  new Map(Object.entries(JSON.parse(`{${digests}}`) as Record<string, string>))

const joinDigests = (...parts: readonly Digests[]): Digests => parts.filter((part) => part !== '').join()

const digestsOfPlace = oncePer((place: ObjectPlace) => writeDigests(unitsOfPlace(place)))
export const digestsOfDefinition = oncePer((definition: ReportDefinition) =>
  writeDigests(unitsOfDefinition(definition)),
)
export const digestsOfDashboard = oncePer((dashboard: Dashboard) => writeDigests(unitsOfDashboard(dashboard)))

export const digestsOfReport = ({ place, definition }: Report): Digests =>
  digestsAt(place, digestsOfDefinition(definition))

/** The digests of a report at this place. */
export const digestsAt = (place: ObjectPlace, definition: Digests): Digests =>
  joinDigests(digestsOfPlace(place), definition)

export const digestsOfWorkbook = ({ dashboard, ...own }: Workbook): Digests =>
  digestsWith(own, dashboard ? digestsOfDashboard(dashboard) : '')

/** The digests of a workbook with this dashboard. */
export const digestsWith = (own: Omit<Workbook, 'dashboard'>, dashboard: Digests): Digests =>
  joinDigests(writeDigests(unitsWithoutDashboard(own)), dashboard)

export function ownOfWorkbook({ dashboard: _, meta: _meta, ...own }: Workbook): Own['workbook'] {
  return own
}

export const ownOfReport = ({ id, ids, place, definition }: Report): Own['report'] => ({
  ...{ id, place, ...(ids === undefined ? {} : { ids }) },
  ...knownOfDefinition(definition),
})

/** What is known of a report's definition without reading it in full. */
export interface DefinitionKnown {
  readonly name: string
  readonly kind?: string | undefined
  readonly source?: string | undefined
}

export const knownOfDefinition = ({
  name,
  kind,
  source,
}: {
  readonly name: string
  readonly kind?: unknown
  readonly source?: string | undefined
}): DefinitionKnown => ({
  name,
  // On the platform this can be any value.
  kind: typeof kind === 'string' ? kind : undefined,
  source,
})

/** With the digests of its units. */
export interface DefinitionSummary extends DefinitionKnown {
  readonly digests: Digests
}

export const summarizeDefinition = (definition: ReportDefinition): DefinitionSummary => ({
  ...knownOfDefinition(definition),
  digests: digestsOfDefinition(definition),
})
