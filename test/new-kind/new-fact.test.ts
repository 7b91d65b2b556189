// Slow: it changes a copy of the sources and runs that.
import { cpSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'
import { type Run, runHere } from '../support/in-process.ts'
import { addRow, load } from './copy.ts'

const TABLE = 'src/rules/fields/reports.ts'
const ROW =
  "  shouting: { type: 'boolean', means: 'Whether its name is in capitals.', read: ({ report }) => /^[A-Z]+$/.test(report.definition.name), at: ['name'] },"

/** The line in which the table begins. */
const beginOf = (text: string): number =>
  readFileSync(TABLE, 'utf8')
    .split('\n')
    .findIndex((line) => line.startsWith(text)) + 1

test('a new fact is a row in one place; with it rules can ask for it, it is listed, and the reference has it', async () => {
  const copy = temporaryDirectory()
  for (const name of ['src', 'test/support/docs', 'package.json']) cpSync(name, join(copy, name), { recursive: true })
  for (const name of ['node_modules', 'packages']) symlinkSync(resolve(name), join(copy, name))
  addRow(copy, { file: TABLE, line: beginOf('export const REPORT_FACTS') }, { row: ROW })
  const { run, ruleFieldsTables } = await load<{ run: Run; ruleFieldsTables: () => string }>(copy, {
    ...{ run: 'src/cli/run.ts', ruleFieldsTables: 'test/support/docs/rules.ts' },
  })

  const root = temporaryDirectory()
  await writeFiles(root, {
    'boardwright.yaml':
      'version: 1\nproject: p\nprojectId: abcd1234\nhome: dev\ntargets: {dev: {url: https://dev.example, deployment: 1}}\n',
    'rules/quiet.yaml':
      'on: {kind: report}\nmust: {shouting: false}\nmessage: "{name} shouts"\nexamples: {bad: [{shouting: true}]}\n',
    'rules/calm.yaml':
      'on: {kind: report}\ncheck: "!shouting"\nmessage: "{name} is not calm"\nexamples: {bad: [{shouting: true}]}\n',
    'content/a.report.yaml': 'id: aaaaaaaaaaaa\nname: ORDERS\nsql: SELECT 1\n',
  })
  const says = async (...args: string[]): Promise<string> =>
    (await runHere(args, { cwd: root, env: { PATH: process.env['PATH'] ?? '' }, program: run })).stdout
  expect(await says('rules', 'fields', 'report')).toMatch(
    /^ +shouting +true or false +Whether its name is in capitals\.$/m,
  )
  const found = await says('validate')
  expect(found).toContain('content/a.report.yaml:2:7  quiet  warning: ORDERS shouts')
  expect(found).toContain('ORDERS is not calm')
  expect(ruleFieldsTables()).toContain('| `shouting` | true or false | Whether its name is in capitals. |')
})
