import { expect, test } from 'vitest'
import { commitAll, readFiles, temporaryDirectory, writeFiles } from '../../support/directory.ts'
import { openAgent } from './client.ts'

const RULE = `on: {kind: report}
must: {title: present}
message: "{name} has no title"
why: Viewers read the title.
examples:
  good: [{name: Orders, title: Orders by month}]
  bad: [{name: Orders}]
`
const FILE = 'content/a.report.yaml'
const report = (more: string): string => `id: aaaaaaaaaaaa\nname: Orders\n${more}sql: SELECT 1\n`

test('an agent sees the rules before it writes, and a refusal says what, why, and how it is right', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, {
    'boardwright.yaml':
      'version: 1\nproject: p\nprojectId: abcd1234\nhome: dev\ntargets: {dev: {url: https://dev.example, deployment: 1}}\n',
    'rules/titled.yaml': RULE,
  })
  commitAll(root)
  const agent = await openAgent(root)
  const { document } = await agent.call('rules', {})
  expect(document['rules']).toEqual([{ name: 'titled', file: 'rules/titled.yaml', text: RULE }])

  const refused = await agent.call('write', { files: [{ file: FILE, text: report('') }] })
  expect(refused.isError).toBe(true)
  expect(JSON.parse(refused.texts.at(-1) ?? '')).toMatchObject({
    problems: [
      {
        ...{ rule: 'titled', severity: 'error', message: 'Orders has no title', why: 'Viewers read the title.' },
        good: { name: 'Orders', title: 'Orders by month' },
      },
    ],
  })
  expect(readFiles(root)[FILE]).toBeUndefined()

  expect(
    (await agent.call('write', { files: [{ file: FILE, text: report('title: Orders by month\n') }] })).isError,
  ).toBe(false)
  const unruly = await agent.call('write', { files: [{ file: 'rules/titled.yaml', text: '' }] })
  expect([unruly.isError, unruly.texts.at(-1)]).toEqual([true, expect.stringContaining('cannot be written from here')])
})
