import type { Base, BaseDigest } from '../content/base.ts'
import { ABSENT } from '../content/digest.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { keysIn, OBJECTS, unitsMinded } from '../content/objects.ts'
import { isMissing } from '../content/references.ts'
import { formerKeys } from '../content/renames.ts'
import { type Digests, readDigests } from '../content/summary.ts'
import { digestOf, judgeUnits, type UnitDigests, type Verdict } from '../content/threeway.ts'
import { type Indexed, indexContent, withLiveNames } from './index-content.ts'
import type { CompareInputs } from './inputs.ts'
import { planRules } from './kinds.ts'
import { type Ownership, ownershipOf } from './ownership.ts'

/** One object on both sides, and what three-way says of each of its units. */
export interface Comparison {
  readonly key: Key
  readonly kind: Kind
  readonly ownership: Ownership
  /** Undefined where the repo does not have the object. */
  readonly repo: UnitDigests | undefined
  readonly live: UnitDigests | undefined
  /** None where both sides say the same. */
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Widgets that differ only because the report they show was deleted: nobody edited them. */
  readonly dangling: ReadonlySet<string>
}

export interface Compared {
  readonly desired: Indexed
  readonly live: Indexed
  /** An object in the tree at a commit, by what it was called then. */
  readonly then: (key: Key, commit: string | undefined) => ObjectThen | undefined
  readonly treeAt: (commit: string) => Indexed | undefined
  readonly comparisons: ReadonlyMap<Key, Comparison>
  /** Commits of which more than the outline has to be known before this counts. */
  readonly lacking: ReadonlySet<string>
}

interface ObjectThen {
  readonly key: Key
  readonly digests: Digests
}

/** Looks at everything that either side has. Sorted by key, so that no order of the inputs shows. */
export function compareAll(inputs: CompareInputs): Compared {
  const { history } = inputs
  const desired = indexContent(inputs.desired)
  const live = withLiveNames(indexContent(inputs.live.content), inputs.live.facts)
  const trees = new Map<string, Indexed>()
  const treeAt = (commit: string): Indexed | undefined => {
    const content = history.trees.get(commit)?.content
    const tree = trees.get(commit) ?? (content && indexContent(content))
    if (tree) trees.set(commit, tree)
    return tree
  }
  const former = formerKeys(inputs.desired, inputs.live.content.folders)
  const lacking = new Set<string>()
  const then: Compared['then'] = (key, commit = '') => {
    if (history.trees.get(commit)?.isOutline && OBJECTS[kindOf(key)].isRecorded) lacking.add(commit)
    for (const named of [key, former.get(key) ?? key]) {
      const digests = treeAt(commit)?.digests(named)
      if (digests !== undefined) return { key: named, digests }
    }
    return undefined
  }
  const digestsAt = (key: Key, commit: string | undefined): UnitDigests | undefined => read(then(key, commit)?.digests)

  const comparisons = new Map<Key, Comparison>()
  for (const key of [...new Set([...keysIn(inputs.desired), ...keysIn(inputs.live.content)])].sort()) {
    const applied = (): UnitDigests | undefined => digestsAt(key, appliedCommit(key, inputs))
    const ownership = ownershipOf(key, inputs, applied, (commit) => digestsAt(key, commit))
    const each = comparisonOf(key, desired.digests(key), live.digests(key), ownership, applied)
    comparisons.set(key, inputs.takenEdits.has(key) ? withTakenEdits(each) : each)
  }
  const compared = { desired, live, then, treeAt, comparisons, lacking }
  for (const key of live.workbooks.keys()) if (showsMissing(compared, key)) then(key, history.applied)
  return compared
}

/** The commit whose tree was last applied to objects of a kind. */
const appliedCommit = (key: Key, inputs: CompareInputs): string | undefined => planRules(kindOf(key)).appliedAt(inputs)

const read = (digests: Digests | undefined): UnitDigests | undefined =>
  digests === undefined ? undefined : readDigests(digests)

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
  const minded = differ && unitsMinded(kind, live, (unit) => repo.has(unit))
  const verdicts = differ && minded ? judgeCase(repo, minded, ownership, applied) : NONE
  return { key, kind, ownership, repo, live, verdicts, dangling: NO_UNITS }
}

/** What was edited live and stands in the repo beside its own changes is the repo's. */
const withTakenEdits = (each: Comparison): Comparison => ({
  ...each,
  verdicts: new Map([...each.verdicts].map(([unit, verdict]) => [unit, verdict === 'conflict' ? 'repo' : verdict])),
})

/** Whether live shows reports in it that are gone. Which ones they were, only the tree that was applied says. */
export const showsMissing = ({ live }: Pick<Compared, 'live'>, key: Key): boolean =>
  live.workbooks.get(key)?.references.some(isMissing) === true

const NONE: ReadonlyMap<string, Verdict> = new Map()
const NO_UNITS: ReadonlySet<string> = new Set()

/**
 * A ledger that a stale tab saved back knows an older base than what was applied since. Live that says what the tree at
 * the last applied commit says was not edited, whatever such a ledger knows.
 */
function judgeCase(
  repo: UnitDigests,
  live: UnitDigests,
  ownership: Ownership,
  appliedUnits: () => UnitDigests | undefined,
): ReadonlyMap<string, Verdict> {
  const base = 'base' in ownership ? ownership.base : undefined
  const next = ownership.state === 'ours' ? ownership.known.next : undefined
  const verdicts = judgeUnits({ base, next }, repo, live)
  const suspect = [...verdicts].filter(([, verdict]) => verdict === 'live' || verdict === 'conflict')
  const applied = suspect.length > 0 && ownership.state === 'ours' ? appliedUnits() : undefined
  if (!applied) return verdicts
  const isAsApplied = ([unit]: [string, Verdict]): boolean => digestOf(live, unit) === digestOf(applied, unit)
  return new Map([...verdicts, ...suspect.filter(isAsApplied).map(([unit]): [string, Verdict] => [unit, 'repo'])])
}

/** Whether both sides have it and do not say the same. */
export const differs = ({ verdicts }: Comparison): boolean =>
  [...verdicts.values()].some((verdict) => verdict !== 'same')

/** Whether it is one of ours that live has. */
export const isOurs = ({ ownership, live }: Comparison): boolean =>
  live !== undefined && (ownership.state === 'ours' || ownership.state === 'known')

export const unitsWith = ({ verdicts }: Comparison, ...wanted: readonly Verdict[]): string[] =>
  [...verdicts].filter(([, verdict]) => wanted.includes(verdict)).map(([unit]) => unit)

/** What was edited in the UI, and nowhere else. */
export const editedUnits = (each: Comparison): string[] =>
  unitsWith(each, 'live').filter((unit) => !each.dangling.has(unit))

/**
 * What the ledger says of an object once it is as planned: the repo's digests, the old ones of units that are held, and
 * what the server had made of a text that has not changed.
 */
export function recordOf({ repo, ownership }: Comparison, isHeld: (unit: string) => boolean): Base {
  const old = ('base' in ownership && ownership.base) || {}
  const units = new Set([...(repo?.keys() ?? []), ...Object.keys(old)])
  const entries = [...units].flatMap((unit): [string, Base[string]][] => {
    const was = Object.hasOwn(old, unit) ? old[unit] : undefined
    const now = digestOf(repo, unit)
    const digest = isHeld(unit) || sentIn(was) === now ? was : now
    return digest === undefined || digest === ABSENT ? [] : [[unit, digest]]
  })
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether that is another record than the ledger has. */
export function isNewRecord({ repo, ownership }: Comparison, isHeld: (unit: string) => boolean): boolean {
  const old = 'base' in ownership ? ownership.base : undefined
  if (!old || (ownership.state === 'ours' && ownership.known.said)) return true
  const isKnown = (unit: string, digest: string): boolean =>
    (Object.hasOwn(old, unit) && sentIn(old[unit]) === digest) || isHeld(unit)
  for (const [unit, digest] of repo ?? []) if (!isKnown(unit, digest)) return true
  for (const unit in old) if (!repo?.has(unit) && !isHeld(unit) && sentIn(old[unit]) !== ABSENT) return true
  return false
}

const sentIn = (was: BaseDigest | undefined): string | undefined => (typeof was === 'string' ? was : was?.[0])
