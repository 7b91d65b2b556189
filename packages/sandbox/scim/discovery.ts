import { SCIM } from '@boardwright/platform'
import type { Platform } from '../platform.ts'

/** What a SCIM client asks for first (RFC 7643, 5 to 7). Describes only what the sandbox supports. */

const SCHEMAS = 'urn:ietf:params:scim:schemas:core:2.0:'
const PATH = '/api/scim/v2'

interface Attribute {
  readonly name: string
  readonly [characteristic: string]: unknown
}

const attribute = (name: string, description: string, more: object = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})
const READ_ONLY = { mutability: 'readOnly' }
const LIST = { type: 'complex', multiValued: true }
const reference = (to: string, mutability = 'readOnly'): Attribute =>
  attribute('$ref', 'Its address.', { mutability, type: 'reference', referenceTypes: [to], caseExact: true })

const USER: readonly Attribute[] = [
  attribute('userName', 'Unique in the account.', { required: true, uniqueness: 'server' }),
  attribute('name', 'Of the parts, the whole name is made.', {
    type: 'complex',
    subAttributes: [
      attribute('givenName', 'The first name.'),
      attribute('familyName', 'The last name.'),
      attribute('formatted', 'Both.', READ_ONLY),
    ],
  }),
  attribute('displayName', 'The name that others see.'),
  attribute('title', 'For example Head of Sales.'),
  attribute('active', 'Whether the user may sign in.', { type: 'boolean' }),
  attribute('emails', 'One is kept: the primary one, else the first.', {
    ...LIST,
    required: true,
    subAttributes: [
      attribute('value', 'The address.', { required: true, uniqueness: 'server' }),
      attribute('type', 'Always work.', READ_ONLY),
      attribute('primary', 'Always true.', { ...READ_ONLY, type: 'boolean' }),
    ],
  }),
  attribute('groups', 'The groups that the user is in.', {
    ...LIST,
    ...READ_ONLY,
    subAttributes: [
      attribute('value', 'The id.', READ_ONLY),
      attribute('display', 'The name.', READ_ONLY),
      reference('Group'),
    ],
  }),
]

const GROUP: readonly Attribute[] = [
  attribute('displayName', 'Unique in the account.', { required: true, uniqueness: 'server' }),
  attribute('members', 'Users; a group is not a member.', {
    ...LIST,
    subAttributes: [
      attribute('value', 'The id of a user.', { required: true, mutability: 'immutable' }),
      attribute('display', 'The user name.', READ_ONLY),
      attribute('type', 'Always User.', { ...READ_ONLY, canonicalValues: ['User'] }),
      reference('User', 'immutable'),
    ],
  }),
]

const at = ({ url }: Platform, place: string, resourceType: string) => ({
  meta: { resourceType, location: `${url}${PATH}/${place}` },
})

export const describeService = (platform: Platform) => ({
  schemas: [`${SCHEMAS}ServiceProviderConfig`],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: platform.switches.pageSizeCap },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'An API key of an admin, as `Bearer` or as `Api-Key`.',
      primary: true,
    },
  ],
  ...at(platform, 'ServiceProviderConfig', 'ServiceProviderConfig'),
})

export const resourceTypes = (platform: Platform) =>
  (
    [
      ['User', SCIM.user],
      ['Group', SCIM.group],
    ] as const
  ).map(([name, schema]) => ({
    schemas: [`${SCHEMAS}ResourceType`],
    id: name,
    name,
    description: `${name}s of the account.`,
    endpoint: `/${name}s`,
    schema,
    schemaExtensions: [],
    ...at(platform, `ResourceTypes/${name}`, 'ResourceType'),
  }))

export const schemas = (platform: Platform) =>
  (
    [
      ['User', SCIM.user, USER],
      ['Group', SCIM.group, GROUP],
    ] as const
  ).map(([name, id, attributes]) => ({
    schemas: [`${SCHEMAS}Schema`],
    id,
    name,
    description: `${name}s of the account.`,
    attributes: [...attributes],
    ...at(platform, `Schemas/${id}`, 'Schema'),
  }))

export const listAll = <T>(Resources: T[]) => ({
  schemas: [SCIM.list],
  totalResults: Resources.length,
  startIndex: 1,
  itemsPerPage: Resources.length,
  Resources,
})
