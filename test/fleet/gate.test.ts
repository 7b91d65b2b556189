// Slow: it waits at gates.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { commitAll, git, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { start } from '../support/program.ts'
import { openFleet } from './stage.ts'

const fleet = openFleet(
  6,
  `waves:
  - {name: canary, size: 1, soak: 1s}
  - {size: 2, gate: [applied, held at most 1]}
  - {gate: [applied, {run: 'test ! -e .boardwright/broken && echo "looked, with $BOARDWRIGHT_TOKEN."'}]}
`,
)
const config = (): string => `${fleet.root()}/boardwright.yaml`

beforeAll(async () => {
  await fleet.run('apply --target * --yes')
})

const conflict = async (name: string): Promise<void> => {
  const deployment = fleet.deploymentOf(name)
  const { controls, url, keys } = fleet.sandbox()
  const answer = await fetch(`${url}/api/v1/deployments/${deployment}/reports?first=100`, {
    headers: { authorization: `Bearer ${keys.admin}` },
  })
  const { items } = (await answer.json()) as { items: { publicId: string; name: string }[] }
  const report = items.find((each) => each.name.startsWith('By '))?.publicId ?? ''
  await controls.addPeople({
    as: 'ci-bot@acme.com',
    do: [{ do: 'edit-report', report, set: { name: `By hand in ${name}` }, deployment }],
  })
}

describe('a gate', () => {
  const CLOCKS: readonly (readonly [string, number])[] = [['ahead', 7], ...(isLong ? [['behind', -7] as const] : [])]
  test.each(CLOCKS)(
    'lets a wave through once it has soaked, with a platform clock that is hours %s',
    async (_, hours) => {
      const { controls } = fleet.sandbox()
      controls.setClock({ advanceMs: hours * 3_600_000 })
      controls.clearRequests()
      const started = performance.now()
      const { code, stdout, stderr } = await fleet.run('fleet gate --wave 1 --every 1s')
      expect({ code, stdout }).toEqual({
        code: 0,
        stdout: expect.stringMatching(/^wave 1 is through at \w{7}: 1 target, 0 held\n$/),
      })
      expect(performance.now() - started).toBeGreaterThan(1_000)
      expect(stderr).toContain('wave 1 is applied: soaking until it has held for 1 second')
      expect(fleet.writes()).toEqual(new Map())
      controls.setClock({ advanceMs: -hours * 3_600_000 })
    },
  )

  test('ends at its limit if nobody passes, and says who is missing', async () => {
    await fleet.retitle('By week')
    const { code, stdout } = await fleet.run('fleet gate --wave 2 --wait 2s --every 1s')
    expect(code).toBe(5)
    expect(stdout).toMatch(/tenant-002 {2}to apply {2}2 changes\n/)
    expect(stdout).toMatch(/boardwright apply --target tenant-002,tenant-003 --commit \w{7} --yes/)
  })

  test('says what it waits for, and passes while it waits', async () => {
    const line = ['fleet', 'gate', '--wave', '2', '--wait', '10m', '--every', '1s', '-C', fleet.root()]
    const waiting = start(line, { BOARDWRIGHT_TOKEN: fleet.sandbox().keys.admin })
    const closed = once(waiting, 'close')
    const [said] = await once(waiting.stderr ?? waiting, 'data')
    expect(String(said)).toContain('wave 2 waits: not applied to tenant-002, tenant-003')
    expect((await fleet.run('apply --target tenant-002,tenant-003 --yes')).code).toBe(0)
    expect(await closed).toEqual([0, null])
  })

  test('counts what is held in the whole wave', async () => {
    await fleet.run('apply --target * --yes')
    await conflict('tenant-002')
    await fleet.retitle('By month, as before')
    await fleet.run('apply --target tenant-001,tenant-002,tenant-003 --yes')
    const one = await fleet.run('fleet gate --wave 2')
    expect(one.stdout).toContain('2 targets, 1 held')
    await conflict('tenant-003')
    await fleet.retitle('By day')
    await fleet.run('apply --target tenant-001,tenant-002,tenant-003 --yes')
    const two = await fleet.run('fleet gate --wave 2')
    expect(two.code).toBe(5)
    expect(two.stderr).toContain('2 held, but at most 1 may be: tenant-002, tenant-003')
  })

  test('runs a command of the project only with the flag for it, and without the token', async () => {
    await fleet.run('apply --target * --yes')
    const refused = await fleet.run('fleet gate --wave 3')
    expect(refused.code).toBe(64)
    expect(refused.stderr).toContain('wave 3 asks for a command of the project: test ! -e .boardwright/broken')
    const passed = await fleet.run('fleet gate --wave 3 --run')
    expect(passed).toMatchObject({ code: 0, stderr: expect.stringContaining('looked, with .') })
    writeFileSync(`${fleet.root()}/.boardwright/broken`, '')
    const failed = await fleet.run('fleet gate --wave 3 --run')
    expect(failed.code).toBe(6)
    expect(failed.stderr).toContain('error BW-E1703')
  })

  test('counts a commit without changes for a tenant as applied', async () => {
    await writeFiles(fleet.root(), { 'README.md': 'For people.\n' })
    commitAll(fleet.root(), 'words')
    expect((await fleet.run('fleet gate --wave 1 --every 1s')).code).toBe(0)
    expect((await fleet.run('fleet matrix --wave 1')).stdout).toBe('')
  })
})

describe('a tenant that cannot be reached', () => {
  const without = (name: string) => ({
    BOARDWRIGHT_TOKEN: '',
    ...Object.fromEntries(
      fleet.names
        .filter((each) => each !== name)
        .map((each) => [`BOARDWRIGHT_TOKEN_${each.toUpperCase().replace('-', '_')}`, fleet.sandbox().keys.admin]),
    ),
  })

  test('because its token is missing does not hide the others', async () => {
    const { code, stdout } = await fleet.run('fleet status', without('tenant-004'))
    expect(code).toBe(3)
    expect(stdout).toContain('1 unreachable')
    expect(stdout).toContain('Could not be read\n  tenant-004  there is no token for tenant-004')
    const matrix = await fleet.run('fleet matrix --all', without('tenant-004'))
    expect([matrix.code, matrix.stdout]).toEqual([0, expect.stringContaining('tenant-004\n')])
    expect(matrix.stderr).toContain('tenant-004 cannot be read, so it gets a step in any case')
    expect((await fleet.run('fleet matrix --all', { BOARDWRIGHT_TOKEN: '' })).code).toBe(3)
  })

  test.each([
    ['status', 'tenant-002\\n {2}there is no token'],
    ['plan --target *', 'error BW-E1404 {2}there is no token for tenant-002'],
    ['fleet plan', 'tenant-002 cannot be read: there is no token'],
    [
      'fleet gate --wave 2',
      'error BW-E1404 {2}wave 2 has not passed at .*: tenant-002 .*\\n {2}Set BOARDWRIGHT_TOKEN to',
    ],
    ['fleet matrix --wave 3', 'error BW-E1404 {2}wave 3 has to wait: .*: tenant-002 .*\\n {2}Set BOARDWRIGHT_TOKEN to'],
  ])('because its token is missing makes `%s` end with 3', async (line, said) => {
    const { code, stdout, stderr } = await fleet.run(line, without('tenant-002'))
    expect([code, `${stdout}${stderr}`]).toEqual([3, expect.stringMatching(said)])
  })

  test('because it is gone keeps its wave from passing', async () => {
    const text = readFileSync(`${fleet.root()}/targets/tenant-001.yaml`, 'utf8')
    await writeFiles(fleet.root(), { 'targets/tenant-001.yaml': text.replace(/deployment: \d+/, 'deployment: 999') })
    commitAll(fleet.root(), 'gone')
    const { code, stderr, stdout } = await fleet.run('fleet gate --wave 1')
    expect(code).toBe(5)
    expect(stdout).toContain('tenant-001 cannot be read')
    expect(stderr).toContain(': perhaps not applied to tenant-001, which cannot be read')
    git(fleet.root(), 'revert', '--no-edit', 'HEAD')
  })
})

describe('the status', () => {
  test('is saved for a matrix, which needs no token, at that commit only', async () => {
    await fleet.retitle('By quarter')
    const { stdout } = await fleet.run('fleet status --json')
    writeFileSync(`${fleet.root()}/.boardwright/status.json`, stdout)
    fleet.sandbox().controls.clearRequests()
    const file = `${fleet.root()}/.boardwright/status.json`
    const line = `fleet matrix --wave 1 --json --status ${file}`
    const { steps } = JSON.parse((await fleet.run(line, { BOARDWRIGHT_TOKEN: '' })).stdout)
    expect(steps).toMatchObject([{ wave: 1, step: '1-001', targets: 'tenant-001' }])
    expect(fleet.sandbox().controls.requests()).toEqual([])
    await fleet.retitle('By decade')
    expect((await fleet.run(line)).stderr).toContain('BW-E1705')
    writeFileSync(file, stdout.replace('"project": "7f3kQ2m9"', '"project": "another0"'))
    expect((await fleet.run(line)).stderr).toContain('the status is of the project another0')
    writeFileSync(file, '{}')
    expect((await fleet.run(line)).stderr).toContain('BW-E1704')
  })

  test('is shown by commit and by wave, and as a page that runs nothing', async () => {
    const { stdout } = await fleet.run('fleet status')
    expect(stdout).toMatch(
      /^6 targets at \w{7}: .*\n +targets .*to apply.*\n {2}wave 1 \(canary\) .*\b1\b.*\n {2}wave 2 /,
    )
    expect(stdout).toMatch(/Commits\n {2}\w{7} {2}\d targets?/)
    const page = (await fleet.run('fleet status --format html')).stdout
    expect(page).toContain('default-src &#39;none&#39;')
    expect(page).toContain('<td>tenant-001</td><td><span class="word changed">to apply</span></td>')
  })
})

describe('wrong input', () => {
  test.each([
    ['fleet gate', 64, 'fleet gate wants --wave N'],
    ['fleet matrix', 64, 'fleet matrix wants --wave N or --all'],
    ['fleet matrix --wave 9', 64, 'there is no wave 9: there are 3'],
    ['fleet matrix --all --format github --json', 64, '--json and --format github ask for two formats'],
    [
      'fleet matrix --all --format html',
      64,
      'Use --format github, --format gitlab, --format argo, --json, or none of them for text.',
    ],
    ['fleet gate --wave 1 --format github', 64, 'fleet gate does not take --format'],
    ['fleet gate --wave 1 --wait soon', 64, 'it must be a time such as 30s'],
    ['fleet halt', 64, '<what> does not take "halt"'],
    ['apply --target tenant-001 --commit HEAD --yes', 64, '--commit takes the name of a commit'],
    ['plan --target tenant-001,tenant-9', 1, 'no target is called "tenant-9"'],
  ])('%s', async (line, code, message) => {
    const ended = await fleet.run(line)
    expect(ended.stderr).toContain(message)
    expect(ended.code).toBe(code)
  })

  test('uncommitted files, and a project without waves', async () => {
    const text = readFileSync(config(), 'utf8')
    writeFileSync(config(), text.replace(/^waves:[\s\S]*/m, ''))
    expect((await fleet.run('fleet gate --wave 1')).stderr).toContain('boardwright.yaml has no `waves`')
    writeFileSync(config(), `${text}\n# more\n`)
    expect((await fleet.run('fleet matrix --wave 1')).stderr).toContain('error BW-E1412')
    writeFileSync(config(), text)
  })
})

test('a gate counts a dashboard that waits for a review as held, however often its commit is applied', async () => {
  const [first = ''] = fleet.names
  const review = { workbook: 'revenue', deployment: fleet.deploymentOf(first) }
  fleet.sandbox().controls.setReview({ ...review, required: true })
  await fleet.retitle('By quarter')
  for (const round of [1, 2]) {
    const applied = await fleet.run(`apply --target ${first} --yes`)
    const again = `try again:   boardwright apply --target ${first} --select `
    expect([round, applied.code, applied.stdout]).toEqual([round, 6, expect.stringContaining(again)])
    expect(applied.stdout).not.toContain('the same command again')
    expect([(await fleet.run('fleet plan')).code, (await fleet.run('plan --target *')).code]).toEqual([6, 6])
    expect(applied.stdout).toMatch(/, 1 held\. Exit 6\.|: 1 object held\./)
    const gate = await fleet.run('fleet gate --wave 1')
    expect([round, gate.code, gate.stdout]).toEqual([round, 5, expect.stringMatching(/1 held, but at most 0 may be/)])
  }
  fleet.sandbox().controls.setReview({ ...review, required: false })
  await fleet.sandbox().controls.addPeople({
    do: [{ do: 'publish', workbook: review.workbook, deployment: review.deployment }],
  })
  expect((await fleet.run('fleet gate --wave 1 --every 1s')).code).toBe(0)
})
