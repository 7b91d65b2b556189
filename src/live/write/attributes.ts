import type { UserAttribute } from '@boardwright/platform'
import { unitsOfAttribute } from '../../content/attribute.ts'
import { type Attribute, attributeKey } from '../../content/model.ts'
import { listAttributes } from '../lists.ts'
import { attributeFromWire, fromAttribute } from '../map/attribute.ts'
import { changedUnder, requireSame } from './open.ts'
import { lookBeforeRepeating } from './repeat.ts'
import type { WriteState } from './state.ts'

const TOLD = ['displayName', 'description', 'default']

export async function createAttribute(state: WriteState, wanted: Attribute): Promise<void> {
  const { client } = state
  const body = { name: wanted.name, type: wanted.type as UserAttribute['type'], ...fromAttribute(wanted, TOLD) }
  const create = (): Promise<UserAttribute> => client.userAttributes.createUserAttribute({ path: {}, body })
  const look = (): Promise<UserAttribute | undefined> => find(state, wanted.name)
  const { id } = await lookBeforeRepeating(state, create, look)
  state.ids.set(attributeKey(wanted.name), id)
}

/** No call reads a single one. */
const find = async (state: WriteState, name: string): Promise<UserAttribute | undefined> =>
  (await listAttributes(state)).find((row) => attributeKey(row.name) === attributeKey(name))

export async function updateAttribute(state: WriteState, wanted: Attribute, units: readonly string[]): Promise<void> {
  const { client, seen } = state
  const key = attributeKey(wanted.name)
  const fresh = await find(state, wanted.name)
  if (!fresh) throw changedUnder(key, 'it is gone')
  const before = seen.content.get(key)?.whole()
  requireSame(key, before && unitsOfAttribute(before), unitsOfAttribute(attributeFromWire(fresh)))
  await client.userAttributes.updateUserAttribute({ path: { id: fresh.id }, body: fromAttribute(wanted, units) })
}
