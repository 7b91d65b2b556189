import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ACTION, INSTALL, WORKFLOW } from './schemas.ts'

/** The shipped pipelines: right by their formats, and true to what they promise. */
interface Step {
  readonly run?: string
  readonly uses?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
}
interface Job {
  readonly steps?: readonly Step[]
  readonly script?: readonly string[]
  readonly before_script?: readonly string[]
  readonly after_script?: readonly string[]
  readonly resource_group?: string
  readonly rules?: readonly { readonly if: string }[]
  readonly concurrency?: { readonly group: string }
  readonly artifacts?: { readonly paths: readonly string[] }
  readonly variables?: Readonly<Record<string, string>>
  readonly permissions?: Readonly<Record<string, string>>
  readonly environment?: { readonly on_stop?: string }
  readonly uses?: string
  readonly with?: Readonly<Record<string, unknown>>
}

const GITHUB_DIR = 'examples/ci/github'
const SCRIPTS = 'examples/ci/scripts'
const read = (file: string): unknown => parse(readFileSync(file, 'utf8'), { merge: true })
const scripts = readdirSync(SCRIPTS).sort()

const workflows = readdirSync(GITHUB_DIR).map(
  (file) =>
    [
      file,
      read(`${GITHUB_DIR}/${file}`) as {
        readonly on: Record<string, { inputs?: object }>
        readonly jobs: Record<string, Job>
      },
    ] as const,
)
const gitlab = read('examples/ci/gitlab/boardwright.gitlab-ci.yml') as Readonly<Record<string, Job>>
const gitlabJobs = Object.entries(gitlab).filter(([, job]) => Array.isArray(job.script))
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, strictRequired: false })

const problemsOf = (schema: object, value: unknown): unknown => {
  const check = ajv.compile(schema)
  return check(value) ? [] : check.errors
}

describe('formats', () => {
  test.each(workflows)('%s', (_, workflow) => expect(problemsOf(WORKFLOW, workflow)).toEqual([]))
  test('action.yml', () => expect(problemsOf(ACTION, read('action.yml'))).toEqual([]))

  test.each([
    ['a key with a typo', (text: string) => text.replace('runs-on', 'run-on')],
    ['a job without permissions', (text: string) => text.replace(/ {4}permissions:\n( {6}.*\n)+/, '')],
    ['an action of a moving branch', (text: string) => text.replace(/checkout@\w+/, 'checkout@main')],
    ['an action of a tag', (text: string) => text.replace(/checkout@\w+/, 'checkout@v7.0.1')],
  ])('%s is found', (_, change) => {
    const text = readFileSync(`${GITHUB_DIR}/boardwright-apply.yml`, 'utf8')
    expect(change(text)).not.toBe(text)
    expect(problemsOf(WORKFLOW, parse(change(text)))).not.toEqual([])
  })
})

/** Every command line of every job, with the variables that it runs with. */
const runs = [
  ...workflows.flatMap(([file, { jobs }]) =>
    Object.entries(jobs).flatMap(([name, { steps = [] }]) =>
      steps.flatMap(({ run, env = {} }) => (run === undefined ? [] : [{ where: `${file} ${name}`, run, env }])),
    ),
  ),
  ...Object.entries(gitlab).flatMap(([name, { before_script = [], script = [], after_script = [], variables = {} }]) =>
    [...before_script, ...script, ...after_script].map((run) => ({ where: `gitlab ${name}`, run, env: variables })),
  ),
]
const SCRIPT =
  /^(?:BOARDWRIGHT_DIR=\. |BOARDWRIGHT_OUT="\$BOARDWRIGHT_JOURNAL" BOARDWRIGHT_KEEP=[\w-]+ )?sh "\$(?:RUNNER_TEMP\/boardwright|BOARDWRIGHT_HOME)\/node_modules\/boardwright\/examples\/ci\/scripts\/([\w-]+\.sh)"$/
const INSTALL_GITLAB = [
  'mkdir -p "$BOARDWRIGHT_HOME"',
  'git --no-pager show "origin/$CI_DEFAULT_BRANCH:$BOARDWRIGHT_LOCK/package.json" >"$BOARDWRIGHT_HOME/package.json"',
  'git --no-pager show "origin/$CI_DEFAULT_BRANCH:$BOARDWRIGHT_LOCK/package-lock.json" >"$BOARDWRIGHT_HOME/package-lock.json"',
  'npm ci --prefix "$BOARDWRIGHT_HOME" --omit=optional --ignore-scripts --no-audit --no-fund',
  'export PATH="$BOARDWRIGHT_HOME/node_modules/.bin:$PATH"',
]
const allSteps = workflows.flatMap(([file, { jobs }]) =>
  Object.entries(jobs).flatMap(([name, job]) => (job.steps ?? []).map((step) => ({ file, name, job, step }))),
)

describe('promises', () => {
  test('what is applied is planned anew: no script applies a saved plan', () => {
    const applies = scripts.flatMap((name) =>
      [...readFileSync(`${SCRIPTS}/${name}`, 'utf8').matchAll(/^boardwright apply.*/gm)].map(([line]) => line),
    )
    expect(applies).toEqual(['boardwright apply --target "$BOARDWRIGHT_TARGET" "$@"'])
  })

  test('every step runs a script of the package, and every script of the package is run', () => {
    const used = runs.flatMap(({ run }) => SCRIPT.exec(run)?.[1] ?? [])
    const others = runs.map(({ run }) => run).filter((run) => !SCRIPT.test(run))
    expect(new Set(others)).toEqual(new Set([INSTALL, ...INSTALL_GITLAB]))
    expect(new Set([...used, 'common.sh'])).toEqual(new Set(scripts))
  })

  test('every job installs from a lock file, on pull requests from that of the base', () => {
    for (const [file, { jobs }] of workflows) {
      for (const [name, { steps = [] }] of Object.entries(jobs)) {
        if (steps.length === 0) continue
        const [install, ...more] = steps.filter(({ run }) => run === INSTALL)
        expect(more, `${file} ${name}`).toEqual([])
        const isCheck = file === 'boardwright-check.yml'
        expect(install?.env, `${file} ${name}`).toEqual({ LOCK: `${isCheck ? 'installed/' : ''}.github/boardwright` })
        const [first] = steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))
        if (isCheck) {
          const base = { ref: '${{ github.event.pull_request.base.sha }}', path: 'installed' }
          expect(first?.with, name).toMatchObject({ ...base, 'sparse-checkout': '.github/boardwright' })
        }
      }
    }
    for (const [name, job] of gitlabJobs) expect((job as { extends?: string }).extends, name).toBe('.boardwright')
    expect(gitlab['.boardwright']?.before_script).toEqual(INSTALL_GITLAB)
  })

  test('every action is pinned to a commit, with its release in a comment', () => {
    const texts = [...readdirSync(GITHUB_DIR).map((file) => `${GITHUB_DIR}/${file}`), 'action.yml'].map((file) =>
      readFileSync(file, 'utf8'),
    )
    const uses = texts.flatMap((text) => [...text.matchAll(/uses: (?!\.\/)(.*)$/gm)].map(([, name = '']) => name))
    expect(uses.length).toBeGreaterThan(20)
    for (const name of uses) expect(name).toMatch(/^actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    // One release of each.
    const releases = new Set(uses.map((name) => name.replace('/restore', '').replace('/save', '')))
    expect(releases.size).toBe(new Set([...releases].map((name) => name.split('@')[0])).size)
  })

  test('no checkout leaves a token behind, and jobs with rights check out no fork', () => {
    const checkouts = allSteps.filter(({ step }) => step.uses?.startsWith('actions/checkout'))
    expect(checkouts.length).toBeGreaterThan(10)
    for (const { file, name, step } of checkouts) {
      expect(step.with?.['persist-credentials'], `${file} ${name}`).toBe(false)
      expect(step.with, `${file} ${name}`).not.toHaveProperty('allow-unsafe-pr-checkout')
    }
  })

  test('jobs write their files beside the checkout, and keep none from inside it', () => {
    const places = allSteps.flatMap(({ file, step }) => {
      const path = String(step.with?.['path'] ?? '')
      return /artifact@|cache\//.test(step.uses ?? '') ? path.split('\n').map((line) => ({ file, line })) : []
    })
    expect(places.length).toBeGreaterThan(8)
    for (const { file, line } of places.filter(({ line }) => line !== '')) {
      expect(line, file).toMatch(/^!?\$\{\{ runner\.temp \}\}\//)
    }
    for (const [name, { artifacts, variables = {} }] of gitlabJobs) {
      const kept = artifacts?.paths ?? []
      expect(
        kept.filter((path) => path.includes('/')),
        name,
      ).toEqual([])
      if (kept.length > 0) expect(gitlab[name]?.after_script?.join(), name).toContain('keep.sh')
      const writes = gitlab[name]?.script?.some((line) => /(plan|drift-read|promote-plan|snapshot)\.sh/.test(line))
      if (writes && variables['BOARDWRIGHT_OUT'])
        expect(variables['BOARDWRIGHT_OUT'], name).toMatch(/^\$CI_PROJECT_DIR\.tmp\//)
    }
  })

  test('a GitLab job without the project’s files starts without those of an earlier job, too', () => {
    const without = gitlabJobs.filter(([, { variables = {} }]) => variables['GIT_CHECKOUT'] === 'false')
    expect(without.length).toBeGreaterThan(1)
    for (const [name, { variables = {} }] of without) expect(variables['GIT_STRATEGY'], name).toBe('clone')
  })

  test('pull requests do not wait for each other, applies to one target do', () => {
    const groups = workflows.flatMap(([, { jobs }]) =>
      Object.entries(jobs).flatMap(([name, { concurrency }]) =>
        concurrency ? [[name, concurrency.group] as const] : [],
      ),
    )
    const own = gitlabJobs.flatMap(([name, { resource_group: group }]) => (group ? [[name, group] as const] : []))
    for (const [name, group] of [...groups, ...own]) {
      if (/(^|-)try(-drop)?$/.test(name)) expect(group, name).toMatch(/pull_request\.number|CI_MERGE_REQUEST_IID/)
      else expect(group, name).toMatch(/^boardwright-(apply-|drift|sweep-)/)
    }
  })

  test('a GitLab job with a token runs on a protected branch, and every token must be protected', () => {
    for (const [name, { variables = {}, rules = [] }] of gitlabJobs) {
      const hasToken = 'BOARDWRIGHT_TOKEN' in variables || name === 'boardwright-comment'
      const ofRequests = rules.filter((rule) => rule.if.includes('merge_request_event'))
      const [own, isProtected] = ['SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID', 'REF_PROTECTED == "true"']
      for (const rule of hasToken ? ofRequests : []) {
        expect(rule.if, name).toContain(own)
        expect(rule.if, name).toContain(isProtected)
      }
      for (const rule of hasToken ? [] : ofRequests) expect(rule.if, name).toContain('!=')
    }
    const text = readFileSync('examples/ci/gitlab/boardwright.gitlab-ci.yml', 'utf8')
    const asked = [...text.matchAll(/^# {3}(\w*TOKEN) +(.*)$/gm)].map(([, name, how]) => [name, how])
    expect(asked.map(([name]) => name)).toEqual([
      'BOARDWRIGHT_READ_TOKEN',
      'BOARDWRIGHT_TRY_TOKEN',
      'BOARDWRIGHT_WRITE_TOKEN',
      'GITLAB_TOKEN',
    ])
    for (const [name, how] of asked) expect(how, name).toMatch(/^protected, masked/)
  })

  test('no input goes straight into a command line', () => {
    expect(runs.filter(({ run }) => run.includes('${{'))).toEqual([])
  })

  test('a step with the platform token has its hosts too, and no forge token', () => {
    const holders = workflows.flatMap(([, { jobs }]) =>
      Object.values(jobs).flatMap(({ steps = [] }) =>
        steps.flatMap(({ env }) => (env?.['BOARDWRIGHT_TOKEN'] ? [env] : [])),
      ),
    )
    expect(holders.length).toBeGreaterThan(4)
    // Apply looks for the pull request that was merged. It may read and nothing else, as all that have both.
    for (const env of holders) {
      expect(env['BOARDWRIGHT_HOST']).toBe('${{ vars.BOARDWRIGHT_HOST }}')
      expect('GITHUB_TOKEN' in env).toBe('BOARDWRIGHT_DIRECT_PUSH' in env)
    }
  })

  const SCRIPTS_WITH_TOKEN = [
    ...['plan.sh', 'apply.sh', 'drift-read.sh', 'snapshot.sh'],
    ...['promote-plan.sh', 'promote.sh', 'try.sh', 'try-drop.sh', 'try-sweep.sh'],
  ]

  test('only jobs that talk to the platform get its token', () => {
    for (const { run, env, where } of runs) {
      const script = SCRIPT.exec(run)?.[1]
      const has = 'BOARDWRIGHT_TOKEN' in env
      if (has && script !== 'keep.sh') expect(SCRIPTS_WITH_TOKEN, where).toContain(script)
      if (script === 'comment.sh' || script === 'drift-propose.sh') expect(has, where).toBe(false)
      if ('BOARDWRIGHT_SNAPSHOTS' in env && script === 'plan.sh') expect(has, where).toBe(false)
    }
  })

  test('no job that has the token of the platform may write to the repository', () => {
    for (const [file, { jobs }] of workflows) {
      for (const [name, { steps = [], permissions = {} }] of Object.entries(jobs)) {
        const hasToken = steps.some(({ env }) => env && 'BOARDWRIGHT_TOKEN' in env)
        if (hasToken) expect(Object.values(permissions), `${file} ${name}`).not.toContain('write')
        const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout'))
        for (const { with: given = {} } of hasToken ? checkouts : [])
          expect(given['persist-credentials'], name).toBe(false)
      }
    }
  })

  test('the workflow with rights that follows one of a fork uses no files of the fork', () => {
    const jobs = workflows.find(([file]) => file === 'boardwright-fork-comment.yml')?.[1].jobs ?? {}
    const steps = Object.values(jobs).flatMap(({ steps: some = [] }) => some.filter(({ uses }) => uses))
    const names = steps.map(({ uses }) => uses?.split('@')[0])
    expect(names).toEqual(['actions/checkout', 'actions/setup-node', 'actions/download-artifact'])
    // Of the default branch, and no more than the lock.
    expect(steps[0]?.with).toEqual({ 'sparse-checkout': '.github/boardwright', 'persist-credentials': false })
  })

  test('callers pass inputs that the called workflow has, and rights that its jobs need', () => {
    const byFile = new Map(workflows)
    const calls = Object.values(byFile.get('boardwright.yml')?.jobs ?? {})
    expect(calls.length).toBe(6)
    for (const { uses = '', with: given = {}, permissions = {} } of calls) {
      const called = byFile.get(uses.split('/').at(-1) ?? '')
      const inputs = called?.on['workflow_call']?.inputs ?? {}
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)))
      for (const job of Object.values(called?.jobs ?? {})) {
        for (const [right, needed] of Object.entries(job.permissions ?? {})) {
          expect([needed, 'write'], `${uses} ${right}`).toContain(permissions[right])
        }
      }
    }
  })

  test('GitLab: an environment is stopped by a job that exists', () => {
    const stops = gitlabJobs.flatMap(([, { environment }]) => environment?.on_stop ?? [])
    expect(stops.length).toBeGreaterThan(0)
    expect(Object.keys(gitlab)).toEqual(expect.arrayContaining(stops))
  })

  test('the action runs each script that a step may name', () => {
    const steps = scripts
      .filter((file) => !['common.sh', 'keep.sh'].includes(file))
      .map((file) => file.replace('.sh', ''))
    const text = readFileSync('action.yml', 'utf8')
    for (const step of steps) expect(text).toMatch(new RegExp(`[| ] ${step} ?[|)]`))
  })
})
