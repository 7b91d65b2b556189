// Makes the pictures of the documents from real runs of the program, those of pages in light and dark, with their texts:
// run node examples/pictures.mjs after npm run build, with another directory as its argument to change no document.
// It needs a Chromium: the one installed on the system, or the one given by BOARDWRIGHT_CHROMIUM.
import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSandbox } from 'boardwright/sandbox'
import { chromium } from 'playwright-core'

const PICTURES = process.argv[2] ?? fileURLToPath(new URL('../docs/pictures', import.meta.url))
const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']

/** The line that a demo says when it is ready. */
function startDemo() {
  const child = spawn(process.execPath, [PROGRAM, 'demo', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said = new Promise((done, fail) => {
    child.stdout.once('data', (line) => done(JSON.parse(line)))
    child.once('close', (status) => fail(new Error(`demo ended with ${status}`)))
  })
  return { child, said }
}

const sandbox = await startSandbox({ seed: 'acme' })
const demo = startDemo()
const root = mkdtempSync(join(tmpdir(), 'boardwright-pictures-'))

function run(file, args) {
  const env = { ...process.env, BOARDWRIGHT_TOKEN: sandbox.keys.admin, NO_COLOR: '1' }
  const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((done, fail) => {
    child.on('close', (status) => (status === 0 ? done() : fail(new Error(`${args.join(' ')} ended with ${status}`))))
  })
}
const boardwright = (...args) => run(process.execPath, [PROGRAM, ...args])
const git = (...args) => run('git', ['-c', 'user.name=Demo', '-c', 'user.email=demo@example.com', ...args])

/** The edit in the README: a shorter period, and two widgets swapped. */
function edit(file, ...changes) {
  const path = join(root, 'content/sales/revenue-overview', file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    changes.reduce((now, [from, to]) => now.replace(from, to), text),
  )
}

try {
  mkdirSync(PICTURES, { recursive: true })
  await git('init', '--quiet')
  await boardwright('init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme')
  await boardwright('export')
  await git('add', '--all')
  await git('commit', '--quiet', '--message', 'Export')
  await boardwright('adopt', '--yes')
  edit('reports/top-customers.yaml', ['last 12 months', 'last 90 days'])
  const [top, below] = ['{x: 0, y: 0, w: 8, h: 6}', '{x: 0, y: 6, w: 8, h: 6}']
  edit('dashboard.yaml', [top, '@'], [below, top], ['@', below])
  await boardwright('plan', '--pictures', 'pictures')
  copyFileSync(join(root, 'pictures/production.revenue-overview.png'), join(PICTURES, 'plan.png'))

  const { preview } = await demo.said
  const executablePath = process.env.BOARDWRIGHT_CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: FLAGS })
  const page = await browser.newPage({ viewport: { width: 1240, height: 752 }, timezoneId: 'Europe/Zurich' })
  // The time that a page tells is the same in each drawing.
  await page.clock.setFixedTime('2026-11-20T11:26:00')
  page.setDefaultTimeout(60_000)
  const drawn = () => document.querySelector('.bw-widget:not([data-drawn="true"])') === null
  const PAGES = {
    dashboard: {
      ...{ url: `${sandbox.url}/d/Rv0nPw4KcT7e`, part: '#boardwright' },
      isReady: async () => {
        await page.locator('[data-widget]').first().waitFor()
        await page.waitForFunction(drawn)
      },
    },
    // The wall of a branch that changes something, with what a plan says of it.
    wall: {
      ...{ url: new URL('#/?view=all', preview).href, part: 'body' },
      isReady: async () => {
        const changes = page.getByText(/^\d+ changes?$/)
        await changes.first().waitFor()
        await page.waitForFunction(
          () =>
            !document.querySelector('li:not(:has(.pv-is-app)) > a > .pv-thumb:not(:has(.pv-drawing))') &&
            document.getAnimations().length === 0,
        )
      },
    },
    swipe: {
      ...{ url: preview, part: 'body' },
      isReady: async () => {
        await page.locator('.pv-compare [data-widget]').first().waitFor()
        await page.waitForFunction(drawn)
      },
    },
  }
  const texts = {}
  for (const [name, { url, part, isReady }] of Object.entries(PAGES)) {
    for (const [colorScheme, end] of [
      ['light', ''],
      ['dark', '-dark'],
    ]) {
      await page.emulateMedia({ colorScheme })
      await page.goto('about:blank')
      await page.goto(url)
      await isReady()
      await page.locator(part).screenshot({ path: join(PICTURES, `${name}${end}.png`) })
    }
    texts[name] = await page.locator(part).evaluate((element) => {
      const labels = [...element.querySelectorAll('svg text')].map(({ textContent }) => textContent)
      return [...element.innerText.split(/\s*\n\s*/), ...labels].filter((text) => text !== '')
    })
  }
  writeFileSync(join(PICTURES, 'texts.json'), `${JSON.stringify(texts, null, 2)}\n`)
  await browser.close()
} finally {
  demo.child.kill()
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
}
