import { expect, test } from 'vitest'
import { createQueue } from '../../../src/sync/fleet/queue.ts'

test('what was read at once is planned in the order in which it was, each in a turn of its own', async () => {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const queue = createQueue()
  const planned: { readonly name: string; readonly turn: number }[] = []
  const names = ['a', 'b', 'c', 'd']
  await Promise.all(names.map((name) => queue().then(() => planned.push({ name, turn: turns }))))
  isOver = true
  expect(planned.map(({ name }) => name)).toEqual(names)
  expect(new Set(planned.map(({ turn }) => turn)).size).toBe(names.length)
})
