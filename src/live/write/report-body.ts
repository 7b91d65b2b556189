import { objectOf } from '@boardwright/common'
import type { CreateReportInput, Report as Wire } from '@boardwright/platform'
import { LEDGER_KEY, LIFTED } from '../../content/fields.ts'
import type { ObjectPlace, Report, ReportDefinition } from '../../content/model.ts'
import type { NumberOf } from '../map/dashboard.ts'
import { fromReport } from '../map/report.ts'

type Body = ReturnType<typeof fromReport>

type InMeta = 'meta' | (typeof LIFTED)[number]
/** `queryText` is part of the unit `query`, and only a create sends `source`. */
type InField = Exclude<keyof ObjectPlace, 'tenant'> | Exclude<keyof ReportDefinition, InMeta | 'queryText' | 'source'>

/** Units that are one field of the request. All others are in `meta`. */
const FIELD_OF: Readonly<Record<InField, keyof Body>> = {
  name: 'name',
  title: 'title',
  sql: 'sqlQuery',
  query: 'jsonQuery',
  pivot: 'pivotItems',
  workbook: 'workbookId',
  folder: 'folderId',
  externalWorkbookId: 'externalWorkbookId',
  resultLocation: 'resultLocation',
  endResultCell: 'endResultCell',
}
const FIELDS: ReadonlyMap<string, keyof Body> = new Map(Object.entries(FIELD_OF))
const IN_META: ReadonlySet<string> = new Set<InMeta>(['meta', ...LIFTED])

/** The text of the ledger in a `meta`, whoever's it is. */
export function recordIn(meta: Wire['meta']): string | undefined {
  const text = meta?.[LEDGER_KEY]
  return typeof text === 'string' ? text : undefined
}

export const metaWith = (meta: Wire['meta'], record: string | undefined): Record<string, unknown> =>
  objectOf([
    ...Object.entries(meta ?? {}).filter(([key]) => key !== LEDGER_KEY),
    ...(record === undefined ? [] : [[LEDGER_KEY, record] as const]),
  ])

/** The body of a create, without unset keys. */
export function createBody(report: Report, numbers: NumberOf, record: string | undefined): CreateReportInput {
  const { meta, ...fields } = fromReport(report, numbers)
  const all = metaWith(meta, record)
  return {
    ...(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as typeof fields),
    ...(Object.keys(all).length > 0 ? { meta: all } : {}),
  }
}

export const isInMeta = (unit: string): boolean => IN_META.has(unit)

/**
 * The body of an update: only changed fields, so that concurrent edits of others survive. `meta` is always sent as a
 * whole.
 */
export function updateBody(
  report: Report,
  units: readonly string[],
  numbers: Omit<NumberOf, 'report'>,
  meta: { readonly record: string | undefined } | undefined,
): Partial<Body> {
  const all = fromReport(report, numbers)
  const fields = units.flatMap((unit) => {
    const field = FIELDS.get(unit)
    return field === undefined ? [] : [[field, all[field]] as const]
  })
  return { ...Object.fromEntries(fields), ...(meta ? { meta: metaWith(all.meta, meta.record) } : {}) }
}

/** Keys that we left out but that are still there, because this platform merges `meta`. */
export const keptKeys = (sent: object | undefined, stored: Wire['meta']): string[] =>
  sent === undefined
    ? []
    : Object.keys(stored ?? {}).filter((key) => !Object.hasOwn(sent, key) && stored?.[key] !== null)
