import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../../packages/sandbox/index.ts'
import { readNews } from '../../../src/previews/page/news.ts'
import { openPreview } from '../../../src/previews/page/open.ts'
import { readPreviewTree } from '../../../src/previews/page/tree.ts'
import { commitAll, git, readFiles, temporaryDirectory, writeFiles } from '../../support/directory.ts'
import { runHere } from '../../support/in-process.ts'

const CASH = 'content/finance/cash/dashboard.yaml'

async function tree() {
  const root = temporaryDirectory()
  await writeFiles(root, readFiles('examples/acme'))
  const news = async () => readNews(root, await readPreviewTree(root, { today: '2026-11-29', env: {} }), { env: {} })
  const change = (file: string): void => appendFileSync(join(root, file), '# changed\n')
  return { root, news, change }
}

test('what is not committed comes first, then what the branch changes; else there is no news', async () => {
  const { root, news, change } = await tree()
  commitAll(root)
  appendFileSync(join(root, 'boardwright.yaml'), `mergeInto: ${git(root, 'branch', '--show-current').trim()}\n`)
  change(CASH)
  commitAll(root, 'cash')
  expect(await news()).toEqual({ changed: [] })
  git(root, 'checkout', '-q', '-b', 'work')
  change('content/sales/revenue-overview/reports/orders.yaml')
  commitAll(root, 'orders')
  change('content/product/order-explorer/workbook.yaml')
  expect(await news()).toEqual({ changed: ['order-explorer', 'revenue-overview'] })
})

test('without git nobody knows', async () => {
  expect(await (await tree()).news()).toEqual({ changed: [] })
})

test('whoever compared one dashboard knows what a plan says of all', async () => {
  const sandbox = await startSandbox()
  const root = temporaryDirectory()
  const target = `{url: '${sandbox.url}', deployment: 2, dataModel: {branch: main}}`
  await writeFiles(root, {
    'boardwright.yaml': `version: 1\nproject: acme\nprojectId: 7f3kQ2m9\nhome: production\ntargets: {production: ${target}}\n`,
  })
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  expect(await runHere(['export', '-C', root], { env })).toMatchObject({ code: 0 })
  commitAll(root)
  expect(await runHere(['adopt', '--yes', '-C', root], { env })).toMatchObject({ code: 0 })
  const text = readFileSync(join(root, CASH), 'utf8')
  await writeFiles(root, { [CASH]: text.replace('title: Cash', 'title: Cash and forecast') })
  const source = await openPreview(root, {
    ...{ today: '2026-11-20', data: 'sample', target: 'production', onChange: () => {}, env },
  })
  try {
    expect((await source.news()).badges).toBeUndefined()
    await source.compare('revenue-overview')
    expect((await source.news()).badges).toMatchObject({ cash: { changes: 1 } })
  } finally {
    await source.close()
    await sandbox.close()
  }
})
