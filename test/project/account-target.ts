import { expect } from 'vitest'
import { call as callOf } from './call.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene, type Scene } from './promote-world.ts'

type Call = <T>(path: string, method?: string, body?: unknown) => Promise<T>

/** A target that manages these lists of the account, and what is done to it in tests. */
export function accountTarget(manages: string) {
  const account = openAccount()
  const call: Call = (path, method, body) => callOf(account(), path, method, body)
  return {
    account,
    call,
    groups: groupsOf(call),
    async open(files: Readonly<Record<string, string>>, more = `, manage: [${manages}]`): Promise<Scene> {
      const { url, keys } = account()
      const config = configOf({ production: { url, deployment: 2, more } })
      return openScene({ 'boardwright.yaml': config, ...TREE, ...files }, { BOARDWRIGHT_TOKEN: keys.admin })
    },
    /** How many requests to this path a plan sends. */
    async asked(scene: Scene, path: string): Promise<number> {
      account().controls.clearRequests()
      await scene.plan('production')
      return account()
        .controls.requests()
        .filter((request) => request.path === path).length
    },
  }
}

export const GROUPS = '/api/scim/v2/Groups'

interface Group {
  readonly id: string
  readonly displayName: string
  readonly members?: readonly { readonly value: string }[]
}

/** The user groups of the account, and what people do to them. */
function groupsOf(call: Call) {
  const numbers = async (): Promise<ReadonlyMap<string, string>> => {
    const { items } = await call<{ items: { id: number; email: string }[] }>('/api/v1/users')
    return new Map(items.map(({ id, email }) => [email, String(id)]))
  }
  const live = async (): Promise<readonly Group[]> => (await call<{ Resources: Group[] }>(GROUPS)).Resources
  const patch = async (name: string, operation: object): Promise<void> => {
    const { id } = (await live()).find(({ displayName }) => displayName === name) ?? { id: '0' }
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
    await call(`${GROUPS}/${id}`, 'PATCH', { schemas, Operations: [operation] })
  }
  return {
    live,
    /** By the name of each, who is in it. */
    async members(): Promise<Record<string, string[]>> {
      const emails = new Map([...(await numbers())].map(([email, id]) => [id, email]))
      return Object.fromEntries(
        (await live()).map(({ displayName, members = [] }) => [
          displayName,
          members.map(({ value }) => emails.get(value) ?? value).toSorted(),
        ]),
      )
    },
    async make(displayName: string, emails: readonly string[] = [], more: object = {}): Promise<Group> {
      const known = await numbers()
      const members = emails.map((email) => ({ value: known.get(email) }))
      const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
      return call(GROUPS, 'POST', { schemas, displayName, members, ...more })
    },
    rename: (name: string, value: string) => patch(name, { op: 'replace', path: 'displayName', value }),
    join: async (name: string, email: string) =>
      patch(name, { op: 'add', path: 'members', value: [{ value: (await numbers()).get(email) }] }),
    leave: async (name: string, email: string) =>
      patch(name, { op: 'remove', path: `members[value eq "${(await numbers()).get(email)}"]` }),
    /** Deletes all that there are. */
    async remove(): Promise<void> {
      for (const { id } of await live()) await call(`${GROUPS}/${id}`, 'DELETE')
    },
  }
}

/** What a plan does with objects of this kind, and what it leaves. */
export async function outcomeOf(
  kind: string,
  { plan }: Scene,
  accept: readonly string[] = [],
  prune = true,
): Promise<string[]> {
  const { objects, held, left } = (await plan('production', { shaping: { ...pruning(accept), prune } })).plan
  return [
    ...objects.map(({ action, key, units }) => [action, key, ...units.map(({ unit }) => unit)].join(' ')),
    ...held.map(({ reason, key, message }) => `${reason} ${key}: ${message}`),
    ...left.map(({ reason, key, message }) => `left ${reason} ${key}: ${message}`),
  ].filter((text) => text.includes(`${kind}/`))
}

/** The same in few words, of all objects whose keys match. */
export async function decidedFor(keys: RegExp, { plan }: Scene, more: object = {}): Promise<string[]> {
  const { objects, held, left } = (await plan('production', { shaping: { ...pruning(), ...more } })).plan
  return [
    ...objects.map(({ action, key }) => `${action} ${key}`),
    ...held.map(({ reason, key }) => `${reason} ${key}`),
    ...left.map(({ reason, key }) => `left ${reason} ${key}`),
  ].filter((text) => keys.test(text))
}

export async function applied({ apply }: Scene, accept: readonly string[] = [], more: object = {}): Promise<void> {
  const { result } = await apply('production', { shaping: { ...pruning(accept), ...more } })
  expect(result?.failed.map(({ error }) => error.message) ?? []).toEqual([])
}

const pruning = (accept: readonly string[] = []) => ({ prune: true, accept: accept as never })
