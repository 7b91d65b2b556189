// Slow: it rolls out to many targets.
import { describe, expect, test } from 'vitest'
import { git, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { openFleet } from './stage.ts'

const SIZES = isLong ? [1, 5, 25, 469] : [1, 3, 2, 1]
const COUNT = SIZES.reduce((all, size) => all + size)
const fleet = openFleet(
  COUNT,
  `waves:\n  - {name: canary, size: ${SIZES[0]}}\n  - {size: ${SIZES[1]}}\n  - {size: ${SIZES[2]}}\n  - {}\n`,
)

const waves = SIZES.map((size, index) => {
  const from = SIZES.slice(0, index).reduce((all, each) => all + each, 0)
  return fleet.names.slice(from, from + size)
})
const FAULTY = 'tenant-004'

describe(`a fleet of ${COUNT}`, () => {
  test('is rolled out wave by wave, and every tenant is written to once', async () => {
    for (const [index, names] of waves.entries()) {
      const { steps, gate } = await fleet.rollOut(index + 1)
      expect(steps).toEqual(names)
      expect(gate, gate.stdout + gate.stderr).toMatchObject({ code: 0 })
    }
    fleet.sandbox().controls.clearRequests()
    expect((await fleet.run('fleet matrix --all')).stdout).toBe('')
    const matrices = JSON.parse((await fleet.run('fleet matrix --all --format github')).stdout)
    expect(matrices).toEqual(Object.fromEntries(waves.map((_, index) => [index + 1, { include: [] }])))
    expect(fleet.writes()).toEqual(new Map())
  }, 1_800_000)

  test('is stopped by a fault in the second wave: nothing later is written, whoever tries', async () => {
    const second = await fleet.retitle('By week')
    const { controls } = fleet.sandbox()
    controls.clearRequests()
    controls.addFault({
      ...{ method: 'PUT', path: `/api/v1/deployments/${fleet.deploymentOf(FAULTY)}/**`, times: 1_000 },
      ...{ kind: 'status' as const, status: 400 },
    })
    expect((await fleet.rollOut(1)).gate.code).toBe(0)
    const { steps, gate } = await fleet.rollOut(2)
    expect(steps).toEqual(waves[1])
    expect(gate.code).toBe(5)
    expect(gate.stdout).toContain(`not applied to ${FAULTY}`)
    expect(gate.stdout).toContain(`boardwright plan --target ${FAULTY}`)
    expect(gate.stderr).toContain('error BW-E1702  wave 2 has not passed')

    const early = await fleet.run('fleet matrix --wave 3 --format github')
    expect(early).toMatchObject({ code: 5, stdout: '' })
    expect(early.stderr).toContain(`wave 3 has to wait: in wave 2 ${second.slice(0, 7)} is not applied to ${FAULTY}`)

    const third = await fleet.retitle('By year')
    const overtaking = await fleet.run('fleet matrix --wave 3')
    expect(overtaking).toMatchObject({ code: 5, stdout: '' })
    expect(overtaking.stderr).toContain(`in wave 1 ${third.slice(0, 7)} is not applied to tenant-001`)
    const moved = await fleet.run(`apply --target tenant-040 --commit ${second} --yes`)
    expect(moved.code).toBe(5)
    expect(moved.stderr).toContain(
      `BW-E1706  commit ${second.slice(0, 7)} was expected, but this is ${third.slice(0, 7)}`,
    )
    const later = [...fleet.writes().keys()].filter((name) => !waves[0]?.includes(name) && !waves[1]?.includes(name))
    expect(later).toEqual([])
  }, 1_800_000)

  test('fixed and run again, it is rolled out everywhere, and nothing is written twice', async () => {
    const { controls } = fleet.sandbox()
    git(fleet.root(), 'checkout', '--quiet', 'HEAD~1')
    controls.clearFaults()
    controls.clearRequests()
    const ran: string[] = []
    for (const number of [1, 2, 3, 4]) {
      const { steps, gate } = await fleet.rollOut(number)
      ran.push(...steps)
      expect(gate, gate.stdout + gate.stderr).toMatchObject({ code: 0 })
    }
    expect(ran).toEqual([FAULTY, ...(waves[2] ?? []), ...(waves[3] ?? [])])
    expect([...fleet.writes().keys()].sort()).toEqual([...ran].sort())
    controls.clearRequests()
    for (const number of [1, 2, 3, 4]) expect((await fleet.rollOut(number)).steps).toEqual([])
    expect(fleet.writes()).toEqual(new Map())
  }, 1_800_000)

  test('takes the waiting commit, in the same waves, and goes back by a revert', async () => {
    git(fleet.root(), 'checkout', '--quiet', 'main')
    for (const number of [1, 2]) expect((await fleet.rollOut(number)).gate.code).toBe(0)
    // Abort: the remaining waves never get it. The revert goes the same way, and has nothing to do where the change
    // never arrived.
    git(fleet.root(), 'revert', '--no-edit', 'HEAD')
    fleet.sandbox().controls.clearRequests()
    for (const number of [1, 2, 3, 4]) expect((await fleet.rollOut(number)).gate.code).toBe(0)
    expect([...fleet.writes().keys()].sort()).toEqual([...(waves[0] ?? []), ...(waves[1] ?? [])])
  }, 1_800_000)

  test('fails early if the platform is down: the last tenants are not tried', async () => {
    const more = Array.from({ length: 22 }, (_, n) => [
      `targets/tenant-9${n + 10}.yaml`,
      `deployment: ${900 + n}\nvariables: {schema: nowhere}\n`,
    ])
    const all = COUNT + more.length
    await writeFiles(fleet.root(), Object.fromEntries(more))
    await fleet.write('boardwright.yaml', (text) => text.replace('url: http:', 'url: https:'))
    const [status, plan] = [await fleet.run('fleet status'), await fleet.run('fleet plan')]
    const inTurn = []
    for (const line of [
      'apply --target * --yes --accept uncommitted',
      'plan --target *',
      'status --ui-edits --target *',
    ])
      inTurn.push(await fleet.run(line))
    await fleet.write('boardwright.yaml', (text) => text.replace('url: https:', 'url: http:'))
    git(fleet.root(), 'clean', '--quiet', '--force', 'targets')
    expect(status).toMatchObject({ code: 1, stdout: expect.stringContaining(`${all} unreachable`) })
    for (const { stdout } of [status, plan]) {
      expect(stdout).toMatch(/ was not tried: https:\S+ did not answer for any of the \d+ targets before it/)
    }
    const isSpared = (line: string): boolean => line.includes('was not tried: ')
    expect(plan.stdout.split('\n').filter(isSpared).length).toBeGreaterThan(all / 2)
    for (const { code, stdout } of inTurn) {
      expect(code).toBe(1)
      expect(stdout.split('\n').filter(isSpared)).toHaveLength(all - 3)
      expect(stdout).toMatch(
        /\ntenant-004 +failed: was not tried: https:\S+ did not answer for any of the 3 targets before it/,
      )
    }
    expect(await fleet.run('fleet status')).toMatchObject({ code: 0 })
  }, 1_800_000)
})
