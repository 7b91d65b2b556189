import { baseRules } from '../base/kinds.ts'
import type { Pending, Reason } from '../base/ledger.ts'
import { wasApplied } from '../base/ownership.ts'
import { pendingOf, type Unreached } from '../base/pending.ts'
import { type Comparison, unitsWith } from '../compare/comparison.ts'
import { UNKNOWN } from '../content/digest.ts'
import { type Key, kindOf } from '../content/kinds.ts'
import { OBJECTS } from '../content/objects.ts'
import { type Base, isBase } from '../content/threeway.ts'
import { commitNotInHistory } from './age.ts'
import type { Decided } from './decided.ts'
import type { PlanInputs } from './inputs.ts'
import type { Work } from './work.ts'

/** Everything that this commit may not bring, with what was last applied to it: the ledgers record both. */
export function pendingAfterPlan(
  { compared, outcomes, inputs }: Decided,
  bases: ReadonlyMap<Key, Base>,
): Pick<Work, 'pending' | 'lastApplied'> {
  const lastApplied = new Map<Key, { commit: string; base: Base }>()
  const unreached: Unreached[] = []
  for (const each of compared.comparisons.values()) {
    const { key, kind, ownership, repo, live } = each
    const outcome = outcomes.get(key)
    if (!baseRules(kind).isListed || OBJECTS[kind].readOnly !== undefined) continue
    if (ownership.state === 'foreign' || ownership.state === 'newer') continue
    const commit = each.ownership.commit
    const base = ownership.base ?? (ownership.state === 'applied' ? unknownBase(each) : undefined)
    const hasEntry = ownership.state === 'ours' && !ownership.entry.isPending && ownership.entry.base !== undefined
    if (base && commit !== undefined && !hasEntry) lastApplied.set(key, { commit, base })
    // `bases` has what repo and live agree on.
    const isWritten = outcome?.kind === 'create' || outcome?.kind === 'write'
    if (bases.has(key) && !isWritten) continue
    // If the entry is of this very commit and still differs, an earlier run at this commit held it.
    if (hasEntry && commit === inputs.history.head && !isWritten) continue
    const number = inputs.live.facts.get(key)?.id
    const isDone = isAsDeclared(each, base, inputs.live.partlyRead.has(key))
    unreached.push({
      key,
      why: reasonOf(outcome?.kind, inputs.shaping.select.length > 0 && !inputs.selected(key), ownership.state),
      isOwned: OBJECTS[kind].hasEntries,
      isDeclared: repo !== undefined,
      isThere: live !== undefined,
      isOurs: wasApplied(ownership),
      wasNeverApplied: isMissing(inputs.live.pending.get(key)),
      isAsDeclared: isDone,
      ...(base && commit !== undefined && number !== undefined ? { lastApplied: { live: number, commit, base } } : {}),
      awaits: commitNotInHistory(each, inputs),
      hasEntry,
    })
  }
  // What this run does not see stays pending. What it leaves out was never there, unless an entry says otherwise.
  const unseen = [...inputs.live.pending.values()].filter(({ key }) => !inputs.isRead(key))
  return { pending: [...pendingOf(unreached), ...unseen, ...neverBrought(inputs)], lastApplied }
}

/** What an earlier commit brought stays as that one says. Folders and model files need no record. */
function neverBrought({ notBrought, live, history }: PlanInputs): Pending[] {
  const before = history.trees.get(history.applied ?? '')?.outline
  return notBrought
    .filter((key) => OBJECTS[kindOf(key)].hasEntries && !live.entries.has(key) && !live.pending.has(key))
    .map((key) => ({ key, why: 'not managed', ...(before?.has(key) ? { awaits: history.applied } : {}) }))
}

function reasonOf(outcome: string | undefined, isLeftOut: boolean, state: string): Reason {
  if (isLeftOut) return 'not selected'
  // Until the write is done: the run may end before it.
  if (outcome === 'create' || outcome === 'write') return 'cut off'
  return state === 'unclaimed' && outcome !== 'held' ? 'not managed' : 'held'
}

/** Whether a ledger says that it was never created. An object that only waits for a change did exist. */
const isMissing = (pending: Pending | undefined): boolean => pending !== undefined && pending.was === undefined

/** What was applied is unknown, so every difference is a conflict until somebody decides. */
const unknownBase = ({ repo, live }: Comparison): Base =>
  Object.fromEntries([...(repo?.keys() ?? []), ...(live?.keys() ?? [])].map((unit) => [unit, UNKNOWN]))

/** Whether this commit says the same as live, as far as that was read, or as what was last applied. */
function isAsDeclared(each: Comparison, base: Base | undefined, isPartlyRead: boolean): boolean {
  const { kind, repo, live } = each
  if (!repo) return false
  if (live && !isPartlyRead && unitsWith(each, 'repo', 'live', 'conflict').length === 0) return true
  if (!base) return false
  const { optional } = OBJECTS[kind]
  const counted = Object.entries(base).filter(([unit]) => !optional.includes(unit) || repo.has(unit))
  return isBase(Object.fromEntries(counted), repo)
}
