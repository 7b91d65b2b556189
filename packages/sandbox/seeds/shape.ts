import { PLACEHOLDER_PUBLIC_ID, PublicId } from '@boardwright/platform'
import { z } from 'zod'
import { SeedAccount } from './account.ts'
import { FreeForm, SeedDashboard, Text } from './dashboard.ts'

/**
 * The initial content of a sandbox: objects as the API shows them, minus what the sandbox computes (deployment, type,
 * owner objects, folder paths, snapshots). Ids count from 1 within a seed and a kind; the loader adds the
 * deployment's offset. Objects are strict: a typo in a seed is an error.
 */

const Id = z.int().min(1)
const Timestamp = z.iso.datetime()
const Dated = { createdAt: Timestamp, updatedAt: Timestamp }

/**
 * The first admin is the user behind the `admin` and `scoped` keys, the first user who is not an admin is behind
 * `member`.
 */
const User = z.strictObject({
  id: Id,
  email: z.email(),
  username: z.string().min(1),
  firstName: Text,
  title: Text,
  picture: Text,
  isAdmin: z.boolean(),
  isDeactivated: z.boolean().optional(),
  /** Names of built-in roles. Without any, a user who is not an admin is an AI BI User. */
  defaultRoles: z.array(z.string()).optional(),
  notifications: FreeForm,
  settings: FreeForm.nullish(),
  lastLogin: Timestamp.nullish(),
  ...Dated,
})

const Folder = z.strictObject({
  id: Id,
  name: z.string().min(1).max(255),
  parentId: Id.nullable(),
  position: z.int(),
  userId: Id,
  ...Dated,
})

const Names = z.array(z.string())
const PivotItems = z.strictObject({
  columns: Names,
  measures: Names,
  rows: Names,
  filters: Names,
  displayScale: z.enum(['model', 'absolute', 'thousands', 'millions', 'billions']).nullish(),
  measuresAxis: z.enum(['columns', 'rows']).nullish(),
  measuresPosition: z.enum(['before', 'after']).nullish(),
  showAppliedFilters: z.boolean().nullish(),
  showColumnTotals: z.boolean().nullish(),
  showRowTotals: z.boolean().nullish(),
})

const Placement = z.strictObject({
  workbookId: z.string(),
  resultLocation: z.string(),
  id: Text,
  host: z.enum(['GOOGLE_SHEETS', 'EXCEL']).nullish(),
  workbookName: Text,
  sheetId: Text,
  sheetName: Text,
  anchorCell: Text,
  endResultCell: Text,
  placedAt: Text,
  placedByUserId: Id.nullish(),
  refreshedAt: Text,
  refreshedByUserId: Id.nullish(),
  queryChecksum: Text,
  syncStatus: z.enum(['UP_TO_DATE', 'CHANGED', 'UNKNOWN']).nullish(),
})

const Report = z.strictObject({
  id: Id,
  /** `null` for a report older than stable ids: the sandbox shows a placeholder for it. */
  publicId: PublicId.refine((id) => !PLACEHOLDER_PUBLIC_ID.test(id), 'must not look like a placeholder').nullable(),
  name: z.string().max(255),
  title: z.string().max(255).nullish(),
  description: Text,
  workbookId: Id.nullish(),
  folderId: Id.nullish(),
  userId: Id,
  sqlQuery: Text,
  jsonQuery: Text,
  pivotItems: PivotItems.nullish(),
  meta: FreeForm.nullish(),
  source: z.enum(['GOOGLE_SHEETS', 'EXCEL', 'PLAYGROUND', 'D3']).nullish(),
  externalWorkbookId: Text,
  resultLocation: Text,
  endResultCell: Text,
  externalWorkbookPlacements: z.array(Placement).nullish(),
  version: z.int().min(1),
  ...Dated,
})

/** What viewers still see of a report that was edited later: overrides parts of the snapshot that the loader makes. */
const OutdatedSnapshot = z.strictObject({
  reportId: Id,
  versionNumber: z.int().min(1),
  name: z.string().optional(),
  title: Text,
  description: Text,
  sqlQuery: Text,
  meta: FreeForm.nullish(),
})

const Published = z.strictObject({
  publicId: z.string().min(1),
  title: Text,
  description: Text,
  allowEmbed: z.boolean(),
  status: z.enum(['draft', 'published', 'archived']),
  versionNumber: z.int().min(1),
  config: SeedDashboard,
  outdatedSnapshots: z.array(OutdatedSnapshot).optional(),
})

const Workbook = z.strictObject({
  id: Id,
  name: z.string(),
  slug: z.string().min(1).nullable(),
  folderId: Id.nullable(),
  userId: Id,
  meta: FreeForm,
  calculatedFields: FreeForm,
  dashboardDraft: SeedDashboard.nullable(),
  published: Published.nullable(),
  requiresReview: z.literal(true).optional(),
  ...Dated,
})

const Grant = z.strictObject({
  type: z.enum(['FOLDER', 'WORKBOOK', 'REPORT']),
  id: Id,
  userId: Id,
  action: z.enum(['read', 'edit', 'manage']),
})

const EmbedAccess = z.union([
  z.strictObject({ workbookId: Id, embedTenantName: z.string(), action: z.literal('read') }),
  z.strictObject({ workbookId: Id, allEmbedUsers: z.literal(true), action: z.literal('read') }),
])

const Access = z.strictObject({
  grants: z.array(Grant),
  embedTenants: z.array(
    z.strictObject({
      id: Id,
      name: z.string().regex(/^[a-z][a-z0-9-]{3,34}[a-z0-9]$/),
      displayName: Text,
      createdAt: Timestamp.nullish(),
      groups: z.array(z.strictObject({ name: z.string().min(1), description: Text })).optional(),
    }),
  ),
  embedAccess: z.array(EmbedAccess),
})

const Recipient = z.strictObject({
  type: z.enum(['USER', 'EMBED_USER', 'SLACK']),
  userId: Id.nullish(),
  embedUserId: Id.nullish(),
  email: Text,
  username: Text,
  embedTenantName: Text,
  externalId: Text,
  channelId: Text,
  channelName: Text,
})

/** A schedule for the workbook's published dashboard. */
const Notification = z.strictObject({
  id: Id,
  workbookId: Id,
  cronExpression: z.string(),
  timezone: z.string(),
  humanReadableSchedule: z.string(),
  isEnabled: z.boolean(),
  notificationEnabled: z.boolean(),
  notificationFormat: z.enum(['png', 'pdf']),
  notificationAiSummary: z.boolean(),
  filters: z.array(FreeForm).nullish(),
  timeGrains: z.array(z.strictObject({ member: z.string(), grain: z.string() })).nullish(),
  memberSwitchers: z.array(z.strictObject({ member: z.string(), selected: z.string() })).nullish(),
  recipients: z.array(Recipient),
})

export const SeedContent = z.strictObject({
  users: z.array(User),
  account: SeedAccount,
  folders: z.array(Folder),
  workbooks: z.array(Workbook),
  reports: z.array(Report),
  access: Access,
  notifications: z.array(Notification),
})
export type SeedContent = z.output<typeof SeedContent>
