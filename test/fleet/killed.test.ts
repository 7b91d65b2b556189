// Slow: it kills many runs, and finishes each.
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readRows } from '../cli/live-rows.ts'
import { git } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { type Cut, openFleet } from './stage.ts'

const fleet = openFleet(4, 'waves: [{size: 1}, {size: 2}, {}]\n')
const [, KILLED = '', BESIDE = '', ...LATER] = fleet.names
/** Steps that write nothing, whenever they are killed. */
const ASKING = [
  ...['fleet gate --wave 2', 'fleet plan'],
  ...(isLong ? ['fleet matrix --wave 2', 'fleet status', 'fleet matrix --all'] : []),
]

/** What people see of a tenant, with its title masked. */
async function stateOf(name: string): Promise<string> {
  const rows = await readRows(fleet.sandbox(), { deployment: fleet.deploymentOf(name), isBare: true })
  return rows.replaceAll(/Title \d+/g, '<title>').replaceAll(/"currentQueryChecksum":"\w+"/g, '')
}

/** Gives the second wave something to apply, after the first has it. */
let titles = 1
const CAUSES = {
  'a commit': async () => {
    titles += 1
    await fleet.retitle(`Title ${titles}`)
  },
  'a revert': async () => {
    git(fleet.root(), 'revert', '--no-edit', 'HEAD')
  },
  'a halt that is released': async () => {
    titles += 1
    await fleet.retitle(`Title ${titles}`)
    const { controls } = fleet.sandbox()
    controls.addFault({
      ...{ method: 'PUT', path: `/api/v1/deployments/${fleet.deploymentOf(KILLED)}/**`, times: 1_000 },
      ...{ kind: 'status' as const, status: 400 },
    })
    await fleet.rollOut(1)
    const halted = await fleet.run(`apply --target ${KILLED} --yes`)
    expect(halted.code, halted.stdout).toBe(1)
    controls.clearFaults()
  },
}
type Cause = keyof typeof CAUSES

/** Returns the step of the second wave that will be killed. */
async function nextStep(cause: Cause): Promise<string> {
  await CAUSES[cause]()
  expect((await fleet.rollOut(1)).gate.code).toBe(0)
  fleet.sandbox().controls.clearRequests()
  return `apply --target ${KILLED} --commit ${git(fleet.root(), 'rev-parse', 'HEAD').trim()} --yes`
}

interface Whole {
  readonly requests: number
  readonly writes: number
  readonly end: string
}
let first: Whole | undefined

/** The result of a step that nobody kills. Short runs take the first cause's result for all of them. */
async function wholeStep(cause: Cause): Promise<Whole> {
  if (first && !isLong) return first
  const { code, stdout, stderr } = await fleet.run(await nextStep(cause))
  expect(code, stdout + stderr).toBe(0)
  const requests = fleet.sandbox().controls.requests().length
  const whole = { requests, writes: fleet.writes().get(KILLED) ?? 0, end: await stateOf(KILLED) }
  await fleet.rollOut(2)
  first = whole
  return whole
}

/** Every cut, or just one in short runs: the same one every time, but a different one for each step. */
function cutsOf(last: number, seed: number): Cut[] {
  const all = Array.from({ length: last }, (_, n) => n + 1).flatMap((at): Cut[] => [
    { at, phase: 'before' },
    { at, phase: 'after' },
  ])
  if (isLong) return all
  return fc.sample(fc.shuffledSubarray(all, { minLength: 1, maxLength: 1 }), { numRuns: 1, seed })[0] ?? []
}

beforeAll(async () => {
  // So that a revert finds titles like these on both sides.
  for (const title of ['Title 0', 'Title 1']) await fleet.retitle(title)
  for (const number of [1, 2, 3]) await fleet.rollOut(number)
})

describe('a killed step is run again with its wave: the same end, nothing twice, nothing in a later wave', () => {
  // Short runs leave out the revert: to the fleet it is another commit.
  test.each((Object.keys(CAUSES) as Cause[]).filter((cause) => isLong || cause !== 'a revert'))(
    'of %s',
    async (cause) => {
      const { requests, writes, end } = await wholeStep(cause)
      expect(writes).toBeGreaterThan(1)
      for (const cut of cutsOf(requests, 1130 + Object.keys(CAUSES).indexOf(cause))) {
        const said = `${cut.phase} request ${cut.at} of ${requests}`
        await fleet.runKilled(await nextStep(cause), cut)
        const first = fleet.writes().get(KILLED) ?? 0
        const early = await fleet.run('fleet matrix --wave 3')
        const isDone = (await fleet.run('fleet matrix --wave 2')).stdout === `${BESIDE}\n`
        expect(early, said).toMatchObject({ code: 5, stdout: '' })
        const { steps, gate } = await fleet.rollOut(2)
        expect(steps, said).toEqual(isDone ? [BESIDE] : [KILLED, BESIDE])
        expect(gate, said + gate.stdout).toMatchObject({ code: 0 })
        expect(await stateOf(KILLED), said).toBe(end)
        // A write that was under way may be sent again, and so may the record of how far the run got.
        expect((fleet.writes().get(KILLED) ?? 0) - first, said).toBeLessThanOrEqual(writes + 1)
        for (const name of LATER) expect(fleet.writes().has(name), `${said}: ${name}`).toBe(false)
      }
    },
    900_000,
  )
})

describe('a killed step that only reads leaves nothing, and answers the same when it is run again', () => {
  // None of these steps changes what they ask about.
  beforeAll(() => nextStep('a commit'))
  beforeEach(() => fleet.sandbox().controls.clearRequests())

  test.each(ASKING)(
    '%s',
    async (line) => {
      const whole = await fleet.run(line)
      const { length } = fleet.sandbox().controls.requests()
      expect(length).toBeGreaterThan(1)
      for (const cut of cutsOf(length, 1130 + ASKING.indexOf(line))) {
        await fleet.runKilled(line, cut)
        expect(await fleet.run(line), `${cut.phase} request ${cut.at}`).toEqual(whole)
      }
      expect(fleet.writes()).toEqual(new Map())
    },
    900_000,
  )
})
