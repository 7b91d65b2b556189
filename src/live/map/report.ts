import { objectOf } from '@boardwright/common'
import type { CreateReportInput, Report as Wire } from '@boardwright/platform'
import { HIDDEN_META, LIFTED } from '../../content/fields.ts'
import { withoutHidden } from '../../content/hidden-meta.ts'
import type { FreeForm, ObjectPlace, Report, ReportDefinition } from '../../content/model.ts'
import { readQuery, writeQuery } from '../../content/query.ts'
import type { NumberOf } from './dashboard.ts'

/** Wire fields that keep their meaning in a report's file, and their names there. */
const PLAIN = {
  title: 'title',
  source: 'source',
  sqlQuery: 'sql',
  pivotItems: 'pivot',
  externalWorkbookId: 'externalWorkbookId',
  resultLocation: 'resultLocation',
  endResultCell: 'endResultCell',
} as const satisfies Partial<Record<keyof Wire, keyof ReportDefinition>>
const PLAIN_FIELDS = Object.entries(PLAIN) as [keyof typeof PLAIN, string][]

export interface ReportIdentity {
  readonly id: string
  readonly ids?: Readonly<Record<string, string>>
  readonly place: ObjectPlace
}

/** From the platform to content. Server-owned fields are dropped here and nowhere else. */
export const toReport = (wire: Wire, names: ReportIdentity): Report => ({ ...names, definition: definitionOf(wire) })

export function definitionOf(wire: Wire): ReportDefinition {
  const plain: Record<string, unknown> = {}
  for (const [from, to] of PLAIN_FIELDS) if (wire[from] != null) plain[to] = wire[from]
  return {
    name: wire.name,
    ...plain,
    ...(wire.jsonQuery == null ? {} : readQuery(wire.jsonQuery)),
    ...splitMeta(wire.meta ?? {}),
  }
}

/** All fields of a report's file in the platform's form, with `null` for unset ones. */
export function fromReport({ place, definition }: Report, numbers: Omit<NumberOf, 'report'>) {
  const plain = Object.entries(PLAIN).map(([to, from]) => [to, definition[from] ?? null] as const)
  return {
    name: definition.name,
    ...(Object.fromEntries(plain) as { [K in keyof typeof PLAIN]: CreateReportInput[K] }),
    jsonQuery: writeQuery(definition),
    meta: joinMeta(definition),
    workbookId: place.workbook === undefined ? null : numbers.workbook(place.workbook),
    folderId: place.folder?.length ? numbers.folder(place.folder) : null,
  } satisfies CreateReportInput
}

const isLifted = (meta: FreeForm, key: string): boolean =>
  (LIFTED as readonly string[]).includes(key) && meta[key] != null

/**
 * Lifts what viewers see to the top of the file. A lifted key without a value stays in `meta`, because null has a
 * meaning there.
 */
function splitMeta(meta: FreeForm): Partial<ReportDefinition> {
  const lifted = LIFTED.filter((key) => isLifted(meta, key)).map((key) => [key, meta[key]] as const)
  const rest = objectOf(Object.entries(withoutHidden(meta, 'report')).filter(([key]) => !isLifted(meta, key)))
  return { ...Object.fromEntries(lifted), ...(Object.keys(rest).length > 0 ? { meta: rest } : {}) }
}

/** If a key is in both, the one at the top of the file wins. */
function joinMeta(definition: ReportDefinition): Record<string, unknown> {
  const lifted = LIFTED.flatMap((key) => (definition[key] === undefined ? [] : [[key, definition[key]] as const]))
  const hidden: readonly string[] = HIDDEN_META.report
  const rest = Object.entries(definition.meta ?? {}).filter(([key]) => !hidden.includes(key))
  return objectOf([...rest, ...lifted])
}
