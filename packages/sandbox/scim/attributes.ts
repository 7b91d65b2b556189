/** How an attribute is compared: `text` ignores case, `exact` does not. */
export type AttributeTable = Readonly<Record<string, 'text' | 'exact' | 'flag' | 'date'>>

const COMMON = {
  schemas: 'exact',
  id: 'exact',
  externalid: 'exact',
  'meta.resourcetype': 'exact',
  'meta.created': 'date',
  'meta.lastmodified': 'date',
  'meta.location': 'exact',
} as const satisfies AttributeTable

/** The attributes that filters may name, in lower case. */
export const USER_ATTRIBUTES: AttributeTable = {
  ...COMMON,
  username: 'text',
  displayname: 'text',
  title: 'text',
  active: 'flag',
  name: 'text',
  'name.givenname': 'text',
  'name.familyname': 'text',
  'name.formatted': 'text',
  emails: 'text',
  'emails.value': 'text',
  'emails.type': 'text',
  'emails.primary': 'flag',
  groups: 'exact',
  'groups.value': 'exact',
  'groups.display': 'text',
}

export const GROUP_ATTRIBUTES: AttributeTable = {
  ...COMMON,
  displayname: 'text',
  members: 'exact',
  'members.value': 'exact',
  'members.display': 'text',
  'members.type': 'text',
}
