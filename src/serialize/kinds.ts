import type { Entity } from '../content/entity.ts'
import type { DocumentKind } from '../content/files.ts'
import type { ContentKind } from '../content/kinds.ts'
import type { Objects, ReportReference } from '../content/model.ts'
import {
  readAccountRoles,
  readAccountSettings,
  readAttributes,
  readGroups,
  readTenantGroups,
} from './account-readers.ts'
import { readFolders, readNotifications, readReports, readWorkbooks } from './readers.ts'
import type { TreeReading } from './reading.ts'
import {
  attributeValue,
  dashboardValue,
  type FileValue,
  folderValue,
  groupValue,
  notificationValue,
  reportValue,
  roleValue,
  settingsValue,
  tenantGroupValue,
  workbookValue,
} from './values.ts'

/** Keys that make a new object unique in the tree. */
export interface Identities {
  readonly mintId: () => string
  readonly freeSlug: () => string
}

/** How objects of one kind are read and written. */
export interface TreeRules<K extends ContentKind, T = Objects[K]> {
  /** The valid objects of a tree. Problems are reported. */
  readonly read: (reading: TreeReading) => readonly Entity<K>[]
  /** What its file or directory name is made from; `exact` distinguishes it from all others. */
  readonly named: (object: Entity<K>) => { readonly name: string; readonly exact: string }
  /** Its documents. `nameOf` gives the name of a report in one of them. */
  readonly documents: (object: T, nameOf: (reference: ReportReference, kind: DocumentKind) => string) => FileValue[]
  /** Keys that make a new object or copy unique. */
  readonly identity: (identities: Identities) => Readonly<Record<string, unknown>>
  /** What a copy begins with, whatever the original says. */
  readonly copied?: Readonly<Record<string, unknown>>
  /** What it is, for people who choose what to make. */
  readonly about: string
  /** The next step after creating one. `measure` gives a measure of this tree. */
  readonly next: (place: string, measure: () => string) => string
  /** The other required keys of a new object, by document. */
  readonly first: (name: string) => { readonly [D in DocumentKind]?: Readonly<Record<string, unknown>> }
}

/** In reading order: reports come before the dashboards that name them. */
const TREE_RULES: { readonly [K in ContentKind]: TreeRules<K> } = {
  folder: {
    read: readFolders,
    named: ({ name }) => ({ name, exact: name }),
    documents: (folder) => [folderValue(folder)],
    identity: () => ({}),
    first: (name) => ({ folder: { name } }),
    about: 'a place for workbooks and reports',
    next: (place) => `boardwright new workbook NAME --in ${place}`,
  },
  report: {
    read: readReports,
    named: ({ name, own }) => ({ name, exact: `${name}\n${own.id}` }),
    documents: (report) => [reportValue(report)],
    identity: ({ mintId }) => ({ id: mintId() }),
    first: (name) => ({ report: { name } }),
    about: 'one chart or table',
    next: (place, measure) =>
      `write what it asks for into ${place}, such as query: {measures: [${measure()}]}, then boardwright validate`,
  },
  workbook: {
    read: readWorkbooks,
    named: ({ own: { slug } }) => ({ name: slug, exact: slug }),
    documents: (workbook, nameOf) => [
      workbookValue(workbook),
      ...(workbook.dashboard
        ? [dashboardValue(workbook.dashboard, (reference) => nameOf(reference, 'dashboard'))]
        : []),
    ],
    identity: ({ freeSlug }) => ({ slug: freeSlug() }),
    // Not published: viewers should not find it empty.
    first: (name) => ({ workbook: { name, publish: false }, dashboard: { title: name } }),
    about: 'an empty one, for a dashboard by hand',
    next: (place) => `boardwright new report NAME --in ${place}. Viewers see it once \`publish: false\` is gone`,
  },
  notification: {
    read: readNotifications,
    named: ({ own: { slug } }) => ({ name: slug, exact: slug }),
    documents: (notification) => [notificationValue(notification)],
    identity: ({ freeSlug }) => ({ slug: freeSlug() }),
    // Nobody should get the same twice because a dashboard was copied.
    copied: { enabled: false },
    first: () => ({ notification: { schedule: '0 8 * * 1', timezone: 'UTC' } }),
    about: 'when a dashboard is sent, and to whom',
    next: (place) => `write the schedule and the recipients into ${place}, then boardwright validate`,
  },
  group: {
    read: readGroups,
    named: ({ name, own }) => ({ name, exact: own.name.trim().toLowerCase() }),
    documents: (group) => [groupValue(group)],
    identity: () => ({}),
    first: (name) => ({ group: { name } }),
    about: 'users of the account, where a target manages groups',
    next: (place) => `write its members into ${place}, then boardwright validate`,
  },
  attribute: {
    read: readAttributes,
    named: ({ name }) => ({ name, exact: name }),
    documents: (attribute) => [attributeValue(attribute)],
    identity: () => ({}),
    first: (name) => ({ attribute: { name, type: 'string' } }),
    about: 'what the account knows of each user, where a target manages attributes',
    next: (place) => `write its type and its default into ${place}, then boardwright validate`,
  },
  role: {
    read: readAccountRoles,
    named: ({ name, own }) => ({ name, exact: own.name.trim().toLowerCase() }),
    documents: (role) => [roleValue(role)],
    identity: () => ({}),
    first: (name) => ({ role: { name, policies: [] } }),
    about: 'what some users may do, where a target manages roles',
    next: (place) => `write its policies into ${place}, then boardwright validate`,
  },
  settings: {
    read: readAccountSettings,
    named: ({ name }) => ({ name, exact: name }),
    documents: (settings) => [settingsValue(settings)],
    identity: () => ({}),
    first: () => ({ settings: {} }),
    about: 'the settings of the account, where a target manages them',
    next: (place) => `write into ${place} what is expected, then boardwright plan`,
  },
  tenantGroup: {
    read: readTenantGroups,
    named: ({ name }) => ({ name, exact: name }),
    documents: (group) => [tenantGroupValue(group)],
    identity: () => ({}),
    first: (name) => ({ tenantGroup: { name } }),
    about: 'a group of an embed tenant, where a target manages them',
    next: (place) => `write what it is for into ${place}, then boardwright validate`,
  },
}

export const READ_ORDER = Object.keys(TREE_RULES) as readonly ContentKind[]

export const treeRules = <K extends ContentKind>(kind: K): TreeRules<K> => TREE_RULES[kind]
