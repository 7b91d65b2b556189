import type { Report as Wire } from '../../api/reports.ts'
import { LIFTED } from '../../content/fields.ts'
import { withoutHidden } from '../../content/ledger.ts'
import type { FreeForm, Place, Report, ReportDefinition } from '../../content/model.ts'
import { objectOf } from '../../json.ts'
import { readQuery } from './query.ts'

/** Wire fields that a report's file has under the same meaning. */
const PLAIN = {
  title: 'title',
  source: 'source',
  sqlQuery: 'sql',
  pivotItems: 'pivot',
  externalWorkbookId: 'externalWorkbookId',
  resultLocation: 'resultLocation',
  endResultCell: 'endResultCell',
} as const satisfies Partial<Record<keyof Wire, keyof ReportDefinition>>

export interface ReportNames {
  readonly id: string
  readonly ids?: Readonly<Record<string, string>>
  readonly place: Place
}

/** Platform to content. What the field table calls server-owned is dropped here, and nowhere else. */
export function toReport(wire: Wire, { id, ids, place }: ReportNames): Report {
  const plain = Object.entries(PLAIN).flatMap(([from, to]) => (wire[from] == null ? [] : [[to, wire[from]] as const]))
  return {
    id,
    ...(ids === undefined ? {} : { ids }),
    place,
    definition: {
      name: wire.name,
      ...Object.fromEntries(plain),
      ...(wire.jsonQuery == null ? {} : readQuery(wire.jsonQuery)),
      ...splitMeta(wire.meta ?? {}),
    },
  }
}

/** What viewers see goes to the top of the file. A lifted key without a value stays: null there means something. */
function splitMeta(meta: FreeForm): Partial<ReportDefinition> {
  const isLifted = (key: string): boolean => (LIFTED as readonly string[]).includes(key) && meta[key] != null
  const lifted = LIFTED.filter(isLifted).map((key) => [key, meta[key]] as const)
  const rest = objectOf(Object.entries(withoutHidden(meta)).filter(([key]) => !isLifted(key)))
  return { ...Object.fromEntries(lifted), ...(Object.keys(rest).length > 0 ? { meta: rest } : {}) }
}
