import { ofKind } from '../../content/entity.ts'
import type { Key } from '../../content/kinds.ts'
import type { NameSources } from './types.ts'

/** Objects that are found by their name, and one that the tree has renamed by its former name. */
export const nameByName =
  <K extends 'group' | 'role', Row extends { readonly id: number }>(
    kind: K,
    keyOf: (name: string) => Key<K>,
    nameOf: (row: Row) => string | undefined,
  ) =>
  (rows: readonly Row[], { declared }: Pick<NameSources, 'declared'>): ReadonlyMap<number, Key<K>> => {
    const keyed = rows.flatMap((row) => {
      const name = nameOf(row)
      return name === undefined ? [] : [{ id: row.id, key: keyOf(name) }]
    })
    const there = new Set(keyed.map(({ key }) => key))
    const renamed = new Map(
      ofKind(declared, kind).flatMap(({ key, own: { was } }) =>
        was === undefined || there.has(key) ? [] : [[keyOf(was), key] as const],
      ),
    )
    return new Map(keyed.map(({ id, key }) => [id, renamed.get(key) ?? key]))
  }
