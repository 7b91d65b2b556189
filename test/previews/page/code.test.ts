import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { WidgetCode } from '../../../packages/pictures/scene.ts'
import { openPreview } from '../../../src/previews/page/open.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../../support/directory.ts'

async function codeIn(root: string, slug: string, widget: string): Promise<WidgetCode | undefined> {
  const preview = await openPreview(root, { today: '2026-11-20', data: 'sample', env: {}, onChange() {} })
  const code = await preview.code(slug, widget)
  await preview.close()
  return code
}

async function acme(): Promise<string> {
  const root = temporaryDirectory()
  await writeFiles(root, readFiles('examples/acme'))
  return root
}

const DIRECTORY = 'content/finance/cash'

test('a widget has its own lines of the dashboard, its report, and the SQL and the code beside it', async () => {
  const root = await acme()
  const code = await codeIn(root, 'cash', 'forecast')
  const [widget, report, ...beside] = code?.parts ?? []
  expect(widget).toMatchObject({ what: 'widget', file: `${DIRECTORY}/dashboard.yaml` })
  expect(widget?.text).toMatch(/^- id: forecast\n {2}type: CHART\n[\s\S]*\n {4}title: Forecast$/)
  const lines = readFileSync(join(root, widget?.file ?? ''), 'utf8').split('\n')
  expect(lines[(widget?.line ?? 0) - 1]).toBe('  - id: forecast')
  expect(report).toMatchObject({ what: 'report', file: `${DIRECTORY}/reports/cash-forecast.yaml`, line: 1 })
  const sql = beside.find(({ file }) => file === `${DIRECTORY}/reports/cash-forecast.sql`)
  expect(sql).toMatchObject({ what: 'beside', text: expect.stringContaining('group by') })
})

test('a member of a view is found where its cube defines it', async () => {
  const root = await acme()
  const { members = [] } = (await codeIn(root, 'revenue-overview', 'p0Yx7TcE')) ?? {}
  const revenue = members.find(({ name }) => name === 'sales.net_revenue')
  expect(revenue?.file).toMatch(/^data-model\/model\/cubes\//)
  const lines = readFileSync(join(root, revenue?.file ?? ''), 'utf8').split('\n')
  expect(lines[(revenue?.line ?? 0) - 1]).toContain('name: net_revenue')
  expect(members.map(({ name }) => name)).toContain('sales.customers_name')
})

test('a report by itself has its file, and what is not there has none', async () => {
  const root = await acme()
  const alone = await codeIn(root, 'report/mT5yRc8VqN0j', 'mT5yRc8VqN0j')
  expect(alone?.parts.map(({ what }) => what)).toEqual(['report', 'beside'])
  expect(await codeIn(root, 'revenue-overview', 'nobody')).toBeUndefined()
  expect(await codeIn(root, 'nowhere', 'wk3ZmQ81')).toBeUndefined()
})
