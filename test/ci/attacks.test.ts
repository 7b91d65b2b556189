// Slow: it runs the scripts of every pipeline.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startForge } from '../../packages/ci/test/server.ts'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { createRunner } from './job.ts'

/** What a pull request may contain, run through the shipped scripts: the attacker's files stay as they are. */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

const platform = () => ({ BOARDWRIGHT_TOKEN: sandbox.keys.admin, BOARDWRIGHT_HOST: new URL(sandbox.url).host })
const targets = { BOARDWRIGHT_TARGETS: 'production', BOARDWRIGHT_TARGET: 'production' }

async function checkout(directory = ''): Promise<string> {
  const root = temporaryDirectory()
  await writeFiles(join(root, directory), {
    'boardwright.yaml': `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
targets:
  production: {url: "${sandbox.url}", deployment: 2, dataModel: off}
`,
    'content/new/folder.yaml': 'name: New\n',
  })
  return root
}

describe('a link that was committed', () => {
  const SCRIPTS = ['plan.sh', 'drift-read.sh', 'promote-plan.sh']

  test.each([
    ['the folder that programs like to write to', '.boardwright', ''],
    ['a folder in it', '.boardwright/ci', ''],
    ['a file in it', '.boardwright/ci/boardwright.yaml', 'program'],
    ['a plan in it', '.boardwright/ci/11-production.plan.json', 'program'],
    ['a folder of the runner', 'boardwright-ci', ''],
  ])('is not followed: %s', async (_, path, to) => {
    const { run } = await createRunner({ program: 'here' })
    const root = await checkout()
    const outside = temporaryDirectory()
    writeFileSync(join(outside, 'program'), 'the program\n')
    mkdirSync(join(root, path, '..'), { recursive: true })
    symlinkSync(join(outside, to), join(root, path))
    commitAll(root)
    for (const script of SCRIPTS) {
      await run(script, root, {
        ...platform(),
        ...targets,
        BOARDWRIGHT_FROM: 'production',
        BOARDWRIGHT_TO: 'production',
      })
    }
    expect(readdirSync(outside)).toEqual(['program'])
    expect(readFileSync(join(outside, 'program'), 'utf8')).toBe('the program\n')
  })

  test.each(['out', '.', 'a/../out', '.boardwright/ci'])('nothing is written below the checkout: %s', async (name) => {
    const { run } = await createRunner()
    const root = await checkout()
    commitAll(root)
    for (const out of [name, `${root}/${name}`]) {
      const ended = await run('plan.sh', root, { ...platform(), ...targets, BOARDWRIGHT_OUT: out })
      expect(ended, ended.stderr).toMatchObject({ code: 64 })
    }
    const beside = await checkout('analytics')
    const env = { ...platform(), ...targets, GITHUB_WORKSPACE: beside, BOARDWRIGHT_OUT: `${beside}/${name}` }
    expect(await run('plan.sh', join(beside, 'analytics'), env)).toMatchObject({ code: 64 })
    const snapshots = { ...platform(), ...targets, BOARDWRIGHT_SNAPSHOTS: `${root}/snapshots` }
    expect(await run('snapshot.sh', root, snapshots)).toMatchObject({ code: 64 })
    expect(git(root, 'status', '--porcelain')).toBe('')
  })

  test('is removed where GitLab expects its artifacts, and its destination is left alone', async () => {
    const { run } = await createRunner()
    const [root, outside, out] = [await checkout(), temporaryDirectory(), temporaryDirectory()]
    writeFileSync(join(outside, 'theirs'), 'theirs\n')
    writeFileSync(join(out, '11-production.plan.json'), '{}')
    symlinkSync(outside, join(root, 'boardwright-ci'))
    const env = { CI_PROJECT_DIR: root, BOARDWRIGHT_OUT: out, BOARDWRIGHT_KEEP: 'boardwright-ci' }
    expect(await run('keep.sh', root, env)).toMatchObject({ code: 0 })
    expect(readdirSync(outside)).toEqual(['theirs'])
    expect(readdirSync(join(root, 'boardwright-ci'))).toEqual(['11-production.plan.json'])
    expect(await run('keep.sh', root, { ...env, BOARDWRIGHT_KEEP: '../out' })).toMatchObject({ code: 64 })
  })

  test('is not read from an artifact', async () => {
    const { run } = await createRunner()
    const [out, outside] = [temporaryDirectory(), temporaryDirectory()]
    writeFileSync(join(outside, 'secret'), 'hunter2\n')
    const forge = await startForge('github')
    const github = {
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: forge.url,
      GITHUB_REPOSITORY: 'acme/analytics',
      GITHUB_TOKEN: 'g',
    }
    for (const [script, name] of [
      ['comment.sh', '11-production.plan.json'],
      ['comment.sh', 'validate.problems.json'],
      ['drift-propose.sh', 'drift.txt'],
      ['promote.sh', 'promote.approve'],
    ] as const) {
      const own = join(out, script)
      mkdirSync(own, { recursive: true })
      writeFileSync(join(own, 'drift.json'), '{}')
      symlinkSync(join(outside, 'secret'), join(own, name))
      const env = { ...github, ...targets, BOARDWRIGHT_OUT: own, BOARDWRIGHT_FROM: 'a', BOARDWRIGHT_TO: 'b' }
      const ended = await run(script, temporaryDirectory(), env)
      expect(ended, script).toMatchObject({ code: 64, stderr: expect.stringContaining('is a symbolic link') })
      expect(ended.stdout + ended.stderr).not.toContain('hunter2')
    }
    expect(forge.sent).toEqual([])
  })
})

test('what a commit put where GitLab expects artifacts is none, also if the job left no results', async () => {
  const { run } = await createRunner()
  const root = await checkout('analytics')
  await writeFiles(root, { 'boardwright-ci/11-production.plan.json': '{}' })
  commitAll(root)
  const env = {
    CI_PROJECT_DIR: root,
    BOARDWRIGHT_OUT: join(temporaryDirectory(), 'none'),
    BOARDWRIGHT_KEEP: 'boardwright-ci',
  }
  for (const directory of ['analytics', 'removed']) {
    git(root, 'checkout', '--quiet', '.')
    expect(await run('keep.sh', root, { ...env, BOARDWRIGHT_DIR: directory })).toMatchObject({ code: 0 })
    expect(existsSync(join(root, 'boardwright-ci')), directory).toBe(false)
  }
})

test('a bare repository in the project folder makes no script run anything', async () => {
  const { run } = await createRunner({ program: 'here' })
  const canary = join(temporaryDirectory(), 'ran')
  const top = await checkout('analytics')
  const project = join(top, 'analytics')
  const evil = join(temporaryDirectory(), 'evil.sh')
  writeFileSync(evil, `#!/bin/sh\nenv >"${canary}"\n`)
  chmodSync(evil, 0o755)
  await writeFiles(project, {
    HEAD: 'ref: refs/heads/main\n',
    config: `[core]\n\tbare = false\n\tworktree = .\n\trepositoryformatversion = 0\n\tfsmonitor = "${evil}"\n\tsshCommand = "${evil}"\n\tpager = "${evil}"\n\thooksPath = .\n[diff]\n\texternal = "${evil}"\n`,
    'objects/x': 'x',
    'refs/x': 'x',
    '.gitattributes': '* filter=evil diff=evil\n',
  })
  git(top, 'init', '--quiet', '--initial-branch', 'main')
  git(top, 'add', '--all')
  git(top, 'commit', '--quiet', '--message', 'planted')
  const env = { ...platform(), ...targets, GITHUB_WORKSPACE: top, BOARDWRIGHT_BASE: 'HEAD' }
  const promotion = {
    BOARDWRIGHT_FROM: 'production',
    BOARDWRIGHT_TO: 'production',
    BOARDWRIGHT_APPROVE: 'a'.repeat(64),
  }
  const snapshots = { BOARDWRIGHT_SNAPSHOTS: temporaryDirectory(), BOARDWRIGHT_CHANGE: '12' }
  for (const script of ['plan.sh', 'drift-read.sh', 'promote-plan.sh', 'snapshot.sh', 'apply.sh', 'try.sh']) {
    await run(script, project, { ...env, ...promotion, ...snapshots })
    expect(existsSync(canary), script).toBe(false)
  }
  // The trap is a real one.
  git(project, 'status')
  expect(existsSync(canary)).toBe(true)
})

describe('a token that GitLab gives to every branch', () => {
  const gitlab = { GITLAB_CI: 'true', CI_COMMIT_REF_PROTECTED: 'false' }

  test.each(['BOARDWRIGHT_TOKEN', 'BOARDWRIGHT_TOKEN_PRODUCTION', 'BOARDWRIGHT_WRITE_TOKEN', 'GITLAB_TOKEN'])(
    '%s stops every script at once',
    async (name) => {
      const { run } = await createRunner()
      const root = await checkout()
      commitAll(root)
      for (const script of ['plan.sh', 'apply.sh', 'comment.sh', 'drift-propose.sh', 'try.sh']) {
        const ended = await run(script, root, {
          ...targets,
          ...gitlab,
          [name]: 'secret-value',
          BOARDWRIGHT_CHANGE: '1',
        })
        expect(ended, script).toMatchObject({ code: 64, stderr: expect.stringContaining(`${name} is not protected`) })
        expect(ended.stdout + ended.stderr).not.toContain('secret-value')
      }
    },
  )

  test('jobs of a protected branch get it, jobs of other branches run without', async () => {
    const { run } = await createRunner({ program: 'here' })
    const root = await checkout()
    commitAll(root)
    const env = { ...targets, ...platform(), ...gitlab, CI_COMMIT_REF_PROTECTED: 'true' }
    expect(await run('plan.sh', root, env)).toMatchObject({ code: 0 })
    const without = await run('plan.sh', root, { ...targets, ...gitlab })
    expect(without.stderr).toContain('BW-E1404')
  })
})

describe('changes to files that an artifact contains', () => {
  const COMMIT = '9f3c2e1'.padEnd(40, '0')
  const content = Buffer.from('x').toString('base64')

  test.each([
    '.github/workflows/content.yml',
    'content/.github/workflows/x.yml',
    '.gitlab-ci.yml',
    'boardwright.yaml',
    'content',
    '../content/x.yaml',
    'content/../../x.yaml',
    '/content/x.yaml',
    'content\\x.yaml',
    'content/.git/config',
  ])('%s is not a file of the tree, and no commit is made of it', async (path) => {
    const { run } = await createRunner({ program: 'here' })
    const out = temporaryDirectory()
    const forge = await startForge('github')
    writeFileSync(join(out, 'drift.txt'), 'edits\n')
    const files = [{ path, action: 'update', content }]
    writeFileSync(join(out, 'drift.json'), JSON.stringify({ format: 1, commit: COMMIT, files }))
    const github = {
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: forge.url,
      GITHUB_REPOSITORY: 'acme/analytics',
      GITHUB_TOKEN: 'g',
    }
    const ended = await run('drift-propose.sh', temporaryDirectory(), { ...github, ...targets, BOARDWRIGHT_OUT: out })
    expect(ended, ended.stderr).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('is not a file of the tree'),
    })
    expect(forge.sent).toEqual([])
  })
})
