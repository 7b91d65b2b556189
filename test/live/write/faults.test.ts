import { describe, expect, test } from 'vitest'
import { CHANGED, differences, openWorld, TREE, unaccounted } from './support.ts'

const world = openWorld()

/** Every endpoint that a run writes with. */
const ENDPOINTS = [
  ['POST', '**/folders'],
  ['PUT', '**/folders/*'],
  ['PUT', '**/workbooks/by-slug/*'],
  ['PUT', '**/workbooks/*'],
  ['PUT', '**/workbooks/*/dashboard'],
  ['POST', '**/workbooks/*/publish'],
  ['POST', '**/reports'],
  ['PUT', '**/reports/*'],
] as const

const FAULTS = [
  ['429', { kind: 'status', status: 429, retryAfter: 1 }],
  ['503 before', { kind: 'status', status: 503, when: 'before' }],
  ['503 after', { kind: 'status', status: 503, when: 'after' }],
  ['drop before', { kind: 'drop', when: 'before' }],
  ['drop after', { kind: 'drop', when: 'after' }],
  ['cut answer', { kind: 'truncate', when: 'after' }],
] as const

describe.each(ENDPOINTS)('%s %s', (method, path) => {
  test.each(FAULTS)('%s, once: the run ends as if nothing had been', async (_name, fault) => {
    await world.apply(TREE)
    world.sandbox().controls.addFault({ method, path, ...fault })
    const before = world.client().counts.retries
    const { result, events } = await world.apply(CHANGED)
    // The fault was met, and somebody tried again.
    const looks = events.filter(({ type }) => type === 'retry').length
    expect(world.client().counts.retries - before + looks).toBe(1)
    expect(result.failed).toEqual([])
    const live = await world.read(CHANGED)
    expect(differences(live.content, CHANGED)).toEqual([])
    expect(unaccounted(live, CHANGED)).toEqual([])
    expect([live.counts.folder, live.counts.workbook, live.counts.report]).toEqual([3, 3, 6])
    const versions = [...live.facts.values()].flatMap(({ publication }) => publication?.version ?? [])
    expect(versions.sort()).toEqual([1, 2])
  })
})
