import { isDeepStrictEqual } from 'node:util'
import type { DashboardConfig } from '../../api/dashboards.ts'
import type { Workbook as Wire } from '../../api/workbooks.ts'
import { LEDGER_KEY } from '../../content/fields.ts'
import { withoutHidden } from '../../content/hidden-meta.ts'
import type { Dashboard, ReportReference } from '../../content/model.ts'
import { type Digests, digestsOfDashboard } from '../../content/summary.ts'
import { stringifyJson } from '../../json.ts'
import { type RecordRead, readRecord } from '../../ledger/codec.ts'
import { nestsTooDeep } from '../depth.ts'
import { reportNumbersIn, toDashboard } from '../map/dashboard.ts'
import { dashboardInTree, dashboardsOf, type Shown, shownOf } from '../map/workbook.ts'
import { type Suspect, suspectNumbers, suspectsIn } from './suspects.ts'
import { type Unknown, unknownIn } from './unknown.ts'
import { knownOf } from './unread.ts'

/** What every run asks of a workbook, whatever it is called and whatever else there is. */
export interface WorkbookRowSummary extends Shown {
  /** It nests deeper than a file may: it is no content. */
  readonly isTooDeep: boolean
  readonly record: RecordRead
  /** What of its `meta` the tree holds, as JSON. */
  readonly meta: string
  readonly hasDashboard: boolean
  /** The numbers of the reports that its dashboard names, in the order of its widgets. */
  readonly shows: readonly number[]
  readonly publication?: PublicationSummary | undefined
  /** Its draft is not what is published, or is not written as that is. */
  readonly hasDraft: boolean
  readonly hasCalculatedFields: boolean
  /** Numbers that may be those of reports, where no reference is expected. */
  readonly suspects: readonly number[]
  readonly unknown: readonly Unknown[]
}

export interface PublicationSummary {
  readonly dashboard: number
  readonly version: number
  readonly snapshots: readonly (readonly [report: number, version: number])[]
}

/** The dashboard of a workbook, where what its reports are called is known. */
export interface DashboardSummary {
  readonly names: readonly (readonly [report: number, name: ReportReference])[]
  /** Of the units that the dashboard says. */
  readonly digests: Digests
}

const summaries = { seen: new WeakMap<Wire, WorkbookRowSummary>(), drafts: new WeakMap<Wire, WorkbookRowSummary>() }
const read = new WeakMap<Wire, Pick<DashboardSummary, 'names'> & { readonly dashboard: Dashboard }>()

/** Its dashboard is the one that the tree holds: what viewers see or would see, or the draft. */
export function summarizeWorkbookRow(wire: Wire, drafts = false): WorkbookRowSummary {
  const remembered = drafts ? undefined : (knownOf(wire)?.summary as WorkbookRowSummary | undefined)
  if (remembered) return remembered
  const known = drafts ? summaries.drafts : summaries.seen
  const summary = known.get(wire) ?? look(wire, drafts)
  known.set(wire, summary)
  return summary
}

export const dashboardKnown = (wire: Wire): DashboardSummary | undefined =>
  knownOf(wire)?.said as DashboardSummary | undefined

/** What the dashboard of a row said, under the names that its reports have by now. */
export function dashboardSummaryOf(wire: Wire): DashboardSummary | undefined {
  const now = read.get(wire)
  return now ? { names: now.names, digests: digestsOfDashboard(now.dashboard) } : dashboardKnown(wire)
}

export function keepDashboardSummary(wire: Wire, names: DashboardSummary['names'], dashboard: Dashboard): void {
  read.set(wire, { names, dashboard })
}

function look(wire: Wire, drafts: boolean): WorkbookRowSummary {
  const { isPublished, published, draft } = dashboardsOf(wire)
  const config = dashboardInTree(wire, drafts)
  const isTooDeep = nestsTooDeep(wire)
  const { publishedDashboard } = wire
  const isSeen = isPublished && published !== undefined
  return {
    isTooDeep,
    record: readRecord(wire.meta[LEDGER_KEY]),
    meta: isTooDeep ? '{}' : stringifyJson(withoutHidden(wire.meta, 'workbook')),
    ...shownOf(wire),
    hasDashboard: config !== undefined,
    shows: config ? reportNumbersIn(config) : [],
    publication:
      isSeen && publishedDashboard
        ? {
            dashboard: publishedDashboard.id,
            version: publishedDashboard.versionNumber,
            snapshots: publishedDashboard.reportSnapshots.map(({ reportId, versionNumber }) => [
              reportId,
              versionNumber,
            ]),
          }
        : undefined,
    hasDraft: isSeen && draft !== undefined && !isTooDeep && !isDeepStrictEqual(draft, published),
    hasCalculatedFields: Object.keys(wire.calculatedFields).length > 0,
    suspects: isTooDeep ? [] : suspectNumbers(freeFormOf(wire, config)),
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

export const suspectsOfWorkbook = (wire: Wire, drafts: boolean): Suspect[] =>
  suspectsIn(freeFormOf(wire, dashboardInTree(wire, drafts)))

function freeFormOf({ meta }: Wire, config: DashboardConfig | undefined) {
  const dashboard = config && toDashboard(config, (id) => `missing(${id})`)
  return {
    meta: withoutHidden(meta, 'workbook'),
    settings: dashboard?.settings,
    theme: dashboard?.theme,
    widgets: Object.fromEntries((dashboard?.widgets ?? []).map(({ id, config, style }) => [id, { config, style }])),
  }
}
