import type { Report as Wire } from '../../api/reports.ts'
import type { ReportDefinition } from '../../content/model.ts'
import { digestsOf, unitsOfDefinition } from '../../content/units.ts'
import { nestsTooDeep } from '../depth.ts'
import { definitionOf } from './report.ts'

/** What a row says of a report whatever it is called: found out while the rows after it are on their way. */
export interface Prepared {
  readonly definition: ReportDefinition
  readonly digests: Readonly<Record<string, string>>
}

const prepared = new WeakMap<Wire, Prepared>()

export function prepareReport(wire: Wire): void {
  if (nestsTooDeep(wire)) return
  const definition = definitionOf(wire)
  prepared.set(wire, { definition, digests: Object.fromEntries(digestsOf(unitsOfDefinition(definition))) })
}

export const preparedOf = (wire: Wire): Prepared | undefined => prepared.get(wire)
