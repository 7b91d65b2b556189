import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRows } from '../../cli/live-rows.ts'
import { type Cut, openFleet } from './stage.ts'

const LONG = Boolean(process.env['BOARDWRIGHT_LONG'])
const CUTS = 4
const fleet = openFleet(5, 'waves: [{size: 1}, {size: 2}, {}]\n')
const [, KILLED = '', BESIDE = '', ...LATER] = fleet.names
/** Steps that write nothing, whenever they are killed. */
const ASKING = ['fleet matrix --wave 2', 'fleet gate --wave 2', 'fleet plan', 'fleet status']

/** What people see of a tenant, whatever the title is called. */
async function stateOf(name: string): Promise<string> {
  const rows = await readRows(fleet.sandbox(), { deployment: fleet.deploymentOf(name), isBare: true })
  return rows.replaceAll(/Title \d+/g, '<title>').replaceAll(/"currentQueryChecksum":"\w+"/g, '')
}

/** A new commit, on all of the first wave. Answers the step of the second that is killed. */
let titles = 0
async function nextCommit(): Promise<string> {
  titles += 1
  const commit = await fleet.retitle(`Title ${titles}`)
  expect((await fleet.rollOut(1)).gate.code).toBe(0)
  fleet.sandbox().controls.clearRequests()
  return `apply --target ${KILLED} --commit ${commit} --yes`
}

async function wholeStep(): Promise<{ readonly requests: number; readonly writes: number; readonly end: string }> {
  const { code, stdout, stderr } = await fleet.run(await nextCommit())
  expect(code, stdout + stderr).toBe(0)
  const requests = fleet.sandbox().controls.requests().length
  return { requests, writes: fleet.writes().get(KILLED) ?? 0, end: await stateOf(KILLED) }
}

/** Every cut, or some of them: the same ones every time. */
function cutsOf(last: number): Cut[] {
  const all = Array.from({ length: last }, (_, n) => n + 1).flatMap((at): Cut[] => [
    { at, phase: 'before' },
    { at, phase: 'after' },
  ])
  if (LONG) return all
  return fc.sample(fc.shuffledSubarray(all, { minLength: CUTS, maxLength: CUTS }), { numRuns: 1, seed: 1130 })[0] ?? []
}

test('a step that was killed is run again with its wave: the same end, nothing twice, and nothing in a later wave', async () => {
  for (const number of [1, 2, 3]) await fleet.rollOut(number)
  const { requests, writes, end } = await wholeStep()
  expect(writes).toBeGreaterThan(1)
  for (const cut of cutsOf(requests)) {
    const said = `${cut.phase} request ${cut.at} of ${requests}`
    await fleet.runKilled(await nextCommit(), cut)
    const first = fleet.writes().get(KILLED) ?? 0
    const early = await fleet.run('fleet matrix --wave 3')
    const isDone = (await fleet.run('fleet matrix --wave 2')).stdout === `${BESIDE}\n`
    expect(early, said).toMatchObject({ code: 5, stdout: '' })
    const { steps, gate } = await fleet.rollOut(2)
    expect(steps, said).toEqual(isDone ? [BESIDE] : [KILLED, BESIDE])
    expect(gate, said + gate.stdout).toMatchObject({ code: 0 })
    expect(await stateOf(KILLED), said).toBe(end)
    // What was under way when it was killed may be sent again, and what says how far it had come.
    expect((fleet.writes().get(KILLED) ?? 0) - first, said).toBeLessThanOrEqual(writes + 1)
    for (const name of LATER) expect(fleet.writes().has(name), `${said}: ${name}`).toBe(false)
  }
}, 900_000)

test('a step that asks leaves nothing, killed or not', async () => {
  await nextCommit()
  for (const line of ASKING) {
    await fleet.run(line)
    await fleet.runKilled(line, { at: 2, phase: 'after' })
  }
  expect(fleet.writes()).toEqual(new Map())
})
