import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { PLACEHOLDER_PUBLIC_ID, REPORT_REFERENCES } from '../../packages/platform/api/chosen.ts'
import {
  Dashboard,
  DashboardAppSource,
  DashboardConfig,
  DashboardWidget,
  DashboardWidgetInput,
  WidgetPosition,
  WidgetTypeInput,
} from '../../packages/platform/api/dashboards.ts'
import { EmbedAccessResponse } from '../../packages/platform/api/embed-access.ts'
import { CreateEmbedGroupInput, UserGroup } from '../../packages/platform/api/embed-groups.ts'
import { CreateFolderInput, Folder, UpdateFolderInput } from '../../packages/platform/api/folders.ts'
import { NotificationDto } from '../../packages/platform/api/notifications.ts'
import { PolicyInput } from '../../packages/platform/api/policies.ts'
import { CreateReportInput, Report, ReportSource, UpdateReportInput } from '../../packages/platform/api/reports.ts'
import { Role } from '../../packages/platform/api/roles.ts'
import { ScimGroup } from '../../packages/platform/api/scim-groups.ts'
import { PublicId } from '../../packages/platform/api/shared.ts'
import { ReportSnapshot } from '../../packages/platform/api/snapshots.ts'
import { TenantSettings } from '../../packages/platform/api/tenant.ts'
import { UserAttribute } from '../../packages/platform/api/user-attributes.ts'
import {
  CreateWorkbookInput,
  PublishDashboardInput,
  UpdateWorkbookInput,
  Workbook,
} from '../../packages/platform/api/workbooks.ts'
import {
  FIELDS,
  HIDDEN_META,
  LEDGER_KEY,
  LIFTED,
  neededFields,
  type Policy,
  REPORT_KEYS,
} from '../../src/content/fields.ts'
import {
  AttributeFile,
  DashboardFile,
  FolderFile,
  GroupFile,
  NotificationFile,
  ReportFile,
  RoleFile,
  SettingsFile,
  TenantGroupFile,
  WorkbookFile,
} from '../../src/content/files.ts'
import { LIMITS, OLD_TABS, PLACEHOLDER_ID, PUBLIC_ID, WIDGET_TYPES } from '../../src/content/limits.ts'
import { POLICY_ACTIONS, RESOURCE_TYPES } from '../../src/content/policies.ts'

const WIRE = {
  folder: Folder,
  workbook: Workbook,
  publication: Dashboard,
  dashboard: DashboardConfig,
  app: DashboardAppSource,
  widget: DashboardWidget,
  report: Report,
  notification: NotificationDto,
  group: ScimGroup,
  attribute: UserAttribute,
  role: Role,
  settings: TenantSettings,
  tenantGroup: UserGroup,
  embedAccess: EmbedAccessResponse,
} as const satisfies Record<keyof typeof FIELDS, z.ZodObject>

const keys = (schema: z.ZodObject): string[] => Object.keys(schema.shape)
const shapes = Object.keys(FIELDS) as (keyof typeof FIELDS)[]

describe('the field table', () => {
  test.each(shapes)('has each field of a %s that the API shows, once, and no other', (shape) => {
    expect(FIELDS[shape].map(({ wire }) => wire).toSorted()).toEqual(keys(WIRE[shape]).toSorted())
  })

  test.each(shapes)('gives a reason for each field of a %s', (shape) => {
    for (const { wire, reason } of FIELDS[shape]) expect(reason, wire).toMatch(/^[A-Z].*\.$/)
  })

  /** Where what a call takes is called otherwise, or is part of something else. */
  const TAKEN = {
    folder: [CreateFolderInput, UpdateFolderInput],
    report: [CreateReportInput, UpdateReportInput],
    workbook: [CreateWorkbookInput, UpdateWorkbookInput],
    publication: [PublishDashboardInput],
    widget: [DashboardWidgetInput],
  } as const satisfies Partial<Record<keyof typeof FIELDS, readonly z.ZodObject[]>>
  const BY_OTHER_CALLS = ['dashboardDraft', 'dashboardPublished', 'publishedDashboard']

  test.each(Object.keys(TAKEN) as (keyof typeof TAKEN)[])('marks as written what an update of a %s takes', (shape) => {
    const taken = new Set(TAKEN[shape].flatMap(keys))
    for (const { wire, policy } of FIELDS[shape]) {
      const isWritten = policy === 'written' || policy === 'create-only'
      if (!BY_OTHER_CALLS.includes(wire) && wire !== 'workbookId')
        expect([wire, isWritten]).toEqual([wire, taken.has(wire)])
    }
  })

  test('marks as create-only what only a create takes', () => {
    const onlyCreate = keys(CreateReportInput).filter((key) => !keys(UpdateReportInput).includes(key))
    const rows = FIELDS.report.filter(({ policy }) => policy === 'create-only').map(({ wire }) => wire)
    expect(rows).toEqual(onlyCreate)
  })

  const DECLARED: ReadonlySet<Policy> = new Set(['written', 'create-only', 'compared'])
  /** Keys of files that stand for no field of their own, and fields that no key stands for. */
  const FILES = {
    folder: { schema: FolderFile, own: ['was'] },
    report: { schema: ReportFile, own: ['ids', 'queryText', ...LIFTED] },
    workbook: { schema: WorkbookFile, own: ['was', 'publish'], from: ['publication', 'embedAccess'] },
    dashboard: { schema: DashboardFile, own: [] },
    notification: { schema: NotificationFile, own: ['slug', 'recipients'] },
    group: { schema: GroupFile, own: ['was'] },
    attribute: { schema: AttributeFile, own: [] },
    role: { schema: RoleFile, own: ['was'] },
    settings: { schema: SettingsFile, own: [] },
    tenantGroup: { schema: TenantGroupFile, own: [] },
  } as const
  test.each(Object.keys(FILES) as (keyof typeof FILES)[])('has a row for each key in the file of a %s', (shape) => {
    const { schema, own, ...more } = FILES[shape]
    const rows = [shape, ...('from' in more ? more.from : [])].flatMap((each) => [...FIELDS[each]])
    const named = rows.flatMap((row) => {
      if (!DECLARED.has(row.policy)) return []
      return 'tree' in row && row.tree !== undefined ? [row.tree] : [row.wire]
    })
    const elsewhere = ['path', 'dashboard']
    const expected = [...new Set([...named.filter((key) => !elsewhere.includes(key)), ...own])]
    expect(keys(schema).toSorted(), 'the keys in src/content/files.ts').toEqual(expected.toSorted())
  })

  test('says which fields of a row a reader needs', () => {
    expect(neededFields('report')).toEqual(expect.arrayContaining(['sqlQuery', 'jsonQuery', 'meta', 'pivotItems']))
    expect(neededFields('report')).not.toContain('version')
  })
})

describe('tables that exist on both sides', () => {
  test('take the same policies of a role', () => {
    const { resourceType, actions } = PolicyInput.shape
    expect(RESOURCE_TYPES).toEqual(resourceType.options)
    expect(POLICY_ACTIONS).toEqual(actions.element.options)
  })

  test('name the same keys of widgets as references', () => {
    const chosen = Object.fromEntries(
      REPORT_REFERENCES.map(({ widget, many }) => [widget, many ? 'reports' : 'report']),
    )
    expect(REPORT_KEYS).toEqual(chosen)
  })

  test('lift from meta what a published snapshot shows beside it', () => {
    const inSnapshot = keys(ReportSnapshot).filter((key) => !keys(Report).includes(key))
    const aboutSnapshot = ['reportId', 'versionNumber', 'isSourceReport']
    expect(inSnapshot.filter((key) => !aboutSnapshot.includes(key)).toSorted()).toEqual(LIFTED.toSorted())
  })

  test('hide the ledger everywhere, and the draft of a workbook', () => {
    expect(HIDDEN_META).toEqual({ workbook: [LEDGER_KEY, 'dashboardDraft'], report: [LEDGER_KEY] })
  })
})

/** The longest text that a schema takes. */
function longest(schema: z.ZodType): number {
  const most = 1_000
  return (
    Array.from({ length: most }, (_, length) => length).findLast(
      (length) => schema.safeParse('x'.repeat(length)).success,
    ) ?? 0
  )
}

describe('limits', () => {
  test.each([
    ['the name of a folder', CreateFolderInput.shape.name, LIMITS.name],
    ['the new name of a folder', UpdateFolderInput.shape.name, LIMITS.name],
    ['the name of a report', CreateReportInput.shape.name, LIMITS.name],
    ['the title of a report', UpdateReportInput.shape.title, LIMITS.name],
    ['the id of a widget', DashboardWidgetInput.shape.id, LIMITS.widgetId],
    ['the entry of an app', DashboardAppSource.shape.entry, LIMITS.appEntry],
    ['the name of a tenant group', CreateEmbedGroupInput.shape.name, LIMITS.groupName],
    ['the description of a tenant group', CreateEmbedGroupInput.shape.description, LIMITS.groupDescription],
    ['the name of a folder in its file', FolderFile.shape.name, LIMITS.name],
    ['the name of a report in its file', ReportFile.shape.name, LIMITS.name],
  ] as const)('of %s are those of the API', (_, schema, limit) => {
    expect(longest(schema)).toBe(limit)
  })

  test('of folder depth are those of the API', async () => {
    const { folders } = await import('../../packages/platform/api/folders.ts')
    expect(folders.endpoints.createFolder.chosen).toContain(`depth is ${LIMITS.folderDepth}`)
  })

  test('widget types are those of the API and the older one', () => {
    expect([...WIDGET_TYPES, OLD_TABS].toSorted()).toEqual(WidgetTypeInput.options.toSorted())
  })

  test.each(['h4Kq9ZtB2wLm', 'short', 'h4Kq9ZtB2wLm3', 'h4Kq9ZtB2wL-', '000000000000', '00000000abcd', '0000000abcde'])(
    '%s is an id, or a placeholder, on both sides',
    (id) => {
      expect(PUBLIC_ID.test(id)).toBe(PublicId.safeParse(id).success)
      expect(PLACEHOLDER_ID.test(id)).toBe(PLACEHOLDER_PUBLIC_ID.test(id))
    },
  )

  test('a file can describe every widget that the API can show', () => {
    const widgets = DashboardFile.shape.widgets.unwrap().element
    const position = { x: -1, y: 0, w: 0, h: 99 }
    expect(WidgetPosition.safeParse(position).success).toBe(true)
    expect(
      widgets.safeParse({ id: 'a', type: 'TEXT', position, responsiveLayouts: { sm: null, md: position } }),
    ).toMatchObject({ success: true })
    expect(ReportFile.shape.source.unwrap().options).toEqual(ReportSource.options)
  })
})

describe('meta in a file', () => {
  const messages = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []

  test('holds nothing that belongs at the top of the file', () => {
    const file = { id: 'h4Kq9ZtB2wLm', name: 'x' }
    expect(messages(ReportFile, { ...file, meta: { kind: 'kpi', spec: null, other: 1 } })).toEqual([
      'meta.kind stands at the top of the file, not under `meta`',
    ])
  })

  test('holds nothing that this program stores there', () => {
    const workbook = { slug: 'a', name: 'a', meta: { boardwright: '{}', dashboardDraft: {} } }
    expect(messages(WorkbookFile, workbook).map((line) => line.split(' ')[0])).toEqual([
      'meta.boardwright',
      'meta.dashboardDraft',
    ])
    expect(
      messages(ReportFile, { id: 'h4Kq9ZtB2wLm', name: 'x', meta: { boardwright: '', dashboardDraft: {} } }),
    ).toHaveLength(1)
  })
})
