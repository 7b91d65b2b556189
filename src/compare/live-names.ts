import { type Content, contentOf, type Entity } from '../content/entity.ts'
import type { LiveFacts } from '../content/facts.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { pathText } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { type Digests, digestsText, readDigests } from '../content/unit-digests.ts'
import { unitDigest } from '../content/units.ts'

type UnitUnlikeKey = readonly [unit: string, value: string | undefined]

/**
 * Units in which a live object differs from its key: its own name and, for a folder, its place. Undefined if live has
 * none.
 */
export function unitsUnlikeKey<K extends Kind>(
  live: Content,
  facts: ReadonlyMap<Key, LiveFacts>,
  key: Key<K>,
): readonly UnitUnlikeKey[] {
  const object = live.get(key)
  return object ? unitsOfItsOwn(object, facts) : []
}

export const unitNamesUnlikeKey = <K extends Kind>(
  live: Content,
  facts: ReadonlyMap<Key, LiveFacts>,
  key: Key<K>,
): ReadonlySet<string> => new Set(unitsUnlikeKey(live, facts, key).map(([unit]) => unit))

function unitsOfItsOwn<K extends Kind>(
  { key, own, place }: Entity<K>,
  facts: ReadonlyMap<Key, LiveFacts>,
): UnitUnlikeKey[] {
  const { renaming } = OBJECTS[kindOf(key)]
  if (!renaming) return []
  const { name, folder } = facts.get(key) ?? {}
  const [inTree, inLive] = [place.folder ?? [], folder ?? []].map(pathText)
  return [
    ...(renaming.nameIn(own) === name?.trim() ? [] : [[renaming.unit, name?.trim()] as const]),
    ...(folder === undefined || inTree === inLive ? [] : [['folder', inLive] as const]),
  ]
}

/** Compares live objects under their own slugs and folder names. Their keys use the tree's. */
export const withLiveNames = (live: Content, facts: ReadonlyMap<Key, LiveFacts>): Content =>
  contentOf(
    [...live.values()].map((each) => {
      const units = unitsOfItsOwn(each, facts)
      return units.length === 0 ? each : { ...each, digests: () => digestsWithUnits(each.digests(), units) }
    }),
  )

function digestsWithUnits(digests: Digests, changed: readonly UnitUnlikeKey[]): Digests {
  const units = new Map(readDigests(digests))
  for (const [unit, value] of changed) {
    if (value === undefined) units.delete(unit)
    else units.set(unit, unitDigest(unit, value))
  }
  return digestsText(units)
}
