// Slow: its fleets are random, and many.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { git, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { openFleet } from './stage.ts'

/** Applied, and what people did to it before and after. */
const STATES = ['not applied', 'applied', 'edited before', 'edited after', 'deleted after', 'no token', 'gone'] as const
type State = (typeof STATES)[number]

const COUNT = isLong ? 500 : 10
const fleet = openFleet(
  COUNT,
  `waves:\n${Array.from({ length: COUNT }, () => '  - {size: 1, gate: [held at most 0]}\n').join('')}`,
)

async function act(name: string, actOn: (report: string) => object): Promise<void> {
  const { controls, url, keys } = fleet.sandbox()
  const deployment = fleet.deploymentOf(name)
  const answer = await fetch(`${url}/api/v1/deployments/${deployment}/reports?first=100`, {
    headers: { authorization: `Bearer ${keys.admin}` },
  })
  const { items } = (await answer.json()) as { items: { publicId: string; name: string }[] }
  const report = items.find((each) => each.name.startsWith('By '))?.publicId ?? ''
  await controls.addPeople({ as: 'ci-bot@acme.com', do: [{ ...actOn(report), deployment } as never] })
}

const edit = (report: string) => ({ do: 'edit-report', report, set: { name: 'By hand' } })
const remove = (report: string) => ({ do: 'delete', type: 'REPORT', id: report })
const tokenOf = (name: string): string => `BOARDWRIGHT_TOKEN_${name.toUpperCase().replace('-', '_')}`

test(`a gate is open where a plan holds nothing, and only there: ${COUNT} targets in random states`, async () => {
  const [states = []] = fc.sample(
    fc.array(fc.constantFrom(...STATES), { minLength: COUNT - STATES.length, maxLength: COUNT - STATES.length }),
    1,
  )
  const stateOf = new Map<string, State>(fleet.names.map((name, n) => [name, [...STATES, ...states][n] ?? 'applied']))
  const those = (...wanted: readonly State[]): string[] =>
    fleet.names.filter((name) => wanted.includes(stateOf.get(name) ?? 'applied'))
  await fleet.run('apply --target * --yes')
  for (const name of those('gone'))
    await fleet.write(`targets/${name}.yaml`, (text) =>
      text.replace(/deployment: \d+/, `deployment: 9${name.slice(-3)}`),
    )
  await fleet.retitle('By week')
  for (const name of those('edited before')) await act(name, edit)
  await fleet.run(
    `apply --target ${fleet.names.filter((name) => !those('not applied').includes(name)).join(',')} --yes`,
  )
  for (const name of those('edited after')) await act(name, edit)
  for (const name of those('deleted after')) await act(name, remove)
  const env = {
    BOARDWRIGHT_TOKEN: '',
    ...Object.fromEntries(
      fleet.names
        .filter((name) => !those('no token').includes(name))
        .map((name) => [tokenOf(name), fleet.sandbox().keys.admin]),
    ),
  }
  const open = { yes: 0, no: 0 }
  for (const [index, name] of fleet.names.entries()) {
    const { stdout } = await fleet.run(`plan --target ${name} --json`, env)
    const held = stdout === '' ? undefined : (JSON.parse(stdout) as { held: readonly unknown[] }).held.length
    const gate = await fleet.run(`fleet gate --wave ${index + 1}`, env)
    const isOpen = gate.code === 0
    open[isOpen ? 'yes' : 'no'] += 1
    expect([name, stateOf.get(name), held, isOpen]).toEqual([name, stateOf.get(name), held, held === 0])
  }
  expect(open.yes * open.no).toBeGreaterThan(0)
}, 3_600_000)

test('a status that is hours old does not know what is held', async () => {
  const { stdout } = await fleet.run('fleet status --json')
  const old = { ...JSON.parse(stdout), at: new Date(Date.now() - 2 * 3_600_000).toISOString() }
  await writeFiles(fleet.root(), { '.boardwright/status.json': JSON.stringify(old) })
  const line = `fleet matrix --wave 2 --status ${fleet.root()}/.boardwright/status.json`
  const { code, stderr } = await fleet.run(line)
  expect([code, stderr]).toEqual([5, expect.stringContaining('not known what is held on tenant-001')])
})

test('a later commit counts as having this one, and what it changed is not held', async () => {
  await fleet.run('apply --target tenant-001 --yes')
  await fleet.retitle('By year')
  const { code } = await fleet.run('apply --target tenant-001 --yes')
  git(fleet.root(), 'checkout', '--quiet', 'HEAD~1')
  const gate = await fleet.run('fleet gate --wave 1')
  expect([code, gate.code, gate.stdout]).toEqual([0, 0, expect.stringContaining('1 target, 0 held')])
  const { targets } = JSON.parse((await fleet.run('fleet status --wave 1 --json')).stdout)
  expect(targets).toMatchObject([{ state: 'ahead', held: 0 }])
})
