import { expect, test } from 'vitest'
import { HOME, openContract } from './support.ts'

const { call } = openContract()
test('smoke', async () => {
  const list = await call('GET', `${HOME}/notifications`)
  console.log(JSON.stringify(list.body, null, 1))
  const one = list.body.items[1]
  console.log((await call('GET', `${HOME}/notifications/${one?.id}/recipients`)).text)
  expect(list.status).toBe(200)
})
