import { AttributeType, PolicyInput, TenantSettings } from '@boardwright/platform'
import { z } from 'zod'

const Id = z.int().min(1)
const Timestamp = z.iso.datetime()

const Group = z.strictObject({
  id: Id,
  name: z.string().min(1),
  externalId: z.string().optional(),
  members: z.array(Id),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})

const Attribute = z.strictObject({
  id: Id,
  name: z.string().min(1),
  type: AttributeType,
  displayName: z.string().optional(),
  defaultValue: z.string().optional(),
  description: z.string().optional(),
})

const Role = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  policies: z.array(PolicyInput),
  userIds: z.array(Id),
})

/** The account's data besides its users. Ids of groups and attributes are those that the API shows. */
export const SeedAccount = z.strictObject({
  groups: z.array(Group),
  userAttributes: z.array(Attribute),
  userAttributeValues: z.array(z.strictObject({ userId: Id, userAttributeId: Id, value: z.unknown() })),
  roles: z.array(Role),
  settings: TenantSettings.optional(),
})
export type SeedAccount = z.output<typeof SeedAccount>
