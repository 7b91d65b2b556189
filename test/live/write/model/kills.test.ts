// Slow: it kills many runs, and finishes each.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../../packages/platform/client/types.ts'
import type { RequestFacts } from '../../../../packages/sandbox/http/around.ts'
import { isLong } from '../../../support/long.ts'
import { BINARY, CUBE, openWorld, type Ran, sha1, type Tree } from './support.ts'

/** Every request in long runs, every eighth one else: others in each case. */
const STEP = isLong ? 1 : 8
const firstOf = (nth: number): number => (isLong ? 1 : nth)

const world = openWorld()
const GONE = 'docs/gone.md'
const THEIRS = 'docs/theirs.md'
const path = { deploymentId: 2 }

beforeEach(async () => {
  await world.apply({ [GONE]: 'ours' })
  await world.colleague().edit('main', { [THEIRS]: 'theirs' })
})

interface Scenario {
  readonly route: 'fork' | 'upload'
  readonly merge: 'none' | 'default'
  /** The branch is there before the run. */
  readonly exists: boolean
}

const SCENARIOS: readonly Scenario[] = [
  { route: 'fork', merge: 'none', exists: false },
  { route: 'fork', merge: 'default', exists: true },
  { route: 'upload', merge: 'none', exists: true },
]

const commitOf = (n: number): string => `c0ffee${n}`

/** As few files as tell the cases apart: each costs a request in an upload. */
const treeOf = ({ route, merge }: Scenario, n: number): Tree => {
  if (route === 'upload') return { 'assets/logo.png': BINARY }
  const name = merge === 'none' ? 'c' : `c${n}`
  return { [`model/cubes/${name}.yml`]: CUBE(name), [`docs/new-${n}.md`]: 'new' }
}

/** Runs a scenario with something done at its nth write. False when it has fewer. */
async function runWith(
  scenario: Scenario,
  n: number,
  as: Client,
  at: { readonly nth: number; readonly phase: 'before' | 'after'; readonly act: () => 'drop' | undefined },
  signal?: AbortSignal,
): Promise<Ran | undefined> {
  const { route, merge, exists } = scenario
  const branch = `case/${n}`
  if (exists) await world.client().branches.createBranch({ path, body: { name: branch } })
  // Some writes go at once: each has the number of its beginning.
  const numbers = new Map<number, number>()
  let acted = false
  world.onRequest = ({ method, phase, index }: RequestFacts & { phase: 'before' | 'after' }) => {
    if (method === 'GET') return undefined
    if (phase === 'before') numbers.set(index, numbers.size + 1)
    if (acted || numbers.get(index) !== at.nth || phase !== at.phase) return undefined
    acted = true
    return at.act()
  }
  const removed = merge === 'none' ? [GONE] : []
  const ran = await world.apply(treeOf(scenario, n), {
    route,
    merge,
    branch,
    removed,
    as,
    commit: commitOf(n),
    ...(signal ? { signal } : {}),
  })
  world.onRequest = () => undefined
  if (acted) return ran
  expect(ran.error).toBeUndefined()
  return undefined
}

async function runAgain({ route, merge }: Scenario, n: number, as: Client): Promise<Ran> {
  const removed = merge === 'none' ? [GONE] : []
  return world.apply(treeOf({ route, merge, exists: true }, n), {
    route,
    merge,
    branch: `case/${n}`,
    removed,
    as,
    commit: commitOf(n),
  })
}

/** The branch, and where it was merged to, hold what they should; nothing of anybody is lost; nothing is open. */
async function expectEnd(scenario: Scenario, n: number, as: Client): Promise<void> {
  const wanted = Object.fromEntries(Object.entries(treeOf(scenario, n)).map(([file, content]) => [file, sha1(content)]))
  for (const branch of [`case/${n}`, ...(scenario.merge === 'none' ? [] : ['main'])]) {
    const hashes = await world.hashes(branch)
    expect(hashes).toMatchObject({ ...wanted, [THEIRS]: sha1('theirs'), 'model/cubes/visits.yml': expect.any(String) })
    if (scenario.merge === 'none') expect(hashes).not.toHaveProperty([GONE])
  }
  expect(await world.session(as)).toBeUndefined()
  const { items } = await world.client().branches.listBranches({ path, query: { first: 1000 } })
  const fork = items.find(({ name, parentBranch }) => parentBranch === `case/${n}` && name.startsWith('dev-'))
  if (fork) expect(await world.hashes(fork.name)).toEqual(await world.hashes(`case/${n}`))
}

describe.each(SCENARIOS)('$route, merge $merge, branch there: $exists', (scenario) => {
  /** Before a write the platform is as it was after the one before. */
  test('killed after any write, and run again', async () => {
    for (let nth = firstOf(1); ; nth += STEP) {
      const key = world.newKey()
      const kill = new AbortController()
      const act = () => {
        kill.abort()
        return 'drop' as const
      }
      const ran = await runWith(scenario, nth, world.newClient(key, kill.signal), { nth, phase: 'after', act })
      const again = world.newClient(key)
      if (ran) {
        expect(ran.error).toMatchObject({ kind: 'INTERRUPTED' })
        expect((await runAgain(scenario, nth, again)).error).toBeUndefined()
      }
      await expectEnd(scenario, nth, again)
      if (!ran) {
        expect(nth).toBeGreaterThan(4)
        break
      }
    }
    expect(world.git('fsck', '--full', '--strict')).not.toMatch(/error|missing|corrupt/)
  })

  test('interrupted before any write: nothing is left behind, and run again', async () => {
    for (let nth = firstOf(2); ; nth += STEP) {
      const as = world.newClient(world.newKey())
      const stop = new AbortController()
      const act = () => {
        stop.abort()
        return undefined
      }
      const ran = await runWith(scenario, nth, as, { nth, phase: 'before', act }, stop.signal)
      expect(await world.session(as)).toBeUndefined()
      if (!ran) break
      expect(ran.remains).toEqual([])
      if (ran.error) expect(ran.error).toMatchObject({ kind: 'INTERRUPTED', exit: 130 })
      expect((await runAgain(scenario, nth, as)).error).toBeUndefined()
      await expectEnd(scenario, nth, as)
    }
  })

  test('with a lost answer after any write: the same run ends the same', async () => {
    for (let nth = firstOf(3); ; nth += STEP) {
      const as = world.newClient(world.newKey())
      const ran = await runWith(scenario, nth, as, { nth, phase: 'after', act: () => 'drop' })
      if (!ran) break
      expect(ran).toMatchObject({ error: undefined, remains: [] })
      await expectEnd(scenario, nth, as)
    }
  })
})

test('interrupted twice, a run says what it left behind', async () => {
  const key = world.newKey()
  const [stop, kill] = [new AbortController(), new AbortController()]
  let isLeaving = false
  world.onRequest = ({ method, path, phase }) => {
    if (phase !== 'before') return undefined
    if (path.endsWith('/validate')) stop.abort()
    else if (stop.signal.aborted && (method !== 'GET' || isLeaving)) kill.abort()
    else if (stop.signal.aborted) isLeaving = true
    return undefined
  }
  const ran = await world.apply({ 'docs/x.md': 'x' }, { as: world.newClient(key, kill.signal), signal: stop.signal })
  world.onRequest = () => undefined
  expect(ran).toMatchObject({ error: { kind: 'INTERRUPTED' }, changed: false })
  expect(ran.remains).toEqual([expect.stringMatching(/^dev mode may be open on dev-.*, a fork of main/)])
})
