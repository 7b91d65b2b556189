import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readNews } from '../../../src/previews/page/news.ts'
import { readPreviewTree } from '../../../src/previews/page/tree.ts'
import { commitAll, git, readFiles, temporaryDirectory, writeFiles } from '../../support/directory.ts'

const CASH = 'content/finance/cash/dashboard.yaml'

async function tree() {
  const root = temporaryDirectory()
  await writeFiles(root, readFiles('examples/acme'))
  const news = async () => readNews(root, await readPreviewTree(root, { today: '2026-11-29' }), { env: {} })
  const change = (file: string): void => appendFileSync(join(root, file), '# changed\n')
  return { root, news, change }
}

test('what is not committed comes first, then what the branch changes, then what changed last', async () => {
  const { root, news, change } = await tree()
  commitAll(root)
  appendFileSync(join(root, 'boardwright.yaml'), `mergeInto: ${git(root, 'branch', '--show-current').trim()}\n`)
  change(CASH)
  commitAll(root, 'cash')
  expect(await news()).toEqual({ changed: [], first: 'cash' })
  git(root, 'checkout', '-q', '-b', 'work')
  change('content/sales/revenue-overview/reports/orders.yaml')
  commitAll(root, 'orders')
  change('content/product/order-explorer/workbook.yaml')
  const changed = ['order-explorer', 'revenue-overview']
  expect(await news()).toEqual({ changed, first: 'order-explorer' })
})

test('without git nobody knows', async () => {
  expect(await (await tree()).news()).toEqual({ changed: [], first: undefined })
})
