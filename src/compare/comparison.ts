import { type Ownership, wasApplied } from '../base/ownership.ts'
import { ABSENT, UNKNOWN } from '../content/digest.ts'
import type { Content } from '../content/entity.ts'
import type { Key, Kind } from '../content/kinds.ts'
import { unitsThatCount } from '../content/objects.ts'
import {
  type Base,
  digestOf,
  editedSince,
  sentIn,
  type UnitDigests,
  unitBase,
  type Verdict,
} from '../content/threeway.ts'
import type { LiveNames } from './live-names.ts'

/** One object on both sides, with a verdict for each unit. */
export interface Comparison {
  readonly key: Key
  readonly kind: Kind
  readonly ownership: Ownership
  /** Undefined if the repo does not have it. */
  readonly repo: UnitDigests | undefined
  readonly live: UnitDigests | undefined
  /** Empty if both sides agree, or if only one of them has the object. */
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Widgets that differ only because their report was deleted, each as it was before that. Nobody edited these. */
  readonly dangling: ReadonlyMap<string, unknown>
}

export interface Compared {
  readonly desired: Content
  readonly live: Content
  readonly liveNames: ReadonlyMap<Key, LiveNames>
  /** An object's key in the tree, followed by its key before a rename there. */
  readonly namesOf: (key: Key) => readonly Key[]
  /** An object as the tree at a commit has it. Places have the names that their folders and workbooks have now. */
  readonly digestsAt: (key: Key, commit: string | undefined) => UnitDigests | undefined
  readonly treeAt: (commit: string) => Content | undefined
  readonly comparisons: ReadonlyMap<Key, Comparison>
}

export const differs = ({ verdicts }: Comparison): boolean =>
  [...verdicts.values()].some((verdict) => verdict !== 'same')

export const isOurs = ({ ownership, live }: Comparison): boolean => live !== undefined && wasApplied(ownership)

/**
 * What the repo has changed although live differs from what was applied: the edit is in the repo already, or nobody
 * made one.
 */
export const changedByRepo = (each: Comparison, isUnit: (unit: string) => boolean = () => true): Comparison => ({
  ...each,
  verdicts: new Map(
    [...each.verdicts].map(([unit, verdict]) => [unit, verdict === 'conflict' && isUnit(unit) ? 'repo' : verdict]),
  ),
})

export const unitsWith = ({ verdicts }: Comparison, ...wanted: readonly Verdict[]): string[] =>
  [...verdicts].filter(([, verdict]) => wanted.includes(verdict)).map(([unit]) => unit)

/** By their verdicts: what only live changed. Conflicts are not in it, nor is anything of what left the repo. */
export const editedUnits = (each: Comparison): string[] =>
  unitsWith(each, 'live').filter((unit) => !each.dangling.has(unit))

/**
 * Units of one side that are not as last applied; undefined if nobody knows what that was. What an interrupted apply was
 * writing is no edit of live, nor is what a deleted report did to a widget.
 */
export function editsSinceApply(each: Comparison, side: 'repo' | 'live'): string[] | undefined {
  const { kind, ownership, dangling } = each
  const { base } = ownership
  const units = each[side]
  if (!base || !units) return undefined
  const next = side === 'live' ? ownership.next : undefined
  const isSaid = (unit: string): boolean => Object.hasOwn(base, unit) || Object.hasOwn(next?.units ?? {}, unit)
  const edited = editedSince({ base, next }, unitsThatCount(kind, units, isSaid))
  return side === 'live' ? edited.filter((unit) => !dangling.has(unit)) : edited
}

export const isAsLastApplied = (each: Comparison, side: 'repo' | 'live'): boolean =>
  editsSinceApply(each, side)?.length === 0

/** Whether a person may have edited it. What left the repo has no verdicts: it is compared with what was last applied. */
export const isEditedLive = (each: Comparison): boolean =>
  each.repo ? unitsWith(each, 'live', 'conflict').length > 0 : !isAsLastApplied(each, 'live')

/** The digests under which a unit counts as applied: as sent and as stored. */
export function appliedDigests({ ownership }: Comparison, unit: string): readonly string[] {
  // A folder's position may have been left out of its record, so a missing one means unknown, not absent.
  const unsaid = unit === 'position' ? UNKNOWN : ABSENT
  const { base } = ownership
  return base ? [base[unit] ?? unsaid].flat() : []
}

/**
 * Whether a person edited a unit since the last apply, or live is as last applied. Undefined if it is neither, or nobody
 * knows: a report was deleted, or an apply was cut off after it wrote this unit.
 */
export function isEdited(each: Comparison, unit: string): boolean | undefined {
  const { ownership, live, dangling } = each
  const [applied, now] = [appliedDigests(each, unit), digestOf(live, unit)]
  const isUnknown = applied.length === 0 || applied.includes(UNKNOWN) || dangling.has(unit)
  return isUnknown || now === ownership.next?.units[unit] ? undefined : !applied.includes(now)
}

/**
 * The base in the ledger once the plan is applied. It has the repo's digests, but keeps the old ones for held units and, with
 * what the server stored, for units that did not change.
 */
export function baseAfter({ repo, ownership }: Comparison, isHeld: (unit: string) => boolean): Base {
  const { base: old = {} } = ownership
  const units = new Set([...(repo?.keys() ?? []), ...Object.keys(old)])
  const entries = [...units].flatMap((unit): [string, Base[string]][] => {
    const was = unitBase(old, unit)
    const now = digestOf(repo, unit)
    const digest = isHeld(unit) || sentIn(was) === now ? was : now
    return digest === undefined || digest === ABSENT ? [] : [[unit, digest]]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether that differs from what the ledger has. */
export function isNewBase({ repo, ownership }: Comparison, isHeld: (unit: string) => boolean): boolean {
  const { base: old } = ownership
  if (!old || (ownership.state === 'ours' && ownership.entry.baseAsWritten)) return true
  const isKnown = (unit: string, digest: string): boolean => sentIn(unitBase(old, unit)) === digest || isHeld(unit)
  for (const [unit, digest] of repo ?? []) if (!isKnown(unit, digest)) return true
  for (const unit in old) if (!repo?.has(unit) && !isHeld(unit) && sentIn(old[unit]) !== ABSENT) return true
  return false
}
