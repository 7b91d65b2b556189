// Slow: it runs the scripts of every pipeline.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startForge } from '../../packages/ci/test/server.ts'
import { createClient } from '../../packages/platform/client/client.ts'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { reply, startServer } from '../support/http.ts'
import type { Ended } from '../support/program.ts'
import { smallTenant } from '../support/small-tenant.ts'
import { createRunner } from './job.ts'

/** The shipped scripts as they are, against the sandbox, a local bare remote and a server that plays the forge. */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

const edit = (root: string, file: string, change: (text: string) => string): void => {
  const before = readFileSync(join(root, file), 'utf8')
  expect(change(before)).not.toBe(before)
  writeFileSync(join(root, file), change(before))
}

const done = (ended: Ended, code = 0): Ended => {
  expect(ended, ended.stderr).toMatchObject({ code })
  return ended
}

const configOf = (more = ''): string => `version: 1
project: acme-analytics
projectId: 7f3kQ2m9
home: production
${more}targets:
  production: {url: "${sandbox.url}", deployment: 2, protected: true, dataModel: {branch: main}}
  dev: {url: "${sandbox.url}", deployment: 1, dataModel: off}
`

const OVERVIEW = 'content/sales/revenue-overview'
const REPORT = `${OVERVIEW}/reports/orders.yaml`
const EXPLORER = 'content/product/order-explorer/dashboard.yaml'
/** Left out by the settings. */
const SPREADSHEET = 'Budget 2027, first draft'

test('from the first clone to a promotion', async () => {
  const { run } = await createRunner({ program: 'here' })
  const remote = temporaryDirectory()
  git(remote, 'init', '--quiet', '--bare', '--initial-branch', 'main')
  const forge = await startForge('github', remote)
  const platform = { BOARDWRIGHT_TOKEN: sandbox.keys.admin, BOARDWRIGHT_HOST: new URL(sandbox.url).host }
  const github = {
    ...{
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: forge.url,
      GITHUB_REPOSITORY: 'acme/analytics',
      GITHUB_TOKEN: 'ghs_secret',
    },
    ...{ GITHUB_REF: 'refs/pull/12/merge', GITHUB_SHA: '9f3c2e1aa0b1c2d3e4f5061728394a5b6c7d8e9f' },
  }
  const clone = (): string => {
    const root = temporaryDirectory()
    git(root, 'clone', '--quiet', remote, '.')
    return root
  }
  const save = (root: string, message: string, branch = 'main'): void => {
    git(root, 'add', '--all')
    git(root, 'commit', '--quiet', '--allow-empty', '--message', message)
    git(root, 'push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`)
  }

  // A repository, and the tenant in it.
  const work = clone()
  await writeFiles(work, {
    'boardwright.yaml': configOf("interpolate: ['content/**/app/**']\n"),
    '.gitignore': '.boardwright/\n',
  })
  done(await run('boardwright export --target production', work, platform))
  commitAll(work, 'Export')
  done(await run('boardwright adopt --target production --yes', work, platform))
  save(work, 'Adopt')

  // A pull request: one job with the token of the platform, another one with that of the forge.
  git(work, 'checkout', '--quiet', '-b', 'topic')
  edit(work, `${OVERVIEW}/reports/revenue-by-month.yaml`, (text) => text.replace('last 24 months', 'last 12 months'))
  edit(work, `${OVERVIEW}/dashboard.yaml`, (text) =>
    text
      .replace('{x: 0, y: 0, w: 8, h: 6}', 'HERE')
      .replace('{x: 0, y: 6, w: 8, h: 6}', '{x: 0, y: 0, w: 8, h: 6}')
      .replace('HERE', '{x: 0, y: 6, w: 8, h: 6}'),
  )
  edit(work, EXPLORER, (text) =>
    text.replace('n3QbYe6HsD9v', '${report.active-cafes}').replace('L8gXk2RfP7uT', '${report.orders-per-hour}'),
  )
  save(work, 'Leave refunds out, and customers first', 'topic')
  const out = temporaryDirectory()
  const plan = { BOARDWRIGHT_OUT: out, BOARDWRIGHT_TARGETS: 'production', BOARDWRIGHT_BASE: 'origin/main' }
  const planned = done(await run('plan.sh', work, { ...platform, ...plan, GITHUB_ACTIONS: 'true' }))
  expect(planned.stdout).toContain(`::add-mask::${sandbox.keys.admin}\n`)
  expect(planned.stdout.replaceAll(`::add-mask::${sandbox.keys.admin}`, '')).not.toContain(sandbox.keys.admin)
  expect(readdirSync(out).sort()).toEqual([
    '11-production.plan.json',
    'comment.md',
    'pictures',
    'problems.sarif',
    'validate.problems.json',
  ])
  expect(readdirSync(join(out, 'pictures')).sort()).toEqual([
    'production.html',
    'production.revenue-overview.png',
    'production.revenue-overview.svg',
    'production.revenue-overview_1.png',
  ])
  done(await run('comment.sh', temporaryDirectory(), { ...github, BOARDWRIGHT_OUT: out }))
  expect(forge.bodies()).toHaveLength(1)
  const [comment = ''] = forge.bodies()
  expect(comment).toBe(readFileSync(join(out, 'comment.md'), 'utf8'))
  const [, hash = ''] = /--approve ([0-9a-f]{64})$/m.exec(comment) ?? []
  expect(
    comment.replace(/Plan `.*` at `.*`/, 'Plan `7c1e-40d9` at `9f3c2e1`').replace(hash, 'HASH'),
  ).toMatchInlineSnapshot(`
    "<!-- boardwright:7f3kQ2m9 -->
    ### Boardwright: 1 dashboard will change, nothing will be deleted, 1 object held

    | Where | After merge | Status |
    |---|---|---|
    | **production** | 1 dashboard (1 report, 1 layout), published; **viewers see it when the production deploy is approved** | **1 held**, see below |

    #### Held: not applied until somebody decides

    **Finance / Board pack**, its publishing, in production: has an unpublished draft in progress

    - Take the draft into git: \`boardwright export --target production --select finance/board-pack --drafts\`
    - Or replace the draft: \`boardwright apply --target production --select finance/board-pack --accept ui-edits\`

    #### Sales / Revenue overview
    - **Revenue by month**: date range last 24 months → last 12 months
    - **Top customers** moves to the top, **Revenue by month** below it. The old order stays at md and narrower.
    - Who notices: 2 scheduled emails, 1 embedded tenant. Links and ids stay the same.

    \`\`\`text
    now                            after
    ┌────────────────┬────────┐    ┌────────────────┬────────┐
    │ Revenue by     │ Net    │    │ Top customers ↑│ Net    │
    │ month          │ revenue│    │                │ revenue│
    │                ├────────┤    │                ├────────┤
    ├────────────────┤ Orders │    ├────────────────┤ Orders │
    │ Top customers  ├────────┤    │ Revenue by    ↓├────────┤
    │                │ Region │    │ month          │ Region │
    └────────────────┴────────┘    └────────────────┴────────┘
    \`\`\`

    <details><summary>Good to know (1)</summary>

    - Sales / Weekly sales meeting: "Pipeline" was edited in the UI and not published (production).
    </details>

    Checked: files valid, all query members exist in the data model, 1 SQL query not checked, 1 warning was there before, nothing will be deleted, no unpublished draft goes out.
    Plan \`7c1e-40d9\` at \`9f3c2e1\`. 0 write requests.

    <details><summary>Apply exactly this by hand</summary>

        boardwright apply --target production --approve HASH

    </details>
    "
  `)
  expect(forge.checks).toMatchObject([{ conclusion: 'action_required', head_sha: github.GITHUB_SHA }])

  // Merged and applied: exactly the plan that was looked at.
  git(work, 'checkout', '--quiet', 'main')
  git(work, 'merge', '--quiet', '--no-ff', '--message', 'Merge topic', 'topic')
  git(work, 'push', '--quiet', 'origin', 'main')
  const applied = clone()
  const main = { ...github, GITHUB_REF: 'refs/heads/main', BOARDWRIGHT_DIRECT_PUSH: 'allow' }
  const apply = { ...platform, ...main, BOARDWRIGHT_TARGET: 'production' }
  // What is held is not applied, and the job says so.
  const kept = temporaryDirectory()
  // For a job, what a commit brought is no journal.
  await writeFiles(applied, { '.boardwright/runs/29990101T000000Z-forged.jsonl': '{}\n' })
  done(await run('apply.sh', applied, { ...apply, BOARDWRIGHT_APPROVE: hash, BOARDWRIGHT_JOURNAL: kept }), 5)
  const journals = readdirSync(join(applied, '.boardwright/runs')).filter((file) => !file.includes('forged'))
  expect(journals).toHaveLength(1)
  expect(readdirSync(kept)).toEqual(journals)

  // Somebody edits in the UI; the nightly jobs open one pull request, and another night changes nothing.
  await act(
    { do: 'edit-report', report: 'B9xLfZ2kHs6D', set: { title: 'Orders by day of week' } },
    { do: 'edit-draft', workbook: 'revenue-overview', set: { theme: { widgets: { title: { color: '#eeeeee' } } } } },
    { do: 'publish', workbook: 'revenue-overview' },
  )
  const drift = async (): Promise<void> => {
    const night = clone()
    const env = { BOARDWRIGHT_TARGET: 'production', BOARDWRIGHT_OUT: temporaryDirectory() }
    done(await run('drift-read.sh', night, { ...platform, ...env }))
    expect(git(night, 'status', '--porcelain')).toBe('')
    done(await run('drift-propose.sh', temporaryDirectory(), { ...github, ...env }))
  }
  await drift()
  const branch = 'boardwright/drift-production'
  const first = git(remote, 'rev-parse', branch)
  expect(forge.pulls).toMatchObject([{ state: 'open', title: 'Take UI edits from production into git' }])
  expect(forge.pulls[0]?.['body']).toContain('Orders by day of week')
  expect(forge.pulls[0]?.['body']).toMatch(
    /does not pass every check[\s\S]*dashboard\.yaml {2}BW-E1217 {2}warning: text in #eeeeee/,
  )
  expect(git(remote, 'diff', '--name-only', 'main', branch)).toBe(
    `content/sales/revenue-overview/dashboard.yaml\n${REPORT}\n`,
  )
  await drift()
  expect(git(remote, 'rev-parse', branch)).toBe(first)
  expect(forge.pulls).toHaveLength(1)

  // Merged and applied, it is gone, and so are its pull request and its branch.
  git(work, 'fetch', '--quiet', 'origin')
  git(work, 'merge', '--quiet', `origin/${branch}`)
  git(work, 'push', '--quiet', 'origin', 'main')
  done(await run('apply.sh', clone(), apply), 5)
  await drift()
  expect(forge.pulls).toMatchObject([{ state: 'closed' }])
  expect(git(remote, 'branch', '--list', branch)).toBe('')

  // Somebody decides on the draft that was held, and somebody else allows it: production is what its commit says.
  const promoted = clone()
  sandbox.controls.setReview({ workbook: 'board-pack', deployment: 2, required: false })
  done(await run('apply.sh --select finance/board-pack --accept ui-edits', promoted, apply))

  // It goes to dev, when it was shown what that is.
  const promotion = { ...platform, BOARDWRIGHT_FROM: 'production', BOARDWRIGHT_TO: 'dev' }
  done(await run('promote.sh --accept first-apply', promoted, promotion), 64)
  const shown = done(await run('promote-plan.sh --accept first-apply', promoted, promotion))
  expect(shown.stdout).toContain('Plan: 32 create')
  done(await run('promote.sh --accept first-apply', promoted, promotion))
  expect(await titles(1)).toContain('Orders by day of week')
  expect((await titles(1)).sort()).toEqual((await titles(2)).filter((title) => title !== SPREADSHEET).sort())
  done(await run('promote-plan.sh', promoted, promotion))
  expect(done(await run('promote.sh', promoted, promotion)).stdout).toBe('Nothing to promote from production to dev.\n')
}, 600_000)

describe('a pull request', () => {
  beforeAll(() => sandbox.controls.reset({ seed: smallTenant() }))
  const project = async (directory = ''): Promise<string> => {
    const root = temporaryDirectory()
    await writeFiles(join(root, directory), { 'boardwright.yaml': configOf(), '.gitignore': '.boardwright/\n' })
    return root
  }

  test('with a broken file gets a comment with its problems, and a red check', async () => {
    const { run, temp } = await createRunner({ shell: 'dash' })
    const forge = await startForge('gitlab')
    const top = await project('analytics')
    const root = join(top, 'analytics')
    await writeFiles(root, { 'content/sales/folder.yaml': 'nam: Sales\n' })
    commitAll(top)
    const env = { GITLAB_CI: 'true', CI_COMMIT_REF_PROTECTED: 'true', BOARDWRIGHT_TARGETS: 'production' }
    const { stdout } = done(await run('plan.sh', root, env), 1)
    expect(stdout).toContain('### Boardwright: 2 problems, nothing can be applied')
    const report = JSON.parse(readFileSync(join(temp, 'boardwright-ci/code-quality.json'), 'utf8'))
    const place = { path: 'analytics/content/sales/folder.yaml', lines: { begin: 1 } }
    expect(report).toMatchObject([{ location: place }, { location: place }])
    const { stdout: notes } = done(await run('boardwright validate --format github', root), 1)
    expect(notes).toMatch(/^::error file=analytics\/content\/sales\/folder\.yaml,line=1,col=1,/)
    const gitlab = { CI_API_V4_URL: forge.url, GITLAB_TOKEN: 'glpat', CI_PROJECT_ID: '5', CI_MERGE_REQUEST_IID: '12' }
    done(await run('comment.sh', root, { ...env, ...gitlab }))
    expect(forge.bodies()[0]).toContain('**content/sales/folder.yaml:&#8203;1:1**')
  })

  test('that removes a dashboard says so in its headline, and merging it deletes the dashboard within the limits', async () => {
    const { run, temp } = await createRunner({ program: 'here' })
    const own = await startSandbox({ seed: 'acme' })
    onTestFinished(() => own.close())
    const root = temporaryDirectory()
    const config = configOf().replaceAll(sandbox.url, own.url).replace('protected: true', 'prune: true')
    await writeFiles(root, { 'boardwright.yaml': config, '.gitignore': '.boardwright/\n' })
    const platform = { BOARDWRIGHT_TOKEN: own.keys.admin, BOARDWRIGHT_HOST: new URL(own.url).host }
    done(await run('boardwright export --target production', root, platform))
    commitAll(root, 'Export')
    done(await run('boardwright adopt --target production --yes', root, platform))
    const merge = async (folder: string, code: number) => {
      rmSync(join(root, folder), { recursive: true })
      commitAll(root, `Remove ${folder}`)
      const { stdout } = done(await run('plan.sh', root, { ...platform, BOARDWRIGHT_TARGETS: 'production' }))
      const { fingerprint } = JSON.parse(readFileSync(join(temp, 'boardwright-ci/11-production.plan.json'), 'utf8'))
      const apply = { ...platform, BOARDWRIGHT_TARGET: 'production', BOARDWRIGHT_APPROVE: fingerprint }
      done(await run('apply.sh', root, apply), code)
      const [headline] = /^### .*$/m.exec(stdout) ?? []
      const live = await fetch(`${own.url}/api/v1/deployments/2/workbooks?first=1000`, {
        headers: { authorization: `Bearer ${own.keys.admin}` },
      })
      const { items } = (await live.json()) as { items: { slug: string }[] }
      return { headline, slugs: items.map(({ slug }) => slug).sort() }
    }
    expect(await merge('content/product/experiments/pricing-experiment', 0)).toMatchInlineSnapshot(`
      {
        "headline": "### Boardwright: 1 report and 1 dashboard will be deleted",
        "slugs": [
          "board-pack",
          "cash",
          "con",
          "order-explorer",
          "revenue-overview",
          "weekly-sales-meeting",
        ],
      }
    `)
    expect(await merge('content', 6)).toMatchInlineSnapshot(`
      {
        "headline": "### Boardwright: 10 reports, 3 dashboards and 1 folder will be deleted, 11 objects held, stopped in production",
        "slugs": [
          "board-pack",
          "cash",
          "con",
          "order-explorer",
          "revenue-overview",
          "weekly-sales-meeting",
        ],
      }
    `)
  })

  test('that cannot be planned says why instead of showing an old plan', async () => {
    const { run } = await createRunner({ program: 'here' })
    const root = await project()
    commitAll(root)
    const { stdout, stderr } = done(await run('plan.sh', root, { BOARDWRIGHT_TARGETS: 'production' }), 1)
    expect(stderr).toContain('BW-E1404')
    expect(stdout).toContain('- error BW-E1404: there is no token for production')
  })

  test('from a fork is planned without a token, from a snapshot that a job of the repository saved', async () => {
    const { run } = await createRunner({ program: 'here' })
    const root = await project()
    const platform = { BOARDWRIGHT_TOKEN: sandbox.keys.admin, BOARDWRIGHT_HOST: new URL(sandbox.url).host }
    const snapshots = temporaryDirectory()
    const env = { BOARDWRIGHT_TARGETS: 'production', BOARDWRIGHT_SNAPSHOTS: snapshots }
    done(await run('snapshot.sh', root, { ...platform, ...env }))
    expect(readdirSync(root)).not.toContain('content')
    await writeFiles(root, { 'content/new/workbook.yaml': 'slug: new\nname: New\npublish: false\n' })
    commitAll(root)
    const { stdout } = done(await run('plan.sh', root, env))
    expect(stdout).toContain('#### New (new)')
    expect(stdout).toContain('compared with a snapshot of')
  })

  test('does not get the token sent to a host that it put into the file', async () => {
    const { run } = await createRunner({ program: 'here' })
    const evil = await startServer(reply(200, '{}'))
    const root = await project()
    edit(root, 'boardwright.yaml', (text) => text.replace(/url: "[^"]*"/, `url: "${evil.url}"`))
    commitAll(root)
    const token = { BOARDWRIGHT_TOKEN: sandbox.keys.admin, BOARDWRIGHT_HOST: 'acme.example' }
    const { stdout } = done(await run('plan.sh', root, { ...token, BOARDWRIGHT_TARGETS: 'production' }), 1)
    expect(stdout).toContain('BW-E1405')
    expect(evil.connections()).toBe(0)
  })

  test('is tried, its comment compares the numbers, and closing it removes everything', async () => {
    const { run } = await createRunner({ program: 'here' })
    const root = await project()
    const env = {
      ...{ BOARDWRIGHT_TOKEN: sandbox.keys.admin, BOARDWRIGHT_HOST: new URL(sandbox.url).host },
      ...{ BOARDWRIGHT_TARGET: 'production', BOARDWRIGHT_CHANGE: '13' },
    }
    done(await run('boardwright export --target production', root, env))
    commitAll(root)
    done(await run('boardwright adopt --target production --yes', root, env))
    edit(root, 'data-model/model/cubes/orders.yml', (text) => text.replace('sql: net_amount', 'sql: gross_amount'))
    edit(root, EXPLORER, (text) => text.replace(/^title: .*$/m, 'title: Tried'))
    edit(root, 'boardwright.yaml', (text) => `${text}links: 'https://acme.example/d/{slug}'\n`)
    commitAll(root)
    const [plans, tried] = [`${temporaryDirectory()}/plans`, `${temporaryDirectory()}/tried`]
    done(await run('try.sh', root, { ...env, BOARDWRIGHT_BASE: 'HEAD~1', BOARDWRIGHT_OUT: tried }))
    expect((await branches()).filter((name) => /^preview-.*-pr-13$/.test(name))).toHaveLength(1)
    const { BOARDWRIGHT_TOKEN: token, BOARDWRIGHT_HOST: host } = env
    done(
      await run('plan.sh', root, {
        BOARDWRIGHT_TOKEN: token,
        BOARDWRIGHT_HOST: host,
        BOARDWRIGHT_TARGETS: 'production',
        BOARDWRIGHT_OUT: plans,
      }),
    )
    const out = { BOARDWRIGHT_OUT: plans, BOARDWRIGHT_TRIED: tried }
    const { stdout } = done(await run('comment.sh --out -', root, out))
    expect(stdout).toContain('#### Look at it: Previews / pr-13')
    expect(stdout).toContain('[Tried](https://acme.example/d/preview-pr-13-')
    expect(stdout).toMatch(/#### Numbers: .*differ/)
    done(await run('try-drop.sh', root, env))
    expect((await branches()).filter((name) => name.startsWith('preview-'))).toEqual([])
    expect(done(await run('try-sweep.sh', root, env)).stdout).toBe('Nothing that was tried has expired.\n')
  })

  test.each(['plan.sh', 'snapshot.sh'])(
    'does not choose the target of %s by the names of its files',
    async (script) => {
      const { run, temp } = await createRunner({ program: 'here' })
      const root = await project()
      await writeFiles(root, { production: '' })
      const env = { BOARDWRIGHT_TARGETS: 'pro[d]uction', BOARDWRIGHT_SNAPSHOTS: join(temp, 'snapshots') }
      const { stdout, stderr } = await run(script, root, env)
      expect(stdout + stderr).toContain('pro[d]uction')
    },
  )

  test('a missing variable is named', async () => {
    const { run } = await createRunner()
    const { stderr } = done(await run('apply.sh', await project()), 64)
    expect(stderr).toContain('BOARDWRIGHT_TARGET is not set')
    expect(existsSync('examples/ci/scripts/.boardwright')).toBe(false)
  })
})

/** What a person does in the UI. */
const act = (...actions: Parameters<Sandbox['controls']['addPeople']>[0]['do']): Promise<void> =>
  sandbox.controls.addPeople({ as: 'ci-bot@acme.com', do: actions })

const branches = (): Promise<string[]> =>
  asking(async (client) => {
    const { items } = await client.branches.listBranches({ path: { deploymentId: 2 } })
    return items.map(({ name }) => name)
  })

/** What reports of a deployment are called, in the order of their ids. */
const titles = (deploymentId: number): Promise<unknown[]> =>
  asking(async (client) => {
    const { items } = await client.reports.getReports({ path: { deploymentId }, query: { first: 1000 } })
    return items.map(({ title }) => title)
  })

async function asking<T>(ask: (client: ReturnType<typeof createClient>) => Promise<T>): Promise<T> {
  const client = createClient({ url: sandbox.url, token: sandbox.keys.admin, env: {} })
  try {
    return await ask(client)
  } finally {
    await client.close()
  }
}
