import { readdirSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { ACTION, GITLAB, WORKFLOW } from './schemas.ts'

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
  readonly variables?: Readonly<Record<string, string>>
  readonly permissions?: Readonly<Record<string, string>>
  readonly stage?: string
  readonly needs?: readonly string[]
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

describe('by their formats', () => {
  test.each(workflows)('%s', (_, workflow) => expect(problemsOf(WORKFLOW, workflow)).toEqual([]))
  test('action.yml', () => expect(problemsOf(ACTION, read('action.yml'))).toEqual([]))
  test('the include of GitLab', () => expect(problemsOf(GITLAB, gitlab)).toEqual([]))

  test.each([
    ['a key with a typo', (text: string) => text.replace('runs-on', 'run-on')],
    ['a job without permissions', (text: string) => text.replace(/ {4}permissions:\n( {6}.*\n)+/, '')],
    ['an action of a moving branch', (text: string) => text.replace('checkout@v4', 'checkout@main')],
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
  ...gitlabJobs.flatMap(([name, { script = [], variables = {} }]) =>
    script.map((run) => ({ where: `gitlab ${name}`, run, env: variables })),
  ),
]
const SCRIPT =
  /^(?:BOARDWRIGHT_DIR=\. )?sh "\$\(npm root --global\)\/boardwright\/examples\/ci\/scripts\/([\w-]+\.sh)"$/

describe('what they promise', () => {
  test('every step runs a shipped script, and every shipped script is run', () => {
    const used = runs.flatMap(({ run }) => SCRIPT.exec(run)?.[1] ?? [])
    const others = runs.map(({ run }) => run).filter((run) => !SCRIPT.test(run))
    expect(new Set(others)).toEqual(
      new Set([
        'npm install --global "boardwright@$VERSION"',
        'npm install --global boardwright@0.1.0',
        'export GIT_ASKPASS="$(npm root --global)/boardwright/examples/ci/scripts/askpass.sh"',
      ]),
    )
    expect(new Set([...used, 'common.sh', 'askpass.sh'])).toEqual(new Set(scripts))
  })

  test('nothing from outside is written into a command line', () => {
    expect(runs.filter(({ run }) => run.includes('${{'))).toEqual([])
  })

  test('where the token of the platform is, its hosts are too; and no token of the forge', () => {
    const holders = workflows.flatMap(([, { jobs }]) =>
      Object.values(jobs).flatMap(({ steps = [] }) =>
        steps.flatMap(({ env }) => (env?.['BOARDWRIGHT_TOKEN'] ? [env] : [])),
      ),
    )
    expect(holders.length).toBeGreaterThan(4)
    for (const env of holders) {
      expect(env['BOARDWRIGHT_HOST']).toBe('${{ vars.BOARDWRIGHT_HOST }}')
      expect(env).not.toHaveProperty('GITHUB_TOKEN')
    }
  })

  const SCRIPTS_WITH_TOKEN = [
    ...['plan.sh', 'model-check.sh', 'model-drop.sh', 'apply.sh', 'drift-read.sh', 'snapshot.sh'],
    ...['promote-plan.sh', 'promote.sh'],
  ]

  test('only jobs that talk to the platform get its token', () => {
    for (const { run, env, where } of runs) {
      const script = SCRIPT.exec(run)?.[1]
      const has = 'BOARDWRIGHT_TOKEN' in env
      if (has) expect(SCRIPTS_WITH_TOKEN, where).toContain(script)
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

  test('a workflow that runs with rights after one of a fork has none of its files', () => {
    const jobs = workflows.find(([file]) => file === 'boardwright-fork-comment.yml')?.[1].jobs ?? {}
    const uses = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap((step) => step.uses ?? []))
    expect(uses).toEqual(['actions/setup-node@v4', 'actions/download-artifact@v4'])
  })

  test('the caller gives each called workflow inputs that it has, and rights that its jobs need', () => {
    const byFile = new Map(workflows)
    const calls = Object.values(byFile.get('boardwright.yml')?.jobs ?? {})
    expect(calls.length).toBe(4)
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

  test('GitLab: stages, needs and stops name what is there', () => {
    const names = Object.keys(gitlab)
    const stages = (gitlab['stages'] as unknown as string[]) ?? []
    for (const [name, { stage = '', needs = [], environment }] of gitlabJobs) {
      expect(stages, name).toContain(stage)
      expect(names, name).toEqual(
        expect.arrayContaining([...needs, ...(environment?.on_stop ? [environment.on_stop] : [])]),
      )
    }
  })

  test('the action runs each script that a step may name', () => {
    const steps = scripts
      .filter((file) => !['common.sh', 'askpass.sh'].includes(file))
      .map((file) => file.replace('.sh', ''))
    const text = readFileSync('action.yml', 'utf8')
    for (const step of steps) expect(text).toMatch(new RegExp(`[| ] ${step} ?[|)]`))
  })
})
