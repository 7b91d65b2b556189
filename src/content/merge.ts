import type { App, Dashboard, Folder, Report, ReportDefinition, Widget, Workbook } from './model.ts'
import type { Side } from './threeway.ts'
import { reportUnitOf } from './units.ts'

/**
 * Merges two versions of an object, unit by unit: `pick` chooses the side of each unit. If the chosen side lacks the
 * unit, so does the result. `units.ts` defines the names of units.
 */
export type PickSide = (unit: string) => Side

/** The keys of both sides, each with the value of the side that is picked. A key can be any text. */
export function pickKeys<T extends object>(
  repo: T,
  live: T,
  pick: PickSide,
  unit: (key: string) => string = (key) => key,
): Partial<T> {
  const keys = new Set([...Object.keys(repo), ...Object.keys(live)])
  const entries = [...keys].flatMap((key) => {
    const side = pick(unit(key)) === 'live' ? live : repo
    return Object.hasOwn(side, key) ? [[key, side[key as keyof T]] as const] : []
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<T>
}

/** What its name identifies: nothing else is written as the name is. */
export const mergeNamed = <T extends { readonly name: string }>(repo: T, live: T, pick: PickSide): T =>
  ({ ...pickKeys(repo, live, pick), name: repo.name }) as T

/** If a side has no position, the other's counts. */
export const mergeFolder = (repo: Folder, live: Folder, pick: PickSide): Folder =>
  repo.position === undefined || live.position === undefined || pick('position') === 'repo'
    ? repo
    : { ...repo, position: live.position }

export const mergeReport = (repo: Report, live: Report, pick: PickSide): Report => ({
  ...repo,
  place: pickKeys(repo.place, live.place, pick),
  definition: pickKeys(repo.definition, live.definition, pick, reportUnitOf) as ReportDefinition,
})

export function mergeWorkbook(repo: Workbook, live: Workbook, pick: PickSide): Workbook {
  const { dashboard: _repo, embedAccess: declared, was, ...own } = repo
  const { dashboard: _live, embedAccess: seen, was: _none, ...theirs } = live
  const dashboard = mergeDashboard(repo.dashboard, live.dashboard, pick)
  const embedAccess = declared && mergeEmbedAccess(declared, seen ?? {}, pick)
  // Units that matter only when published follow the unit `publish`.
  const withPublish = (key: string): string =>
    own.publish !== theirs.publish && OF_PUBLISHED.has(key) ? 'publish' : key
  return {
    ...(pickKeys(own, theirs, pick, withPublish) as typeof own),
    ...(was === undefined ? {} : { was }),
    ...(embedAccess === undefined ? {} : { embedAccess }),
    ...(dashboard === undefined ? {} : { dashboard }),
  }
}

const OF_PUBLISHED: ReadonlySet<string> = new Set(['allowEmbed', 'published'])

type EmbedAccess = NonNullable<Workbook['embedAccess']>

/** The tree says which audiences count; live only says what access they have. */
const mergeEmbedAccess = (declared: EmbedAccess, seen: EmbedAccess, pick: PickSide): EmbedAccess =>
  Object.fromEntries(
    Object.entries(declared).map(([audience, action]) => {
      const live = Object.hasOwn(seen, audience) ? seen[audience] : undefined
      return [audience, pick(`embed ${audience}`) === 'live' ? (live ?? 'none') : action]
    }),
  )

const EMPTY: Dashboard = { widgets: [] }

/**
 * The side that `layout` comes from decides whether there is a dashboard at all. A widget that stays keeps it in any
 * case.
 */
function mergeDashboard(
  repo: Dashboard | undefined,
  live: Dashboard | undefined,
  pick: PickSide,
): Dashboard | undefined {
  const { widgets: repoWidgets, app: repoApp, ...own } = repo ?? EMPTY
  const { widgets: liveWidgets, app: liveApp, ...theirs } = live ?? EMPTY
  const merged: Dashboard = {
    ...pickKeys(own, theirs, pick),
    widgets: mergeWidgets(repoWidgets, liveWidgets, pick),
    ...mergeApp(repoApp, liveApp, pick),
  }
  const lead = pick('layout') === 'live' ? live : repo
  return lead || merged.widgets.length > 0 || Object.keys(merged).length > 1 ? merged : undefined
}

/**
 * Takes each widget from its picked side. The order is that of the side that `layout` comes from; widgets of the other
 * side stay next to their neighbours.
 */
function mergeWidgets(repo: readonly Widget[], live: readonly Widget[], pick: PickSide): Widget[] {
  const [lead, other] = pick('layout') === 'live' ? [live, repo] : [repo, live]
  const sides = { repo: byId(repo), live: byId(live) }
  const order = lead.map(({ id }) => id)
  const placed = new Set(order)
  for (const [index, { id }] of other.entries()) {
    if (placed.has(id)) continue
    const before = other.slice(0, index).findLast((each) => placed.has(each.id))
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, id)
    placed.add(id)
  }
  return order.flatMap((id) => sides[pick(`widget ${id}`)].get(id) ?? [])
}

const byId = (widgets: readonly Widget[]) => new Map(widgets.map((widget) => [widget.id, widget]))

const NO_APP: App = { files: {} }

function mergeApp(repo: App | undefined, live: App | undefined, pick: PickSide): { app?: App } {
  const { files: repoFiles } = repo ?? NO_APP
  const { files: liveFiles } = live ?? NO_APP
  const chosen = pick('app') === 'live' ? live : repo
  const files = pickKeys(repoFiles, liveFiles, pick, (path) => `app ${path}`) as App['files']
  return chosen || Object.keys(files).length > 0 ? { app: { ...chosen, files } } : {}
}
