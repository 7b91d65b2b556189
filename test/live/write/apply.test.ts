import { describe, expect, test } from 'vitest'
import { openWorld, TREE } from './support.ts'

const world = openWorld()

describe('an empty target', () => {
  test('gets everything, in order', async () => {
    const { result, events } = await world.apply(TREE)
    expect(result.failed).toEqual([])
    const live = await world.read(TREE)
    expect(live.content).toEqual(TREE)
    expect([world.writes(), result.requests, result, events.map(e=>e.type)]).toEqual([])
  })
})
