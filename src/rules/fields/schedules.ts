import type { Notification } from '../../content/model.ts'
import { normalEmail } from '../../content/people.ts'
import type { FieldsOf } from '../field.ts'
import { TEXTS } from '../types.ts'
import { domainsOf } from './people.ts'

export interface OfSchedule {
  readonly schedule: Notification
}

export const SCHEDULE_FACTS: FieldsOf<OfSchedule> = {
  slug: { type: 'text', means: 'Its slug.', read: ({ schedule }) => schedule.slug, at: ['slug'] },
  workbook: { type: 'text', means: 'The slug of its workbook.', read: ({ schedule }) => schedule.workbook },
  cron: {
    type: 'text',
    means: 'When it runs: `schedule`.',
    read: ({ schedule: { schedule } }) => schedule,
    at: ['schedule'],
  },
  timezone: {
    type: 'text',
    means: 'The time zone that this is in.',
    read: ({ schedule }) => schedule.timezone,
    at: ['timezone'],
  },
  format: {
    type: 'text',
    means: 'What is sent, such as `PDF`.',
    read: ({ schedule }) => schedule.format,
    at: ['format'],
  },
  enabled: {
    type: 'boolean',
    means: 'Whether it is on. Absent if the target decides.',
    read: ({ schedule }) => schedule.enabled,
    at: ['enabled'],
  },
  recipients: {
    type: TEXTS,
    means: 'The addresses that it declares.',
    read: ({ schedule }) => schedule.recipients?.map(normalEmail),
    at: ['recipients'],
  },
  domains: {
    type: TEXTS,
    means: 'The domains of these addresses, once each. Empty if it declares none.',
    read: ({ schedule: { recipients = [] } }) => domainsOf(recipients),
    at: ['recipients'],
  },
}
