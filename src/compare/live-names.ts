import { type Content, contentOf, type Entity } from '../content/entity.ts'
import type { LiveFacts } from '../content/facts.ts'
import { type Key, type Kind, kindOf } from '../content/kinds.ts'
import { pathText } from '../content/model.ts'
import { OBJECTS } from '../content/objects.ts'
import { type Digests, digestsText, readDigests } from '../content/unit-digests.ts'
import { unitDigest } from '../content/units.ts'

/**
 * By unit: what a live object is called in live, and where a folder is there, if its key says something else. Undefined
 * if it has no name.
 */
export type LiveNames = ReadonlyMap<string, string | undefined>

/** Of the objects whose keys say something else than live: a key has the names of the tree. */
export function liveNamesIn(live: Content, facts: ReadonlyMap<Key, LiveFacts>): ReadonlyMap<Key, LiveNames> {
  const found = [...live.values()].map((each) => [each.key, new Map(namesOf(each, facts.get(each.key)))] as const)
  return new Map(found.filter(([, { size }]) => size > 0))
}

function namesOf<K extends Kind>(
  { key, own, place }: Entity<K>,
  facts: LiveFacts | undefined,
): (readonly [unit: string, value: string | undefined])[] {
  const { renaming } = OBJECTS[kindOf(key)]
  if (!renaming) return []
  const name = facts?.name?.trim()
  const folder = facts?.folder && pathText(facts.folder)
  return [
    ...(renaming.nameIn(own) === name ? [] : [[renaming.unit, name] as const]),
    ...(folder === undefined || folder === pathText(place.folder ?? []) ? [] : [['folder', folder] as const]),
  ]
}

/** Live objects are compared under the names that they have in live. */
export const withLiveNames = (live: Content, names: ReadonlyMap<Key, LiveNames>): Content =>
  contentOf(
    [...live.values()].map((each) => {
      const own = names.get(each.key)
      return own ? { ...each, digests: () => digestsWith(each.digests(), own) } : each
    }),
  )

function digestsWith(digests: Digests, names: LiveNames): Digests {
  const units = new Map(readDigests(digests))
  for (const [unit, value] of names) {
    if (value === undefined) units.delete(unit)
    else units.set(unit, unitDigest(unit, value))
  }
  return digestsText(units)
}
