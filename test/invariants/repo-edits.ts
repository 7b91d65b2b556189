import fc from 'fast-check'
import type {
  AccountRole,
  Dashboard,
  Notification,
  Report,
  RolePolicy,
  TenantGroup,
  UserGroup,
  Widget,
  Workbook,
} from '../../src/content/model.ts'
import { reportKey } from '../../src/content/model.ts'
import { actOf } from '../support/act-of.ts'
import type { Lists } from '../support/lists.ts'

/** A change by the repo to whatever there is: numbers are taken modulo its count. */
export interface RepoEdit {
  readonly what: string
  readonly at: number
  readonly other: number
}

interface Scene {
  readonly content: Lists
  readonly at: number
  readonly other: number
  readonly mark: string
  readonly nth: number
}

type Change = (scene: Scene) => Lists

const nthOf = <T>(items: readonly T[], nth: number): T | undefined => items[nth % Math.max(1, items.length)]

const replaced = <T>(items: readonly T[], old: T | undefined, ...by: readonly T[]): T[] =>
  items.flatMap((item) => (item === old ? by : [item]))

const onReport =
  (change: (report: Report, scene: Scene) => Report): Change =>
  (scene) => {
    const { content, at } = scene
    const report = nthOf(content.reports, at)
    return report ? { ...content, reports: replaced(content.reports, report, change(report, scene)) } : content
  }

const onWorkbook =
  (change: (workbook: Workbook, scene: Scene) => Workbook): Change =>
  (scene) => {
    const { content, at } = scene
    const workbook = nthOf(content.workbooks, at)
    return workbook
      ? { ...content, workbooks: replaced(content.workbooks, workbook, change(workbook, scene)) }
      : content
  }

const onSchedule =
  (change: (schedule: Notification, scene: Scene) => readonly Notification[]): Change =>
  (scene) => {
    const { content, at } = scene
    const schedule = nthOf(content.notifications ?? [], at)
    if (!schedule) return content
    return { ...content, notifications: replaced(content.notifications ?? [], schedule, ...change(schedule, scene)) }
  }

const PEOPLE = ['maria@acme.com', 'ana@acme.com']

const SCHEDULES: Readonly<Record<string, Change>> = {
  'a schedule gets another time': onSchedule((one, { nth }) => [{ ...one, schedule: `${nth % 60} 5 * * *` }]),
  'a schedule is paused': onSchedule((one) => [{ ...one, enabled: false }]),
  'somebody gets a schedule': onSchedule(({ recipients = [], ...one }, { other }) => [
    { ...one, recipients: [...new Set([...recipients, PEOPLE[other % 2] ?? ''])] },
  ]),
  'nobody gets a schedule': onSchedule((one) => [{ ...one, recipients: [] }]),
  'a schedule is made': ({ content, at, mark, other }) => {
    const workbook = nthOf(
      content.workbooks.filter(({ publish, dashboard }) => publish && dashboard),
      at,
    )
    if (!workbook) return content
    const made: Notification = {
      ...{ slug: mark, workbook: workbook.slug, schedule: '0 6 * * 1', timezone: 'UTC', format: 'pdf' },
      ...{
        send: true,
        aiSummary: false,
        filters: [{ member: `born.${mark}` }],
        recipients: PEOPLE.slice(0, other % 3),
      },
    }
    return { ...content, notifications: [...(content.notifications ?? []), made] }
  },
  'a schedule shows something else': onSchedule(({ filters = [], ...one }, { mark }) => [
    {
      ...one,
      filters: filters.map((filter) => ({
        member: (filter as { member: string }).member,
        operator: 'equals',
        value: [mark],
      })),
    },
  ]),
  'a schedule is deleted': onSchedule(() => []),
}

const onGroup =
  (change: (group: UserGroup, scene: Scene) => readonly UserGroup[]): Change =>
  (scene) => {
    const { groups = [] } = scene.content
    const group = nthOf(groups, scene.at)
    return group ? { ...scene.content, groups: replaced(groups, group, ...change(group, scene)) } : scene.content
  }

const onTenantGroup =
  (change: (group: TenantGroup, scene: Scene) => readonly TenantGroup[]): Change =>
  (scene) => {
    const { tenantGroups = [] } = scene.content
    const group = nthOf(tenantGroups, scene.at)
    if (!group) return scene.content
    return { ...scene.content, tenantGroups: replaced(tenantGroups, group, ...change(group, scene)) }
  }

const membersIn = ({ members }: UserGroup): readonly string[] => (members === 'off' ? [] : (members ?? []))

/** `dev` and `production` are the deployments of the sandbox. */
const POLICIES: readonly RolePolicy[] = [
  { resourceType: 'Deployment', actions: ['SchemaRead'], resources: ['dev', 'production'] },
  { resourceType: 'Global', actions: ['AIBIExplore'], resources: ['All'] },
]

const onRole =
  (change: (role: AccountRole, scene: Scene) => AccountRole): Change =>
  (scene) => {
    const { roles = [] } = scene.content
    const role = nthOf(roles, scene.at)
    return role ? { ...scene.content, roles: replaced(roles, role, change(role, scene)) } : scene.content
  }

const GROUPS: Readonly<Record<string, Change>> = {
  'somebody is in a group': onGroup((one, { other }) => [
    { ...one, members: [...new Set([...membersIn(one), PEOPLE[other % 2] ?? ''])] },
  ]),
  'nobody is in a group': onGroup((one) => [{ ...one, members: [] }]),
  'a group is left to people': onGroup(({ members: _, ...one }) => [one]),
  'a group is renamed': onGroup((one, { mark }) => [{ ...one, name: mark, was: one.was ?? one.name }]),
  'a group is made': ({ content, mark, other }) => ({
    ...content,
    groups: [...(content.groups ?? []), { name: mark, members: PEOPLE.slice(0, other % 3) }],
  }),
  'a group is deleted': onGroup(() => []),
  'a group of a tenant is described': onTenantGroup((one, { mark }) => [{ ...one, description: mark }]),
  'a group of a tenant is not described': onTenantGroup(({ description: _, ...one }) => [one]),
  'a group of a tenant has another name': onTenantGroup((one, { mark }) => [{ ...one, name: mark }]),
  'a group of a tenant is made': ({ content, mark }) => ({
    ...content,
    tenantGroups: [...(content.tenantGroups ?? []), { tenant: 'initech', name: mark }],
  }),
  'a group of a tenant is deleted': onTenantGroup(() => []),
  'a role is described': onRole((one, { mark }) => ({ ...one, description: mark })),
  'a role may do more': onRole((one, { other }) => ({
    ...one,
    policies: [...one.policies, ...POLICIES.slice(other % 3, (other % 3) + 1)],
  })),
  'a role may do nothing': onRole((one) => ({ ...one, policies: [] })),
  'a role is renamed': onRole((one, { mark }) => ({ ...one, name: mark, was: one.was ?? one.name })),
  'a role is made': ({ content, mark, other }) => ({
    ...content,
    roles: [...(content.roles ?? []), { name: mark, policies: POLICIES.slice(0, other % 3) }],
  }),
  'an attribute is described': ({ content, at, mark }) => {
    const { attributes = [] } = content
    const one = nthOf(attributes, at)
    return one ? { ...content, attributes: replaced(attributes, one, { ...one, description: mark }) } : content
  },
  'an attribute is made': ({ content, mark }) => ({
    ...content,
    attributes: [...(content.attributes ?? []), { name: mark, type: 'string', displayName: mark }],
  }),
}

const onDashboard = (change: (dashboard: Dashboard, scene: Scene) => Dashboard): Change =>
  onWorkbook((workbook, scene) => ({ ...workbook, dashboard: change(workbook.dashboard ?? { widgets: [] }, scene) }))

const onWidget = (change: (widget: Widget, scene: Scene) => readonly Widget[]): Change =>
  onDashboard((dashboard, scene) => {
    const holders = new Set(dashboard.widgets.map(({ config }) => config?.['parentId']))
    const widget = nthOf(
      dashboard.widgets.filter(({ id }) => !holders.has(id)),
      scene.other,
    )
    return widget ? { ...dashboard, widgets: replaced(dashboard.widgets, widget, ...change(widget, scene)) } : dashboard
  })

const place = ({ nth }: Scene) => ({ x: 6, y: 2000 + 10 * nth, w: 4, h: 4 })

/** Without widgets whose container is gone. */
function held(widgets: readonly Widget[]): readonly Widget[] {
  const ids = new Set<unknown>(widgets.map(({ id }) => id))
  const rest = widgets.filter(({ config }) => typeof config?.['parentId'] !== 'string' || ids.has(config['parentId']))
  return rest.length === widgets.length ? widgets : held(rest)
}

/** The schedules of a workbook have another workbook, or none: then they go. */
const movedSchedules = (
  { notifications = [] }: Lists,
  from: string | undefined,
  to: string | undefined,
): Pick<Lists, 'notifications'> => ({
  notifications: notifications.flatMap((each) =>
    each.workbook !== from ? [each] : to === undefined ? [] : [{ ...each, workbook: to }],
  ),
})

/** The reports go, and nothing shows them any more. */
const withoutReports = (content: Lists, gone: readonly Report[]): Lists => {
  const names = new Set<string>(gone.map(({ id }) => reportKey(id)))
  const shows = ({ report, reports = [] }: Widget): boolean =>
    [report, ...reports].some((reference) => reference !== undefined && names.has(reference))
  return {
    ...content,
    reports: content.reports.filter((report) => !gone.includes(report)),
    workbooks: content.workbooks.map((workbook) => ({
      ...workbook,
      ...(workbook.dashboard
        ? {
            dashboard: {
              ...workbook.dashboard,
              widgets: held(workbook.dashboard.widgets.filter((one) => !shows(one))),
            },
          }
        : {}),
    })),
  }
}

const CONTENT_CHANGES: Readonly<Record<string, Change>> = {
  'a report gets a title': onReport((report, { mark }) => defined(report, { title: mark })),
  'a report is renamed': onReport((report, { mark }) => defined(report, { name: mark })),
  'a report gets another query': onReport((report, { mark }) => defined(report, { sql: `select '${mark}'` })),
  'a report gets a setting': onReport((report, { mark }) =>
    defined(report, { meta: { ...report.definition.meta, repo: mark } }),
  ),
  'a report is moved': onReport(({ place: { folder }, ...report }, { content, other }) => {
    const workbook = nthOf([undefined, ...content.workbooks], other)?.slug
    return { ...report, place: { ...(workbook === undefined ? {} : { workbook }), ...(folder ? { folder } : {}) } }
  }),
  'a report is put into a folder': onReport(({ place: { workbook }, ...report }, { content, other }) => {
    const folder = nthOf(content.folders, other)?.path
    return { ...report, place: { ...(workbook === undefined ? {} : { workbook }), ...(folder ? { folder } : {}) } }
  }),
  'a report is deleted': ({ content, at }) => {
    const report = nthOf(content.reports, at)
    return report ? withoutReports(content, [report]) : content
  },
  'a report is made': ({ content, at, mark, nth }) => {
    const workbook = nthOf([undefined, ...content.workbooks], at)?.slug
    const made: Report = {
      id: `NEW${String(nth).padStart(9, '0')}`,
      place: workbook === undefined ? {} : { workbook },
      definition: { name: mark, sql: 'select 1', meta: { born: mark } },
    }
    return { ...content, reports: [...content.reports, made] }
  },
  'a workbook is renamed': onWorkbook((workbook, { mark }) => ({ ...workbook, name: mark })),
  'a workbook gets another slug': ({ content, at, mark }) => {
    const workbook = nthOf(content.workbooks, at)
    if (!workbook) return content
    const { slug } = workbook
    return {
      ...content,
      workbooks: replaced(content.workbooks, workbook, { ...workbook, slug: mark, was: workbook.was ?? slug }),
      ...movedSchedules(content, slug, mark),
      reports: content.reports.map((report) =>
        report.place.workbook === slug ? { ...report, place: { ...report.place, workbook: mark } } : report,
      ),
    }
  },
  'a workbook gets a setting': onWorkbook((workbook, { mark }) => ({
    ...workbook,
    meta: { ...workbook.meta, repo: mark },
  })),
  'a workbook is moved': onWorkbook((workbook, { content, other }) => ({
    ...workbook,
    folder: nthOf(content.folders, other)?.path ?? [],
  })),
  'a workbook is published': onWorkbook((workbook) => (workbook.dashboard ? { ...workbook, publish: true } : workbook)),
  'a workbook is deleted': ({ content, at }) => {
    const workbook = nthOf(content.workbooks, at)
    const inside = content.reports.filter(({ place }) => place.workbook === workbook?.slug)
    const rest = { ...content, ...movedSchedules(content, workbook?.slug, undefined) }
    return withoutReports({ ...rest, workbooks: replaced(content.workbooks, workbook) }, inside)
  },
  'a workbook is made': ({ content, other, mark, nth }) => {
    const report = nthOf(content.reports, other)
    const shown: Widget[] = report
      ? [{ id: 'w1', type: 'CHART', report: `report/${report.id}`, position: { x: 0, y: 0, w: 6, h: 4 } }]
      : []
    const made: Workbook = {
      ...{ slug: mark, name: mark, folder: [], publish: nth % 2 === 0, meta: {} },
      dashboard: { description: `born ${mark}`, widgets: shown },
    }
    return { ...content, workbooks: [...content.workbooks, made] }
  },
  'a widget says something else': onWidget((one, { mark }) => [{ ...one, config: { ...one.config, text: mark } }]),
  'a widget is moved': onWidget((one, scene) => [{ ...one, position: place(scene) }]),
  'a widget is removed': onWidget(() => []),
  'a widget is added': onDashboard((dashboard, scene) => {
    const report = nthOf(scene.content.reports, scene.other)
    const added: Widget = {
      ...{ id: scene.mark, type: 'CHART', position: place(scene) },
      ...(report ? { report: reportKey(report.id) as `report/${string}` } : {}),
    }
    return { ...dashboard, widgets: [...dashboard.widgets, added] }
  }),
  'settings are changed': onDashboard((dashboard, { mark }) => ({ ...dashboard, settings: { timezone: mark } })),
  'a folder is made': ({ content, other, mark, nth }) => {
    const holder = nthOf([[], ...content.folders.map(({ path }) => path)], other) ?? []
    return { ...content, folders: [...content.folders, { path: [...holder, mark], position: 100 + nth }] }
  },
}

const defined = (report: Report, more: Partial<Report['definition']>): Report => ({
  ...report,
  definition: { ...report.definition, ...more },
})

const CHANGES: Readonly<Record<string, Change>> = { ...SCHEDULES, ...CONTENT_CHANGES, ...GROUPS }

export const REPO_EDITS = Object.keys(CHANGES)

export const repoEdits: fc.Arbitrary<readonly RepoEdit[]> = fc.array(
  fc.record({ what: fc.constantFrom(...REPO_EDITS), at: fc.nat(), other: fc.nat() }),
  { minLength: 1, maxLength: 5 },
)

/** `first` numbers the edits, so that no two commits have the same marks. */
export const editContent = (content: Lists, edits: readonly RepoEdit[], first = 0): Lists =>
  edits.reduce((now, { what, at, other }, index) => {
    const nth = first + index
    return actOf(CHANGES, what)({ content: now, at, other, mark: `repo-${nth}`, nth }) ?? now
  }, content)
