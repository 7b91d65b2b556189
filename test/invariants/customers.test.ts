// Slow: it applies to many targets.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { run } from '../../src/cli/run.ts'
import { configOf, REPORT, TREE } from '../project/promote-tree.ts'
import { commitAll, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'

/** The number of customers, with one deployment each. */
const COUNT = isLong ? 200 : 6
let sandbox: Sandbox
let root: string
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
  for (let n = 0; n < COUNT; n += 1) {
    const body = { name: `customer ${n}`, cloudProvider: 'platform', isManaged: true, region: 'local' }
    const answer = await fetch(`${sandbox.url}/build/api/v1/deployments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.keys.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, targetPlatform: 'local', creationStep: 'ready' }),
    })
    expect(answer.status).toBeLessThan(300)
  }
  root = mkdtempSync(join(tmpdir(), 'boardwright-customers-'))
  await project()
})
afterAll(async () => {
  rmSync(root, { recursive: true })
  await sandbox.close()
})

const customers = Array.from({ length: COUNT }, (_, n) => `customer-${String(n).padStart(3, '0')}`)

async function project(): Promise<void> {
  const files = Object.fromEntries(
    customers.map((name, n) => [
      `targets/${name}.yaml`,
      `extends: customer\ndeployment: ${n + 3}\nvariables: {schema: c${n}}\n`,
    ]),
  )
  const template = `templates:\n  customer: {url: ${sandbox.url}}\ntargetFiles: [targets/*.yaml]\n`
  await writeFiles(root, {
    ...TREE,
    ...files,
    '.gitignore': '.boardwright/\n',
    'boardwright.yaml': configOf({ production: { url: sandbox.url, deployment: 2 } }, template),
  })
  commitAll(root)
}

async function told(...args: string[]): Promise<{ exit: number; out: string; err: string }> {
  const texts = { out: '', err: '' }
  const keep = (name: 'out' | 'err') => (chunk: string | Uint8Array) => {
    texts[name] += chunk
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(keep('out'))
  vi.spyOn(process.stderr, 'write').mockImplementation(keep('err'))
  vi.stubEnv('BOARDWRIGHT_TOKEN', sandbox.keys.admin)
  try {
    return { exit: await run([...args, '-C', root]), ...texts }
  } finally {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  }
}

const ALL = ['--target', 'customer-*'] as const

describe('customers', () => {
  test('are applied one after another; then one changed dashboard costs each the same few requests; names with commas are a part of all', async () => {
    const first = await told('apply', ...ALL, '--yes')
    expect(first.exit).toBe(0)
    expect(first.out).toContain(`== ${COUNT} targets ==\ncustomer-000  4 applied, 0 held. Exit 0\n`)

    await writeFiles(root, { [REPORT]: TREE[REPORT].replace('By month', 'By month, changed') })
    commitAll(root)
    sandbox.controls.clearRequests()
    const started = performance.now()
    const whole = await told('plan', ...ALL, '--json', '--detailed-exitcode', '--out', `${root}/{target}.json`)
    const seconds = (performance.now() - started) / 1000
    const requests = sandbox.controls.requests()
    expect(whole.exit).toBe(2)
    const { targets } = JSON.parse(whole.out) as {
      targets: { target: string; exit: number; plan: { fingerprint: string } }[]
    }
    expect(targets.map(({ target, exit }) => [target, exit])).toEqual(customers.map((name) => [name, 2]))
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
    expect(requests.length / COUNT).toBeLessThanOrEqual(12)
    expect(JSON.parse(readFileSync(`${root}/customer-003.json`, 'utf8'))).toMatchObject({
      target: { name: 'customer-003' },
    })
    if (isLong) {
      const memory = Math.round(process.memoryUsage().rss / 1024 / 1024)
      process.stderr.write(`${COUNT} plans: ${requests.length} requests, ${seconds.toFixed(1)} s, ${memory} MB\n`)
      expect(seconds).toBeLessThan(COUNT)
    }

    const parts = []
    const half = Math.ceil(COUNT / 2)
    for (const part of [customers.slice(0, half), customers.slice(half)]) {
      const { out } = await told('plan', '--target', part.join(','), '--json')
      parts.push(...(JSON.parse(out) as { targets: typeof targets }).targets)
    }
    const byName = (list: typeof targets) =>
      Object.fromEntries(list.map(({ target, plan }) => [target, plan.fingerprint]))
    expect(parts).toHaveLength(COUNT)
    expect(byName(parts)).toEqual(byName(targets))
  })

  test('that cannot be reached do not hold up the others', async () => {
    await writeFiles(root, { 'targets/customer-001.yaml': 'extends: customer\ndeployment: 999\n' })
    commitAll(root)
    const { exit, out, err } = await told('status', '--ui-edits', ...ALL)
    expect(exit).toBe(1)
    expect(err).toContain('error BW-E2103')
    expect(out).toMatch(
      /customer-000 {2}no UI edits\ncustomer-001 {2}failed: .* BW-E2103\ncustomer-002 {2}no UI edits\n/,
    )
    const applied = await told('apply', ...ALL, '--yes', '--json')
    expect(applied.exit).toBe(4)
    const events = applied.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type?: string; target?: string })
    expect(new Set(events.flatMap(({ target }) => target ?? []))).toEqual(
      new Set(customers.filter((name) => name !== 'customer-001')),
    )
  })

  test('can be checked in part by status and validate', async () => {
    const some = 'customer-00?'
    const status = await told('status', '--target', some, '--json')
    const { targets } = JSON.parse(status.out) as { targets: { target: string }[] }
    expect(targets.map(({ target }) => target)).toEqual(customers.filter((name) => name.startsWith('customer-00')))
    expect((await told('validate', '--target', some)).exit).toBe(0)
  })

  test.each([
    ['one file for several plans', ['plan', ...ALL, '--out', 'plan.json'], '--out plan.json is one file'],
    [
      'one approval for several plans',
      ['apply', ...ALL, '--approve', 'a'.repeat(64)],
      '--approve names one plan, but there are several targets',
    ],
    ['a part of a hash', ['apply', '--approve', 'ab12-cd34'], '--approve takes the whole hash'],
    ['an unknown name', ['plan', '--target', 'customer-x*'], 'no target is called "customer-x*"'],
    ['a name that is a path', ['plan', '--target', '../production'], 'no target is called "../production"'],
  ])('%s', async (_, args, message) => {
    const { exit, err } = await told(...args)
    expect([1, 64]).toContain(exit)
    expect(err).toContain(message)
  })
})

describe('promote on the command line', () => {
  test('lists what does not move, then the plan, and stops there with --plan', async () => {
    await told('apply', '--target', 'customer-000', '--yes')
    const args = ['promote', '--from', 'customer-000', '--to', 'production']
    const shown = await told(...args, '--plan')
    expect(shown.exit).toBe(0)
    expect(shown.err).toMatch(/^Promoting customer-000 to production: commit [0-9a-f]{7}[.,]/)
    expect(shown.out).toMatch(/^Plan for production: acme [0-9a-f]{7} of customer-000 -> deployment 2 /)
    const command =
      /Apply exactly this: {2}boardwright (promote --from customer-000 --to production --approve [0-9a-f]{64})/
    const [, approve = ''] = command.exec(shown.out) ?? []
    expect((await told(...args)).err).toContain('--yes is missing')
    expect((await told(...args, '--plan', `${root}/plan.json`)).exit).toBe(0)
    expect((await told(...approve.split(' '))).exit).toBe(0)
    expect((await told('apply', `${root}/plan.json`, '--yes')).err).toContain('BW-E1503')
    const again = await told(...args, '--yes')
    expect([again.exit, again.out]).toEqual([0, expect.stringContaining('No changes.')])
  })
})
