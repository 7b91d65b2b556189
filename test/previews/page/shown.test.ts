import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scene } from '../../../packages/pictures/scene.ts'
import { type Sandbox, startSandbox } from '../../../packages/sandbox/index.ts'
import { type OpenPreview, openPreview } from '../../../src/previews/page/open.ts'
import { commitAll } from '../../support/directory.ts'
import { runHere } from '../../support/in-process.ts'

const REPORTS = 'content/sales/revenue-overview/reports'
let sandbox: Sandbox
let root: string
let preview: OpenPreview

// An apply writes a colour and a query, and the publish fails.
beforeAll(async () => {
  sandbox = await startSandbox()
  root = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const run = (...args: string[]) => runHere([...args, '-C', root], { env })
  const edit = (file: string, from: string, to: string): void => {
    const path = join(root, REPORTS, file)
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
  }
  await run('init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme')
  await run('export')
  commitAll(root)
  await run('adopt', '--yes')
  edit('revenue-by-month.yaml', '#6f4e37', '#0000ff')
  edit('top-customers.yaml', 'last 12 months', 'last 90 days')
  commitAll(root)
  await sandbox.controls.addFault({ method: 'POST', path: '/api/v1/**/publish', kind: 'status', status: 400, times: 9 })
  expect((await run('apply', '--yes')).code).toBe(4)
  preview = await openPreview(root, { env, today: '2026-11-29', data: 'sample', onChange() {} })
})
afterAll(async () => {
  await preview.close()
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

/** The colour of the bars and the span of the table. */
function saidIn(scene: Scene | undefined): (string | undefined)[] {
  const reports = Object.values(scene?.reports ?? {})
  return [
    ['Revenue by month', /#6f4e37|#0000ff/],
    ['Top customers', /last \d+ \w+/],
  ].map(
    ([name, wanted]) => new RegExp(wanted ?? '').exec(JSON.stringify(reports.find((each) => each.name === name)))?.[0],
  )
}

test('after a publish that failed, the live side is what viewers see, not what the run wrote for them', async () => {
  const { live, after, changes, marks, says } = await preview.compare('revenue-overview')
  expect(saidIn(live)).toEqual(['#6f4e37', 'last 12 months'])
  expect(saidIn(after)).toEqual(['#0000ff', 'last 90 days'])
  expect(says).toBe('apply would make 2 changes and publish.')
  const told = changes.map(({ title = '', lines: [line] }) => [title, line?.subject].join(': '))
  expect(told.sort()).toEqual([
    ': publish',
    'Revenue by month: viewers see an older version',
    'Top customers: viewers see an older version',
  ])
  expect(Object.values(marks)).toEqual([['changed'], ['changed']])
})

test('and the wall counts what viewers lack', async () => {
  const { badges } = await preview.planned()
  expect(badges['revenue-overview']).toMatchObject({ changes: 2, held: 0 })
})
