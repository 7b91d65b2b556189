import type { Dashboard, ReportDefinition } from './model.ts'
import { expressionsIn, ownersInQuery, queriesOf } from './query-uses.ts'
import { dashboardUses, type IsOwner, mayUseInSql, reportUses, usesInSql } from './uses.ts'

/** What an object asks of the data model. */
export interface Asked {
  /** Members, some with a granularity. */
  readonly members: readonly string[]
  /** Cubes and views that are named without a member. */
  readonly owners: readonly string[]
  readonly sql: readonly string[]
  /** SQL in parts of queries: which members it names is not known, only which words. */
  readonly expressions: readonly string[]
}

export const ASKS_NOTHING: Asked = { members: [], owners: [], sql: [], expressions: [] }

export const askedByDashboard = (dashboard: Dashboard, isOwner: IsOwner): Asked => ({
  ...ASKS_NOTHING,
  members: dashboardUses(dashboard, isOwner).map(({ member }) => member),
})

export function askedByReport(definition: ReportDefinition, isOwner: IsOwner): Asked {
  const queries = queriesOf(definition)
  return {
    members: reportUses(definition, isOwner).map(({ member }) => member),
    owners: queries.flatMap((each) => ownersInQuery(each).map(({ member }) => member)),
    sql: definition.sql === undefined ? [] : [definition.sql],
    expressions: queries.flatMap((each) => expressionsIn(each).map(({ text }) => text)),
  }
}

/** What may be asked with this member in mind: its cube is the only one looked for outside of queries. */
export const ownerOf =
  (member: string): IsOwner =>
  (name) =>
    name === member.split('.')[0]

/** Whether a member is used, or may be. */
export const asksFor = ({ members, sql, expressions }: Asked, member: string): boolean =>
  members.some((name) => name === member || name.startsWith(`${member}.`)) ||
  sql.some((text) => usesInSql(text, member)) ||
  expressions.some((text) => mayUseInSql(text, member))
