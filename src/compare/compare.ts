import { oncePerKey } from '@boardwright/common'
import { baseRules } from '../base/kinds.ts'
import { type Ownership, ownershipOf } from '../base/ownership.ts'
import { ofKind } from '../content/entity.ts'
import { type Key, kindOf } from '../content/kinds.ts'
import { OBJECTS, unitsThatCount } from '../content/objects.ts'
import { formerKeys, type PlacesNow, placesNow, withPlaceNow } from '../content/renames.ts'
import { digestOf, judgeUnits, type UnitDigests, type Verdict } from '../content/threeway.ts'
import { type Digests, readDigests } from '../content/unit-digests.ts'
import { type Compared, type Comparison, changedByRepo } from './comparison.ts'
import { withDangling } from './dangling.ts'
import type { CompareInputs } from './inputs.ts'
import { liveNamesIn, withLiveNames } from './live-names.ts'

/** Compares every object on either side, sorted by key so that the order of the input does not matter. */
export const compareAll = (inputs: CompareInputs): Compared => withDangling(compareUnits(inputs), inputs)

function compareUnits(inputs: CompareInputs): Compared {
  const { desired, history } = inputs
  const liveNames = liveNamesIn(inputs.live.content, inputs.live.facts)
  const live = withLiveNames(inputs.live.content, liveNames)
  const treeAt: Compared['treeAt'] = (commit) => history.trees.get(commit)?.whole()
  const former = formerKeys(
    desired,
    ofKind(live, 'folder').map(({ own }) => own.path),
  )
  const namesOf: Compared['namesOf'] = (key) => [key, former.get(key) ?? key]
  const keys = new Set([...desired.keys(), ...live.keys()])
  /** Only renames that are newer than the tree at this commit: a tree that has the new name needs no translation. */
  const placesAt = oncePerKey((commit: string) =>
    placesNow(new Map([...former].filter(([now]) => !treeAt(commit)?.has(now))), keys),
  )
  const digestsAt: Compared['digestsAt'] = (key, commit = '') => {
    const tree = OBJECTS[kindOf(key)].hasEntries ? treeAt(commit) : history.trees.get(commit)?.outline
    const before = former.get(key)
    // What another file declares is not what this one was, whatever its `was` says.
    const then = tree?.get(key) ?? (before === undefined || desired.has(before) ? undefined : tree?.get(before))
    return withPlaces(read(then?.digests()), placesAt(commit))
  }

  const comparisons = new Map<Key, Comparison>()
  for (const key of [...keys].sort()) {
    const applied = (): UnitDigests | undefined => digestsAt(key, baseRules(kindOf(key)).appliedAt(key, inputs))
    const ownership = ownershipOf(key, inputs, desired.has(key), digestsAt)
    const each = comparisonOf(key, desired.get(key)?.digests(), live.get(key)?.digests(), ownership, applied)
    comparisons.set(key, inputs.takenEdits.has(key) ? changedByRepo(each) : each)
  }
  return { desired, live, liveNames, namesOf, digestsAt, treeAt, comparisons }
}

const read = (digests: Digests | undefined): UnitDigests | undefined =>
  digests === undefined ? undefined : readDigests(digests)

/** Gives places the names of today, because renaming a folder or workbook does not move what is in it. */
function withPlaces(units: UnitDigests | undefined, places: PlacesNow): UnitDigests | undefined {
  if (!units || places.size === 0) return units
  return new Map([...units].map(([unit, digest]) => [unit, withPlaceNow(places, unit, digest)]))
}

function comparisonOf(
  key: Key,
  repoText: Digests | undefined,
  liveText: Digests | undefined,
  ownership: Ownership,
  applied: () => UnitDigests | undefined,
): Comparison {
  const kind = kindOf(key)
  const repo = read(repoText)
  const live = repoText === liveText ? repo : read(liveText)
  const same = { key, kind, ownership, repo, live, verdicts: new Map(), dangling: new Map() }
  if (!repo || !live || repoText === liveText) return same
  const counted = unitsThatCount(kind, live, (unit) => repo.has(unit))
  return { ...same, verdicts: judgeObject(repo, counted, ownership, applied) }
}

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
  const verdicts = judgeUnits(ownership, repo, live)
  const suspect = [...verdicts].filter(([, verdict]) => verdict === 'live' || verdict === 'conflict')
  const applied = suspect.length > 0 && ownership.state === 'ours' ? appliedUnits() : undefined
  if (!applied) return verdicts
  const isAsApplied = ([unit]: [string, Verdict]): boolean => digestOf(live, unit) === digestOf(applied, unit)
  return new Map([...verdicts, ...suspect.filter(isAsApplied).map(([unit]): [string, Verdict] => [unit, 'repo'])])
}
