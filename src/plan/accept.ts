import { largest } from '@boardwright/common'

interface Row {
  /** What somebody says by accepting it. */
  readonly means: string
  /** What stops or holds without it. */
  readonly lets: string
  readonly by: readonly AcceptingCommand[]
}

export type AcceptingCommand = 'plan' | 'apply' | 'promote' | 'restore' | 'try'

const PLANNED = ['plan', 'apply', 'promote'] as const
const WRITTEN = ['apply', 'promote', 'restore'] as const

/** Everything that `--accept` takes. Each word lets one obstacle pass, and nothing else. */
export const ACCEPT = {
  'ui-edits': {
    means: 'overwrite what was edited in the UI',
    lets: 'conflicts, drafts, objects deleted in the UI',
    by: PLANNED,
  },
  newer: {
    means: 'overwrite what a newer commit applied',
    lets: 'objects applied from a commit that this tree lacks',
    by: PLANNED,
  },
  model: {
    means: 'take over the data model of the branch, or create the branch',
    lets: 'a data model that is not managed yet',
    by: PLANNED,
  },
  'broken-uses': {
    means: 'let reports and dashboards ask for what the live data model will not have',
    lets: 'removed members that are still used',
    by: [...PLANNED, 'restore'],
  },
  'first-apply': { means: 'the target is meant to be empty', lets: 'a target where nothing is live yet', by: PLANNED },
  deletes: {
    means: 'delete up to N objects',
    lets: 'deletes from a protected target, and more than `limits.deletePercent`',
    by: PLANNED,
  },
  uncommitted: {
    means: 'go on with changes that are in no commit',
    lets: 'a tree that differs from its commit',
    by: [...WRITTEN, 'try'],
  },
  'direct-push': {
    means: 'apply a commit that came without a pull request',
    lets: '`--approve pull-request` where no pull request showed the plan',
    by: ['apply'],
  },
} as const satisfies Readonly<Record<string, Row>>

export type AcceptWord = keyof typeof ACCEPT
type BareWord = Exclude<AcceptWord, 'deletes'>
export type Accepted = BareWord | `deletes=${string}`
export const ACCEPT_WORDS = Object.keys(ACCEPT) as readonly AcceptWord[]

export const BARE_WORDS = ACCEPT_WORDS.filter((word): word is BareWord => word !== 'deletes')

/** The number of objects in `deletes=12`. */
export const DELETES = /^\d{1,7}$/

export const isAccepted = (text: string): text is Accepted =>
  BARE_WORDS.some((word) => word === text) ||
  (text.startsWith('deletes=') && DELETES.test(text.slice('deletes='.length)))

/** The word of what was accepted: `deletes` of `deletes=12`. */
const wordIn = (accepted: Accepted): AcceptWord =>
  ACCEPT_WORDS.find((word) => accepted === word || accepted.startsWith(`${word}=`)) ?? 'deletes'

export const takes = (command: AcceptingCommand, accepted: Accepted): boolean =>
  ACCEPT[wordIn(accepted)].by.some((name) => name === command)

interface Accepting {
  readonly accept?: readonly Accepted[] | undefined
}

export const accepts = ({ accept = [] }: Accepting, word: BareWord): boolean => accept.includes(word)

const countIn = (accepted: Accepted): number =>
  accepted.startsWith('deletes=') ? Number(accepted.slice('deletes='.length)) : 0

export const deletesAccepted = ({ accept = [] }: Accepting): number => largest([0, ...accept.map(countIn)])

/** Sorted, each once, and the largest number of deletes. */
export function acceptingAll(...lists: readonly (readonly Accepted[])[]): Accepted[] {
  const accept = lists.flat()
  const deletes = deletesAccepted({ accept })
  return [
    ...new Set(accept.filter((each) => countIn(each) === 0 && !each.startsWith('deletes='))),
    ...(deletes > 0 ? ([`deletes=${deletes}`] as const) : []),
  ].sort()
}
