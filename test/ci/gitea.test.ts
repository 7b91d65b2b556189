import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { GITEA, INSTALL } from './schemas.ts'

/** The shipped workflow for Gitea and Forgejo: right by its format, and true to what it promises. `npm run test:forge` runs it. */
interface Step {
  readonly run?: string
  readonly uses?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
}
interface Job {
  readonly if: string
  readonly needs?: string
  readonly steps: readonly Step[]
}

const FILE = 'examples/ci/gitea/boardwright.yml'
const text = readFileSync(FILE, 'utf8')
const { jobs } = parse(text) as { readonly jobs: Readonly<Record<string, Job>> }
const all = Object.entries(jobs).flatMap(([name, { steps }]) => steps.map((step) => ({ name, step })))
const SCRIPT = /^sh "\$RUNNER_TEMP\/boardwright\/node_modules\/boardwright\/examples\/ci\/scripts\/([\w-]+)\.sh"$/
const steps = all.flatMap(({ name, step: { run = '', env = {} } }) => {
  const script = SCRIPT.exec(run)?.[1]
  return script === undefined ? [] : [{ name, script, env }]
})

test('fits the format of workflows', () => {
  const check = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(GITEA)
  expect([check(parse(text)), check.errors]).toEqual([true, null])
  expect(check(parse(text.replace('runs-on', 'run-on')))).toBe(false)
  expect(check(parse(text.replace(/checkout@\w+/, 'checkout@v7.0.1')))).toBe(false)
})

describe('promises', () => {
  test('runs the same scripts at the same events as on GitHub', () => {
    expect(steps.map(({ name, script }) => `${name}: ${script}`)).toEqual([
      ...['check: plan', 'check: try', 'check: comment', 'drop: try-drop'],
      ...['apply-dev: apply', 'apply-production: apply', 'apply-by-hand: apply'],
      ...['sweep: try-sweep', 'drift: drift-read', 'drift: drift-propose'],
    ])
    expect(jobs['apply-production']?.needs).toBe('apply-dev')
  })

  test('the same actions and the same installation as on GitHub', () => {
    const github = readFileSync('examples/ci/github/boardwright-check.yml', 'utf8')
    for (const [use] of text.matchAll(/uses: .*/g)) expect(github).toContain(use)
    const installs = all.filter(({ step }) => step.run === INSTALL)
    expect(installs.map(({ name }) => name)).toEqual(Object.keys(jobs))
    expect(all.filter(({ step }) => step.run).length).toBe(steps.length + installs.length)
  })

  test('no checkout leaves a token behind, and for a pull request the program comes from the base', () => {
    for (const { step } of all.filter(({ step: { uses = '' } }) => uses.startsWith('actions/checkout')))
      expect(step.with?.['persist-credentials']).toBe(false)
    for (const name of ['check', 'drop']) {
      const [first, ...more] = jobs[name]?.steps ?? []
      const base = { ref: '${{ github.event.pull_request.base.sha }}', path: 'installed' }
      expect(first?.with, name).toMatchObject({ ...base, 'sparse-checkout': '.gitea/boardwright' })
      expect(more.find(({ env }) => env?.['LOCK'])?.env).toEqual({ LOCK: 'installed/.gitea/boardwright' })
    }
  })

  test('a fork gets no job', () => {
    const ofRequests = Object.entries(jobs).filter(([, job]) => job.if.includes("event_name == 'pull_request'"))
    expect(ofRequests.map(([name]) => name)).toEqual(['check', 'drop'])
    for (const [, job] of ofRequests) {
      expect(job.if).toContain('github.event.pull_request.head.repo.full_name == github.repository')
    }
    // And no job is without a condition.
    for (const { if: condition } of Object.values(jobs)) expect(condition).toContain('github.event_name == ')
  })

  test('each step has its own key with its hosts, and the forge token only if it calls the forge', () => {
    const keys = steps.map(({ script, env }) => {
      const [, key = ''] = /secrets\.BOARDWRIGHT_(\w+)_TOKEN/.exec(env['BOARDWRIGHT_TOKEN'] ?? '') ?? []
      expect('BOARDWRIGHT_HOST' in env, script).toBe(key !== '')
      const forge = ['GITHUB_TOKEN', 'GITEA_TOKEN'].filter((name) => name in env)
      return [script, key, ...forge].filter(Boolean).join(' ')
    })
    expect([...new Set(keys)].sort()).toEqual([
      'apply WRITE GITHUB_TOKEN',
      'comment GITHUB_TOKEN',
      'drift-propose GITEA_TOKEN',
      'drift-read READ',
      'plan READ',
      'try TRY',
      'try-drop TRY',
      'try-sweep TRY',
    ])
    // Every one of them is asked for above.
    const used = [...text.matchAll(/secrets\.(\w+)/g)].map(([, name = '']) => name)
    for (const name of used) expect(text).toMatch(new RegExp(`^#.* ${name} `, 'm'))
  })

  test('no input goes straight into a command line', () => {
    expect(all.filter(({ step: { run } }) => run?.includes('${{'))).toEqual([])
  })
})
