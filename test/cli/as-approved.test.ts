// Slow: it goes through a pull request again and again.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ForgeServer, startForge } from '../../packages/ci/test/server.ts'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

/**
 * Pull requests that are planned, shown, merged and applied, with the sandbox, real git, and a server that plays the
 * forge.
 */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'empty' })
})
beforeEach(async () => {
  sandbox.controls.clearFaults()
  await sandbox.controls.reset({ seed: 'empty' })
})
afterAll(() => sandbox.close())

type Files = Readonly<Record<string, string>>
type How = 'merge' | 'squash' | 'rebase'

const report = (id: string, name: string, sql: string): string => `id: ${id}\nname: ${name}\nsql: ${sql}\n`
const PIPELINE = 'content/sales/pipeline.report.yaml'
const CASH = 'content/sales/cash.report.yaml'

async function project(player: 'github' | 'gitlab' = 'github') {
  const forge = await startForge(player)
  const root = temporaryDirectory()
  await writeFiles(root, {
    'boardwright.yaml': `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
targets:
  production: {url: "${sandbox.url}", deployment: 2, dataModel: off}
  dev: {url: "${sandbox.url}", deployment: 1, dataModel: off}
`,
    '.gitignore': '.boardwright/\n*.plan.json\n',
    'content/sales/folder.yaml': 'name: Sales\n',
    [PIPELINE]: report('pipeline0001', 'Pipeline', 'select 1'),
  })
  commitAll(root)
  const common = {
    ...{
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: forge.url,
      GITHUB_REPOSITORY: 'acme/analytics',
      GITHUB_TOKEN: 'ghs_1',
    },
  }
  const gitlab = { GITLAB_CI: 'true', CI_API_V4_URL: forge.url, CI_PROJECT_ID: '5', GITLAB_TOKEN: 'glpat' }
  const job = player === 'github' ? common : gitlab
  const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin, BOARDWRIGHT_HOST: new URL(sandbox.url).host, CI: 'true' }
  const run = (args: readonly string[], more: Files) => runHere([...args, '-C', root], { env: { ...more } })

  /** A branch with these files, planned and shown as the pipelines do it. Returns its commit. */
  async function propose(files: Files, { target = 'production', fork = false } = {}): Promise<string> {
    git(root, 'checkout', '--quiet', '-B', 'topic', 'main')
    await writeFiles(root, files)
    const head = commitAll(root, 'a change')
    const plan = join(root, `${target}.plan.json`)
    const planned = await run(['plan', '--target', target, '--out', plan], env)
    expect(planned, planned.stderr).toMatchObject({ code: 0 })
    const event = join(temporaryDirectory(), 'event.json')
    const from = { full_name: fork ? 'mallory/analytics' : 'acme/analytics' }
    writeFileSync(event, JSON.stringify({ pull_request: { number: 12, head: { sha: head, repo: from } } }))
    const request = {
      ...{ GITHUB_EVENT_PATH: event, GITHUB_REF: 'refs/pull/12/merge', CI_MERGE_REQUEST_IID: '12' },
      ...{ CI_MERGE_REQUEST_PROJECT_ID: '5', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: fork ? '6' : '5' },
    }
    const commented = await run(['ci', 'comment', plan], { ...job, ...request })
    expect(commented, commented.stderr).toMatchObject({ code: 0 })
    return head
  }

  /** Merges as the forge does, and records what the forge says about it. Returns the commit on main. */
  function merge(head: string, how: How = 'merge'): string {
    git(root, 'checkout', '--quiet', 'main')
    if (how === 'merge') git(root, 'merge', '--quiet', '--no-ff', '--message', 'Merge', head)
    if (how === 'rebase') git(root, 'cherry-pick', '--allow-empty', head)
    if (how === 'squash') {
      git(root, 'merge', '--quiet', '--squash', head)
      git(root, 'commit', '--quiet', '--allow-empty', '--message', 'Squashed')
    }
    const commit = git(root, 'rev-parse', 'HEAD').trim()
    const merged = { commits: [commit], merge_commit_sha: commit, merged_at: '2026-11-20T09:00:00Z' }
    const [base, github] = [
      { ref: 'main', repo: { full_name: 'acme/analytics' } },
      { number: 12, state: 'closed' },
    ]
    if (player === 'github') forge.pulls.push({ ...merged, ...github, base, head: { label: 'acme:topic', sha: head } })
    else forge.pulls.push({ ...merged, iid: 12, state: 'merged', sha: head, target_branch: 'main' })
    return commit
  }

  const push = async (files: Files): Promise<string> => {
    git(root, 'checkout', '--quiet', 'main')
    await writeFiles(root, files)
    return commitAll(root, 'pushed')
  }

  const apply = async (...args: readonly string[]) => {
    sandbox.controls.clearRequests()
    const branch = { GITHUB_REF: 'refs/heads/main', CI_COMMIT_BRANCH: 'main' }
    const target = args.includes('--target') ? [] : ['--target', 'production']
    return run(['apply', '--approve', 'pull-request', ...target, ...args], { ...env, ...job, ...branch })
  }
  return { root, forge, propose, merge, push, apply, shown: (server: ForgeServer) => server.bodies() }
}

const writes = (): string[] =>
  sandbox.controls
    .requests()
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`)

/** The run stopped with this message, and sent nothing. */
const expectStopped = (ended: Awaited<ReturnType<typeof runHere>>, message: string): void => {
  expect(ended, ended.stderr).toMatchObject({ code: 6 })
  expect(ended.stderr).toContain('BW-E1508')
  expect(ended.stderr).toContain(message)
  expect(writes()).toEqual([])
}

describe('the plan that a merged pull request showed is applied', () => {
  test.each([
    ['github', 'merge'],
    ['github', 'squash'],
    ['github', 'rebase'],
    ['gitlab', 'merge'],
    ['gitlab', 'squash'],
  ] as const)('%s, by %s', async (player, how) => {
    const { propose, merge, apply } = await project(player)
    merge(await propose({ [CASH]: report('cash00000001', 'Cash', 'select 2') }), how)
    expect(await apply()).toMatchObject({ code: 0 })
    expect(writes().length).toBeGreaterThan(2)
    const again = await apply()
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('No changes.') })
  })

  test('when nothing changes, the forge is not asked', async () => {
    const { propose, merge, apply, push, forge } = await project()
    merge(await propose({ [CASH]: report('cash00000001', 'Cash', 'select 2') }))
    await apply()
    await push({ 'README.md': 'words\n' })
    forge.sent.length = 0
    expect(await apply()).toMatchObject({ code: 0 })
    expect(forge.sent).toEqual([])
  })

  test('completely, after a run that failed in the middle', async () => {
    const { propose, merge, apply } = await project()
    merge(await propose({ [CASH]: report('cash00000001', 'Cash', 'select 2') }))
    sandbox.controls.addFault({ method: 'POST', path: '**/reports', kind: 'status', status: 400 })
    expect(await apply()).toMatchObject({ code: 4 })
    sandbox.controls.clearFaults()
    expect(await apply()).toMatchObject({ code: 0 })
    expect(writes()).toEqual([
      'POST /api/v1/deployments/2/reports',
      expect.stringMatching(/^PUT \/api\/v1\/deployments\/2\/reports\/\d+$/),
    ])
  })

  test('by the next run too, when the apply after an earlier merge was skipped', async () => {
    const { propose, merge, apply } = await project()
    merge(await propose({ [CASH]: report('cash00000001', 'Cash', 'select 2') }))
    await apply()
    // Shown before the previous one was merged: neither shows what both do together.
    const first = await propose({ [CASH]: report('cash00000001', 'Cash', 'select 3') })
    const second = await propose({ [PIPELINE]: report('pipeline0001', 'Pipeline', 'select 4') })
    merge(first)
    merge(second)
    expect(await apply()).toMatchObject({ code: 0, stdout: expect.stringContaining('2 applied') })
  })
})

describe('a change that nobody approved stops the apply, and is named', () => {
  test('a direct push, unless that is allowed', async () => {
    const { push, apply } = await project()
    await push({ [CASH]: report('cash00000001', 'Cash', 'select 2') })
    const stopped = await apply()
    expectStopped(stopped, 'came without a pull request')
    expect(stopped.stdout).toContain('Not approved:\n+ create  folder Sales')
    expect(stopped.stdout).toMatch(
      /^Apply exactly this: {2}boardwright apply --target production --approve [0-9a-f]{64}$/m,
    )
    expect(await apply('--accept', 'direct-push')).toMatchObject({ code: 0 })
  })

  test('a push beside the pull request: only its changes are named', async () => {
    const { propose, merge, push, apply } = await project()
    merge(await propose({}))
    await apply()
    const head = await propose({ [CASH]: report('cash00000001', 'Cash', 'select 2') })
    await push({ [PIPELINE]: report('pipeline0001', 'Pipeline', 'select 6, 6') })
    merge(head)
    const stopped = await apply()
    expectStopped(stopped, 'changes to 1 of the 2 objects that were not shown in pull request 12')
    const [, rest = ''] = stopped.stdout.split('Not approved:\n')
    expect(rest).toContain('Pipeline')
    expect(rest).not.toContain('Cash')
  })

  test('a commit that was pushed to the pull request after the plan was shown', async () => {
    const { root, propose, merge, apply } = await project()
    await propose({ [CASH]: report('cash00000001', 'Cash', 'select 2') })
    await writeFiles(root, { [CASH]: report('cash00000001', 'Cash', 'select 3') })
    merge(commitAll(root, 'and one more'))
    expectStopped(await apply(), 'had no check "Boardwright" when it was merged')
  })

  test('a merge that differs from what was shown', async () => {
    const { root, propose, merge, apply, forge } = await project()
    const head = await propose({ [CASH]: report('cash00000001', 'Cash', 'select 2') })
    merge(head)
    await writeFiles(root, { [CASH]: report('cash00000001', 'Cash', 'select 3') })
    git(root, 'commit', '--quiet', '--all', '--amend', '--no-edit')
    const commit = git(root, 'rev-parse', 'HEAD').trim()
    Object.assign(forge.pulls.at(-1) ?? {}, { commits: [commit], merge_commit_sha: commit })
    const stopped = await apply()
    expectStopped(stopped, 'changes to 1 of the 3 objects')
    expect(stopped.stdout.split('Not approved:\n')[1]).toContain('sql')
  })

  test('the plan of another target', async () => {
    const { propose, merge, apply } = await project()
    merge(await propose({}, { target: 'dev' }))
    expectStopped(await apply(), 'not shown in pull request 12')
    expect(await apply('--target', 'dev')).toMatchObject({ code: 0 })
  })

  test('a plan that a fork made', async () => {
    const { propose, merge, apply, forge } = await project()
    merge(await propose({ [CASH]: report('cash00000001', 'Cash', 'select 2') }, { fork: true }))
    expect(forge.checks).toMatchObject([{ conclusion: 'neutral' }])
    expect(forge.bodies()[0]).toContain('**From a fork**')
    expectStopped(await apply(), 'approves nothing')
  })

  test('an approval that was used once does not approve the same change again', async () => {
    const { propose, merge, push, apply } = await project()
    for (const sql of ['select 2', 'select 3']) {
      merge(await propose({ [CASH]: report('cash00000001', 'Cash', sql) }))
      expect(await apply()).toMatchObject({ code: 0 })
    }
    await push({ [CASH]: report('cash00000001', 'Cash', 'select 2') })
    expectStopped(await apply(), 'came without a pull request')
  })

  test('a UI edit that would be overwritten and is not the one that was shown', async () => {
    const { propose, merge, apply } = await project()
    merge(await propose({}))
    await apply()
    merge(await propose({ [PIPELINE]: `${report('pipeline0001', 'Pipeline', 'select 1')}title: Ours\n` }))
    await sandbox.controls.addPeople({
      as: 'ci-bot@acme.com',
      do: [{ do: 'edit-report', report: 'pipeline0001', set: { title: 'Theirs' } }],
    })
    expectStopped(await apply('--accept', 'ui-edits'), 'not shown in pull request 12')
  })

  test('--approve pull-request works only in a job, and not together with a hash', async () => {
    const { root, apply } = await project()
    const alone = await runHere(['apply', '--approve', 'pull-request', '--target', 'production', '-C', root], {
      env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin },
    })
    expect(alone).toMatchObject({ code: 64, stderr: expect.stringContaining('apply it with --approve HASH') })
    expect(await apply('--approve', 'a'.repeat(64))).toMatchObject({ code: 64 })
  })
})
