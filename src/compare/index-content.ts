import type { LiveFacts } from '../content/facts.ts'
import { type Key, type Kind, kindOf, LISTS } from '../content/kinds.ts'
import { pathText } from '../content/model.ts'
import { OBJECTS, summaryByKey } from '../content/objects.ts'
import {
  type ContentSummary,
  type Digests,
  readDigests,
  type Summaries,
  type SummaryByKey,
  textOf,
} from '../content/summary.ts'
import { unitDigest } from '../content/units.ts'

export interface Indexed extends SummaryByKey {
  has(key: Key): boolean
  get<K extends Kind>(key: Key<K>): Summaries[K] | undefined
  digests(key: Key): Digests | undefined
}

export function indexContent(content: ContentSummary): Indexed {
  const tables = summaryByKey(content)
  const get = <K extends Kind>(key: Key<K>): Summaries[K] | undefined =>
    (tables[LISTS[kindOf(key)]] as ReadonlyMap<Key, Summaries[K]>).get(key)
  return {
    ...tables,
    get,
    has: (key) => get(key) !== undefined,
    digests: <K extends Kind>(key: Key<K>) => {
      const summary = get(key)
      return summary && OBJECTS[kindOf(key)].digestsOf(summary)
    },
  }
}

/**
 * Units in which a live object differs from its key: its own name and, for a folder, its place. Undefined if live has
 * none.
 */
export function liveUnits<K extends Kind>(
  live: Indexed,
  facts: ReadonlyMap<Key, LiveFacts>,
  key: Key<K>,
): readonly (readonly [unit: string, value: string | undefined])[] {
  const { renaming, placeOf } = OBJECTS[kindOf(key)]
  const object = renaming && live.get(key)
  if (!object) return []
  const { name, folder } = facts.get(key) ?? {}
  const [inTree, inLive] = [placeOf(object).folder, folder].map((path) => path && pathText(path))
  return [
    ...(renaming.nameIn(object) === name?.trim() ? [] : [[renaming.unit, name?.trim()] as const]),
    ...(folder === undefined || (inTree ?? '') === inLive ? [] : [['folder', inLive] as const]),
  ]
}

/** Compares live objects under their own slugs and folder names. Their keys use the tree's. */
export const withLiveNames = (live: Indexed, facts: ReadonlyMap<Key, LiveFacts>): Indexed => ({
  ...live,
  digests(key) {
    const digests = live.digests(key)
    const own = digests === undefined ? [] : liveUnits(live, facts, key)
    if (digests === undefined || own.length === 0) return digests
    const units = new Map(readDigests(digests))
    for (const [unit, value] of own) {
      if (value === undefined) units.delete(unit)
      else units.set(unit, unitDigest(unit, value))
    }
    return textOf(units)
  },
})
