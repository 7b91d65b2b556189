import type { Report as Wire } from '../../api/reports.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import type { ReportDefinition } from '../../content/model.ts'
import { digestsOf, unitsOfDefinition } from '../../content/units.ts'
import { nestsTooDeep } from '../depth.ts'
import { definitionOf } from '../map/report.ts'
import { type Suspect, suspectsIn } from './suspects.ts'
import { type Unknown, unknownIn } from './unknown.ts'
import { knownOf } from './unread.ts'

/** What is asked of every report, whatever it is called and whatever else there is. */
export interface ReportGlance {
  /** It nests deeper than a file may: it is no content, and nothing else is known of it. */
  readonly isTooDeep: boolean
  readonly source: string | undefined
  /** What stands where a record would. */
  readonly record: unknown
  readonly suspects: readonly Suspect[]
  readonly unknown: readonly Unknown[]
  /** Of the units that its definition says. */
  readonly digests: Readonly<Record<string, string>>
}

const glances = new WeakMap<Wire, ReportGlance>()

export function glanceAtReport(wire: Wire): ReportGlance {
  const known = (knownOf(wire)?.glance as ReportGlance | undefined) ?? glances.get(wire)
  if (known) return known
  const glance = look(wire)
  glances.set(wire, glance)
  return glance
}

const definitions = new WeakMap<Wire, ReportDefinition>()

export function definitionIn(wire: Wire): ReportDefinition {
  const definition = definitions.get(wire) ?? definitionOf(wire)
  definitions.set(wire, definition)
  return definition
}

function look(wire: Wire): ReportGlance {
  const own = { source: wire.source ?? undefined, record: wire.meta?.[LEDGER_KEY], unknown: unknownIn('report', wire) }
  if (nestsTooDeep(wire)) return { ...own, isTooDeep: true, suspects: [], digests: {} }
  const definition = definitionIn(wire)
  let digests: ReportGlance['digests'] | undefined
  return {
    ...own,
    isTooDeep: false,
    suspects: suspectsIn(freeFormOf(definition)),
    get digests() {
      digests ??= Object.fromEntries(digestsOf(unitsOfDefinition(definition)))
      return digests
    },
  }
}

const freeFormOf = ({ query: _members, pivot: _rows, ...rest }: ReportDefinition) => rest
