import { membersOfGroup } from '../../content/group.ts'
import type { UserGroup } from '../../content/model.ts'
import { normalEmail } from '../../content/people.ts'
import type { FieldsOf } from '../field.ts'
import { TEXTS } from '../types.ts'

/** The part of an address behind its `@`. */
const domainOf = (email: string): string => normalEmail(email).replace(/^[^@]*@/, '')

export const domainsOf = (emails: readonly string[]): readonly string[] => [...new Set(emails.map(domainOf))].sort()

export interface OfGroup {
  readonly group: UserGroup
}

export const GROUP_FACTS: FieldsOf<OfGroup> = {
  name: { type: 'text', means: 'Its name.', read: ({ group }) => group.name, at: ['name'] },
  members: {
    type: TEXTS,
    means: 'The addresses that it declares.',
    read: ({ group }) => membersOfGroup(group)?.map(normalEmail),
    at: ['members'],
  },
  domains: {
    type: TEXTS,
    means: 'The domains of these addresses, once each. Empty if it declares none.',
    read: ({ group }) => domainsOf(membersOfGroup(group) ?? []),
    at: ['members'],
  },
}
