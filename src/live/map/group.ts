import { idIn, type Key } from '../../content/kinds.ts'
import { groupKey, type UserGroup } from '../../content/model.ts'
import type { GroupRow } from '../lists.ts'

/** Under its own name, or under the one that its key has after a rename in the tree. */
export const groupFromWire = ({ group: { displayName = '', externalId } }: GroupRow, key: Key<'group'>): UserGroup => ({
  name: groupKey(displayName) === key ? displayName : idIn(key),
  ...(externalId == null ? {} : { members: 'off' }),
})
