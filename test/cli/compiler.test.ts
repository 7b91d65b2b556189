import { readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import '../support/built.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { installStandIn } from '../support/stand-in-compiler.ts'

const HEAD = 'version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\n'
const TARGET = (compiler: string): string =>
  `targets:\n  production: {url: "https://acme.example", deployment: 2, dataModel: {branch: main${compiler}}}\n`
const CODE = 'data-model/model/cubes/customers.js'
const RIGHT = 'cube(`customers`, { measures: { count: `count` } })\n'
const NOT_CHECKED = `Members of queries: not checked (${CODE} is code).`

/** A project whose only report asks for a member that its model in JavaScript does not have. */
async function project({ compiler = '', code = RIGHT, version = '1.7.43' } = {}) {
  const root = temporaryDirectory()
  await writeFiles(root, {
    'boardwright.yaml': `${HEAD}${TARGET(compiler)}`,
    '.gitignore': '.boardwright\nnode_modules\n',
  })
  commitAll(root, 'begun')
  await writeFiles(root, {
    [CODE]: code,
    'content/a.report.yaml': 'id: aaaaaaaaaaaa\nname: A\nquery:\n  measures: [customers.cuont]\n',
  })
  if (version !== '') installStandIn(root, version)
  const validate = async (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
    const { code: exit, stdout, stderr } = await runHere(['validate', '--strict', ...args], { cwd: root, env })
    return [exit, `${stdout}${stderr}`] as const
  }
  return { root, validate }
}

const WRONG_MEMBER = expect.stringMatching(
  /content\/a\.report\.yaml:4:14 .*"customers\.cuont"\n[\s\S]*did you mean "customers\.count"/,
)
const said = (text: string) => expect.stringContaining(text)

test('without the compiler a model in code is not checked; with it, a wrong member of it is found', async () => {
  const { validate } = await project()
  expect(await validate()).toEqual([0, said(NOT_CHECKED)])
  const [exit, text] = await validate(['--compiler'])
  expect([exit, text]).toEqual([1, WRONG_MEMBER])
  expect(text).toContain('Data model: judged by version 1.7.43 of the compiler.')
  expect(text).not.toContain('not checked')
  expect(await validate(), 'what is remembered is not mixed up').toEqual([0, said(NOT_CHECKED)])
})

test('boardwright.yaml may ask for it, and may say which version is deployed', async () => {
  const { root, validate } = await project({ compiler: ', compiler: true' })
  expect(await validate()).toEqual([1, WRONG_MEMBER])
  for (const [deployed, words] of [
    ['1.7.43', 'version 1.7.43 of the compiler.'],
    ['"1.7"', 'version 1.7.43 of the compiler.'],
    ['1.7.4', 'version 1.7.43 of the compiler, but 1.7.4 is deployed.'],
  ] as const) {
    writeFileSync(join(root, 'boardwright.yaml'), `${HEAD}${TARGET(`, compiler: ${deployed}`)}`)
    expect(await validate()).toEqual([1, said(words)])
    expect(await validate(), 'again, with nothing changed').toEqual([1, said(words)])
  }
})

test('it judges the files as the target sees them, with its variables filled in', async () => {
  const code = `if ('\${var.kind}' !== 'orders') throw new Error('not filled in')\ncube('customers', { measures: { count: 'count' } })\n`
  const { root, validate } = await project({ code })
  const settings = `${HEAD}${TARGET(', compiler: true').replace(/\}\s*$/, ', variables: {kind: orders}}')}\n`
  writeFileSync(join(root, 'boardwright.yaml'), `interpolate: ['data-model/**']\n${settings}`)
  expect(await validate()).toEqual([1, WRONG_MEMBER])
})

test('it is judged again when the model has changed', async () => {
  const { root, validate } = await project({ compiler: ', compiler: true' })
  expect(await validate()).toEqual([1, WRONG_MEMBER])
  writeFileSync(join(root, CODE), readFileSync(join(root, CODE), 'utf8').replace('count:', 'cuont:'))
  expect(await validate()).toEqual([0, said('no problems')])
})

test('what it refuses is an error with its file', async () => {
  const { validate } = await project({ code: 'throw new Error("customers cube: no")\n' })
  const [exit, text] = await validate(['--compiler'])
  expect([exit, text]).toEqual([1, said('data-model  BW-E1218  customers cube: no')])
  expect(text).toContain('Members of queries: not checked (the compiler refuses the data model).')
})

test('where it is missing, or comes to no answer, that is the only thing said', async () => {
  const missing = await project({ version: '' })
  expect(await missing.validate(['--compiler'])).toEqual([
    1,
    said('BW-E1219  the compiler is not installed beside this'),
  ])
  const old = await project({ version: '1.6.0', compiler: ', compiler: true' })
  expect(await old.validate()).toEqual([1, said('1.6.0 is too old: 1.7 or newer is needed')])
  const ended = await project({ code: 'process.reallyExit(0)' })
  expect(await ended.validate(['--compiler'])).toEqual([
    1,
    said('BW-E1220  the compiler came to no answer about the data model: its process ended without an answer'),
  ])
  const python = await project()
  await writeFiles(python.root, { 'data-model/model/globals.py': 'x = 1\n' })
  expect(await python.validate(['--compiler'])).toEqual([
    1,
    said('data-model/model/globals.py is Python, which this compiler cannot run'),
  ])
})

test('nothing of a pull request from a fork is run, whatever asks for it', async () => {
  const { root, validate } = await project({ compiler: ', compiler: true' })
  const event = join(root, '.boardwright', 'event.json')
  const from = (name: string) => JSON.stringify({ pull_request: { number: 1, head: { repo: { full_name: name } } } })
  await writeFiles(root, { '.boardwright/event.json': from('stranger/acme') })
  const github = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/acme', GITHUB_EVENT_PATH: event }
  const gitlab = { GITLAB_CI: 'true', CI_MERGE_REQUEST_PROJECT_ID: '1', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2' }
  const gitea = { ...github, GITEA_ACTIONS: 'true' }
  for (const env of [github, gitlab, gitea])
    for (const args of [[], ['--compiler']]) {
      const [exit, text] = await validate(args, env)
      expect(exit).toBe(0)
      expect(text).toContain('Data model: not given to the compiler, because this pull request comes from a fork.')
      expect(text).toContain(NOT_CHECKED)
    }
  writeFileSync(event, from('acme/acme'))
  expect(await validate([], github)).toEqual([1, WRONG_MEMBER])
})

test('a job that has a key of the platform does not compile', async () => {
  const { validate } = await project({ compiler: ', compiler: true' })
  const job = { CI: 'true', BOARDWRIGHT_TOKEN_PRODUCTION: 'bw-sandbox-0123456789' }
  expect(await validate([], job)).toEqual([0, said('because this job has a key of the platform.')])
  expect(await validate([], { CI: 'true' })).toEqual([1, WRONG_MEMBER])
  expect(await validate([], { ...job, CI: '' })).toEqual([1, WRONG_MEMBER])
})

test('a model that the compiler refuses is an error, even where nobody knows what is new', async () => {
  const { root } = await project({ code: 'throw new Error("no such table")\n' })
  await rm(join(root, '.git'), { recursive: true })
  const { code, stdout } = await runHere(['validate', '--compiler'], { cwd: root, env: {} })
  expect([code, stdout]).toEqual([1, said('no such table')])
  expect(stdout).not.toContain('warning: no such table')
})
