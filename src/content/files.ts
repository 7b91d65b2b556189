import { cronProblem } from '@boardwright/platform/query'
import { z } from 'zod'
import { RoleFile, SettingsFile } from './account-files.ts'
import { HIDDEN_META, LIFTED } from './fields.ts'
import { idForCopy, widgetIdFor } from './identity.ts'
import type { DocumentKind } from './kinds.ts'
import { LIMITS, OLD_TABS, PLACEHOLDER_ID, PUBLIC_ID, WIDGET_TYPES } from './limits.ts'
import { normalEmail } from './people.ts'
import { STEPS } from './schema-words.ts'
import { slugOf } from './slug.ts'

/**
 * The schemas of the files in a tree, before long texts from side files are filled in. They are strict, so that a typo
 * is an error. Keys are printed in this order.
 */

const FreeForm = z.record(z.string(), z.unknown())
const Name = z.string().max(LIMITS.name)
const Text = z.string()
const Slug = z
  .string()
  .refine((slug) => slug.trim() !== '' && slug === slug.trim().toLowerCase(), {
    error: ({ input }) => {
      const kept = String(input).trim().toLowerCase()
      return kept === '' ? 'must not be blank' : `must be as the platform keeps it: ${kept}`
    },
  })
  // The part that a JSON Schema can express; editors check no more than this.
  .meta({
    pattern: '^[^A-Z\\s]([^A-Z]*[^A-Z\\s])?$',
    patternErrorMessage: 'must have no capitals, and no blanks at its ends',
  })
  .register(STEPS, { fresh: (file) => slugOf(file.split('/').at(-2) ?? file) })
const PublicId = z
  .string()
  .regex(PUBLIC_ID, 'must be exactly 12 of 0-9, A-Z, a-z')
  .refine((id) => !PLACEHOLDER_ID.test(id), {
    error: 'is a placeholder that many reports share: it identifies nothing',
    params: { step: 'Write 12 others of 0-9, A-Z, a-z.' },
  })
  .register(STEPS, { fresh: idForCopy })

/** A free-form map that must not contain keys that belong elsewhere. A lifted key with null does belong here. */
const metaWithout = (hidden: readonly string[], lifted: readonly string[] = []) =>
  FreeForm.superRefine((meta, context) => {
    for (const key of hidden.filter((each) => Object.hasOwn(meta, each))) {
      const params = { step: 'Remove it.' }
      context.addIssue({ code: 'custom', path: [key], message: 'is kept by the platform and this program', params })
    }
    for (const key of lifted.filter((each) => Object.hasOwn(meta, each) && meta[each] !== null)) {
      const params = { step: 'Move it there.' }
      const message = 'stands at the top of the file, not under `meta`'
      context.addIssue({ code: 'custom', path: [key], message, params })
    }
  })

export const FolderFile = z
  .strictObject({
    name: Name.describe('What people call the folder.'),
    position: z.int().optional().describe('Order among its siblings.'),
    was: Name.optional().describe('Its name before it was renamed. Remove it once every target has been applied.'),
  })
  .meta({ title: 'A folder: folder.yaml' })
export type FolderFile = z.output<typeof FolderFile>

export const WorkbookFile = z
  .strictObject({
    slug: Slug.describe('Identifies the workbook in every target. It never changes without `was`.'),
    was: Slug.optional().describe('The slug before it was renamed. Remove it once every target has been applied.'),
    name: Text.describe('What people call the workbook.'),
    publish: z.boolean().optional().describe('False: viewers see nothing of it. Default: true.'),
    allowEmbed: z.boolean().optional().describe('Whether signed embedding is allowed.'),
    embedAccess: z
      .record(z.string(), z.enum(['read', 'none']))
      .optional()
      .describe('Who may see it embedded: tenants by name, and "*" for all embed users. Others are left alone.'),
    published: z
      .strictObject({
        title: Text.optional().describe('The title that viewers read.'),
        description: Text.optional().describe('The description that viewers read.'),
      })
      .optional()
      .describe('What the published dashboard is called, if that is not the dashboard’s own title.'),
    meta: metaWithout(HIDDEN_META.workbook).optional().describe('Free-form.'),
  })
  .meta({ title: 'A workbook: workbook.yaml' })
export type WorkbookFile = z.output<typeof WorkbookFile>

/** Accepts anything that live can contain. The grid is checked elsewhere, with warnings. */
const Position = z.strictObject({
  x: z.int().describe('Columns from the left.'),
  y: z.int().describe('Rows from the top.'),
  w: z.int().describe('Its width, in columns.'),
  h: z.int().describe('Its height, in rows.'),
})
const ReportName = z
  .string()
  .min(1)
  .describe('A report: its file here, `/folder/workbook/report` from the root of the tree, or `id:<public id>`.')

const Widget = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(LIMITS.widgetId)
    .describe('Identifies the widget within its dashboard.')
    .register(STEPS, { fresh: (file, path) => widgetIdFor(`${file} ${path.join('.')}`, 0) }),
  type: z.enum([...WIDGET_TYPES, OLD_TABS]).describe('What it shows.'),
  report: ReportName.optional(),
  reports: z.array(ReportName).optional().describe('Reports, for a widget that names several.'),
  position: Position.describe('Its place in the grid.'),
  responsiveLayouts: z.record(z.string(), Position.nullable()).optional().describe('Its places on narrower screens.'),
  config: FreeForm.optional().describe('Free-form.'),
  style: FreeForm.optional().describe('Free-form.'),
})

export const DashboardFile = z
  .strictObject({
    kind: z.enum(['CLASSIC', 'APP']).optional().describe('A widget document, or an app made of source files.'),
    title: Text.optional().describe('The title that viewers read.'),
    description: Text.optional().describe('The description that viewers read.'),
    layout: FreeForm.optional().describe('The grid: cols, rowHeight, margin, breakpoints.'),
    settings: FreeForm.optional().describe('Free-form.'),
    theme: FreeForm.optional().describe('Free-form.'),
    app: z
      .strictObject({
        entry: z.string().max(LIMITS.appEntry).optional().describe('The file that starts the app.'),
        html: Text.optional().describe('The page around the app.'),
        manifest: FreeForm.optional().describe('Free-form: what the platform keeps of the app.'),
        files: z
          .record(z.string(), z.string())
          .optional()
          .describe('Files whose names are not safe on every disk. All others are in app/.'),
      })
      .optional()
      .describe('The app, for the kind APP.'),
    widgets: z.array(Widget).optional().describe('What is on it, each in its place.'),
  })
  .meta({ title: 'A dashboard: dashboard.yaml' })
export type DashboardFile = z.output<typeof DashboardFile>

export const ReportFile = z
  .strictObject({
    id: PublicId.describe('Identifies the report: its public id at home. It never changes.'),
    ids: z.record(z.string(), PublicId).optional().describe('Its public id in targets that have another one.'),
    name: Name.describe('What people call the report.'),
    title: z.string().max(LIMITS.name).optional().describe('What viewers read.'),
    source: z.enum(['GOOGLE_SHEETS', 'EXCEL', 'PLAYGROUND', 'D3']).optional().describe('Set at creation only.'),
    folder: z
      .array(z.string())
      .optional()
      .describe('A folder that the report of a workbook is in as well, as names from the root.'),
    kind: z.unknown().optional().describe('How it is shown: vega, table, kpi, html, map or sankey.'),
    sql: Text.optional().describe('Its SQL, if it cannot be kept in a .sql file beside this one.'),
    query: FreeForm.optional().describe('A JSON query: measures, dimensions, filters, order.'),
    queryText: Text.optional().describe('The query as text, if it is not a JSON object and cannot be kept in a file.'),
    pivot: FreeForm.optional().describe('Rows and columns of a pivot table.'),
    spec: z.unknown().optional().describe('How it is drawn.'),
    pythonCode: z.unknown().optional().describe('Python that makes its rows.'),
    fillMissingRows: z.unknown().optional().describe('Adds rows for times without data.'),
    periodComparisons: z.unknown().optional().describe('Compares measures with an earlier time.'),
    preferences: z.unknown().optional().describe('How its columns are written.'),
    externalWorkbookId: Text.optional().describe('The spreadsheet it feeds.'),
    resultLocation: Text.optional().describe('Where in the spreadsheet its rows begin.'),
    endResultCell: Text.optional().describe('Where in the spreadsheet its rows end.'),
    meta: metaWithout(HIDDEN_META.report, LIFTED).optional().describe('Free-form.'),
  })
  .meta({ title: 'A report: <name>.yaml in reports/, or <name>.report.yaml in a folder' })
export type ReportFile = z.output<typeof ReportFile>

/** Accepts anything that live can contain. What the platform refuses to take is found elsewhere. */
const Control = z.looseObject({ member: z.string().describe('A member with its view: `sales.city`.') })

const addresses = (...others: readonly string[]) =>
  z
    .array(
      z
        .string()
        .regex(/^[^\s@]+@[^\s@]+$/, { error: `must be an e-mail address, such as ${SOMEBODY}` })
        .register(STEPS, { step: [`Write the e-mail address of a user, such as ${SOMEBODY}.`, ...others].join(' ') }),
    )
    .superRefine((all, context) => {
      for (const [index, email] of all.entries()) {
        const first = all.findIndex((each) => normalEmail(each) === normalEmail(email))
        if (first === index) continue
        const message =
          first === index || all[first] === email ? 'is in the list twice' : `is ${all[first]} in other letters`
        context.addIssue({ code: 'custom', path: [index], message, params: { step: 'Remove it.' } })
      }
    })

const SOMEBODY = 'maria@acme.example'
const Members = addresses()
const Recipients = addresses('The platform sends schedules to no group, and its API adds no channel of Slack.')

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const NotificationFile = z
  .strictObject({
    slug: Slug.describe('Identifies the schedule in every target. It never changes.'),
    schedule: Text.refine((text) => cronProblem(text) === undefined, {
      error: ({ input }) => `is not a schedule: ${cronProblem(String(input))}`,
      params: { step: 'Write five fields of cron, such as `0 7 * * 1-5`: minute, hour, day, month, day of the week.' },
    }).describe('When it is sent: five fields of cron.'),
    timezone: Text.refine(isTimezone, {
      error: 'is not a time zone',
      params: { step: 'Write the name of one, such as Europe/Zurich or UTC.' },
    }).describe('The time zone of the schedule.'),
    format: z.enum(['png', 'pdf']).optional().describe('What is sent. Default: png.'),
    enabled: z
      .boolean()
      .optional()
      .describe('False: it is paused. Default: on in targets that are `protected`, paused in all others.'),
    send: z.boolean().optional().describe('False: it runs, and sends nothing. Default: true.'),
    aiSummary: z.boolean().optional().describe('Whether a summary goes with it. Default: false.'),
    filters: z.array(Control).optional().describe('Values of the dashboard’s filters, as the platform takes them.'),
    timeGrains: z.array(Control).optional().describe('Grains of its time dimensions: `{member, grain}`.'),
    memberSwitchers: z.array(Control).optional().describe('What its switchers select: `{member, selected}`.'),
    recipients: Recipients.optional().describe(
      'Users who get it, by e-mail address, in any order. Who joined in the UI stays. Left out: nobody is looked at.',
    ),
  })
  .meta({ title: 'A schedule of a dashboard: <name>.yaml in notifications/' })
export type NotificationFile = z.output<typeof NotificationFile>

const RESERVED = 'system:'

const GroupName = Name.refine((name) => name.trim() !== '', { error: 'must not be blank' }).refine(
  (name) => !name.trim().toLowerCase().startsWith(RESERVED),
  {
    error: `must not begin with ${RESERVED}, which the platform keeps for itself`,
    params: { step: 'Give it another name.' },
  },
)

export const GroupFile = z
  .strictObject({
    name: GroupName.describe('What people call the group. It identifies it, whatever its capitals.'),
    was: Name.optional().describe('Its name before it was renamed. Remove it once every target has been applied.'),
    members: z
      .union([z.literal('off'), Members])
      .optional()
      .describe(
        'Users who are in it, by e-mail address, in any order. Who joined in the UI stays. Off, or left out: nobody is looked at.',
      ),
  })
  .meta({ title: 'A group of users: <name>.yaml in account/groups/' })
export type GroupFile = z.output<typeof GroupFile>

export const AttributeFile = z
  .strictObject({
    name: Name.refine((name) => name.trim() !== '', { error: 'must not be blank' }).describe(
      'Identifies the attribute, in the data model too. It never changes.',
    ),
    type: z
      .enum(['string', 'number', 'boolean', 'string_array', 'number_array'])
      .describe('What its values are. Set at creation only.'),
    displayName: Text.optional().describe('What people call it.'),
    description: Text.optional().describe('What it is for.'),
    default: Text.optional().describe('The value of users who have none, as a text.'),
  })
  .meta({ title: 'An attribute of users: <name>.yaml in account/attributes/' })
export type AttributeFile = z.output<typeof AttributeFile>

export { RoleFile, SettingsFile } from './account-files.ts'

export const TenantGroupFile = z
  .strictObject({
    name: GroupName.max(LIMITS.groupName).describe(
      'Identifies the group in its tenant, with its capitals. It never changes: with another name, it is another group.',
    ),
    description: Text.max(LIMITS.groupDescription).optional().describe('What it is for.'),
  })
  .meta({ title: 'A group of an embed tenant: <name>.yaml in account/tenants/<tenant>/groups/' })
export type TenantGroupFile = z.output<typeof TenantGroupFile>

export type { DocumentKind } from './kinds.ts'

export interface DocumentRules {
  readonly schema: z.ZodObject
  /** Keys that identify the object and are the same in every target. */
  readonly identity: readonly string[]
  /** Its side files: long texts, the files of an app, or none. */
  readonly beside: 'texts' | 'app' | 'nothing'
  /** Whether it uses data-model members, so that a change of the model can break it. */
  readonly namesMembers: boolean
  /** Its file name: fixed, in a directory of its own; or with its own extension, in a folder. */
  readonly file: string | EndingRules
}

export interface EndingRules {
  readonly ending: string
  /** For objects inside a workbook, the subdirectory that they are in, if any. */
  readonly inWorkbook?: string
  /** For objects of the account, the directory below `account/` that they are in, `*` for a tenant, or the one file. */
  readonly inAccount?: string
}

export const DOCUMENTS: Readonly<Record<DocumentKind, DocumentRules>> = {
  folder: { schema: FolderFile, identity: ['was'], beside: 'nothing', namesMembers: false, file: 'folder.yaml' },
  workbook: {
    schema: WorkbookFile,
    identity: ['slug', 'was'],
    beside: 'nothing',
    namesMembers: false,
    file: 'workbook.yaml',
  },
  dashboard: { schema: DashboardFile, identity: [], beside: 'app', namesMembers: true, file: 'dashboard.yaml' },
  report: {
    schema: ReportFile,
    identity: ['id', 'ids'],
    beside: 'texts',
    namesMembers: true,
    file: { ending: '.report.yaml', inWorkbook: 'reports' },
  },
  notification: {
    schema: NotificationFile,
    identity: ['slug'],
    beside: 'nothing',
    namesMembers: false,
    file: { ending: '.notification.yaml', inWorkbook: 'notifications' },
  },
  group: {
    schema: GroupFile,
    identity: ['name', 'was'],
    beside: 'nothing',
    namesMembers: false,
    file: { ending: '.yaml', inAccount: 'groups' },
  },
  attribute: {
    schema: AttributeFile,
    identity: ['name'],
    beside: 'nothing',
    namesMembers: false,
    file: { ending: '.yaml', inAccount: 'attributes' },
  },
  role: {
    schema: RoleFile,
    identity: ['name', 'was'],
    beside: 'nothing',
    namesMembers: false,
    file: { ending: '.yaml', inAccount: 'roles' },
  },
  settings: {
    schema: SettingsFile,
    identity: [],
    beside: 'nothing',
    namesMembers: false,
    file: { ending: '.yaml', inAccount: 'settings.yaml' },
  },
  tenantGroup: {
    schema: TenantGroupFile,
    identity: ['name'],
    beside: 'nothing',
    namesMembers: false,
    file: { ending: '.yaml', inAccount: 'tenants/*/groups' },
  },
}

/**
 * Whether its side files are those of an app. These are code, so only files listed under `interpolate` have variables.
 */
export const holdsApp = (kind: DocumentKind): boolean => DOCUMENTS[kind].beside === 'app'

/** Where a file of an app is, or would be if its name were safe on every disk. */
export const appFile = (dashboard: string, name: string): string =>
  `${dashboard.slice(0, Math.max(0, dashboard.lastIndexOf('/')))}/app/${name}`

const holds = (kind: DocumentKind, key: string): boolean => Object.hasOwn(DOCUMENTS[kind].schema.shape, key)

export const hasWidgets = (kind: DocumentKind): boolean => holds(kind, 'widgets')
