// Slow: it rolls a fleet out as its pipeline does.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { openFleet } from '../fleet/stage.ts'
import { closePipelines, openPipeline, readShipped } from './gitlab-ci-local.ts'
import { createRunner } from './job.ts'

/** The shipped files that carry a fleet: each of their command lines is run, with the variables that its engine sets. */
const fleet = openFleet(4, 'waves:\n  - {size: 1}\n  - {}\n')
const textOf = (file: string): string => readFileSync(`examples/ci/fleet/${file}`, 'utf8')
const read = (file: string) => parse(textOf(file))

async function runner() {
  const { step, temp } = await createRunner({ program: 'here' })
  const base = { BOARDWRIGHT_TOKEN: fleet.sandbox().keys.admin }
  return {
    temp,
    run: async (text: string, env: Readonly<Record<string, string>> = {}) => {
      const ended = await step(text, fleet.root(), { ...base, ...env })
      expect(ended.code, ended.stdout + ended.stderr).toBe(0)
      return ended.stdout
    },
  }
}
afterAll(closePipelines)
const state = async (): Promise<string> => (await fleet.run('fleet status')).stdout.split('\n')[0] ?? ''

const STEPS = 'examples/ci/fleet/steps.gitlab-ci.yml'

describe('a fleet can be rolled out with', () => {
  test('xargs', async () => {
    const { run } = await runner()
    await run(`sh "${resolve('examples/ci/fleet/xargs.sh')}"`, { BOARDWRIGHT_WAVES: '2', BOARDWRIGHT_JOBS: '2' })
    expect(await state()).toMatch(/: 4 there$/)
  })

  test('GitHub', async () => {
    await fleet.retitle('By week')
    const { jobs } = read('boardwright-fleet-wave.yml')
    const { run, temp } = await runner()
    const lineOf = (job: string): string => jobs[job].steps.at(-1).run
    for (const wave of ['1', '2']) {
      const output = `${temp}/output-${wave}`
      await run(lineOf('matrix'), { BOARDWRIGHT_WAVE: wave, GITHUB_OUTPUT: output })
      const { include } = JSON.parse(readFileSync(output, 'utf8').replace('matrix=', ''))
      expect(include).toHaveLength(wave === '1' ? 1 : 3)
      for (const { targets, commit } of include) {
        await run(lineOf('apply'), { BOARDWRIGHT_TARGETS: targets, BOARDWRIGHT_COMMIT: commit })
      }
      await run(lineOf('gate'), { BOARDWRIGHT_WAVE: wave })
    }
    expect(await state()).toMatch(/: 4 there$/)
  })

  test('GitLab', async () => {
    await fleet.retitle('By day')
    const templates = read('steps.gitlab-ci.yml')
    const { run } = await runner()
    const { stdout: child } = await fleet.run('fleet matrix --all --format gitlab')
    const files = { 'fleet.yml': child, ...readShipped(STEPS) }
    const included = Object.keys(files).map((file) => ({ local: file }))
    const parent =
      readShipped(STEPS)
        [STEPS]?.match(/^# {3}.*$/gm)
        ?.join('\n')
        .replaceAll(/^# {3}/gm, '') ?? ''
    for (const text of [JSON.stringify({ include: included }), parent]) {
      expect(await (await openPipeline({ ...files, '.gitlab-ci.yml': text })).problems()).toBe('')
    }
    const { stages, ...jobs } = JSON.parse(child)
    expect(stages).toEqual(['wave 1', 'gate 1', 'wave 2', 'gate 2'])
    for (const stage of stages as string[]) {
      const own = Object.values(
        jobs as Record<string, { stage: string; extends: string; variables: Record<string, string> }>,
      )
      for (const job of own.filter((each) => each.stage === stage)) {
        for (const line of templates[job.extends].script) await run(line, job.variables)
      }
    }
    expect(await state()).toMatch(/: 4 there$/)
  })

  test('Argo', async () => {
    await fleet.retitle('By hour')
    // A key beside `<<` that is merged as well counts as given twice there, and the template as none.
    expect(textOf('argo.yaml')).not.toContain('<<:')
    const { templates } = read('argo.yaml').spec
    const { run } = await runner()
    const line = (name: string, inputs: Readonly<Record<string, string>>): string =>
      templates
        .find((template: { name: string }) => template.name === name)
        .script.source.replaceAll(/\{\{inputs\.parameters\.(\w+)\}\}/g, (_: string, key: string) => inputs[key] ?? '')
    for (const wave of ['1', '2']) {
      const items = JSON.parse(await run(line('matrix', { wave }))) as Record<string, string>[]
      expect(items).toHaveLength(wave === '1' ? 1 : 3)
      for (const item of items) await run(line('apply', item))
      await run(line('gate', { wave }))
    }
    expect(await state()).toMatch(/: 4 there$/)
  })
})

test('a wave that is too large for an engine is cut into even chunks, the same each time', async () => {
  const { capOf, waveSteps } = await import('../../src/fleet/matrix.ts')
  const targets = Array.from({ length: 600 }, (_, n) => `t-${String(n).padStart(3, '0')}`)
  const status = { format: 1, project: 'p', commit: 'c', at: '', waves: [], targets: [] } as const
  const steps = waveSteps({ number: 2, targets }, status, capOf('github', undefined))
  expect(steps).toHaveLength(256)
  expect(steps.flatMap((step) => step.targets.split(','))).toEqual(targets)
  expect(new Set(steps.map((step) => step.targets.split(',').length))).toEqual(new Set([2, 3]))
  expect(waveSteps({ number: 2, targets: targets.toReversed() }, status, 256)).toEqual(steps)
})
