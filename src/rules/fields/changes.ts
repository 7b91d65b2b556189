import type { Key, Kind } from '../../content/kinds.ts'
import type { FieldsOf } from '../field.ts'
import { TEXTS } from '../types.ts'

/** A row of a plan, and the plan that it is in. */
export interface OfChange {
  readonly key: Key
  readonly name: string
  /** Its file or directory, from the project root. */
  readonly file: string
  readonly kind: Kind
  readonly action: 'create' | 'update' | 'publish' | 'delete'
  readonly units: readonly string[]
  readonly gains: readonly string[]
  readonly loses: readonly string[]
  readonly allows: readonly string[]
  readonly forbids: readonly string[]
  readonly moves: boolean
  readonly isPublished: boolean
  readonly isRecreated: boolean
  /** Scheduled emails of its dashboard, and tenants that it is embedded for. Undefined if nobody knows. */
  readonly emails: number | undefined
  readonly tenants: number | undefined
  readonly plan: {
    readonly target: string
    readonly isProtected: boolean
    readonly changesModel: boolean
    readonly publishes: boolean
    readonly labels: readonly string[]
    readonly weekday: string
    readonly hour: number
  }
}

export const CHANGE_FACTS: FieldsOf<OfChange> = {
  name: { type: 'text', means: 'What people call the object.', read: ({ name }) => name },
  object: {
    type: 'text',
    means: 'Its kind, such as `workbook`, `notification`, `group` or `model`, a file of the data model.',
    read: ({ kind }) => kind,
  },
  action: { type: 'text', means: '`create`, `update`, `publish` or `delete`.', read: ({ action }) => action },
  new: { type: 'boolean', means: 'Whether it is created.', read: ({ action }) => action === 'create' },
  recreated: {
    type: 'boolean',
    means: 'Whether it was deleted in the UI and is created again.',
    read: ({ isRecreated }) => isRecreated,
  },
  units: {
    type: TEXTS,
    means: 'What changes of it, such as `title`, `query` or `widget w1`.',
    read: ({ units }) => units,
  },
  published: { type: 'boolean', means: 'Whether viewers get another version.', read: ({ isPublished }) => isPublished },
  audiences: {
    type: TEXTS,
    means: 'The tenants whose embedded users gain or lose it; `*` is all of them.',
    read: ({ units }) => units.flatMap((unit) => (unit.startsWith('embed ') ? [unit.slice('embed '.length)] : [])),
  },
  gains: {
    type: TEXTS,
    means: 'Who gets or sees it and did not before: addresses, `tenant NAME` and `all embed users`.',
    read: ({ gains }) => gains,
  },
  loses: {
    type: TEXTS,
    means: 'Who no longer gets or sees it, named as in `gains`.',
    read: ({ loses }) => loses,
  },
  allows: {
    type: TEXTS,
    means: 'What a role allows and did not before, such as `DownloadData on Deployment production`.',
    read: ({ allows }) => allows,
  },
  forbids: {
    type: TEXTS,
    means: 'What a role no longer allows, named as in `allows`.',
    read: ({ forbids }) => forbids,
  },
  moves: {
    type: 'boolean',
    means: 'Whether it moves to another folder or workbook, where others may see it.',
    read: ({ moves }) => moves,
  },
  emails: {
    type: 'number',
    means: 'Scheduled emails that show it; absent if nobody knows.',
    read: ({ emails }) => emails,
  },
  tenants: {
    type: 'number',
    means: 'Tenants that it is embedded for; absent if nobody knows.',
    read: ({ tenants }) => tenants,
  },
  target: { type: 'text', means: 'The name of the target.', read: ({ plan }) => plan.target },
  protected: { type: 'boolean', means: 'Whether the target is protected.', read: ({ plan }) => plan.isProtected },
  changesModel: {
    type: 'boolean',
    means: 'Whether the plan changes the data model too.',
    read: ({ plan }) => plan.changesModel,
  },
  publishes: {
    type: 'boolean',
    means: 'Whether anything of the plan is published.',
    read: ({ plan }) => plan.publishes,
  },
  labels: {
    type: TEXTS,
    means: 'The labels of the pull request: BOARDWRIGHT_LABELS, or those that GitLab tells.',
    read: ({ plan }) => plan.labels,
  },
  weekday: {
    type: 'text',
    means: 'The day: `monday` to `sunday`, in `rules.timeZone`.',
    read: ({ plan }) => plan.weekday,
  },
  hour: { type: 'number', means: 'The hour: 0 to 23, in `rules.timeZone`.', read: ({ plan }) => plan.hour },
}
