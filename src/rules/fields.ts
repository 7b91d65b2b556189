import type { FieldsOf } from './field.ts'
import { CHANGE_FACTS, type OfChange } from './fields/changes.ts'
import { MEMBER_FACTS, type OfMember } from './fields/model.ts'
import { GROUP_FACTS, type OfGroup } from './fields/people.ts'
import {
  FILTER_FACTS,
  type OfFilter,
  type OfQuery,
  type OfReport,
  type OfUse,
  QUERY_FACTS,
  REPORT_FACTS,
  USE_FACTS,
} from './fields/reports.ts'
import { type OfSchedule, SCHEDULE_FACTS } from './fields/schedules.ts'
import {
  DASHBOARD_FACTS,
  FOLDER_FACTS,
  type OfDashboard,
  type OfFolder,
  type OfWidget,
  type OfWorkbook,
  WIDGET_FACTS,
  WORKBOOK_FACTS,
} from './fields/workbooks.ts'
import type { RuleKind } from './kinds.ts'
import { type FieldTypes, TEXTS } from './types.ts'

/** What the fields of each kind are read from. */
interface Things {
  readonly folder: OfFolder
  readonly workbook: OfWorkbook
  readonly dashboard: OfDashboard
  readonly widget: OfWidget
  readonly report: OfReport
  readonly query: OfQuery
  readonly filter: OfFilter
  readonly use: OfUse
  readonly schedule: OfSchedule
  readonly group: OfGroup
  readonly member: OfMember
  readonly change: OfChange
}

export type Thing<K extends RuleKind> = Things[K]

interface KindRow<K extends RuleKind> {
  readonly means: string
  readonly fields: FieldsOf<Things[K]>
}

/** Everything that a rule can ask. Whatever else knows the fields takes them from here. */
export const RULE_KINDS: { readonly [K in RuleKind]: KindRow<K> } = {
  folder: { means: 'a folder', fields: FOLDER_FACTS },
  workbook: { means: 'a workbook', fields: WORKBOOK_FACTS },
  dashboard: { means: 'the dashboard of a workbook', fields: DASHBOARD_FACTS },
  widget: { means: 'a widget of a dashboard', fields: WIDGET_FACTS },
  report: { means: 'a report', fields: REPORT_FACTS },
  query: { means: 'a query of a report, if it has any that is not SQL', fields: QUERY_FACTS },
  filter: { means: 'a filter of a query', fields: FILTER_FACTS },
  use: { means: 'a place in a report or a dashboard that names a member', fields: USE_FACTS },
  schedule: { means: 'a schedule of a dashboard, with who gets it', fields: SCHEDULE_FACTS },
  group: { means: 'a group of users, with who is in it', fields: GROUP_FACTS },
  member: { means: 'a measure, dimension or segment that a cube of the data model defines', fields: MEMBER_FACTS },
  change: { means: 'an object that a plan changes, with the plan', fields: CHANGE_FACTS },
}

export const OWNER = 'owner'

/** Of everything that is in a file. */
const OF_FILES: FieldsOf<unknown> = {
  [OWNER]: {
    type: TEXTS,
    means: 'Whom its file belongs to, as CODEOWNERS says.',
    read: (_of, { ownersOf }, file) => ownersOf(file),
  },
}

const ALL = Object.fromEntries(
  Object.entries(RULE_KINDS).map(([kind, { fields }]) => [kind, { ...fields, ...OF_FILES }]),
) as unknown as { readonly [K in RuleKind]: FieldsOf<Things[K]> }

export const fieldsOf = <K extends RuleKind>(kind: K): FieldsOf<Things[K]> => ALL[kind]

export const fieldTypesOf = (kind: RuleKind): FieldTypes =>
  Object.fromEntries(Object.entries(fieldsOf(kind)).map(([name, { type }]) => [name, type]))
