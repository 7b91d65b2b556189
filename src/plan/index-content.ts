import type { LiveFacts } from '../content/facts.ts'
import { type Key, type Kind, kindOf, LISTS } from '../content/kinds.ts'
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

/** What is known of a content, by key. */
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

/** The unit of a live object that says its own name, where its key has another one: that of the tree. */
export function liveName<K extends Kind>(
  live: Indexed,
  facts: ReadonlyMap<Key, LiveFacts>,
  key: Key<K>,
): { readonly unit: string; readonly name: string | undefined } | undefined {
  const { renaming } = OBJECTS[kindOf(key)]
  const object = renaming && live.get(key)
  const name = facts.get(key)?.name?.trim()
  return !object || renaming.nameIn(object) === name ? undefined : { unit: renaming.unit, name }
}

/** Live under its own slugs and folder names, where the keys have the tree's. */
export const withLiveNames = (live: Indexed, facts: ReadonlyMap<Key, LiveFacts>): Indexed => ({
  ...live,
  digests(key) {
    const digests = live.digests(key)
    const own = liveName(live, facts, key)
    if (digests === undefined || !own) return digests
    const others = new Map([...readDigests(digests)].filter(([unit]) => unit !== own.unit))
    return textOf(own.name === undefined ? others : others.set(own.unit, unitDigest(own.unit, own.name)))
  },
})
