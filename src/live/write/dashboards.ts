import { BoardwrightError } from '@boardwright/common'
import {
  type DashboardConfig,
  type Dashboard as Publication,
  REVIEW_REQUIRED,
  type ReportSnapshot,
  reports,
} from '@boardwright/platform'
import { ofKind } from '../../content/entity.ts'
import { type ReportReference, type Workbook, workbookKey } from '../../content/model.ts'
import { referencesOf } from '../../content/references.ts'
import type { UnitDigests } from '../../content/threeway.ts'
import { digestsOf, unitsOfDashboard } from '../../content/units.ts'
import { allOf, readReport } from '../lists.ts'
import { isAbsence, lookUp } from '../look-up.ts'
import { dashboardFromWire, fromDashboard } from '../map/dashboard.ts'
import { dashboardsOf, fromWorkbook } from '../map/workbook.ts'
import { dashboardText, openAgain, readFresh } from './open.ts'
import { lookBeforeRepeating } from './repeat.ts'
import type { WriteState } from './state.ts'

/** Saves the draft of an open workbook, and returns it as the platform stored it. */
export async function writeDraft(state: WriteState, workbook: Workbook): Promise<UnitDigests> {
  const key = workbookKey(workbook.slug)
  const workbookId = state.numberOf(key)
  const { dashboard } = workbook
  // Somebody else cannot have changed a workbook that this run has just created.
  if (!state.created.has(workbookId)) await openAgain(state, workbook.slug)
  const answer = await state.client.workbooks.updateWorkbookDashboard({
    path: { ...state.path, workbookId },
    body: { dashboardDraft: dashboard ? fromDashboard(dashboard, state.numbers) : null },
  })
  // The answer need not contain the draft.
  const stored =
    answer.dashboardDraft === undefined ? dashboardsOf(await readFresh(state, key)).draft : answer.dashboardDraft
  const opened = state.opened.get(workbookId)
  if (opened) state.opened.set(workbookId, { ...opened, draft: dashboardText(state, stored) })
  return storedDashboard(state, workbook, stored)
}

function storedDashboard(
  state: WriteState,
  workbook: Workbook,
  config: DashboardConfig | null | undefined,
): UnitDigests {
  if (!config) return new Map()
  const nameReport = state.namedAs(workbook.dashboard ? referencesOf(workbook.dashboard) : [])
  return digestsOf(unitsOfDashboard(dashboardFromWire(config, nameReport)))
}

export interface Published {
  readonly workbook: number
  readonly publicId: string
  readonly version: number
  readonly stored: UnitDigests
  /** What viewers saw before this publish. */
  readonly before: UnitDigests
  /** Names of reports that somebody edited during the publish, so that viewers see that edit now. */
  readonly slipped: readonly string[]
}

/** Whether the platform refused because it requires a review. */
export const wantsReview = (cause: unknown): boolean =>
  cause instanceof BoardwrightError && cause.http?.serverCode === REVIEW_REQUIRED

/**
 * Publishes exactly this dashboard, unless somebody edited or published it since the run last wrote it. Every call makes
 * a version, so after a lost answer the version number is looked up.
 */
export async function publish(state: WriteState, workbook: Workbook): Promise<Published> {
  const key = workbookKey(workbook.slug)
  const workbookId = state.numberOf(key)
  // Nobody else is expected in a workbook that this run has just created.
  const fresh = state.created.has(workbookId) ? undefined : await openAgain(state, workbook.slug)
  const before = state.opened.get(workbookId)?.version ?? 0
  const { config, publication } = fromWorkbook(workbook, state.numbers)
  const path = { ...state.path, workbookId }
  const body = { workbookId, ...publication, config }
  const look = async (): Promise<Publication | undefined> => {
    const { publishedDashboard } = await readFresh(state, key)
    return publishedDashboard && publishedDashboard.versionNumber > before ? publishedDashboard : undefined
  }
  const answer = await lookBeforeRepeating(state, () => state.client.workbooks.publishDashboard({ path, body }), look)
  return {
    ...{ workbook: workbookId, publicId: answer.publicId, version: answer.versionNumber },
    stored: storedDashboard(state, workbook, answer.config),
    before: storedDashboard(state, workbook, fresh && dashboardsOf(fresh).published),
    slipped: answer.reportSnapshots.filter((snapshot) => isOtherThanSeen(state, snapshot)).map(nameOfSnapshot),
  }
}

function isOtherThanSeen({ versions }: WriteState, { reportId, versionNumber }: ReportSnapshot): boolean {
  const seen = versions.get(reportId) ?? undefined
  return seen !== undefined && seen !== versionNumber
}

const nameOfSnapshot = ({ reportId, name }: ReportSnapshot): string => `report "${name ?? reportId}", edited meanwhile`

/** Reports on these dashboards that somebody has edited since the plan. */
export async function editedReports(
  state: WriteState,
  workbooks: readonly Workbook[],
): Promise<ReadonlySet<ReportReference>> {
  const shown = workbooks.flatMap(({ dashboard }) => (dashboard ? referencesOf(dashboard) : []))
  const wanted = new Map(
    [...new Set(shown)].flatMap((reference) => {
      const id = state.numbers.find(reference)
      return id === undefined || state.versions.get(id) == null ? [] : [[id, reference] as const]
    }),
  )
  const edited = new Set<ReportReference>()
  for (const { id, version } of await readVersions(state, [...wanted.keys()])) {
    const reference = wanted.get(id)
    if (reference !== undefined && version !== state.versions.get(id)) edited.add(reference)
  }
  return edited
}

interface Versioned {
  readonly id: number
  readonly version?: number | null | undefined
}

/** One list returns the versions of a whole page of reports, so only a few reports are read one by one. */
async function readVersions({ client, path, seen }: WriteState, wanted: readonly number[]): Promise<Versioned[]> {
  if (wanted.length > Math.ceil((ofKind(seen.content, 'report').length + 1) / PAGE)) {
    return allOf(client.items(reports.endpoints.getReports, { path, query: { first: PAGE } }))
  }
  return Promise.all(
    wanted.map(async (id): Promise<Versioned> => {
      const row = await lookUp(() => readReport(client, path, id))
      return isAbsence(row) ? { id } : row
    }),
  )
}

const PAGE = 1000
