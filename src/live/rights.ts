import { api, type Client } from '@boardwright/platform'
import type { ContentKind } from '../content/kinds.ts'
import { READ_RULES } from './kinds.ts'
import { startAsking } from './lists.ts'
import { type Absence, isAbsence, lookUp } from './look-up.ts'
import { readHashes } from './model.ts'

/** What a key may do in one deployment, as far as reads can tell. */
export interface Rights {
  /**
   * Among the first reports that it sees: how many there are, how many it may edit, and how many it may move and
   * delete.
   */
  readonly reports: { readonly seen: number; readonly edit: number; readonly manage: number } | Absence
  /** Whether it may see who gets dashboards by email. */
  readonly notices: boolean
  /** How many files the data model has on this branch. */
  readonly model: number | Absence | undefined
  /** Of the kinds asked for, those of which it sees no list. */
  readonly unlisted: readonly ContentKind[]
}

interface RightsAsked {
  readonly deployment: number
  readonly branch: string | undefined
  readonly kinds: readonly ContentKind[]
}

export const MOST_REPORTS = 100

export async function readRights(client: Client, { deployment, branch, kinds }: RightsAsked): Promise<Rights> {
  const path = { deploymentId: deployment }
  const asking = startAsking(client, deployment, {})
  const rows = (kind: ContentKind): Promise<unknown> => lookUp<unknown>(() => READ_RULES[kind].rows(asking))
  const [reports, notices, model, lists] = await Promise.all([
    lookUp(() => countReports(client, deployment)),
    lookUp(() => firstOf(client.items(api.notifications.endpoints.getNotifications, { path, query: {} }))),
    branch === undefined ? undefined : lookUp(() => readHashes(client, deployment, branch)),
    Promise.all(kinds.map(rows)),
  ])
  return {
    reports,
    notices: !isAbsence(notices),
    model: model === undefined || isAbsence(model) ? model : Object.keys(model).length,
    unlisted: kinds.filter((_, index) => isAbsence(lists[index])),
  }
}

async function countReports(client: Client, deploymentId: number): Promise<Exclude<Rights['reports'], Absence>> {
  const [seen, edit, manage] = [[], [], []] as [unknown[], unknown[], unknown[]]
  const query = { first: MOST_REPORTS }
  for await (const row of client.items(api.reports.endpoints.getReports, { path: { deploymentId }, query })) {
    seen.push(row)
    // If the platform does not say, assume that the key may.
    if (row.canEdit !== false) edit.push(row)
    if (row.canManage !== false) manage.push(row)
    if (seen.length === MOST_REPORTS) break
  }
  return { seen: seen.length, edit: edit.length, manage: manage.length }
}

async function firstOf<T>(rows: AsyncIterable<T>): Promise<T | undefined> {
  for await (const row of rows) return row
  return undefined
}
