import { z } from 'zod'

/** Values for the controls of a dashboard, which exports and notifications are rendered with. */

const FilterOperator = z
  .enum([
    'equals',
    'not_equals',
    'greater_than',
    'greater_than_or_equal',
    'less_than',
    'less_than_or_equal',
    'contains',
    'not_contains',
    'starts_with',
    'not_starts_with',
    'ends_with',
    'not_ends_with',
    'is_null',
    'is_not_null',
    'is_empty',
    'is_not_empty',
    'between',
    'custom',
  ])
  .meta({ id: 'FilterOperator' })

/** `view.member`: only requests are checked for this form. */
const SentMember = z.string().regex(/.\../, 'must be a member with its view, such as sales.city')

const filter = {
  operator: FilterOperator.nullish(),
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown())]).nullish(),
  caseSensitive: z.unknown().optional(),
  startInclusive: z.unknown().optional(),
  endInclusive: z.unknown().optional(),
}

const DashboardFilter = z.looseObject({ member: z.string(), ...filter }).meta({ id: 'DashboardFilter' })
const DashboardTimeGrain = z.looseObject({ member: z.string(), grain: z.string() }).meta({ id: 'DashboardTimeGrain' })
const DashboardMemberSwitcher = z
  .looseObject({ member: z.string(), selected: z.string() })
  .meta({ id: 'DashboardMemberSwitcher' })

export const controlValues = {
  filters: z.array(DashboardFilter).nullish(),
  timeGrains: z.array(DashboardTimeGrain).nullish(),
  memberSwitchers: z.array(DashboardMemberSwitcher).nullish(),
}

const DashboardFilterInput = z.looseObject({ member: SentMember, ...filter }).meta({ id: 'DashboardFilterInput' })
const DashboardTimeGrainInput = z
  .looseObject({ member: SentMember, grain: z.string() })
  .meta({ id: 'DashboardTimeGrainInput' })
const DashboardMemberSwitcherInput = z
  .looseObject({ member: SentMember, selected: z.string().describe('A bare name, without its view.') })
  .meta({ id: 'DashboardMemberSwitcherInput' })

export const sentControlValues = {
  filters: z.array(DashboardFilterInput).nullish(),
  timeGrains: z.array(DashboardTimeGrainInput).nullish(),
  memberSwitchers: z.array(DashboardMemberSwitcherInput).nullish(),
}

/** The value of a user attribute for one rendering. */
export const UserAttributeInput = z
  .looseObject({
    name: z.string(),
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.array(z.number())]).nullish(),
  })
  .meta({ id: 'UserAttributeInput' })
