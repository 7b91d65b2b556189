import { readSeed, type Seed } from '../../packages/sandbox/seeds/seed.ts'
import { writeLedger } from '../../src/base/codec.ts'
import { CANON_VERSION, type Entry, type Ledger } from '../../src/base/ledger.ts'
import { modelLedgerPath, writeModelLedger } from '../../src/base/model.ts'
import { groupBy } from '../../src/content/group-by.ts'
import { isKind, kindOf } from '../../src/content/kinds.ts'
import {
  folderKey,
  type Key,
  type Notification,
  notificationKey,
  type ReportReference,
  reportKey,
  workbookKey,
} from '../../src/content/model.ts'
import { unitsOfNotification } from '../../src/content/notification.ts'
import { digestsOf, type Units, unitsOfReport, unitsOfWorkbook } from '../../src/content/units.ts'
import type { NumberOf } from '../../src/live/map/dashboard.ts'
import { fromFolder } from '../../src/live/map/folder.ts'
import { fromReport } from '../../src/live/map/report.ts'
import { fromWorkbook } from '../../src/live/map/workbook.ts'
import type { Lists } from '../support/lists.ts'

const PROJECT_ID = '7f3kQ2m9'
const DEPLOYMENT = 2
const DATED = { createdAt: '2026-10-01T08:00:00.000Z', updatedAt: '2026-10-01T08:00:00.000Z' }

/** The sandbox's second deployment numbers each kind of a seed in its order, from 200,001 on. */
const liveNumber = (id: number): number => 200_000 + id

const keysOf = (content: Lists): Key[] => [
  ...content.folders.map(({ path }) => folderKey(path)),
  ...content.workbooks.map(({ slug }) => workbookKey(slug)),
  ...content.reports.map(({ id }) => reportKey(id)),
  ...(content.notifications ?? []).map(({ slug }) => notificationKey(slug)),
]

/** Each embed tenant that has a group in the content. */
const tenantsIn = ({ tenantGroups = [] }: Lists): Seed['access']['embedTenants'] =>
  [...groupBy(tenantGroups, ({ tenant }) => tenant)].map(([name, groups], index) => ({
    ...{ id: index + 1, name },
    groups: groups.map((group) => ({ name: group.name, description: group.description ?? null })),
  }))

/** The deployments of the sandbox, by name. */
const NUMBERS: Readonly<Record<string, string>> = { dev: '1', production: '2' }

const rolesIn = ({ roles = [] }: Lists): Seed['account']['roles'] =>
  roles.map(({ name, description, policies }) => ({
    ...{ name, ...(description === undefined ? {} : { description }), userIds: [] },
    policies: policies.map((policy) => ({
      ...policy,
      resources: policy.resources.map((each) => NUMBERS[each] ?? each),
    })) as Seed['account']['roles'][number]['policies'],
  }))

const attributesIn = ({ attributes = [] }: Lists): Seed['account']['userAttributes'] =>
  attributes.map(({ default: defaultValue, type, ...attribute }, index) => ({
    ...{ id: index + 1, ...attribute, type: type as Seed['account']['userAttributes'][number]['type'] },
    ...(defaultValue === undefined ? {} : { defaultValue }),
  }))

/** Special objects of a tenant, by key: those that only admins see, and those older than slugs and stable ids. */
export interface Oddities {
  readonly hidden?: readonly string[]
  readonly legacy?: readonly string[]
}

/** The platform after this content was applied to it: the content, and what apply remembers about it. */
export function appliedSeed(
  content: Lists,
  model: ReadonlyMap<string, Uint8Array>,
  commit: string | undefined,
  { hidden = [], legacy = [] }: Oddities = {},
): Seed {
  const keys = keysOf(content)
  /** The owner is the sandbox's other user; the first one owns what only admins see. */
  const dated = (key: Key) => ({ ...DATED, userId: hidden.includes(key) ? 1 : 2 })
  const idOf = (key: Key): number => 1 + keys.filter((each) => isKind(each, kindOf(key))).indexOf(key)
  const numbers: NumberOf = {
    folder: (path) => idOf(folderKey(path)),
    workbook: (slug) => idOf(workbookKey(slug)),
    report: (reference: ReportReference) => idOf(reference as Key),
  }
  const ledger = (holder: Key, entries: readonly (readonly [Key, Units])[]): { boardwright?: string } => {
    if (commit === undefined) return {}
    const o = entries.map(([key, units]): [Key, Entry] => {
      const path = folderOf(content, key)
      const folder = path.length === 0 ? {} : { folder: liveNumber(numbers.folder(path)) }
      return [key, { live: liveNumber(idOf(key)), commit, ...folder, base: Object.fromEntries(digestsOf(units)) }]
    })
    const self = [DEPLOYMENT, liveNumber(idOf(holder))] as const
    const record: Ledger = {
      ...{ canon: CANON_VERSION, project: PROJECT_ID, self, applied: [commit] },
      entries: Object.fromEntries(o) as Ledger['entries'],
    }
    return { boardwright: writeLedger(record) }
  }

  const schedulesIn = (slug: string): readonly Notification[] =>
    (content.notifications ?? []).filter(({ workbook }) => workbook === slug)

  const empty = readSeed('empty')
  return {
    ...empty,
    access: { ...empty.access, embedTenants: tenantsIn(content) },
    account: { ...empty.account, userAttributes: attributesIn(content), roles: rolesIn(content) },
    folders: content.folders
      .toSorted((a, b) => a.path.length - b.path.length)
      .map((folder) => ({
        ...{ id: numbers.folder(folder.path), position: 0, ...fromFolder(folder, numbers) },
        ...dated(folderKey(folder.path)),
      })),
    workbooks: content.workbooks.map((workbook, index) => {
      const { config, publication, meta, ...rest } = fromWorkbook(workbook, numbers)
      const key = workbookKey(workbook.slug)
      const own = content.reports.filter(({ place }) => place.workbook === workbook.slug)
      const held = [
        [key, unitsOfWorkbook(workbook)] as const,
        ...own.map((report) => [reportKey(report.id), unitsOfReport(report)] as const),
        ...schedulesIn(workbook.slug).map((each) => [notificationKey(each.slug), unitsOfNotification(each)] as const),
      ]
      const dashboard = config as Seed['workbooks'][number]['dashboardDraft']
      return {
        id: idOf(key),
        ...rest,
        ...(legacy.includes(key) ? { slug: null } : {}),
        meta: { ...meta, ...ledger(key, held) },
        calculatedFields: {},
        dashboardDraft: dashboard,
        published:
          dashboard && publication
            ? {
                publicId: `D${String(index).padStart(11, '0')}`,
                ...publication,
                status: 'published' as const,
                versionNumber: 1,
                config: dashboard,
              }
            : null,
        ...dated(key),
      }
    }),
    reports: content.reports.map((report) => {
      const { meta, ...rest } = fromReport(report, numbers)
      const key = reportKey(report.id)
      const own = report.place.workbook === undefined ? ledger(key, [[key, unitsOfReport(report)]]) : {}
      return {
        id: idOf(key),
        publicId: legacy.includes(key) ? null : report.id,
        ...rest,
        meta: { ...meta, ...own },
        version: 1,
        ...dated(key),
      }
    }) as Seed['reports'],
    notifications: (content.notifications ?? []).map((each) => seededSchedule(each, idOf)),
    dataModel: commit === undefined ? model : new Map([...model, modelRecord(commit)]),
  }
}

/** The users whom the recipients of a schedule may be. */
const USER_IDS: Readonly<Record<string, number>> = { 'maria@acme.com': 2, 'ana@acme.com': 3 }

const seededSchedule = (
  { slug, workbook, recipients = [], ...each }: Notification,
  idOf: (key: Key) => number,
): Seed['notifications'][number] => ({
  ...{ id: idOf(notificationKey(slug)), workbookId: idOf(workbookKey(workbook)), humanReadableSchedule: '' },
  ...{ cronExpression: each.schedule, timezone: each.timezone, isEnabled: each.enabled ?? true },
  ...{
    notificationEnabled: each.send,
    notificationFormat: each.format as 'png' | 'pdf',
    notificationAiSummary: each.aiSummary,
  },
  ...{ filters: (each.filters ?? []) as Readonly<Record<string, unknown>>[], timeGrains: null, memberSwitchers: null },
  recipients: recipients.map((email) => ({ type: 'USER', userId: USER_IDS[email] ?? 1, email, username: email })),
})

const modelRecord = (commit: string): [string, Uint8Array] => [
  modelLedgerPath(PROJECT_ID),
  new TextEncoder().encode(writeModelLedger(PROJECT_ID, { commit, pending: new Map() })),
]

function folderOf({ workbooks, reports }: Lists, key: Key): readonly string[] {
  const workbook = workbooks.find(({ slug }) => workbookKey(slug) === key)
  return workbook?.folder ?? reports.find(({ id }) => reportKey(id) === key)?.place.folder ?? []
}
