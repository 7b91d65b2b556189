import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { asOpened, createPainter, type Job, type Painter } from '../../packages/pictures/draw/index.ts'
import { CHARTS_HEADERS, chartsPage, pageHeaders, viewerFile, viewerPage } from '../../packages/pictures/page.ts'
import type { Scene } from '../../packages/pictures/scene.ts'
import { findChromium } from '../support/chromium.ts'
import { allDrawn, FLAGS } from './support.ts'

/** The width of all pages, and of all pictures. */
const WIDTH = 1280
export const VIEWPORT = { width: WIDTH, height: 900 }

/** The fonts of the pictures, for a browser that is to set the same letters. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${resolve('dist/draw/worker')}</dir>
  ${['system-ui', 'sans-serif', 'serif', 'monospace'].map((name) => `<alias binding="same"><family>${name}</family><prefer><family>Roboto</family></prefer></alias>`).join('\n')}
</fontconfig>`

/** A browser and a painter with the same fonts: what one shows can be compared with what the other draws. */
export function useSameFonts({ deviceScaleFactor = 1 } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
  let browser: Browser
  let page: Page
  let server: Server
  let painter: Painter
  let shown: Scene | undefined
  beforeAll(async () => {
    writeFileSync(join(directory, 'fonts.conf'), FONTS)
    const env = { ...process.env, FONTCONFIG_FILE: join(directory, 'fonts.conf'), XDG_CACHE_HOME: directory }
    browser = await chromium.launch({
      executablePath: findChromium(process.env) ?? '',
      env: env as Record<string, string>,
      // A page's own factor does not reach the frame of its charts, which would count letters in whole points.
      args: [...FLAGS, '--font-render-hinting=none', `--force-device-scale-factor=${deviceScaleFactor}`],
    })
    const context = await browser.newContext({ viewport: VIEWPORT, colorScheme: 'light', deviceScaleFactor })
    page = await context.newPage()
    server = createServer((request, response) => {
      const name = /^\/viewer\/(.+)$/.exec(request.url ?? '')?.[1]
      const file = name === undefined ? undefined : viewerFile(name)
      if (file) response.writeHead(200, file.headers).end(file.bytes)
      else if (request.url === '/charts') response.writeHead(200, CHARTS_HEADERS).end(chartsPage('/viewer/'))
      else
        response
          .writeHead(200, pageHeaders())
          .end(viewerPage({ title: 'Page', at: '/viewer/', charts: '/charts', ...(shown && { scene: shown }) }))
    }).listen(0, '127.0.0.1')
    await new Promise((done) => server.once('listening', done))
    painter = createPainter({ processes: 1, seconds: 60 })
  })
  afterAll(async () => {
    await browser.close()
    await painter.close()
    server.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    page: () => page,
    /** The page of this scene, drawn. */
    async show(scene: Scene, isDark = false): Promise<void> {
      shown = scene
      await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await allDrawn(page)
      // Tables fit their rows to their room when they have one.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    },
    draw: (scene: Scene, format: Job['format'], isDark = false) =>
      painter.draw({ scene: asOpened(scene), format, width: WIDTH, isDark, scale: 1 }),
  }
}
