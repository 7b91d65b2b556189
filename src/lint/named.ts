import { onceInARow } from '@boardwright/common'
import type { ReportDefinition, Widget } from '../content/model.ts'
import { dashboardUses, type IsOwner, type QueryUse, REPORT_REGIONS, reportUses } from '../content/uses.ts'
import { hasOwner, type Members } from './members.ts'

/** Whoever asks about a report or a dashboard after somebody else shares what that one read. */

const isOwnerIn =
  (members: Members): IsOwner =>
  (name) =>
    members.known && hasOwner(members, name)

/** The members that a report names, besides those in SQL. */
export const namedInReport = (definition: Partial<ReportDefinition>, members: Members): readonly QueryUse[] =>
  readReport(members, ...NAMING.map((key) => definition[key]))

const NAMING = ['query', 'queryText', ...REPORT_REGIONS] as const

const readReport = onceInARow((members: Members, ...said: readonly unknown[]) =>
  reportUses(Object.fromEntries(NAMING.map((key, index) => [key, said[index]])), isOwnerIn(members)),
)

/** The members that the widgets of a dashboard name. */
export const namedInWidgets = onceInARow((widgets: readonly Widget[], members: Members) =>
  dashboardUses({ widgets }, isOwnerIn(members)),
)
