import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { startForge } from '../../packages/ci/test/server.ts'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { createRunner } from './job.ts'

/** The composite action as far as it can be run without GitHub: its own steps, in the shell and the variables of a job. */
interface Step {
  readonly name?: string
  readonly shell?: string
  readonly run?: string
  readonly env?: Readonly<Record<string, string>>
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>
  readonly runs: { readonly steps: readonly Step[] }
}

const ACTION = resolve('.')
const SCRIPTS = resolve('examples/ci/scripts')
const source = readFileSync('action.yml', 'utf8')
const { inputs, runs } = parse(source) as Action
const steps = runs.steps.filter((step) => step.run !== undefined)
const named = (name: string): Step => {
  const step = steps.find((each) => each.name === name)
  if (!step) throw new Error(`action.yml has no step ${name}`)
  return step
}

describe('by itself', () => {
  test('every input is used, and every input that is used is declared', () => {
    const used = [...source.matchAll(/\$\{\{ inputs\.([\w-]+) \}\}/g)].map(([, name]) => name)
    expect(new Set(used)).toEqual(new Set(Object.keys(inputs)))
  })

  test('required inputs have no default, and all others have one', () => {
    for (const [name, { required = false, default: value }] of Object.entries(inputs)) {
      expect(required, name).toBe(value === undefined)
    }
  })

  test('no input goes straight into a command line', () => {
    for (const { run } of steps) expect(run).not.toContain('${{')
  })

  test.each(['sh', 'bash'])('every step and every script is read by %s', (shell) => {
    const texts = readdirSync(SCRIPTS).map((file) => readFileSync(join(SCRIPTS, file), 'utf8'))
    for (const input of [...texts, ...steps.flatMap(({ run = '' }) => run)]) {
      execFileSync(shell, ['-n'], { input, stdio: ['pipe', 'pipe', 'pipe'] })
    }
  })

  test('each command that it can run is a script', () => {
    const [, list = ''] = /^ +([a-z -]+(?: \| [a-z-]+)+)\) ;;$/m.exec(source) ?? []
    const names = list.split(' | ')
    expect(names).toHaveLength(12)
    for (const name of names) expect(existsSync(join(SCRIPTS, `${name}.sh`)), name).toBe(true)
  })
})

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

/** What GitHub puts into `${{ inputs.NAME }}`. */
const filled = (text: string, given: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => given[name] ?? inputs[name]?.default ?? '')

async function job(directory: string, job: Readonly<Record<string, string>> = {}) {
  const workspace = temporaryDirectory()
  const npm = 'printf "%s\\n" "$*" >>"$GITHUB_WORKSPACE/npm.log"'
  const { step, temp } = await createRunner({ program: 'here', beside: { npm } })
  await writeFiles(join(workspace, directory), {
    'boardwright.yaml': `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
targets:
  production: {url: "${sandbox.url}", deployment: 2}
`,
    'content/new/folder.yaml': 'name: New\n',
    '.gitignore': '.boardwright/\n',
  })
  commitAll(workspace)
  const github = {
    ...{ GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: ACTION, GITHUB_WORKSPACE: workspace, RUNNER_OS: 'Linux' },
    ...{ GITHUB_REPOSITORY: 'acme/analytics', GITHUB_REF: 'refs/pull/12/merge', GITHUB_SHA: '9f3c2e1'.padEnd(40, '0') },
  }
  const use = (name: string, given: Readonly<Record<string, string>>) => {
    const { run = '', env = {} } = named(name)
    const own = Object.fromEntries(Object.entries(env).map(([key, value]) => [key, filled(value, given)]))
    return step(run, workspace, { ...github, ...job, ...own })
  }
  return { workspace, temp, use }
}

describe('in a job', () => {
  test('it installs the program of its own commit from its lock file, once', async () => {
    const action = temporaryDirectory()
    const { workspace, use } = await job('.', { GITHUB_ACTION_PATH: action })
    expect(await use('Install', {})).toMatchObject({ code: 0 })
    const log = readFileSync(join(workspace, 'npm.log'), 'utf8')
    const quiet = '--ignore-scripts --no-audit --no-fund'
    expect(log).toBe(`ci ${quiet}\nrun build\ninstall --global ${quiet} .\n`)
    await writeFiles(action, { 'dist/cli/main.js': '' })
    expect(await use('Install', {})).toMatchObject({ code: 0 })
    expect(readFileSync(join(workspace, 'npm.log'), 'utf8')).toBe(log)
  })

  test('it plans a project in a folder, and comments in the next step', async () => {
    const forge = await startForge('github')
    const platform = { BOARDWRIGHT_TOKEN: sandbox.keys.admin, BOARDWRIGHT_HOST: new URL(sandbox.url).host }
    const { temp, use } = await job('analytics', {
      ...platform,
      ...{ GITHUB_API_URL: forge.url, GITHUB_TOKEN: 'ghs_secret' },
    })
    const given = { directory: 'analytics', targets: 'production' }
    const planned = await use('Run', { ...given, run: 'plan' })
    expect(planned, planned.stderr).toMatchObject({ code: 0 })
    expect(planned.stdout).toContain(`::add-mask::${sandbox.keys.admin}\n`)
    expect(existsSync(join(temp, 'boardwright-ci/11-production.plan.json'))).toBe(true)
    expect(await use('Run', { ...given, run: 'comment' })).toMatchObject({ code: 0 })
    expect(forge.bodies()[0]).toContain('#### folder New (new)')
  })

  test('an unknown command is a usage error', async () => {
    const { use } = await job('.')
    expect(await use('Run', { run: 'common' })).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('run must be one of plan, comment,'),
    })
    expect(await use('Run', { run: 'apply' })).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('BOARDWRIGHT_TARGET is not set'),
    })
  })
})
