import fc from 'fast-check'
import type { Action } from '../../packages/sandbox/control/people.ts'
import { UNKNOWN_FIELDS } from '../../packages/sandbox/http/body.ts'
import { Refusal } from '../../packages/sandbox/http/refusal.ts'
import type { Sandbox } from '../../packages/sandbox/index.ts'
import { actOf } from '../support/act-of.ts'
import { EMBED_TENANTS, type Row, type Rows, readRows } from './rows.ts'

/** A UI edit of whatever there is: numbers are taken modulo its count. */
export interface UiEdit {
  readonly what: string
  readonly at: number
  readonly other: number
}

/** An admin other than the one whose key we use. */
export const ANA = {
  ...{ id: 3, email: 'ana@acme.com', username: 'ana@acme.com', firstName: 'Ana', isAdmin: true, notifications: {} },
  ...{ createdAt: '2025-02-03T09:00:00.000Z', updatedAt: '2025-02-03T09:00:00.000Z' },
}

export const MARIA = { id: 2, email: 'maria@acme.com', username: 'maria@acme.com' }

export interface Scene {
  /** One of the rows of this kind. */
  readonly one: (kind: Row['kind']) => Row | undefined
  readonly other: (kind: Row['kind']) => Row | undefined
  readonly pick: number
  /** A text that nobody else has ever written. */
  readonly mark: string
  readonly nth: number
}

export type Act = (scene: Scene) => readonly Action[]

export const onReport =
  (set: (report: Row, scene: Scene) => Record<string, unknown>): Act =>
  (scene) => {
    const report = scene.one('report')
    return report ? [{ do: 'edit-report', report: report.id, set: set(report, scene) }] : []
  }

export const onWorkbook =
  (act: (workbook: Row, scene: Scene) => readonly Action[]): Act =>
  (scene) => {
    const workbook = scene.one('workbook')
    return workbook ? act(workbook, scene) : []
  }

interface Widget {
  readonly id: string
  readonly config?: object | null
}
type Edit = (widgets: readonly Widget[], scene: Scene) => Record<string, unknown> | undefined

const widgetsOf = ({ wire }: Row): readonly Widget[] => {
  const now = (wire['dashboardDraft'] ?? wire['dashboardPublished']) as { widgets?: readonly Widget[] } | null
  return now?.widgets ?? []
}

/** Saves a draft, and may publish it. */
export const onDashboard = (edit: Edit, isPublished: boolean): Act =>
  onWorkbook((workbook, scene) => {
    const set = edit(widgetsOf(workbook), scene)
    if (!set) return []
    const publish: Action[] = isPublished ? [{ do: 'publish', workbook: workbook.id }] : []
    return [{ do: 'edit-draft', workbook: workbook.id, set }, ...publish]
  })

const onWidget =
  (change: (widget: Widget, scene: Scene) => readonly Widget[]): Edit =>
  (widgets, scene) => {
    const at = widgets.length === 0 ? -1 : scene.pick % widgets.length
    return at < 0 ? undefined : { widgets: widgets.flatMap((one, index) => (index === at ? change(one, scene) : one)) }
  }

/** Below everything else, and below earlier places. */
export const place = ({ nth }: Scene) => ({ x: 0, y: 1000 + 10 * nth, w: 4, h: 4 })

const EDITS: Readonly<Record<string, Edit>> = {
  'a widget says something else': onWidget((one, { mark }) => [{ ...one, config: { ...one.config, text: mark } }]),
  'a widget is moved': onWidget((one, scene) => [{ ...one, position: place(scene) } as Widget]),
  'a widget is removed': onWidget(() => []),
  'a widget is added': (widgets, scene) => ({
    widgets: [...widgets, { id: scene.mark, type: 'TEXT', position: place(scene), config: { text: scene.mark } }],
  }),
  'settings are changed': (_, { mark }) => ({ settings: { timezone: mark } }),
  'a dashboard gets a title': (_, { mark }) => ({ title: mark }),
}

/** `path` is relative to the deployment, unless it begins with `/api/`. */
export const request = (method: string, path: string, body?: unknown): Action[] => [
  { do: 'request', method, path, ...(body === undefined ? {} : { body }) },
]

const remove =
  (kind: Row['kind'], type: 'FOLDER' | 'WORKBOOK' | 'REPORT'): Act =>
  ({ one }) => {
    const row = one(kind)
    return row ? [{ do: 'delete', type, id: row.id }] : []
  }

const onSchedule =
  (act: (schedule: Row, scene: Scene) => readonly Action[]): Act =>
  (scene) => {
    const schedule = scene.one('notification')
    return schedule ? act(schedule, scene) : []
  }

const setSchedule = (set: (schedule: Row, scene: Scene) => object): Act =>
  onSchedule((schedule, scene) => request('PUT', `/notifications/${schedule.id}`, set(schedule, scene)))

const recipientsIn = ({ wire }: Row) => (wire['recipients'] ?? []) as readonly { readonly userId: number }[]

const SCHEDULES: Readonly<Record<string, Act>> = {
  'a schedule gets another time': setSchedule((_, { nth }) => ({
    scheduleType: 'CUSTOM',
    customCron: `${nth % 60} 3 * * *`,
  })),
  'a schedule is paused, or goes on': setSchedule(({ wire }) => ({ isEnabled: wire['isEnabled'] !== true })),
  'somebody joins a schedule': onSchedule(({ id }, { pick }) =>
    request('POST', `/notifications/${id}/recipients`, {
      recipients: [{ type: 'USER', email: [MARIA, ANA][pick % 2]?.email }],
    }),
  ),
  'somebody leaves a schedule': onSchedule((schedule, { pick }) => {
    const all = recipientsIn(schedule)
    const leaving = all[pick % Math.max(1, all.length)]
    if (!leaving) return []
    const recipients = [{ type: 'USER', id: leaving.userId }]
    return request('DELETE', `/notifications/${schedule.id}/recipients`, { recipients })
  }),
  'a schedule is made': onWorkbook(({ wire }, { mark, pick }) => {
    const { id } = (wire['publishedDashboard'] ?? {}) as { readonly id?: number }
    const when = { scheduleType: 'DAILY', hour: pick % 24 }
    return id === undefined
      ? []
      : request('POST', '/notifications', { ...when, dashboardId: id, filters: [{ member: `born.${mark}` }] })
  }),
  'a schedule shows something else': setSchedule(({ name }, { mark }) => ({
    filters: [{ member: name, operator: 'equals', value: [mark] }],
  })),
  'a schedule is deleted': onSchedule(({ id }) => request('DELETE', `/notifications/${id}`)),
}

const SCIM_GROUPS = '/api/scim/v2/Groups'

/** The operation on one of the groups. */
const onGroup =
  (operationOf: (group: Row, scene: Scene) => object | undefined): Act =>
  (scene) => {
    const group = scene.one('group')
    const operation = group && operationOf(group, scene)
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
    return operation ? request('PATCH', `${SCIM_GROUPS}/${group.id}`, { schemas, Operations: [operation] }) : []
  }

const pathOfTenantGroup = ({ id, wire }: Row): string => `${EMBED_TENANTS}/${wire['tenant']}/groups/${id}`

const membersOf = ({ wire }: Row) => (wire['members'] ?? []) as readonly { readonly value: string }[]

const POLICIES = [
  { resourceType: 'Deployment', actions: ['ReportEdit', 'DeploymentRead'], resources: ['2'] },
  { resourceType: 'Deployment', actions: ['DownloadData'], resources: ['All', '1'] },
  { resourceType: 'Global', actions: ['AIBIView'], resources: ['All'] },
]

const GROUPS: Readonly<Record<string, Act>> = {
  'somebody joins a group': onGroup((_, { pick }) => ({
    ...{ op: 'add', path: 'members', value: [{ value: String([MARIA, ANA][pick % 2]?.id) }] },
  })),
  'somebody leaves a group': onGroup((group, { pick }) => {
    const all = membersOf(group)
    const leaving = all[pick % Math.max(1, all.length)]
    return leaving && { op: 'remove', path: `members[value eq "${leaving.value}"]` }
  }),
  'a group is renamed': onGroup((_, { mark }) => ({ op: 'replace', path: 'displayName', value: mark })),
  'a group is made': ({ mark }) => {
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
    return request('POST', SCIM_GROUPS, { schemas, displayName: mark, members: [{ value: String(MARIA.id) }] })
  },
  'an attribute is described': ({ one, mark }) => {
    const attribute = one('attribute')
    return attribute ? request('PUT', `/api/v1/user-attributes/${attribute.id}`, { description: mark }) : []
  },
  'an attribute is made': ({ mark }) =>
    request('POST', '/api/v1/user-attributes', { name: mark, type: 'string', displayName: mark }),
  'a role is described': ({ one, mark }) => {
    const role = one('role')
    return role ? request('PUT', `/api/v1/roles/${role.id}`, { description: mark }) : []
  },
  'a role may do more': ({ one, pick }) => {
    const role = one('role')
    const more = [POLICIES[pick % POLICIES.length]]
    const policies = [...((role?.wire['policies'] ?? []) as readonly object[]), ...more]
    return role ? request('PUT', `/api/v1/roles/${role.id}`, { policies }) : []
  },
  'a role may do less': ({ one, pick }) => {
    const role = one('role')
    const all = (role?.wire['policies'] ?? []) as readonly object[]
    const policies = all.filter((_, index) => index !== pick % Math.max(1, all.length))
    return role ? request('PUT', `/api/v1/roles/${role.id}`, { policies }) : []
  },
  'a role is renamed': ({ one, mark }) => {
    const role = one('role')
    return role ? request('PUT', `/api/v1/roles/${role.id}`, { name: mark }) : []
  },
  'a role is made': ({ mark }) => request('POST', '/api/v1/roles', { name: mark, policies: POLICIES.slice(0, 1) }),
  'a role is deleted': ({ one }) => {
    const role = one('role')
    return role ? request('DELETE', `/api/v1/roles/${role.id}`) : []
  },
  'a setting of the account is switched': ({ one, mark, pick }) => {
    const { hasSupportAccess } = one('settings')?.wire ?? {}
    const switched = { hasSupportAccess: hasSupportAccess !== true }
    return request('PUT', '/api/v1/tenant/settings', pick % 2 === 0 ? switched : { maintenanceWindowTime: mark })
  },
  'a group of a tenant is described': ({ one, mark }) => {
    const group = one('tenantGroup')
    return group ? request('PATCH', pathOfTenantGroup(group), { description: mark }) : []
  },
  'a group of a tenant is made': ({ mark }) => request('POST', `${EMBED_TENANTS}/initech/groups`, { name: mark }),
  'a group of a tenant is deleted': ({ one }) => {
    const group = one('tenantGroup')
    return group ? request('DELETE', pathOfTenantGroup(group)) : []
  },
  'a group is deleted': ({ one }) => {
    const group = one('group')
    return group ? request('DELETE', `${SCIM_GROUPS}/${group.id}`) : []
  },
}

export const CONTENT_ACTS: Readonly<Record<string, Act>> = {
  'a report gets a title': onReport((_, { mark }) => ({ title: mark })),
  'a report is renamed': onReport((_, { mark }) => ({ name: mark })),
  'a report gets another query': onReport((_, { mark }) => ({ sqlQuery: `select '${mark}'` })),
  'a report gets a setting': onReport(({ wire }, { mark }) => ({ meta: { ...(wire['meta'] ?? {}), ui: mark } })),
  'a report is moved': onReport((_, { other }) => ({ workbookId: other('workbook')?.id ?? null })),
  'a report is put into a folder': onReport((_, { other }) => ({ folderId: other('folder')?.id ?? null })),
  'a report is deleted': remove('report', 'REPORT'),
  'a report is made': ({ one, mark }) =>
    request('POST', '/reports', { name: mark, sqlQuery: 'select 1', workbookId: one('workbook')?.id ?? null }),
  'a workbook is renamed': onWorkbook(({ id }, { mark }) => [
    { do: 'edit-workbook', workbook: id, set: { name: mark } },
  ]),
  'a workbook gets another slug': onWorkbook(({ id }, { mark }) => request('PUT', `/workbooks/${id}`, { slug: mark })),
  'a workbook gets a setting': onWorkbook(({ id }, { mark }) => [
    { do: 'edit-workbook', workbook: id, set: { meta: { ui: mark } } },
  ]),
  'a workbook is moved': onWorkbook(({ id }, { other }) =>
    request('PUT', `/workbooks/${id}`, { folderId: other('folder')?.id ?? null }),
  ),
  'a workbook is deleted': remove('workbook', 'WORKBOOK'),
  'a workbook is duplicated': onWorkbook(({ id }) => [{ do: 'duplicate', workbook: id }]),
  'a workbook is published': onWorkbook(({ id }) => [{ do: 'publish', workbook: id }]),
  'a folder is renamed': ({ one, mark }) => {
    const folder = one('folder')
    return folder ? request('PUT', `/folders/${folder.id}`, { name: mark }) : []
  },
  'a folder is deleted': remove('folder', 'FOLDER'),
  'a folder is made': ({ other, mark }) => request('POST', '/folders', { name: mark, parentId: other('folder')?.id }),
  ...Object.fromEntries(
    Object.entries(EDITS).flatMap(([what, edit]) => [
      [`${what}, unpublished`, onDashboard(edit, false)],
      [`${what}, published`, onDashboard(edit, true)],
    ]),
  ),
}

export const ACTS: Readonly<Record<string, Act>> = { ...SCHEDULES, ...CONTENT_ACTS, ...GROUPS }

export const UI_EDITS = Object.keys(ACTS)

export const uiEdits: fc.Arbitrary<readonly UiEdit[]> = fc.array(
  fc.record({ what: fc.constantFrom(...UI_EDITS), at: fc.nat(), other: fc.nat() }),
  { minLength: 4, maxLength: 6 },
)

interface Where {
  /** Who edits. */
  readonly as?: string
  readonly deployment?: number
  /** The number of the first edit, so that no two edits have the same mark. */
  readonly first?: number
  readonly acts?: Readonly<Record<string, Act>>
}

/** Lets another user make these edits. Returns what was done, leaving out whatever the platform refused. */
export async function letPeopleEdit(
  sandbox: Sandbox,
  edits: readonly UiEdit[],
  { as = ANA.email, deployment = 2, first = 0, acts = ACTS }: Where = {},
): Promise<string[]> {
  const done: string[] = []
  const before = await readRows(sandbox, deployment)
  const there = (action: Action): Action =>
    action.do === 'request'
      ? {
          ...action,
          path: `${action.path.startsWith('/api/') ? '' : `/api/v1/deployments/${deployment}`}${action.path}`,
        }
      : { ...action, deployment }
  for (const [index, { what, at, other }] of edits.entries()) {
    const nth = first + index
    const rows = index === 0 ? before : await readRows(sandbox, deployment)
    const actions = actOf(
      acts,
      what,
    )({
      one: (kind) => nthOf({ rows, before }, kind, at),
      other: (kind) => nthOf({ rows, before }, kind, other),
      ...{ pick: other, mark: `ui-${nth}`, nth },
    })
    if (actions.length === 0) continue
    try {
      await sandbox.controls.addPeople({ as, do: actions.map(there) })
      done.push(what)
    } catch (cause) {
      if (!(cause instanceof Refusal) || cause.code === UNKNOWN_FIELDS || cause.message.includes(as)) throw cause
    }
  }
  return done
}

/**
 * Sorted by name, so that numbers assigned in parallel do not matter. What people have made since has a random name;
 * it comes last, in the order it was made.
 */
function nthOf({ rows, before }: { rows: Rows; before: Rows }, kind: Row['kind'], nth: number): Row | undefined {
  const all = [...rows].filter(([, row]) => row.kind === kind)
  const nameIn = (key: string): string => before.get(key)?.name ?? '\u{10ffff}'
  const sorted = all.sort(([a, { id }], [b, other]) =>
    nameIn(a) === nameIn(b) ? id - other.id : nameIn(a) < nameIn(b) ? -1 : 1,
  )
  return sorted[nth % Math.max(1, sorted.length)]?.[1]
}
