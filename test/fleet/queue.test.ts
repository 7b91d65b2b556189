import { expect, test } from 'vitest'
import { createQueue } from '../../src/fleet/queue.ts'

test('targets are planned in the order in which they were read, each in its own turn of the event loop', async () => {
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
