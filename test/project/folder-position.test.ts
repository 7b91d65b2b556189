import { expect, test } from 'vitest'
import { configOf, TREE } from './promote-tree.ts'
import { openAccount, openScene, type Scene } from './promote-world.ts'

const account = openAccount()
const FILE = 'content/sales/folder.yaml'
const said = (position: number) => ({ [FILE]: `name: Sales\nposition: ${position}\n` })

async function applied(files: Readonly<Record<string, string>>): Promise<Scene> {
  const { url, keys } = account()
  const config = configOf({ production: { url, deployment: 2 } })
  const play = await openScene({ ...TREE, ...files, 'boardwright.yaml': config }, { BOARDWRIGHT_TOKEN: keys.admin })
  await play.apply('production')
  return play
}

/** What a plan does with the folder, one word each. */
async function outcomeOf(play: Scene): Promise<string[]> {
  const { plan } = await play.plan('production')
  return [
    ...plan.objects.map(({ action, key }) => `${action} ${key}`),
    ...plan.held.map(({ reason, key }) => `${reason} ${key}`),
    ...plan.left.map(({ reason, key }) => `${reason} ${key}`),
  ]
}

const url = (path: string): string => `${account().url}/api/v1/deployments/2/folders${path}`
const headers = () => ({ authorization: `Bearer ${account().keys.admin}`, 'content-type': 'application/json' })
async function folder(): Promise<{ readonly id: number; readonly position: number }> {
  const { items } = (await (await fetch(url(''), { headers: headers() })).json()) as { items: { id: number }[] }
  return items[0] as { id: number; position: number }
}

test('a changed position is written, once', async () => {
  const play = await applied(said(1))
  await play.commit(said(5))
  expect(await outcomeOf(play)).toEqual(['update folder/Sales'])
  expect((await play.apply('production')).exit).toBe(0)
  expect(await folder()).toMatchObject({ position: 5 })
  expect(await outcomeOf(play)).toEqual([])
})

test('one that somebody else changed too is held until it is decided, in every plan', async () => {
  const play = await applied(said(1))
  const body = JSON.stringify({ position: 7 })
  await fetch(url(`/${(await folder()).id}`), { method: 'PUT', headers: headers(), body })
  expect(await outcomeOf(play)).toEqual(['ui-edit folder/Sales'])
  await play.commit(said(5))
  for (let run = 0; run < 2; run += 1) {
    expect(await outcomeOf(play)).toEqual(['conflict folder/Sales'])
    expect((await play.apply('production')).exit).toBe(5)
  }
  await play.apply('production', { shaping: { accept: ['ui-edits'] } })
  expect([await outcomeOf(play), (await folder()).position]).toEqual([[], 5])
})
