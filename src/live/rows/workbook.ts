import { isDeepStrictEqual } from 'node:util'
import { oncePer, stringifyJson } from '@boardwright/common'
import type { DashboardConfig, Workbook as Wire } from '@boardwright/platform'
import { readRecord } from '../../base/codec.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import { withoutHidden } from '../../content/hidden-meta.ts'
import type { Dashboard } from '../../content/model.ts'
import { digestsOfDashboard } from '../../content/unit-digests.ts'
import { dashboardFromWire, reportNumbersIn } from '../map/dashboard.ts'
import { dashboardInTree, dashboardsOf, shownOf } from '../map/workbook.ts'
import { noFileFor } from '../no-file.ts'
import { rememberedOf, type WorkbookRow, wholeRow } from './known.ts'
import type { KnownDashboard, WorkbookRowSummary } from './summaries.ts'
import { type Suspect, suspectNumbers, suspectsIn } from './suspects.ts'
import { unknownIn } from './unknown.ts'

const summarizeSeen = oncePer((row: WorkbookRow) => summarize(wholeRow<'workbook'>(row), false))
const summarizeDraft = oncePer((row: WorkbookRow) => summarize(wholeRow<'workbook'>(row), true))
const read = new WeakMap<WorkbookRow, Pick<KnownDashboard, 'names'> & { readonly dashboard: Dashboard }>()

/** Its dashboard is the one that goes into the tree: the published one, or with `drafts` the draft. */
export function summarizeWorkbookRow(row: WorkbookRow, drafts = false): WorkbookRowSummary {
  if (drafts) return summarizeDraft(row)
  return rememberedOf<'workbook'>(row)?.summary ?? summarizeSeen(row)
}

export const dashboardKnown = (row: WorkbookRow): KnownDashboard | undefined => rememberedOf<'workbook'>(row)?.dashboard

/** The dashboard of a row, under its reports' current names. */
export function dashboardSummaryOf(row: WorkbookRow): KnownDashboard | undefined {
  const now = read.get(row)
  return now ? { names: now.names, digests: digestsOfDashboard(now.dashboard) } : dashboardKnown(row)
}

export function keepDashboardSummary(row: WorkbookRow, names: KnownDashboard['names'], dashboard: Dashboard): void {
  read.set(row, { names, dashboard })
}

function summarize(wire: Wire, drafts: boolean): WorkbookRowSummary {
  const { isPublished, published, draft } = dashboardsOf(wire)
  const config = dashboardInTree(wire, drafts)
  const noFile = noFileFor(wire, () => [withoutHidden(wire.meta, 'workbook'), config])
  const { publishedDashboard } = wire
  const isSeen = isPublished && published !== undefined
  return {
    noFile,
    record: readRecord(wire.meta[LEDGER_KEY]),
    meta: noFile !== undefined ? '{}' : stringifyJson(withoutHidden(wire.meta, 'workbook')),
    ...shownOf(wire),
    hasDashboard: config !== undefined,
    shows: config ? reportNumbersIn(config) : [],
    publication:
      isSeen && publishedDashboard
        ? {
            dashboard: publishedDashboard.id,
            publicId: publishedDashboard.publicId,
            version: publishedDashboard.versionNumber,
            snapshots: publishedDashboard.reportSnapshots.map(({ reportId, versionNumber }) => [
              reportId,
              versionNumber,
            ]),
          }
        : undefined,
    hasDraft: isSeen && draft !== undefined && noFile === undefined && !isDeepStrictEqual(draft, published),
    hasCalculatedFields: Object.keys(wire.calculatedFields).length > 0,
    suspects: noFile !== undefined ? [] : suspectNumbers(freeFormOf(wire, config)),
    unknown: [
      ...unknownIn('workbook', wire),
      ...unknownIn('publication', publishedDashboard),
      ...[published, draft].flatMap((dashboard) => [
        ...unknownIn('dashboard', dashboard),
        ...unknownIn('app', dashboard?.app),
        ...(dashboard?.widgets ?? []).flatMap((widget) => unknownIn('widget', widget)),
      ]),
    ],
  }
}

export function suspectsOfWorkbook(row: WorkbookRow, drafts: boolean): Suspect[] {
  const wire = wholeRow<'workbook'>(row)
  return suspectsIn(freeFormOf(wire, dashboardInTree(wire, drafts)))
}

function freeFormOf({ meta }: Wire, config: DashboardConfig | undefined) {
  const dashboard = config && dashboardFromWire(config, (id) => `missing(${id})`)
  return {
    meta: withoutHidden(meta, 'workbook'),
    settings: dashboard?.settings,
    theme: dashboard?.theme,
    widgets: Object.fromEntries((dashboard?.widgets ?? []).map(({ id, config, style }) => [id, { config, style }])),
  }
}
