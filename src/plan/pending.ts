import type { Base } from '../content/base.ts'
import { UNKNOWN } from '../content/digest.ts'
import type { Key } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { isBase } from '../content/threeway.ts'
import type { Reason } from '../ledger/ledger.ts'
import { pendingOf, type Unreached } from '../ledger/pending.ts'
import { recordedAt } from './age.ts'
import { planRules } from './kinds.ts'
import { type Case, unitsWith } from './survey.ts'
import type { Work } from './work.ts'
import type { Workings } from './workings.ts'

/** What the ledgers are told of everything that this commit may not bring, and what was last applied to it. */
export function notBroughtBy(
  { surveyed, fates, inputs }: Workings,
  records: ReadonlyMap<Key, Base>,
): Pick<Work, 'pending' | 'lastApplied'> {
  const lastApplied = new Map<Key, { commit: string; base: Base }>()
  const unreached: Unreached[] = []
  for (const each of surveyed.cases.values()) {
    const { key, kind, standing, repo, live } = each
    const fate = fates.get(key)
    if (!planRules(kind).isListed || standing.state === 'foreign' || standing.state === 'newer') continue
    const commit = recordedAt(each, inputs)
    const base = standing.state === 'known' ? (standing.base ?? unknownBase(each)) : baseIn(standing)
    const hasEntry = standing.state === 'ours' && !standing.known.isPending && standing.known.base !== undefined
    if (base && commit !== undefined && !hasEntry) lastApplied.set(key, { commit, base })
    // What repo and live came to agree on is recorded as such.
    const isWritten = fate?.kind === 'create' || fate?.kind === 'write'
    if (records.has(key) && !isWritten) continue
    const number = inputs.live.facts.get(key)?.id
    unreached.push({
      key,
      why: reasonOf(fate?.kind, inputs.shaping.select.length > 0 && !inputs.selected(key), standing.state),
      isOwned: OBJECTS[kind].isRecorded,
      isDeclared: repo !== undefined,
      isThere: live !== undefined,
      isOurs: standing.state !== 'unclaimed',
      wasPending: inputs.live.pending.has(key),
      isAsDeclared: base !== undefined && isAsDeclared(each, base),
      ...(base && commit !== undefined && number !== undefined ? { lastApplied: { live: number, commit, base } } : {}),
      hasEntry,
    })
  }
  return { pending: pendingOf(unreached), lastApplied }
}

function reasonOf(fate: string | undefined, isLeftOut: boolean, state: string): Reason {
  if (isLeftOut) return 'not selected'
  // Should the run not come so far.
  if (fate === 'create' || fate === 'write') return 'cut off'
  return state === 'unclaimed' && fate !== 'held' ? 'not managed' : 'held'
}

const baseIn = (standing: Case['standing']): Base | undefined => ('base' in standing ? standing.base : undefined)

/** Nobody knows what was applied to it: a difference is a conflict until somebody decides. */
const unknownBase = ({ repo, live }: Case): Base =>
  Object.fromEntries([...(repo?.keys() ?? []), ...(live?.keys() ?? [])].map((unit) => [unit, UNKNOWN]))

/** What this commit says was applied before, or already exists. */
function isAsDeclared(each: Case, base: Base): boolean {
  const { kind, repo, live } = each
  if (!repo) return false
  if (live && unitsWith(each, 'repo', 'live', 'conflict').length === 0) return true
  const { optional } = OBJECTS[kind]
  const minded = Object.entries(base).filter(([unit]) => !optional.includes(unit) || repo.has(unit))
  return isBase(Object.fromEntries(minded), repo)
}
