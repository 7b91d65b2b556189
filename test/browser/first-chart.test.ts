import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type OpenPreview, openPreview } from '../../src/previews/page/open.ts'
import { type PreviewServer, startPreview } from '../../src/previews/server/server.ts'
import { allDrawn, holdBack, inPage, sceneWith, serveScenes, useBrowser, widget } from './support.ts'

const { open } = useBrowser()
const SLUG = 'revenue-overview'
let source: OpenPreview
let preview: PreviewServer

beforeAll(async () => {
  source = await openPreview('examples/acme', { today: '2026-11-20', data: 'sample', env: {}, onChange: () => {} })
  preview = await startPreview(source)
})
afterAll(async () => {
  await preview.close()
  await source.close()
})

const SCRIPT = /\/viewer\/[^/]*\.js$/

/** Has a script say on the console which errors it makes while it loads. */
const watched = (script: string): string => `const ErrorsBefore = [Error, TypeError, RangeError].map((Before) => {
  const Watched = class extends Before { constructor(...given) { super(...given); console.error('made', given[0]) } }
  globalThis[Before.name] = Watched
  return Before
})
${script}
for (const Before of ErrorsBefore) globalThis[Before.name] = Before`

describe('the first chart does not wait for', () => {
  test('the stack of an error that a script makes as it loads: a browser may read all of the script again for it', async () => {
    const { page, troubles } = await open(`${preview.url}/#/${SLUG}`)
    await page.route(SCRIPT, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: watched(await response.text()) })
    })
    onTestFinished(() => page.unroute(SCRIPT))
    await page.reload()
    await allDrawn(page, SLUG)
    expect(troubles).toEqual([])
  })
  test('a list that is made twice, as it is known later which dashboards change', async () => {
    const board = sceneWith([widget('w', 'TEXT', [0, 0, 12, 4], { config: { markdown: 'x' } })])
    const server = await serveScenes({ board }, { news: async () => ({ changed: ['board'] }) })
    onTestFinished(() => server.close())
    const { page } = await open(`${server.url}/#/board`)
    const letGo = await holdBack(page, '**/news')
    await page.reload()
    await allDrawn(page, 'board')
    const link = await page.locator('.pv-list a').elementHandle()
    letGo()
    await page.locator('.pv-list a', { has: page.getByRole('img', { name: 'changed' }) }).waitFor()
    expect(await link?.evaluate(inPage<boolean>('(each) => each.isConnected'))).toBe(true)
  })
})
