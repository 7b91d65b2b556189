import { oncePer } from '@boardwright/common'
import { SCIM, type ScimGroup, type ScimPatch } from '@boardwright/platform'
import { membersOfGroup } from '../../content/group.ts'
import type { Key } from '../../content/kinds.ts'
import { groupKey, type UserGroup } from '../../content/model.ts'
import { personUnit, roleIn } from '../../content/people.ts'
import { listGroups, listUsers, readGroup } from '../lists.ts'
import { isAbsence, lookUp } from '../look-up.ts'
import { ignoreGone } from './folders.ts'
import { changedUnder, joinedSince } from './open.ts'
import { lookBeforeRepeating } from './repeat.ts'
import type { WriteState } from './state.ts'

/** The numbers of the account's users, by the unit that each is as a member. Asked for once in a run. */
const numbersByUnit = oncePer(
  async ({ client }: WriteState): Promise<ReadonlyMap<string, number>> =>
    new Map((await listUsers(client)).map(({ id, email }) => [personUnit('member', email), id])),
)

/** The numbers of members, as texts. Throws if somebody has left the account since the plan. */
async function membersFor(state: WriteState, key: Key, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return []
  const numbers = await numbersByUnit(state)
  return emails.map((email) => {
    const number = numbers.get(personUnit('member', email))
    if (number === undefined) throw changedUnder(key, `${email} is no user of the account`)
    return String(number)
  })
}

/** With its members in one request, so that no run leaves it without them. */
export async function createGroup(state: WriteState, wanted: UserGroup): Promise<void> {
  const { client } = state
  const key = groupKey(wanted.name)
  const members = await membersFor(state, key, membersOfGroup(wanted) ?? [])
  const body = { schemas: [SCIM.group], displayName: wanted.name, members: members.map((value) => ({ value })) }
  const create = async (): Promise<number> =>
    Number((await client.scimGroups.createScimGroup({ path: {}, query: {}, body })).id)
  const look = async (): Promise<number | undefined> =>
    (await listGroups(state)).find(({ group: { displayName = '' } }) => groupKey(displayName) === key)?.id
  state.ids.set(key, await lookBeforeRepeating(state, create, look))
}

/** In one request, which says only who comes and who goes: whoever joined by hand stays. */
export async function updateGroup(state: WriteState, wanted: UserGroup, units: readonly string[]): Promise<void> {
  const { client } = state
  const key = groupKey(wanted.name)
  const id = state.numberOf(key)
  const fresh = await readAsSeen(state, key, id)
  const change = {
    name: units.includes('name') ? wanted.name.trim() : undefined,
    ...(await moves(state, wanted, units)),
  }
  if (change.joining.length + change.leaving.length > 0 && fresh.externalId != null) {
    throw changedUnder(key, 'a directory says who is in it')
  }
  const isDone = (now: ScimGroup): boolean => operationsFor(change, now).length === 0
  const send = async (): Promise<ScimGroup> => {
    const body = { schemas: [SCIM.patch], Operations: operationsFor(change, fresh) }
    return client.scimGroups.patchScimGroup({ path: { id: String(id) }, query: {}, body })
  }
  const look = async (): Promise<ScimGroup | undefined> => {
    const now = await readGroup(client, id)
    return isDone(now) ? now : undefined
  }
  if (!isDone(fresh)) await lookBeforeRepeating(state, send, look)
}

interface GroupChange {
  readonly name: string | undefined
  /** Numbers of users, as texts. */
  readonly joining: readonly string[]
  readonly leaving: readonly string[]
}

/** Who comes and who goes: whoever is in one of the units, and is wanted or not. */
async function moves(
  state: WriteState,
  wanted: UserGroup,
  units: readonly string[],
): Promise<Pick<GroupChange, 'joining' | 'leaving'>> {
  const named = new Set(units.filter((unit) => roleIn(unit) === 'member'))
  if (named.size === 0) return { joining: [], leaving: [] }
  const coming = (membersOfGroup(wanted) ?? []).filter((email) => named.has(personUnit('member', email)))
  for (const email of coming) named.delete(personUnit('member', email))
  const numbers = await numbersByUnit(state)
  const leaving = [...named].flatMap((unit) => numbers.get(unit) ?? []).map(String)
  return { joining: await membersFor(state, groupKey(wanted.name), coming), leaving }
}

/** What is left to do to a group in this state. */
function operationsFor({ name, joining, leaving }: GroupChange, now: ScimGroup): ScimPatch['Operations'] {
  const inside = new Set(now.members?.map(({ value }) => value))
  const coming = joining.filter((value) => !inside.has(value)).map((value) => ({ value }))
  return [
    ...(name === undefined || name === now.displayName ? [] : [{ op: 'replace', path: 'displayName', value: name }]),
    ...leaving
      .filter((value) => inside.has(value))
      .map((value) => ({ op: 'remove', path: `members[value eq "${value}"]` })),
    ...(coming.length > 0 ? [{ op: 'add', path: 'members', value: coming }] : []),
  ]
}

/** Reads it again, and throws unless it has the name that the plan saw. People may come and go meanwhile. */
async function readAsSeen(state: WriteState, key: Key, id: number): Promise<ScimGroup> {
  const fresh = await lookUp(() => readGroup(state.client, id))
  if (isAbsence(fresh)) throw changedUnder(key, 'it is gone')
  if (fresh.displayName !== state.seen.facts.get(key)?.name) {
    throw changedUnder(key, `it is called "${fresh.displayName}"`)
  }
  return fresh
}

export async function removeGroup(state: WriteState, key: Key<'group'>): Promise<void> {
  const id = state.numberOf(key)
  if (await isGroupGone(state, id)) return
  const { members = [] } = await readAsSeen(state, key, id)
  const before = state.seen.memberships.get(key)
  const joined = members.filter(({ value }) => value !== undefined && !before?.has(value))
  if (joined.length > 0) throw joinedSince(key, joined.length)
  await ignoreGone(() => state.client.scimGroups.deleteScimGroup({ path: { id: String(id) } }))
}

export const isGroupGone = async ({ client }: WriteState, id: number): Promise<boolean> =>
  isAbsence(await lookUp(() => readGroup(client, id)))
