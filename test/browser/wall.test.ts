import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPreview } from '../../src/previews/page/open.ts'
import { startPreview } from '../../src/previews/server/server.ts'
import { runHere } from '../support/in-process.ts'
import { inTheWay, looksAt, useBrowser } from './support.ts'

const browser = useBrowser()
const out = mkdtempSync(join(tmpdir(), 'boardwright-test-'))

beforeAll(async () => {
  const { code } = await runHere(['preview', '--out', out, '-C', 'examples/acme'], {
    env: { PATH: process.env['PATH'] ?? '' },
  })
  expect(code).toBe(0)
})
afterAll(() => rmSync(out, { recursive: true, force: true }))

test('a wall of pictures can be read by everybody, as the umask allows: any server of files may show it', () => {
  const files = readdirSync(out)
  expect(files).toContain('index.html')
  const modes = new Set(files.map((name) => statSync(join(out, name)).mode & 0o777))
  expect(modes).toEqual(new Set([0o666 & ~process.umask()]))
})

test('the page of it needs nothing but its pictures, and nothing is in the way, in light and dark', async () => {
  const { page, troubles } = await browser.open(pathToFileURL(join(out, 'index.html')).href)
  const loaded = 'Promise.all([...document.images].map((each) => each.decode())).then((all) => all.length)'
  expect(await page.evaluate(loaded)).toBe(readdirSync(out).length - 1)
  for (const [colorScheme, width] of looksAt([1440, 360])) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => inTheWay(page), { message: `${colorScheme}, ${width} px` }).toEqual([])
  }
  expect(troubles).toEqual([])
})

test('nothing is in the way on the wall in the preview', async () => {
  const source = await openPreview('examples/acme', { today: '2026-11-20', data: 'sample', env: {}, onChange() {} })
  const preview = await startPreview(source)
  try {
    const { page } = await browser.open(`${preview.url}/#/?view=all`)
    await page.locator('.pv-wall img').first().waitFor()
    for (const [colorScheme, width] of looksAt([1440, 360])) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => inTheWay(page), { message: `${colorScheme}, ${width} px` }).toEqual([])
    }
  } finally {
    await preview.close()
    await source.close()
  }
})
