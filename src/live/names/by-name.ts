import { namesInLedgers } from '../../base/carried.ts'
import { ofKind } from '../../content/entity.ts'
import { groupBy } from '../../content/group-by.ts'
import type { Key } from '../../content/kinds.ts'
import type { NameSources } from './types.ts'

/**
 * Objects that people know by name: found by the ledger that lists them, whatever they are called now, and else by their
 * name, or by the former one if the tree has renamed them. Another one that has the name meanwhile is left out.
 */
export const nameByName =
  <K extends 'group' | 'role', Row extends { readonly id: number }>(
    kind: K,
    keyOf: (name: string) => Key<K>,
    nameOf: (row: Row) => string | undefined,
  ) =>
  (
    rows: readonly Row[],
    { declared, names }: { readonly declared: NameSources['declared']; readonly names: Ledgers },
  ): ReadonlyMap<number, Key<K>> => {
    const { namesOf } = namesInLedgers(names.ledgers, kind)
    const all = rows.flatMap((row) => {
      const name = nameOf(row)
      const [listed, another] = namesOf(row.id).map(keyOf)
      if (name === undefined) return []
      return [{ id: row.id, own: keyOf(name), listed: another === undefined ? listed : undefined }]
    })
    const there = new Set(all.map(({ own }) => own))
    const after = new Map(
      ofKind(declared, kind).flatMap(({ key, own: { was } }) =>
        was === undefined ? [] : [[keyOf(was), key] as const],
      ),
    )
    const inTree = (key: Key<K>): Key<K> | undefined => (declared.has(key) ? key : after.get(key))
    const named = all.flatMap(({ id, own, listed }) =>
      listed === undefined ? [] : [{ id, own, key: inTree(listed) ?? listed }],
    )
    // Of two that records call the same, at most the one that is called so may be it.
    const listed = [...groupBy(named, ({ key }) => key)].flatMap(([key, same]) =>
      same.filter(({ own }) => same.length === 1 || own === key).map(({ id }) => [id, key] as const),
    )
    const isListed = new Set(listed.map(([id]) => id))
    const taken = new Set(listed.map(([, key]) => key))
    const others = all.flatMap(({ id, own }) => {
      if (isListed.has(id)) return []
      const now = after.get(own)
      const key = now === undefined || there.has(now) ? own : now
      return taken.has(key) ? [] : [[id, key] as const]
    })
    return new Map([...listed, ...others])
  }

type Ledgers = Pick<NameSources['names'], 'ledgers'>
