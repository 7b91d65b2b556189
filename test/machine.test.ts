// Slow: it runs every command.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../packages/sandbox/index.ts'
import { temporaryDirectory } from './support/directory.ts'
import type { MACHINE } from './support/docs/machine.ts'
import { openShell } from './support/docs/shell.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

const ajv = new Ajv2020({ strict: false, allErrors: true })

/** What is wrong with a text by a schema that the package ships. */
function problemsOf(name: keyof typeof MACHINE, text: string): unknown {
  const validate = ajv.compile(JSON.parse(readFileSync(`docs/schemas/${name}.json`, 'utf8')))
  return validate(JSON.parse(text)) ? [] : validate.errors
}

test('everything that programs read fits the schemas in the package', async () => {
  const root = join(temporaryDirectory(), 'analytics')
  mkdirSync(root)
  const shell = await openShell(root, sandbox)
  const printed = async (command: string): Promise<string> => (await shell.run(command)).printed
  /** Without what goes to stderr. */
  const json = async (command: string): Promise<string> => {
    const text = await printed(command)
    return text.slice(text.search(/[[{]/)).replace(/\n[^{}[\]\s].*$/s, '')
  }
  for (const command of [
    'git init --quiet',
    'export BOARDWRIGHT_TOKEN=bw-sandbox-...',
    'boardwright init --url http://127.0.0.1:4460 --deployment 2 --project acme',
    'boardwright export',
    'git add --all',
    'git commit --quiet -m Export',
    'boardwright adopt --yes',
  ]) {
    await printed(command)
  }
  const report = join(root, 'content/sales/revenue-overview/reports/top-customers.yaml')
  appendFileSync(report, 'pythonCode: "print(1)"\n')
  expect(problemsOf('plan', await json('boardwright plan --json'))).toEqual([])

  expect((await shell.run('git commit --quiet --all -m Code')).status).toBe(0)
  const events = (await printed('boardwright apply --yes --json')).split('\n').filter((line) => line.startsWith('{'))
  expect(events.length).toBeGreaterThan(5)
  expect(events.flatMap((line) => problemsOf('events', line))).toEqual([])
  expect(JSON.parse(events.at(-1) ?? '{}')).toMatchObject({ type: 'summary', result: { exit: 0 } })

  appendFileSync(report, 'colour: red\n')
  expect(problemsOf('problems', await json('boardwright validate --json'))).toEqual([])
  expect(problemsOf('problems', await json('boardwright plan --json'))).toEqual([])
  expect(problemsOf('error', await json('boardwright plan --json --snapshot none.json'))).toEqual([])
})
