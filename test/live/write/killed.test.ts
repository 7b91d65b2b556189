// Slow: it kills many runs, and finishes each.
import { describe, expect, test } from 'vitest'
import { EMPTY } from '../../content/values.ts'
import { isLong } from '../../support/long.ts'
import { CHANGED, differences, openWorld, TREE, unaccounted, type WriteWorld } from './support.ts'

const world = openWorld()

/** Cuts the connection at the nth request of a run and ever after: the platform never hears of this run again. */
function dieAt(at: WriteWorld, nth: number, phase: 'before' | 'after'): void {
  let seen = 0
  at.onRequest = (request) => {
    if (request.phase === 'before') seen += 1
    if (seen > nth) return 'drop'
    return seen === nth && request.phase === phase ? 'drop' : undefined
  }
}

async function expectEnd(): Promise<void> {
  const live = await world.read(CHANGED)
  expect(differences(live.content, CHANGED)).toEqual([])
  expect(unaccounted(live, CHANGED)).toEqual([])
  const { folders, workbooks, reports } = live.content
  expect([folders.length, workbooks.length, reports.length]).toEqual([3, 3, 6])
}

/** Every request of runs that have about thirty in long runs, every eleventh one else: others on each side of a request. */
const STEP = isLong ? 1 : 11
const cutsFrom = (first: number): number[] =>
  Array.from({ length: 33 }, (_, index) => 1 + index).filter((each) => each >= first && (each - first) % STEP === 0)

describe.each([
  ['before', cutsFrom(1)],
  ['after', cutsFrom(isLong ? 1 : 5)],
] as const)('interrupted %s a request', (phase, cuts) => {
  test.each(cuts)('a first run, at request %i', async (nth) => {
    const seen = await world.read(CHANGED)
    dieAt(world, nth, phase)
    const { result, events } = await world.apply(CHANGED, { seen, concurrency: 1 })
    world.onRequest = () => undefined
    const drafts = events.filter(({ type, ...more }) => type === 'done' && 'phase' in more && more.phase === 'drafts')
    if (drafts.length < 2) expect(result.published).toEqual([])
    const again = await world.apply(CHANGED)
    expect(again.result.failed).toEqual([])
    await expectEnd()
  })

  test.each(cuts.map((each) => each + (isLong ? 0 : 2)))('a second run, at request %i', async (nth) => {
    await world.apply(TREE)
    const seen = await world.read(CHANGED)
    dieAt(world, nth, phase)
    await world.apply(CHANGED, { seen, concurrency: 1 })
    world.onRequest = () => undefined
    const again = await world.apply(CHANGED)
    expect(again.result.failed).toEqual([])
    await expectEnd()
  })
})

test('a run that deletes can be interrupted anywhere', async () => {
  for (const phase of ['before', 'after'] as const) {
    for (let nth = phase === 'before' || isLong ? 1 : 5; nth <= 24; nth += STEP) {
      await world.sandbox().controls.reset({ seed: 'empty' })
      await world.apply(TREE)
      const seen = await world.read()
      dieAt(world, nth, phase)
      await world.apply(EMPTY, { seen, prune: true, concurrency: 1 })
      world.onRequest = () => undefined
      await world.apply(EMPTY, { prune: true })
      expect((await world.read()).content).toEqual(EMPTY)
    }
  }
})

test('a commit counts as applied only once the last write is done', async () => {
  const seen = await world.read(TREE)
  dieAt(world, 14, 'after')
  await world.apply(TREE, { seen, concurrency: 1 })
  world.onRequest = () => undefined
  const live = await world.read(TREE)
  expect([live.commits, live.applied]).toEqual([['41ab9c0'], []])
  await world.apply(TREE)
  expect((await world.read(TREE)).applied).toEqual(['41ab9c0'])
})
