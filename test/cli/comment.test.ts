import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readRecord } from '../../packages/ci/record.ts'
import { answerWith, ERRORS, startForge } from '../../packages/ci/test/server.ts'
import { fingerprintOf } from '../../src/plan/fingerprint.ts'
import type { Plan } from '../../src/plan/plan-file.ts'
import { renderJson } from '../../src/words/json.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { start } from '../support/program.ts'
import { CONFLICT, EXAMPLE, plan } from '../words/plans.ts'
import { CONFIG, cliProject, TREE } from './project.ts'

/** With only these variables of a job. */
const boardwright = (args: readonly string[], env: Record<string, string> = {}) => runHere(args, { env })

function saved(value = EXAMPLE, directory = temporaryDirectory()): string {
  const file = join(directory, `${value.target.name}.plan.json`)
  writeFileSync(file, renderJson(value))
  return file
}

/** The same changes for another target. */
const elsewhere = (more: Partial<Plan>): Plan => {
  const value = { ...EXAMPLE, ...more }
  return { ...value, fingerprint: fingerprintOf(value) }
}
const DEV = elsewhere({ target: { ...EXAMPLE.target, name: 'dev', protected: false } })
const jobOf = (url: string): Record<string, string> => ({
  ...{ GITHUB_ACTIONS: 'true', GITHUB_API_URL: url, GITHUB_REPOSITORY: 'acme/analytics', GITHUB_TOKEN: 'ghs_secret' },
  ...{ GITHUB_REF: 'refs/pull/12/merge', GITHUB_SHA: '9f3c2e1aa0b1c2d3e4f5061728394a5b6c7d8e9f' },
})

describe('comment', () => {
  test('posts one comment for all targets, and the check, without a platform token', async () => {
    const forge = await startForge('github')
    const job = jobOf(forge.url)
    const { code, stdout } = await boardwright(['ci', 'comment', saved(DEV), saved()], job)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `1 dashboard will change, nothing will be deleted\nThe comment on 12 was created: ${forge.bodies()[0]?.length} characters.\n`,
    })
    expect(forge.bodies()[0]).toContain('| dev | 1 dashboard (1 report, 1 layout), published | ready |')
    expect(forge.checks).toMatchObject([{ name: 'Boardwright', conclusion: 'success' }])
    const nothing = await boardwright(['ci', 'comment', saved(plan()), '--json'], job)
    expect(JSON.parse(nothing.stdout)).toMatchObject({
      format: 1,
      number: 12,
      posted: 'updated',
      conclusion: 'neutral',
      checked: true,
    })
    expect(forge.bodies()).toHaveLength(1)
    expect(forge.bodies()[0]).toContain('### Boardwright: no changes')
  })

  test.each([
    ['of the plan', { commit: '](x) @everyone <img src=x>' }],
    ['that an object says', { objects: [{ ...EXAMPLE.objects[0], claim: { commit: '`<b>' } }] }],
  ])('a text instead of a commit %s is refused, and nothing is posted', async (_, forged) => {
    const forge = await startForge('github')
    const value = { ...JSON.parse(renderJson(EXAMPLE)), ...forged } as Plan
    const file = join(temporaryDirectory(), 'forged.plan.json')
    writeFileSync(file, JSON.stringify({ ...value, fingerprint: fingerprintOf(value) }))
    const { code, stderr } = await boardwright(['ci', 'comment', file], jobOf(forge.url))
    expect(code).toBe(1)
    expect(stderr).toContain('BW-E1502')
    expect(forge.bodies()).toEqual([])
  })

  test('without the right to set checks still comments, and says so', async () => {
    const forge = await startForge('github')
    forge.insteads.push(
      ({ url }, response) => !url.includes('check-runs') || answerWith(response, 403, ERRORS['github 403']),
    )
    const { code, stderr } = await boardwright(['ci', 'comment', saved()], jobOf(forge.url))
    expect(code).toBe(0)
    expect(stderr).toContain('The check was not set (BW-E3101)')
    expect(forge.bodies()).toHaveLength(1)
  })

  test('marks held objects and problems at their place in the check', async () => {
    const forge = await startForge('github')
    const directory = temporaryDirectory()
    const problems = join(directory, 'problems.json')
    const problem = {
      code: 'BW-E1309',
      severity: 'warning',
      message: 'unused',
      file: 'boardwright.yaml',
      line: 4,
      column: 3,
    }
    const found = { format: 1, problems: [problem], membersNotChecked: null, directory: 'analytics/' }
    writeFileSync(problems, JSON.stringify(found))
    await boardwright(['ci', 'comment', saved(plan({ held: [CONFLICT] })), '--problems', problems], jobOf(forge.url))
    expect(forge.checks).toMatchObject([
      {
        conclusion: 'action_required',
        output: {
          annotations: [
            { path: 'analytics/boardwright.yaml', start_line: 4, annotation_level: 'warning', title: 'BW-E1309' },
            {
              path: 'analytics/content/sales/revenue-overview/workbook.yaml',
              start_line: 1,
              title: 'held in production',
            },
          ],
        },
      },
    ])
    expect(forge.bodies()[0]).toContain('all query members exist in the data model')
  })

  test('shows new warnings one by one, and counts the old ones', async () => {
    const DASHBOARD = 'content/sales/board/dashboard.yaml'
    const config = CONFIG.replace('{schema: main}', '{schema: main, old: a, older: b}')
    const { root, run } = await cliProject({ ...TREE, 'boardwright.yaml': config })
    const comment = async (files: Readonly<Record<string, string>>): Promise<string> => {
      await writeFiles(root, files)
      const { stdout } = await run(['validate', '--base', 'HEAD', '--json'])
      const problems = join(temporaryDirectory(), 'problems.json')
      writeFileSync(problems, stdout)
      return (await run(['ci', 'comment', saved(), '--problems', problems, '--out', '-'])).stdout
    }
    const same = await comment({})
    expect(same).toContain(', 2 warnings were there before')
    expect(same).not.toContain('warning BW-')
    const more = await comment({ [DASHBOARD]: TREE[DASHBOARD].replace('x: 0', 'x: 9') })
    expect(more).toContain(', 2 warnings were there before')
    expect(more.match(/warning BW-.*/g)).toEqual([expect.stringContaining('outside the 12 columns')])
    const less = await comment({ [DASHBOARD]: TREE[DASHBOARD], 'boardwright.yaml': CONFIG })
    expect(less).not.toMatch(/warning/)
  })

  test('--out writes the comment to a file, for the files that the plan lists, without any request', async () => {
    const out = join(temporaryDirectory(), 'comment.md')
    const plan = saved({ ...EXAMPLE, changed: ['README.md', 'content/größe.yaml'] })
    expect(await boardwright(['ci', 'comment', plan, '--out', out])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    const told = await boardwright(['ci', 'comment', plan, '--out', out, '--json'])
    const characters = readFileSync(out, 'utf8').length
    expect(JSON.parse(told.stdout)).toMatchObject({ number: null, posted: null, checked: false, characters })
    const both = await boardwright(['ci', 'comment', plan, '--out', '-', '--json'])
    expect({ ...both, stderr: JSON.parse(both.stderr) }).toMatchObject({
      code: 64,
      stdout: '',
      stderr: { error: { message: '--json and --out - both print: only one of them can have stdout' } },
    })
    expect(readFileSync(out, 'utf8')).toContain('this pull request changes nothing on the platform')
    const { stdout } = await boardwright(['ci', 'comment', saved(), '--out', '-'], { GITHUB_ACTIONS: 'true' })
    expect(stdout).toMatch(/^<!-- boardwright:7f3kQ2m9 -->\n### Boardwright: 1 dashboard will change/)
  })

  test.each([
    ['github', { conclusion: 'neutral', output: { title: expect.stringMatching(/^not checked/) } }],
    ['gitea', { status: 'warning', description: expect.stringMatching(/^not checked/) }],
  ] as const)(
    'for a fork sets no green check, and records nothing that a merge could approve: %s',
    async (player, check) => {
      const forge = await startForge(player)
      const event = join(temporaryDirectory(), 'event.json')
      const head = { sha: 'a'.repeat(40), repo: { full_name: 'mallory/analytics' } }
      writeFileSync(event, JSON.stringify({ pull_request: { number: 12, head } }))
      const fork = { ...jobOf(forge.url), GITHUB_EVENT_PATH: event, GITEA_TOKEN: 'job' }
      expect(await boardwright(['ci', 'comment', saved(), '--provider', player], fork)).toMatchObject({ code: 0 })
      expect(forge.checks).toMatchObject([check])
      expect(JSON.stringify(forge.checks)).not.toContain('boardwright-shown')
      expect(forge.bodies()).toEqual([expect.stringContaining('**From a fork**')])
      expect(readRecord(forge.bodies()[0] ?? '')).toBeUndefined()
      expect(forge.checks[0]?.['output'] ?? {}).not.toHaveProperty('text')
    },
  )

  test('without plans belongs to the project in the current directory', async () => {
    const root = temporaryDirectory()
    writeFileSync(join(root, 'boardwright.yaml'), 'projectId: abcd1234\ntargets: [broken\n')
    const problems = join(root, 'p.json')
    writeFileSync(
      problems,
      JSON.stringify({
        format: 1,
        error: { code: 'BW-E1103', message: 'broken', at: { file: 'boardwright.yaml', line: 2 } },
      }),
    )
    const { stdout } = await boardwright(['ci', 'comment', '-C', root, '--problems', problems, '--out', '-'])
    expect(stdout).toContain('- error BW-E1103 **boardwright.yaml:2**: broken')
  })

  test.each([
    [
      'plans of two projects',
      () => [saved(), saved(elsewhere({ project: { id: 'other', name: 'other' } }))],
      1,
      'the plans are for two projects',
    ],
    ['two plans of a target', () => [saved(), saved()], 1, 'two of the plans are for production'],
    ['a missing file', () => ['nowhere.json'], 64, 'nowhere.json cannot be read'],
    [
      'a plan that somebody edited',
      () => [saved({ ...EXAMPLE, fingerprint: 'f'.repeat(64) })],
      1,
      'the file was edited',
    ],
    ['no pull request', () => [saved()], 64, 'there is no pull request to comment on'],
    ['an unknown flag', () => [saved(), '--provder', 'github'], 64, 'did you mean --provider?'],
  ])('%s is refused', async (_, args, exit, message) => {
    const { code, stderr } = await boardwright(['ci', 'comment', ...args()])
    expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringContaining(message) })
  })
})

describe('propose', () => {
  test('opens a pull request that shows names as text and cannot be tricked by them', async () => {
    const forge = await startForge('github')
    const text = join(temporaryDirectory(), 'drift.txt')
    writeFileSync(text, 'UI edits\n```\n@everyone <!-- boardwright:x -->\n')
    const { code, stderr } = await boardwright(['ci', 'propose', '--branch', 'ui', '--text', text], jobOf(forge.url))
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'The pull request 31 was opened: https://github.com/acme/analytics/pull/31\n',
    })
    expect(forge.pulls[0]?.['body']).toContain('````text\nUI edits\n```\n@everyone <!-- boardwright:x -->\n````')
    const closed = await boardwright(['ci', 'propose', '--branch', 'ui', '--close', '--json'], jobOf(forge.url))
    expect(JSON.parse(closed.stdout)).toMatchObject({ did: 'closed', number: 31 })
  })
})

/** Commands that are stopped while the forge has not answered. */
const STOPPED: readonly (readonly [command: string, args: () => readonly string[], comments: number])[] = [
  ['comment', () => ['ci', 'comment', saved()], 1],
  ['propose', () => ['ci', 'propose', '--branch', 'ui-edits'], 0],
]

test.each(STOPPED)('Ctrl-C ends %s as it ends any program, and the next run finishes', async (_, argsOf, comments) => {
  const forge = await startForge('github')
  const args = argsOf()
  const variables = { ...jobOf(forge.url), PATH: process.env['PATH'] ?? '' }
  let isHeld = true
  forge.insteads.push(() => {
    if (isHeld) child.kill('SIGINT')
    return !isHeld
  })
  const child = start(args, variables)
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => (said.stdout += chunk))
  child.stderr?.on('data', (chunk) => (said.stderr += chunk))
  const [code, signal] = await once(child, 'close')
  expect({ code, signal, ...said }).toEqual({ code: null, signal: 'SIGINT', stdout: '', stderr: '' })
  isHeld = false
  expect(await boardwright(args, variables)).toMatchObject({ code: 0 })
  expect(forge.bodies()).toHaveLength(comments)
})
