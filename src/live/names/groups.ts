import { ofKind } from '../../content/entity.ts'
import { idIn, type Key } from '../../content/kinds.ts'
import { groupKey, type UserGroup } from '../../content/model.ts'
import type { GroupRow } from '../lists.ts'
import type { NameSources } from './types.ts'

/** A group is found by its name, and one that the tree has renamed by its former name. */
export function nameGroups(
  rows: readonly GroupRow[],
  { declared }: Pick<NameSources, 'declared'>,
): ReadonlyMap<number, Key<'group'>> {
  const keyed = rows.flatMap(({ id, group: { displayName } }) =>
    displayName === undefined ? [] : [{ id, key: groupKey(displayName) }],
  )
  const there = new Set(keyed.map(({ key }) => key))
  const renamed = new Map(
    ofKind(declared, 'group').flatMap(({ key, own: { was } }) =>
      was === undefined || there.has(key) ? [] : [[groupKey(was), key] as const],
    ),
  )
  return new Map(keyed.map(({ id, key }) => [id, renamed.get(key) ?? key]))
}

/** Under its own name, or under the one that its key has after a rename in the tree. */
export const groupFromWire = ({ group: { displayName = '', externalId } }: GroupRow, key: Key<'group'>): UserGroup => ({
  name: groupKey(displayName) === key ? displayName : idIn(key),
  ...(externalId == null ? {} : { members: 'off' }),
})
