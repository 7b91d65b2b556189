import { idIn, isKind } from '../content/kinds.ts'
import { type Base, type Known, NOT_THERE } from '../content/ledger.ts'
import type { Key } from '../content/model.ts'
import { digestsOf, type Units, unitDigest } from '../content/units.ts'
import type { PlanInputs } from './inputs.ts'

/** Whose an object is in this target, and what is known of what was last applied to it. */
export type Standing =
  | { readonly state: 'ours'; readonly known: Known; readonly base: Base | undefined }
  /** In the tree that was last applied, and no ledger speaks of it: folders and model files have none. */
  | { readonly state: 'known'; readonly base: Base | undefined }
  | { readonly state: 'unclaimed' }
  | { readonly state: 'foreign'; readonly project: string }
  | { readonly state: 'newer' }

/**
 * `applied` is what the tree said of it at the newest commit that a ledger of the target names; `appliedAt` at another.
 * A ledger of another canonical form says which commit, and no digests.
 */
export function standingOf(
  key: Key,
  { live, history }: PlanInputs,
  applied: () => Units | undefined,
  appliedAt: (commit: string) => Units | undefined,
): Standing {
  const project = live.owners.get(key)
  if (project !== undefined) return { state: 'foreign', project }
  if (live.newer.has(key)) return { state: 'newer' }
  const known = live.known.get(key)
  if (known) return { state: 'ours', known, base: known.base ?? baseOf(appliedAt(known.commit)) }
  const older = isKind(key, 'model') ? live.model?.record?.older.get(idIn(key)) : undefined
  if (older === NOT_THERE) return { state: 'unclaimed' }
  if (older !== undefined) return { state: 'known', base: { bytes: unitDigest('bytes', older) } }
  if (live.copies?.has(key)) return { state: 'unclaimed' }
  // Folders and model files are complete before any ledger names the commit. Of the rest of one that was cut off only
  // that is sure which the one before it had too.
  const was = applied()
  const isWhole = !isKind(key, 'workbook', 'report') || (live.finished?.includes(history.applied ?? '') ?? true)
  const isSure = isWhole || (history.finished !== undefined && appliedAt(history.finished) !== undefined)
  if (was && isSure && !live.missing.has(key)) return { state: 'known', base: baseOf(was) }
  return live.copied.has(key) ? { state: 'known', base: undefined } : { state: 'unclaimed' }
}

const baseOf = (units: Units | undefined): Base | undefined => units && Object.fromEntries(digestsOf(units))
