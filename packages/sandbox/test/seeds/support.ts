import { parseJson } from '../../../common/json.ts'
import { type CompiledModel, compileModel } from '../../models/compile.ts'
import type { SeedDashboard, SeedWidget } from '../../seeds/dashboard.ts'
import type { Seed, SeedReport } from '../../seeds/seed.ts'

export function compileSeed(seed: Seed): CompiledModel {
  const texts = [...seed.dataModel].map(([path, bytes]) => [path, Buffer.from(bytes).toString('utf8')] as const)
  return compileModel(new Map(texts))
}

export const modelMembers = (seed: Seed): ReadonlySet<string> =>
  new Set(compileSeed(seed).entries.flatMap(({ members }) => members.map(({ name }) => name)))

/** Everything in a value that is written like a member, keys included: `orders.count`, `orders.ordered_at.month`. */
export function membersIn(value: unknown): string[] {
  if (typeof value === 'string') {
    const found = /^([a-z]\w*\.[a-z]\w*)(\.(day|week|month|quarter|year))?$/.exec(value)
    return found?.[1] === undefined ? [] : [found[1]]
  }
  if (Array.isArray(value)) return value.flatMap(membersIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => [...membersIn(key), ...membersIn(entry)])
}

export const queryOf = (report: SeedReport): unknown => (report.jsonQuery ? parseJson(report.jsonQuery) : null)

/** The measures that a SQL query asks a cube or a view for, as members of what it reads from. */
export function measuresInSql(sql: string, model: CompiledModel): string[] {
  const [source] = model.entries.filter(({ name }) => new RegExp(`\\bfrom ${name}\\b`).test(sql))
  return [...sql.matchAll(/measure\((\w+)\)/g)].map(([, measure]) => `${source?.name}.${measure}`)
}

export const dashboardsOf = (seed: Seed): SeedDashboard[] =>
  seed.workbooks.flatMap(({ dashboardDraft, published }) =>
    [dashboardDraft, published?.config].filter((dashboard) => dashboard != null),
  )

type Breakpoint = keyof NonNullable<SeedWidget['responsiveLayouts']>

/** Pairs of widgets that lie on one another, and widgets that stick out, in the grid that they share. */
export function layoutFaults(dashboard: SeedDashboard, breakpoint?: Breakpoint): string[] {
  const columns = dashboard.layout?.cols?.[breakpoint ?? 'lg'] ?? 12
  const placed = (dashboard.widgets ?? []).flatMap((widget) => {
    const place = breakpoint === undefined ? widget.position : widget.responsiveLayouts?.[breakpoint]
    const parent = widget.config?.['parentId']
    return place == null ? [] : [{ id: widget.id, columns: parent === undefined ? columns : 12, parent, ...place }]
  })
  return placed.flatMap((one, index) => [
    ...(one.x + one.w > one.columns ? [`${one.id} sticks out`] : []),
    ...placed
      .slice(index + 1)
      .filter((two) => one.parent === two.parent)
      .filter((two) => one.x < two.x + two.w && two.x < one.x + one.w && one.y < two.y + two.h && two.y < one.y + one.h)
      .map((two) => `${one.id} and ${two.id} overlap`),
  ])
}

/** Cells of the top level that no widget covers, above its last row. */
export function emptyCells(dashboard: SeedDashboard): number {
  const top = (dashboard.widgets ?? []).filter(({ config }) => config?.['parentId'] === undefined)
  const rows = Math.max(0, ...top.map(({ position: { y, h } }) => y + h))
  const covered = top.reduce((sum, { position: { w, h } }) => sum + w * h, 0)
  return rows * 12 - covered
}
