import { type MemberItem, textOf } from '@boardwright/platform/model'
import { deprecatedBy } from '../../lint/members.ts'
import type { FieldsOf } from '../field.ts'

export interface OfMember {
  readonly member: MemberItem
}

const said = (key: string) => ({
  read: ({ member }: OfMember) => textOf(member.body[key]) || undefined,
  at: [key],
})

export const MEMBER_FACTS: FieldsOf<OfMember> = {
  name: {
    type: 'text',
    means: 'Its full name: `orders.count`.',
    read: ({ member }) => `${member.owner.name}.${member.name}`,
    at: ['name'],
  },
  cube: { type: 'text', means: 'The cube that defines it.', read: ({ member }) => member.owner.name },
  list: {
    type: 'text',
    means: '`measures`, `dimensions`, `segments` or `hierarchies`.',
    read: ({ member }) => member.kind,
  },
  type: { type: 'text', means: 'Its type, such as `sum` or `time`.', ...said('type') },
  title: { type: 'text', means: 'What people read.', ...said('title') },
  description: { type: 'text', means: 'What it says of itself.', ...said('description') },
  format: { type: 'text', means: 'How its values are shown, such as `currency`.', ...said('format') },
  sql: { type: 'text', means: 'Its SQL.', ...said('sql') },
  public: {
    type: 'boolean',
    means: 'Whether queries may ask for it, as far as it says so itself.',
    read: ({ member: { body } }) => (body['public'] ?? body['shown'] ?? true) !== false,
    at: ['public'],
  },
  deprecated: {
    type: 'text',
    means: 'Why it should not be used any more: `meta.deprecated`, or `yes`.',
    read: ({ member: { body } }) => deprecatedBy(body),
    at: ['meta', 'deprecated'],
  },
}
