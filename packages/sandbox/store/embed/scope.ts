/** Where names of groups and attributes are looked up: in the account, or in one embed tenant. */
export interface Scope {
  readonly groups: string
  readonly members: string
  readonly attributes: string
  readonly values: string
  /** An SQL condition on groups and attributes, with its values. */
  readonly where: string
  readonly bound: readonly number[]
}

/** For embed users, the account's groups and attributes can only be named. They are made and changed elsewhere. */
export const ACCOUNT: Scope = {
  groups: 'user_groups',
  members: 'embed_account_group_members',
  attributes: 'user_attributes',
  values: 'embed_account_attribute_values',
  where: 'true',
  bound: [],
}

/** The same groups and attributes, for the account's own users. */
export const OWN_USERS: Scope = { ...ACCOUNT, members: 'user_group_members', values: 'user_attribute_values' }

export const scopeOf = (tenantId: number): Scope => ({
  groups: 'embed_groups',
  members: 'embed_group_members',
  attributes: 'embed_attributes',
  values: 'embed_attribute_values',
  where: 'tenant_id = ?',
  bound: [tenantId],
})
