import { expect } from 'vitest'
import { call } from './call.ts'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene, type Scene } from './promote-world.ts'

/** A target that manages this list of the account, and what is done to it in tests. */
export function accountTarget(manages: string) {
  const account = openAccount()
  return {
    account,
    async open(files: Readonly<Record<string, string>>, more = `, manage: [${manages}]`): Promise<Scene> {
      const { url, keys } = account()
      const config = configOf({ production: { url, deployment: 2, more } })
      return openScene({ 'boardwright.yaml': config, ...TREE, ...files }, { BOARDWRIGHT_TOKEN: keys.admin })
    },
    call: <T>(path: string, method?: string, body?: unknown): Promise<T> => call(account(), path, method, body),
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

/** What a plan with `--prune` does with objects of this kind, and what it leaves. */
export async function outcomeOf(kind: string, { plan }: Scene, accept: readonly string[] = []): Promise<string[]> {
  const shaping = { prune: true, accept: accept as never }
  const { objects, held, left } = (await plan('production', { shaping })).plan
  return [
    ...objects.map(({ action, key, units }) => [action, key, ...units.map(({ unit }) => unit)].join(' ')),
    ...held.map(({ reason, key, message }) => `${reason} ${key}: ${message}`),
    ...left.map(({ reason, key, message }) => `left ${reason} ${key}: ${message}`),
  ].filter((text) => text.includes(`${kind}/`))
}

export async function applied(scene: Scene, accept: readonly string[] = []): Promise<void> {
  const { result } = await scene.apply('production', { shaping: { prune: true, accept: accept as never } })
  expect(result?.failed.map(({ error }) => error.message) ?? []).toEqual([])
}
