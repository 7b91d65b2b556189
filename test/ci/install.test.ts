import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { commitAll, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { createRunner } from './job.ts'

/** The steps that install the program, run as a runner runs them, with an npm that says what it was asked. */
const NPM = `
while [ $# -gt 0 ]; do
  echo "$1" >>"$NPM_LOG"
  if [ "$1" = --prefix ]; then place=$2; fi
  shift
done
mkdir -p "$place/node_modules/.bin"
cp "$place/package-lock.json" "$place/node_modules/installed"`

const LOCK = '{"lockfileVersion": 3}\n'

test('GitHub: installs from a lock file that is copied beside the checkout, and later steps find the program', async () => {
  const { jobs } = parse(readFileSync('examples/ci/github/boardwright-apply.yml', 'utf8'))
  const [{ run, env }] = jobs.apply.steps.filter(({ name }: { name?: string }) => name === 'Install')
  const { step, temp } = await createRunner({ beside: { npm: NPM } })
  const workspace = temporaryDirectory()
  await writeFiles(workspace, {
    '.github/boardwright/package.json': '{}',
    '.github/boardwright/package-lock.json': LOCK,
    '.github/boardwright/.npmrc': 'ignore-scripts=false\n',
  })
  const [log, path] = [join(temp, 'npm.log'), join(temp, 'path')]
  const ended = await step(run, workspace, { ...env, NPM_LOG: log, GITHUB_PATH: path })
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  expect(readFileSync(log, 'utf8').split('\n')).toEqual(expect.arrayContaining(['ci', '--ignore-scripts']))
  expect(readFileSync(join(temp, 'boardwright/node_modules/installed'), 'utf8')).toBe(LOCK)
  expect(existsSync(join(temp, 'boardwright/.npmrc'))).toBe(false)
  expect(readFileSync(path, 'utf8')).toBe(`${temp}/boardwright/node_modules/.bin\n`)
  expect(existsSync(join(workspace, '.github/boardwright/node_modules'))).toBe(false)
})

test('GitLab: installs from the lock file of the default branch, whatever the merge request changed', async () => {
  const { '.boardwright': job } = parse(readFileSync('examples/ci/gitlab/boardwright.gitlab-ci.yml', 'utf8'), {
    merge: true,
  })
  const remote = temporaryDirectory()
  git(remote, 'init', '--quiet', '--bare', '--initial-branch', 'main')
  const top = temporaryDirectory()
  git(top, 'clone', '--quiet', remote, '.')
  const lock = '.gitlab/boardwright/package-lock.json'
  await writeFiles(top, { '.gitlab/boardwright/package.json': '{}', [lock]: LOCK })
  commitAll(top)
  git(top, 'push', '--quiet', 'origin', 'HEAD:main')
  git(top, 'fetch', '--quiet', 'origin')
  await writeFiles(top, { [lock]: '{"evil": true}\n' })
  const outside = temporaryDirectory()
  symlinkSync(outside, join(top, 'boardwright'))
  commitAll(top, 'a merge request')

  const { step, temp } = await createRunner({ beside: { npm: NPM } })
  const home = join(temp, 'home')
  const env = { CI_DEFAULT_BRANCH: 'main', BOARDWRIGHT_LOCK: '.gitlab/boardwright', BOARDWRIGHT_HOME: home }
  const ended = await step(job.before_script.join('\n'), top, { ...env, NPM_LOG: join(temp, 'npm.log') })
  expect(ended, ended.stderr).toMatchObject({ code: 0 })
  expect(readFileSync(join(home, 'node_modules/installed'), 'utf8')).toBe(LOCK)
  expect(git(top, 'status', '--porcelain')).toBe('')
})
