import type { App, Dashboard, Folder, Report, ReportDefinition, Widget, Workbook } from './model.ts'
import type { Side } from './threeway.ts'

/**
 * One object out of two, unit by unit: for every unit `pick` says which side it is taken from. What the chosen side does
 * not have is not in the result. Names of units are those of `units.ts`.
 */
export type Pick = (unit: string) => Side

/** The keys of both, each with the value of the side that was picked for it. */
function pickKeys<T extends object>(
  repo: T,
  live: T,
  pick: Pick,
  unit: (key: string) => string = (key) => key,
): Partial<T> {
  const keys = new Set([...Object.keys(repo), ...Object.keys(live)])
  const entries = [...keys].map((key) => [key, (pick(unit(key)) === 'live' ? live : repo)[key as keyof T]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Partial<T>
}

export const mergeFolder = (repo: Folder, live: Folder, pick: Pick): Folder => {
  const { position: _both, ...rest } = repo
  const position = (pick('position') === 'live' ? live : repo).position
  return position === undefined ? rest : { ...rest, position }
}

export const mergeReport = (repo: Report, live: Report, pick: Pick): Report => ({
  ...repo,
  place: pickKeys(repo.place, live.place, pick),
  definition: pickKeys(repo.definition, live.definition, pick) as ReportDefinition,
})

export function mergeWorkbook(repo: Workbook, live: Workbook, pick: Pick): Workbook {
  const { dashboard: _repo, embedAccess: _declared, was, ...own } = repo
  const { dashboard: _live, embedAccess: _seen, was: _none, ...theirs } = live
  const dashboard = mergeDashboard(repo.dashboard, live.dashboard, pick)
  const audiences = pickKeys(repo.embedAccess ?? {}, live.embedAccess ?? {}, pick, (audience) => `embed ${audience}`)
  return {
    ...(pickKeys(own, theirs, pick) as typeof own),
    ...(was === undefined ? {} : { was }),
    ...(Object.keys(audiences).length > 0 ? { embedAccess: audiences as NonNullable<Workbook['embedAccess']> } : {}),
    ...(dashboard === undefined ? {} : { dashboard }),
  }
}

const EMPTY: Dashboard = { widgets: [] }

function mergeDashboard(repo: Dashboard | undefined, live: Dashboard | undefined, pick: Pick): Dashboard | undefined {
  if (!repo && !live) return undefined
  const { widgets: repoWidgets, app: repoApp, ...own } = repo ?? EMPTY
  const { widgets: liveWidgets, app: liveApp, ...theirs } = live ?? EMPTY
  const merged: Dashboard = {
    ...pickKeys(own, theirs, pick, (key) => key),
    widgets: mergeWidgets(repoWidgets, liveWidgets, pick),
    ...mergeApp(repoApp, liveApp, pick),
  }
  return Object.keys(merged).length === 1 && merged.widgets.length === 0 ? undefined : merged
}

/** Each widget from its side, in the order of the side that `layout` is taken from; the others keep their neighbours. */
function mergeWidgets(repo: readonly Widget[], live: readonly Widget[], pick: Pick): Widget[] {
  const [lead, other] = pick('layout') === 'live' ? [live, repo] : [repo, live]
  const sides = { repo: byId(repo), live: byId(live) }
  const order = lead.map(({ id }) => id)
  for (const [index, { id }] of other.entries()) {
    if (order.includes(id)) continue
    const before = other.slice(0, index).findLast((each) => order.includes(each.id))
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, id)
  }
  return order.flatMap((id) => sides[pick(`widget ${id}`)].get(id) ?? [])
}

const byId = (widgets: readonly Widget[]) => new Map(widgets.map((widget) => [widget.id, widget]))

function mergeApp(repo: App | undefined, live: App | undefined, pick: Pick): { app?: App } {
  const { files: repoFiles, ...own } = repo ?? { files: {} }
  const { files: liveFiles, ...theirs } = live ?? { files: {} }
  const source = pick('app') === 'live' ? theirs : own
  const files = pickKeys(repoFiles, liveFiles, pick, (path) => `app ${path}`) as App['files']
  const chosen = pick('app') === 'live' ? live : repo
  return chosen || Object.keys(files).length > 0 ? { app: { ...source, files } } : {}
}
