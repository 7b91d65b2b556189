import type { Base } from '../content/base.ts'
import { UNKNOWN } from '../content/digest.ts'
import type { Key } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { isBase } from '../content/threeway.ts'
import type { Pending, Reason } from '../ledger/ledger.ts'
import { pendingOf, type Unreached } from '../ledger/pending.ts'
import { awaitedBy, recordedAt } from './age.ts'
import { type Comparison, unitsWith } from './compare.ts'
import { planRules } from './kinds.ts'
import type { PlanDraft } from './plan-draft.ts'
import type { Work } from './work.ts'

/** Everything that this commit may not bring, with what was last applied to it, for the ledgers. */
export function notBroughtBy(
  { compared, outcomes, inputs }: PlanDraft,
  records: ReadonlyMap<Key, Base>,
): Pick<Work, 'pending' | 'lastApplied'> {
  const lastApplied = new Map<Key, { commit: string; base: Base }>()
  const unreached: Unreached[] = []
  for (const each of compared.comparisons.values()) {
    const { key, kind, ownership, repo, live } = each
    const outcome = outcomes.get(key)
    if (!planRules(kind).isListed || ownership.state === 'foreign' || ownership.state === 'newer') continue
    const commit = recordedAt(each, inputs)
    const base = ownership.state === 'known' ? (ownership.base ?? unknownBase(each)) : baseIn(ownership)
    const hasEntry = ownership.state === 'ours' && !ownership.known.isPending && ownership.known.base !== undefined
    if (base && commit !== undefined && !hasEntry) lastApplied.set(key, { commit, base })
    // What repo and live agree on is recorded as such.
    const isWritten = outcome?.kind === 'create' || outcome?.kind === 'write'
    if (records.has(key) && !isWritten) continue
    // What an entry of this very commit leaves out, an earlier run of it held.
    if (hasEntry && commit === inputs.history.head && !isWritten) continue
    const number = inputs.live.facts.get(key)?.id
    unreached.push({
      key,
      why: reasonOf(outcome?.kind, inputs.shaping.select.length > 0 && !inputs.selected(key), ownership.state),
      isOwned: OBJECTS[kind].isRecorded,
      isDeclared: repo !== undefined,
      isThere: live !== undefined,
      isOurs: ownership.state !== 'unclaimed',
      wasNeverApplied: isMissing(inputs.live.pending.get(key)),
      isAsDeclared: isAsDeclared(each, base),
      ...(base && commit !== undefined && number !== undefined ? { lastApplied: { live: number, commit, base } } : {}),
      awaits: awaitedBy(each, inputs),
      hasEntry,
    })
  }
  return { pending: pendingOf(unreached), lastApplied }
}

function reasonOf(outcome: string | undefined, isLeftOut: boolean, state: string): Reason {
  if (isLeftOut) return 'not selected'
  // In case the run does not get this far.
  if (outcome === 'create' || outcome === 'write') return 'cut off'
  return state === 'unclaimed' && outcome !== 'held' ? 'not managed' : 'held'
}

/** Whether a ledger says that it is still to be made. One whose change is still to come was there. */
const isMissing = (pending: Pending | undefined): boolean => pending !== undefined && pending.was === undefined

const baseIn = (ownership: Comparison['ownership']): Base | undefined =>
  'base' in ownership ? ownership.base : undefined

/** What was applied is unknown: a difference is a conflict until somebody decides. */
const unknownBase = ({ repo, live }: Comparison): Base =>
  Object.fromEntries([...(repo?.keys() ?? []), ...(live?.keys() ?? [])].map((unit) => [unit, UNKNOWN]))

/** This commit equals what was applied before, or what already exists. */
function isAsDeclared(each: Comparison, base: Base | undefined): boolean {
  const { kind, repo, live } = each
  if (!repo) return false
  if (live && unitsWith(each, 'repo', 'live', 'conflict').length === 0) return true
  if (!base) return false
  const { optional } = OBJECTS[kind]
  const counted = Object.entries(base).filter(([unit]) => !optional.includes(unit) || repo.has(unit))
  return isBase(Object.fromEntries(counted), repo)
}
