import { parseJson } from '../../packages/common/json.ts'
import { isMap } from '../../packages/common/maps.ts'
import type { Sandbox } from '../../packages/sandbox/index.ts'
import { canonicalText } from '../../src/content/digest.ts'
import type { ContentKind } from '../../src/content/kinds.ts'

/**
 * What the platform holds, read without the code under test: each object as texts, by the place on the wire where
 * somebody can change them. For values that nobody edits, such as times and versions, only whether they exist.
 */
export interface Row {
  readonly kind: ContentKind
  readonly id: number
  /** Its public id, its slug or its path; of a schedule, which has none of these, its birth. */
  readonly name: string
  readonly cells: ReadonlyMap<string, string>
  /** How often it was saved: the version of a report, or of a workbook's published dashboard. */
  readonly version: number | undefined
  readonly wire: Wire
}
export type Rows = ReadonlyMap<string, Row>
type Wire = Readonly<Record<string, unknown>>

export const EMBED_TENANTS = '/api/v1/embed-tenants'

/** The switches under which rows are always read, whatever the test sets. */
const PLAIN = { listRows: 'full', pageSizeCap: 1000, workbooksList: 'all', metaDraft: 'without' } as const

export async function readRows({ url, keys, controls }: Sandbox, deployment = 2): Promise<Rows> {
  const { listRows, pageSizeCap, workbooksList, metaDraft } = controls.setSwitches({})
  controls.setSwitches(PLAIN)
  const list = async (kind: string, query = ''): Promise<Wire[]> => {
    const path = `/api/v1/deployments/${deployment}/${kind}?first=1000${query}`
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${keys.admin}` } })
    return (parseJson(await answer.text()) as { items: Wire[] }).items
  }
  const foldersIn = async (parent: readonly string[], query = ''): Promise<Row[]> => {
    const rows = await list('folders', query)
    const below = rows.map(async (row) => {
      const path = [...parent, String(row['name'])]
      return [rowOf('folder', row, path.join('/')), ...(await foldersIn(path, `&parentId=${row['id']}`))]
    })
    return (await Promise.all(below)).flat()
  }
  const withRecipients = async (row: Wire): Promise<Wire> => ({
    ...row,
    recipients: (await list(`notifications/${row['id']}/recipients`)).toSorted(byEmail),
  })
  const readGroups = async (): Promise<Wire[]> => {
    const headers = { authorization: `Bearer ${keys.admin}` }
    const answer = await fetch(`${url}/api/scim/v2/Groups?count=1000`, { headers })
    return ((await answer.json()) as { Resources: Wire[] }).Resources
  }
  const ofAccount = async (what: string): Promise<Wire[]> => {
    const headers = { authorization: `Bearer ${keys.admin}` }
    const answer = await fetch(`${url}/api/v1/${what}?first=1000`, { headers })
    return ((await answer.json()) as { items: Wire[] }).items
  }
  const readSettings = async (): Promise<Wire> => {
    const headers = { authorization: `Bearer ${keys.admin}` }
    return (await (await fetch(`${url}/api/v1/tenant/settings`, { headers })).json()) as Wire
  }
  const ofTenants = async (path = ''): Promise<Wire[]> => {
    const headers = { authorization: `Api-Key ${keys.admin}` }
    const answer = await fetch(`${url}${EMBED_TENANTS}${path}?first=1000`, { headers })
    return ((await answer.json()) as { items: Wire[] }).items
  }
  const tenantGroups = async (): Promise<Wire[]> => {
    const lists = (await ofTenants()).map(async ({ name: tenant }) =>
      (await ofTenants(`/${tenant}/groups`)).map((row) => ({ ...row, tenant })),
    )
    return (await Promise.all(lists)).flat()
  }
  const [folders, workbooks, reports, notifications, groups, attributes, roles, settings, inTenants] =
    await Promise.all([
      foldersIn([]),
      list('workbooks'),
      list('reports'),
      list('notifications').then((rows) => Promise.all(rows.map(withRecipients))),
      readGroups(),
      ofAccount('user-attributes'),
      ofAccount('roles'),
      readSettings(),
      tenantGroups(),
    ])
  controls.setSwitches({ listRows, pageSizeCap, workbooksList, metaDraft })
  const all = [
    ...folders,
    ...workbooks.map((row) => rowOf('workbook', row, String(row['slug'] ?? row['name']))),
    ...reports.map((row) => rowOf('report', row, String(row['publicId']))),
    rowOf('settings', { id: 0, ...settings }, 'settings'),
    ...roles.map((row) => rowOf('role', row, String(row['name']).toLowerCase())),
    ...attributes.map((row) => rowOf('attribute', row, String(row['name']))),
    ...inTenants.map((row) => rowOf('tenantGroup', row, `${row['tenant']}/${row['name']}`)),
    ...groups.map((row) => rowOf('group', row, String(row['displayName']).toLowerCase())),
    ...notifications.map((row) =>
      rowOf('notification', row, String(listOf(row['filters'])[0]?.['member'] ?? row['id'])),
    ),
  ]
  return new Map(all.map((row) => [`${row.kind}/${row.id}`, row]))
}

const byEmail = (one: Wire, other: Wire): number => (String(one['email']) < String(other['email']) ? -1 : 1)

function rowOf(kind: Row['kind'], wire: Wire, name: string): Row {
  const cells = Object.entries(CELLS[kind](wire)).filter(([, value]) => value !== null && value !== undefined)
  const version = kind === 'report' ? wire['version'] : mapIn(wire, 'publishedDashboard')['versionNumber']
  return {
    ...{ kind, id: Number(wire['id']), name, wire },
    version: version === undefined ? undefined : Number(version),
    cells: new Map(cells.map(([key, value]) => [key, canonicalText(value)])),
  }
}

const CELLS: Readonly<Record<Row['kind'], (wire: Wire) => Wire>> = {
  folder: ({ name, parentId, position }) => ({ name, parentId, position }),
  report: ({ name, title, description, workbookId, folderId, sqlQuery, jsonQuery, pivotItems, source, meta }) => ({
    ...{ name, title, description, workbookId, folderId, sqlQuery, jsonQuery, pivotItems, source },
    ...prefixed('meta', withoutOurs(meta)),
  }),
  attribute: ({ id: _, ...wire }) => wire,
  role: ({ name, description, policies }) => ({
    ...{ name, description: description === '' ? undefined : description },
    ...Object.fromEntries(listOf(policies).flatMap(allowedIn)),
  }),
  settings: ({ id: _, auditLogEnabledTimestamp: __, ...wire }) => wire,
  tenantGroup: ({ name, description }) => ({ name, description }),
  group: ({ displayName, externalId, members }) => ({
    ...{ displayName, externalId },
    ...Object.fromEntries(listOf(members).map(({ value }) => [`member ${value}`, true])),
  }),
  notification: ({ id: _, deploymentId: __, humanReadableSchedule: ___, recipients, ...wire }) => ({
    ...wire,
    ...Object.fromEntries(listOf(recipients).map(({ email }) => [`recipient ${email}`, true])),
  }),
  workbook({ name, slug, folderId, meta, calculatedFields, dashboardDraft, publishedDashboard }) {
    const { config, reportSnapshots, ...publication } = mapOf(publishedDashboard)
    const { publicId, title, description, allowEmbed, status } = publication
    return {
      ...{ name, slug, folderId, calculatedFields },
      ...prefixed('meta', withoutOurs(meta)),
      ...prefixed('draft', dashboardCells(dashboardDraft)),
      ...prefixed('published', dashboardCells(config)),
      ...prefixed('publication', { publicId, title, description, allowEmbed, status }),
      ...Object.fromEntries(listOf(reportSnapshots).flatMap(snapshotCells)),
    }
  },
}

/** Each action on each resource, however policies put them together. */
const allowedIn = ({ resourceType, actions, resources }: Wire): [string, unknown][] =>
  (resources as string[]).flatMap((resource) =>
    (actions as string[]).map(
      (action) => [`allows ${action} on ${resourceType} ${resource}`, true] as [string, unknown],
    ),
  )

/** Widgets by their ids, and their order. */
function dashboardCells(dashboard: unknown): Wire {
  const { widgets, ...rest } = mapOf(dashboard)
  const all = listOf(widgets)
  if (dashboard === null || dashboard === undefined) return {}
  return {
    ...rest,
    order: all.map(({ id }) => id),
    ...Object.fromEntries(all.map((one) => [`widget ${one['id']}`, one])),
  }
}

const SEEN_OF_REPORT = ['name', 'title', 'description', 'sqlQuery', 'kind'] as const

const snapshotCells = (snapshot: Wire): [string, unknown][] =>
  SEEN_OF_REPORT.map((key) => [`shown ${snapshot['reportId']}.${key}`, snapshot[key]])

const prefixed = (prefix: string, values: Wire): Wire =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${prefix}.${key}`, value]))

/** Without what apply keeps in `meta`. */
const withoutOurs = (meta: unknown): Wire =>
  Object.fromEntries(Object.entries(mapOf(meta)).filter(([key]) => key !== 'boardwright' && key !== 'dashboardDraft'))

const mapOf = (value: unknown): Wire => (isMap(value) ? value : {})
const mapIn = (wire: Wire, key: string): Wire => mapOf(wire[key])
const listOf = (value: unknown): Wire[] => (Array.isArray(value) ? value : [])

/** Places of an object whose value has changed. */
export function changedCells(before: Row, after: Row): string[] {
  const all = new Set([...before.cells.keys(), ...after.cells.keys()])
  return [...all].filter((cell) => before.cells.get(cell) !== after.cells.get(cell))
}
