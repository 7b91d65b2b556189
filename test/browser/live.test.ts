import { expect, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { openPreview } from '../../src/previews/page/open.ts'
import { startPreview } from '../../src/previews/server/server.ts'
import { readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { allDrawn, textOf, useBrowser } from './support.ts'

const browser = useBrowser()

test('live rows: waits until they are ready, shows refusals in their widget, and writes nothing', async () => {
  const sandbox = await startSandbox()
  const root = temporaryDirectory()
  const files = readFiles('examples/acme')
  const query = 'content/sales/revenue-overview/reports/orders.yaml'
  await writeFiles(root, {
    ...files,
    'boardwright.yaml': (files['boardwright.yaml'] ?? '').replaceAll('https://acme.example', sandbox.url),
    [query]: (files[query] ?? '').replace('- sales.count', '- sales.gone'),
  })
  await sandbox.controls.setSwitches({ queryWaits: 2 })
  const env = { BOARDWRIGHT_TOKEN: sandbox.keys.admin }
  const source = await openPreview(root, {
    today: '2026-11-20',
    data: 'live',
    target: 'production',
    env,
    onChange: () => {},
  })
  const preview = await startPreview(source)
  try {
    const { page, troubles } = await browser.open(`${preview.url}/#/revenue-overview`)
    await allDrawn(page, 'revenue-overview')
    await expect.poll(() => page.getByText('real rows').isVisible()).toBe(true)
    await expect
      .poll(() => page.getByRole('img', { name: /^Revenue by month: bar chart of \d+ rows$/ }).count())
      .toBe(1)
    await expect
      .poll(() => page.getByRole('table', { name: 'Top customers' }).getByRole('row').count())
      .toBeGreaterThan(5)
    await expect.poll(() => textOf(page, 'b8LhNv2s')).toMatch(/[\d,]{9}/)
    await expect.poll(() => textOf(page, 'f5RgJd9u')).toMatch(/No rows: the data API says: .*sales\.gone/)
    await page.goto(`${preview.url}/#/weekly-sales-meeting`)
    await allDrawn(page, 'weekly-sales-meeting')
    expect(troubles).toEqual([])
    const written = sandbox.controls.requests().filter(({ method }) => method !== 'GET')
    expect(
      [
        ...new Set(written.map(({ path }) => path.replace(/^.*\/(deployments\/2\/token|v1\/load|v1\/cubesql)$/, '$1'))),
      ].sort(),
    ).toEqual(['deployments/2/token', 'v1/cubesql', 'v1/load'])
    expect(JSON.stringify(await (await fetch(`${preview.url}/overview`)).json())).not.toContain(sandbox.keys.admin)
  } finally {
    await preview.close()
    await source.close()
    await sandbox.close()
  }
})
