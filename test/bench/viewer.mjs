import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from 'playwright-core'
import { boardOf, manyBoards } from './support/boards.mjs'
import { HERE, withBuildAt } from './support/built-at.mjs'
import { besideFloor, inTurns, judge, medianOf } from './support/measure.mjs'

const BEFORE = process.env.BENCH_BEFORE
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)
const GOAL = 1.1
/** In seconds. */
const RELOAD = 0.6
const WIDTH = 1280

const CASES = [
  { title: 'acme, revenue overview', slug: 'revenue-overview', lay: (root) => boardOf(root, 1) },
  { title: 'a dashboard of 20 charts', slug: 'board-20', lay: (root) => boardOf(root, 20) },
  { title: 'a dashboard of 200 charts', slug: 'board-200', lay: (root) => boardOf(root, 200) },
  { title: 'one of 800 dashboards', slug: 'board-1', lay: (root) => manyBoards(root, 800) },
]

/**
 * How long a page of `preview` takes to show its first chart, how much work that is for the browser, and how much it
 * loads. Compared in turn with the program as of the commit `BENCH_BEFORE`, if given.
 */
export async function run() {
  if (BEFORE === undefined) return measure({ ours: HERE })
  return withBuildAt(BEFORE, (before) => measure({ ours: HERE, floor: before }))
}

async function measure(builds) {
  for (const [name, root] of Object.entries(builds)) await saySizes(name === 'ours' ? 'now' : BEFORE, root)
  const executablePath = [process.env.BOARDWRIGHT_CHROMIUM ?? '/usr/bin/chromium'].find((each) => existsSync(each))
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] })
  const met = []
  try {
    for (const each of CASES) met.push(await firstChart(browser, builds, each))
    met.push(await reload(browser, builds))
  } finally {
    await browser.close()
  }
  return met.every((isMet) => isMet)
}

async function firstChart(browser, builds, { title, slug, lay }) {
  const tree = await mkdtemp(join(tmpdir(), 'boardwright-bench-'))
  await lay(tree)
  const previews = []
  try {
    const runners = {}
    for (const [name, root] of Object.entries(builds)) {
      const preview = await startPreview(root, tree)
      previews.push(preview)
      runners[name] = () => open(browser, `${preview.url}/#/${slug}`)
    }
    const runs = await inTurns(runners, { rounds: ROUNDS, warmUp: 2 })
    if (runs.floor) {
      const worked = besideFloor(runs, 'processor')
      return judge(`first chart of ${title}`, [besideFloor(runs, 'wall', GOAL), { said: worked.said }])
    }
    const said = ['wall', 'processor'].map((name) => `${name} ${(1_000 * medianOf(runs.ours, name)).toFixed(0)} ms`)
    return judge(
      `first chart of ${title}`,
      said.map((each) => ({ said: each })),
    )
  } finally {
    for (const preview of previews) await preview.stop()
    await rm(tree, { recursive: true, force: true })
  }
}

/** How long after a save a page of 200 charts shows it: one widget has another title, and is drawn again. */
async function reload(browser, builds) {
  const runners = {}
  const opened = []
  try {
    for (const [name, root] of Object.entries(builds)) {
      const tree = await mkdtemp(join(tmpdir(), 'boardwright-bench-'))
      await boardOf(tree, 200)
      const preview = await startPreview(root, tree)
      const page = await browser.newPage({ viewport: { width: WIDTH, height: 900 } })
      opened.push({ tree, preview, page })
      await page.goto(`${preview.url}/#/board-200`)
      await page.waitForFunction(() => !document.querySelector('.bw-widget:not([data-drawn])'))
      const file = join(tree, 'content/many/board-200/dashboard.yaml')
      const text = await readFile(file, 'utf8')
      runners[name] = async (round) => {
        const title = `Saved ${round}`
        const shown = page.evaluate(SHOWN(title))
        const start = performance.now()
        await writeFile(file, text.replace(/(h: 5\})/, `$1\n    config: {title: ${title}}`))
        await shown
        return { wall: (performance.now() - start) / 1_000 }
      }
    }
    const runs = await inTurns(runners, { rounds: ROUNDS, warmUp: 2 })
    const wall = medianOf(runs.ours, 'wall')
    const own = { said: `wall ${(1_000 * wall).toFixed(0)} ms`, value: wall, goal: RELOAD }
    return judge('a save of a dashboard of 200 charts', [own, ...(runs.floor ? [besideFloor(runs, 'wall', GOAL)] : [])])
  } finally {
    for (const { tree, preview, page } of opened) {
      await page.close()
      await preview.stop()
      await rm(tree, { recursive: true, force: true })
    }
  }
}

const SHOWN = (title) => `new Promise((done) => {
  const look = () => document.querySelector('.bw-widget[aria-label="${title}"] .bw-vega > svg')
    ? requestAnimationFrame(() => done())
    : requestAnimationFrame(look)
  look()
})`

async function startPreview(root, tree) {
  const args = [
    join(root, 'dist/cli/main.js'),
    'preview',
    '--json',
    '--port',
    '0',
    '-C',
    tree,
    '--target',
    'production',
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: process.env.PATH } })
  const ended = once(child, 'close')
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
  if (child.exitCode !== null) throw new Error('preview did not start')
  return {
    url: JSON.parse(line).url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs in the page: waits until the first chart is in it and a frame with it was shown. */
const WATCH = `globalThis.firstChart = new Promise((done) => {
  const look = () => document.querySelector('.bw-vega > svg, .bw-vega > canvas')
    ? requestAnimationFrame(() => done(performance.now()))
    : requestAnimationFrame(look)
  look()
})`

/** Every load is like the first: nothing is kept from the one before. */
async function open(browser, url) {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 900 } })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.addInitScript(WATCH)
    await page.goto(url)
    const wall = (await page.evaluate('globalThis.firstChart')) / 1_000
    const { metrics } = await session.send('Performance.getMetrics')
    return { wall, processor: metrics.find(({ name }) => name === 'TaskDuration').value }
  } finally {
    await context.close()
  }
}

async function saySizes(name, root) {
  const directory = join(root, 'dist/viewer')
  const files = await readdir(directory)
  const kilobytes = async (test) => {
    const sizes = await Promise.all(files.filter(test).map((file) => stat(join(directory, file))))
    return `${(sizes.reduce((sum, { size }) => sum + size, 0) / 1_000).toFixed(0)} kB`
  }
  const isFrame = (file) => file === 'frame.js'
  const isPage = (file) => /\.(js|css)$/.test(file) && !isFrame(file)
  const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    ...{ cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  })
  const { size, unpackedSize } = Object.values(JSON.parse(packed))[0]
  const parts = [
    `page ${await kilobytes(isPage)}`,
    `frame ${await kilobytes(isFrame)}`,
    `package ${(size / 1e6).toFixed(2)} MB, unpacked ${(unpackedSize / 1e6).toFixed(2)} MB`,
  ]
  console.log(`     ${name}: ${parts.join(', ')}`)
}
