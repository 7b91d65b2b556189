import { oncePerKey } from '@boardwright/common'
import { ABSENT } from '../content/digest.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { keysIn, OBJECTS, unitsThatCount } from '../content/objects.ts'
import { isMissing } from '../content/references.ts'
import { formerKeys, placesNow } from '../content/renames.ts'
import { type Digests, readDigests } from '../content/summary.ts'
import {
  type Base,
  type BaseDigest,
  digestOf,
  judgeUnits,
  type UnitDigests,
  type Verdict,
} from '../content/threeway.ts'
import { PLACE } from '../content/units.ts'
import { type Indexed, indexContent, withLiveNames } from './index-content.ts'
import type { CompareInputs } from './inputs.ts'
import { planRules } from './kinds.ts'
import { appliedTo, type Ownership, ownershipOf, wasApplied } from './ownership.ts'

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
  readonly desired: Indexed
  readonly live: Indexed
  /** An object's key in the tree, followed by its key before a rename there. */
  readonly namesOf: (key: Key) => readonly Key[]
  /** An object as the tree at a commit has it. Places have the names that their folders and workbooks have now. */
  readonly digestsAt: (key: Key, commit: string | undefined) => UnitDigests | undefined
  readonly treeAt: (commit: string) => Indexed | undefined
  readonly comparisons: ReadonlyMap<Key, Comparison>
  /** Commits of which only an outline was read. They must be read in full before this result can be used. */
  readonly outlined: ReadonlySet<string>
}

/** Compares every object on either side, sorted by key so that the order of the input does not matter. */
export function compareAll(inputs: CompareInputs): Compared {
  const { history } = inputs
  const desired = indexContent(inputs.desired)
  const live = withLiveNames(indexContent(inputs.live.content), inputs.live.facts)
  const treeAt = oncePerKey((commit: string): Indexed | undefined => {
    const content = history.trees.get(commit)?.content
    return content && indexContent(content)
  })
  const former = formerKeys(inputs.desired, inputs.live.content.folders)
  const namesOf: Compared['namesOf'] = (key) => [key, former.get(key) ?? key]
  const outlined = new Set<string>()
  const keys = new Set([...keysIn(inputs.desired), ...keysIn(inputs.live.content)])
  /** Only renames that are newer than the tree at this commit: a tree that has the new name needs no translation. */
  const placesAt = oncePerKey((commit: string) =>
    placesNow(new Map([...former].filter(([now]) => !treeAt(commit)?.has(now))), keys),
  )
  const digestsAt: Compared['digestsAt'] = (key, commit = '') => {
    if (history.trees.get(commit)?.isOutline && OBJECTS[kindOf(key)].isRecorded) outlined.add(commit)
    const tree = treeAt(commit)
    return withPlaces(read(tree?.digests(key) ?? tree?.digests(former.get(key) ?? key)), placesAt(commit))
  }

  const comparisons = new Map<Key, Comparison>()
  for (const key of [...keys].sort()) {
    const applied = (): UnitDigests | undefined => digestsAt(key, planRules(kindOf(key)).appliedAt(key, inputs))
    const ownership = ownershipOf(key, inputs, desired.has(key), digestsAt)
    const each = comparisonOf(key, desired.digests(key), live.digests(key), ownership, applied)
    comparisons.set(key, inputs.takenEdits.has(key) ? withTakenEdits(each) : each)
  }
  return { desired, live, namesOf, digestsAt, treeAt, comparisons, outlined }
}

const read = (digests: Digests | undefined): UnitDigests | undefined =>
  digests === undefined ? undefined : readDigests(digests)

/** Gives places the names of today, because renaming a folder or workbook does not move what is in it. */
function withPlaces(units: UnitDigests | undefined, places: ReadonlyMap<string, string>): UnitDigests | undefined {
  if (!units || places.size === 0) return units
  return new Map([...units].map(([unit, digest]) => [unit, PLACE.has(unit) ? (places.get(digest) ?? digest) : digest]))
}

function comparisonOf(
  key: Key,
  ours: Digests | undefined,
  theirs: Digests | undefined,
  ownership: Ownership,
  applied: () => UnitDigests | undefined,
): Comparison {
  const kind = kindOf(key)
  const repo = read(ours)
  const live = ours === theirs ? repo : read(theirs)
  const differ = repo && live && repo !== live
  const counted = differ && unitsThatCount(kind, live, (unit) => repo.has(unit))
  const verdicts = differ && counted ? judgeObject(repo, counted, ownership, applied) : NONE
  return { key, kind, ownership, repo, live, verdicts, dangling: NO_UNITS }
}

/** If the repo already contains the live edit, the unit counts as changed by the repo. */
const withTakenEdits = (each: Comparison): Comparison => ({
  ...each,
  verdicts: new Map([...each.verdicts].map(([unit, verdict]) => [unit, verdict === 'conflict' ? 'repo' : verdict])),
})

/** Whether live shows deleted reports in it. Only the tree that it was applied from says which reports these were. */
export const showsMissing = ({ live }: Pick<Compared, 'live'>, key: Key): boolean =>
  live.workbooks.get(key)?.references.some(isMissing) === true

const NONE: ReadonlyMap<string, Verdict> = new Map()
const NO_UNITS: ReadonlyMap<string, unknown> = new Map()

/**
 * A stale browser tab can save back an old ledger with an older base. If live equals the tree at the last applied
 * commit, it was not edited, whatever that ledger says.
 */
function judgeObject(
  repo: UnitDigests,
  live: UnitDigests,
  ownership: Ownership,
  appliedUnits: () => UnitDigests | undefined,
): ReadonlyMap<string, Verdict> {
  const verdicts = judgeUnits(appliedTo(ownership), repo, live)
  const suspect = [...verdicts].filter(([, verdict]) => verdict === 'live' || verdict === 'conflict')
  const applied = suspect.length > 0 && ownership.state === 'ours' ? appliedUnits() : undefined
  if (!applied) return verdicts
  const isAsApplied = ([unit]: [string, Verdict]): boolean => digestOf(live, unit) === digestOf(applied, unit)
  return new Map([...verdicts, ...suspect.filter(isAsApplied).map(([unit]): [string, Verdict] => [unit, 'repo'])])
}

export const differs = ({ verdicts }: Comparison): boolean =>
  [...verdicts.values()].some((verdict) => verdict !== 'same')

export const isOurs = ({ ownership, live }: Comparison): boolean => live !== undefined && wasApplied(ownership)

export const unitsWith = ({ verdicts }: Comparison, ...wanted: readonly Verdict[]): string[] =>
  [...verdicts].filter(([, verdict]) => wanted.includes(verdict)).map(([unit]) => unit)

export const editedUnits = (each: Comparison): string[] =>
  unitsWith(each, 'live').filter((unit) => !each.dangling.has(unit))

/**
 * The ledger entry once the plan is applied. It has the repo's digests, but keeps the old ones for held units and, with
 * what the server stored, for units that did not change.
 */
export function recordOf({ repo, ownership }: Comparison, isHeld: (unit: string) => boolean): Base {
  const { base: old = {} } = appliedTo(ownership)
  const units = new Set([...(repo?.keys() ?? []), ...Object.keys(old)])
  const entries = [...units].flatMap((unit): [string, Base[string]][] => {
    const was = Object.hasOwn(old, unit) ? old[unit] : undefined
    const now = digestOf(repo, unit)
    const digest = isHeld(unit) || sentIn(was) === now ? was : now
    return digest === undefined || digest === ABSENT ? [] : [[unit, digest]]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether that entry differs from the one in the ledger. */
export function isNewRecord({ repo, ownership }: Comparison, isHeld: (unit: string) => boolean): boolean {
  const { base: old } = appliedTo(ownership)
  if (!old || (ownership.state === 'ours' && ownership.known.baseAsWritten)) return true
  const isKnown = (unit: string, digest: string): boolean =>
    (Object.hasOwn(old, unit) && sentIn(old[unit]) === digest) || isHeld(unit)
  for (const [unit, digest] of repo ?? []) if (!isKnown(unit, digest)) return true
  for (const unit in old) if (!repo?.has(unit) && !isHeld(unit) && sentIn(old[unit]) !== ABSENT) return true
  return false
}

const sentIn = (was: BaseDigest | undefined): string | undefined => (typeof was === 'string' ? was : was?.[0])
