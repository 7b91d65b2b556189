import { createReadStream, existsSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../support/program.ts'
import {
  axeFindings,
  EVERY_LOOK,
  holdBack,
  inPage,
  looksAt,
  smallControls,
  useBrowser,
  withoutOutline,
} from './support.ts'

const TYPES: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' },
  ...{ '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' },
}

const { open } = useBrowser()
let out: string
let server: Server
let site: string

beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'boardwright-site-'))
  const env = { PATH: process.env['PATH'] ?? '' }
  const { stderr } = await runProgram(process.execPath, [resolve('scripts/site.mjs'), out], { env })
  expect(stderr).toBe('')
  server = createServer(({ url = '' }, response) => {
    const path = join(out, new URL(url, 'http://site.example').pathname)
    if (!existsSync(path)) return response.writeHead(204).end()
    response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain')
    return createReadStream(path).pipe(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(out, { recursive: true, force: true })
})

const colours = inPage<string>('() => getComputedStyle(document.body).backgroundColor')
const sideways = inPage<number>('() => document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth')
const PAGES = ['index.html', 'docs/errors.html', 'docs/reference/config.html', 'docs/guide/screens.html']

describe('the documents as a site', () => {
  test('can be searched, from subpages as well', async () => {
    const { page, troubles } = await open(`${site}/docs/reference/config.html`)
    await page.getByRole('searchbox').fill('no repository git init')
    const found = page.locator('#found a')
    await expect
      .poll(() => found.allInnerTexts())
      .toContainEqual(expect.stringMatching(/^Errors: BW-E1402 NO_REPOSITORY\n/))
    const hit = page.locator('#found li', { hasText: 'BW-E1402 NO_REPOSITORY' })
    await expect.poll(() => hit.locator('span').innerText()).toMatch(/\b(no|repository|git|init)\b/i)
    await expect.poll(() => hit.locator('b mark').allInnerTexts()).toEqual(['NO', 'REPOSITORY'])
    await page.getByRole('link', { name: 'BW-E1402 NO_REPOSITORY' }).click()
    await expect.poll(() => page.url()).toBe(`${site}/docs/errors.html#bw-e1402-no_repository`)
    await page.getByRole('searchbox').fill('zzz nowhere')
    await expect.poll(() => page.locator('#found').innerText()).toBe('Nothing has all of these words.')
    expect(troubles).toEqual([])
  })

  test('begins with a sentence, a command and three ways on, all of it on the first screen', async () => {
    const { page } = await open(`${site}/index.html`, { width: 1440, height: 900 })
    const ways = page.locator('main > ul a')
    await expect.poll(() => ways.locator('strong').allInnerTexts()).toEqual(['Start here', 'Every day', 'For a team'])
    await expect.poll(() => page.locator('main pre').allInnerTexts()).toEqual(['npx boardwright demo'])
    const end = inPage<number>('() => document.scrollingElement.scrollHeight')
    await expect.poll(() => page.evaluate(end)).toBeLessThan(1000)
    await ways.first().click()
    await expect.poll(() => page.url()).toBe(`${site}/docs/guide/first-hour.html`)
  })

  test('the page that one reads is in sight in the list, below the search', async () => {
    const { page } = await open(`${site}/docs/commands/validate.html`, { width: 1440, height: 900 })
    const box = async (at: string) => (await page.locator(at).boundingBox()) ?? { y: Number.NaN, height: 0 }
    await expect.poll(() => box('.list [aria-current]').then(({ y }) => y)).toBeLessThan(880)
    const search = await box('input')
    expect(search.y).toBeGreaterThan(0)
    expect((await box('.list [aria-current]')).y).toBeGreaterThan(search.y + search.height)
    await expect.poll(() => page.locator('.list [aria-current]').innerText()).toBe('validate')
    await expect
      .poll(() => page.locator('.list details[open] > summary').allInnerTexts())
      .toEqual(['Start', 'Commands'])
  })

  test('a heading with one of the words comes before text with all, and prose before what a terminal printed', async () => {
    const { page } = await open(`${site}/docs/guide/ci.html`, { width: 1440, height: 900 })
    await page.getByRole('searchbox').fill('held draft')
    const found = page.locator('#found li')
    await expect.poll(() => found.locator('b').first().innerText()).toBe('What happens to UI edits: Drafts')
    const said = await found.locator('span').allInnerTexts()
    expect(said.length).toBeGreaterThan(5)
    expect(said.filter((text) => !/\b(held|drafts?)\b/i.test(text))).toEqual([])
    expect(said.slice(0, 5).filter((text) => /\d \d/.test(text))).toEqual([])
  })

  test('what is called so is found first, guides before how they were decided, and no two cells are one word', async () => {
    const { page } = await open(`${site}/index.html`, { width: 1440, height: 900 })
    await page.locator('body').press('/')
    await page.keyboard.type('promote')
    const found = page.locator('#found b')
    await expect
      .poll(async () => (await found.allInnerTexts()).slice(0, 4))
      .toEqual(['Targets and promote: Promote', 'Commands: promote', 'boardwright promote', 'Targets and promote'])
    // In front of the code beside it.
    const inFront = `document.elementFromPoint(400, document.querySelector('pre').getBoundingClientRect().top + 20).closest('#found') !== null`
    await expect.poll(() => page.evaluate(inFront)).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.type('xyz')
    await expect.poll(() => page.locator('#found').innerText()).toBe('Nothing has all of these words.')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('#found').isVisible()).toBe(false)
    await page.keyboard.type('prune')
    await expect.poll(() => page.locator('#found').innerText()).toContain('Deletes')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toMatch(/deletes\.html#deletes$/)
    const entries = JSON.parse(readFileSync(join(out, 'search.json'), 'utf8')) as readonly {
      readonly at: string
      readonly text: string
    }[]
    const isGuide = ({ at }: { readonly at: string }): boolean => at.startsWith('docs/guide/')
    expect(entries.findLastIndex(isGuide)).toBeLessThan(entries.findIndex(({ at }) => at.startsWith('docs/design/')))
    const flags = entries.find(({ at }) => at === 'docs/commands/plan.html#boardwright-plan')?.text ?? ''
    expect(flags).toContain('--prune Delete managed objects')
  })

  test('every page leads to those before and after it, and on a phone to the first one', async () => {
    const { page } = await open(`${site}/docs/guide/preview.html`, { width: 390, height: 800 })
    const along = page.getByRole('navigation', { name: 'Along the list' }).getByRole('link')
    await expect.poll(() => along.allInnerTexts()).toEqual(['Previous\nInstall', 'Next\nPictures'])
    await along.last().click()
    await expect.poll(() => page.url()).toBe(`${site}/docs/guide/pictures.html`)
    await page.getByRole('link', { name: 'Boardwright', exact: true }).first().click()
    await expect.poll(() => page.url()).toBe(`${site}/index.html`)
  })

  test('a wide screen has what is on a long page, too, and marks where one is', async () => {
    const { page } = await open(`${site}/docs/reference/commands.html`, { width: 1440, height: 900 })
    const contents = page.locator('.contents')
    await expect.poll(() => contents.getByRole('link', { name: 'plan', exact: true }).isVisible()).toBe(true)
    await page.locator('#plan').evaluate(inPage('element => element.scrollIntoView()'))
    await expect.poll(() => contents.locator('[aria-current]').allInnerTexts()).toEqual(['plan'])
    const phone = await open(`${site}/docs/reference/commands.html`, { width: 390, height: 800 })
    await phone.page.getByText('On this page').waitFor()
    expect(await phone.page.locator('.contents ul').isVisible()).toBe(false)
  })

  test.each([1440, 390])(
    'at %i px, every control is large enough for a finger, and its focus can be seen',
    async (width) => {
      const { page } = await open(`${site}/docs/guide/preview.html`, { width, height: 900 })
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await smallControls(page, 'nav, main, header')).toEqual([])
      expect(await withoutOutline(page, 12)).toEqual([])
      await page.keyboard.press('Home')
      await page.reload()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('text')
    },
  )

  test('a picture is dark where the page is', async () => {
    const shown = 'document.querySelector("picture img").currentSrc'
    for (const dark of [false, true]) {
      const { page } = await open(`${site}/docs/guide/preview.html`, { dark })
      await expect.poll(() => page.evaluate(shown)).toMatch(dark ? /-dark\.png$/ : /[^k]\.png$/)
    }
  })

  test('lines of text are no longer than one reads with ease, and what a terminal shows may be', async () => {
    const { page } = await open(`${site}/README.html`, { width: 1440, height: 900 })
    const width = async (at: string): Promise<number> => (await page.locator(at).first().boundingBox())?.width ?? 0
    expect(await width('main > p')).toBeLessThan(740)
    await expect.poll(() => width('.terminal')).toBeGreaterThan(800)
  })

  test('finds what was typed before its script had loaded', async () => {
    const { page } = await open('about:blank')
    const letGo = await holdBack(page, '**/site.js')
    await page.goto(`${site}/docs/errors.html`, { waitUntil: 'commit' })
    await page.getByRole('searchbox').fill('zzz nowhere')
    letGo()
    await expect.poll(() => page.locator('#found').innerText()).toBe('Nothing has all of these words.')
  })

  test('shows the text first on a phone, and the list of documents where one asks for it', async () => {
    const { page } = await open(`${site}/docs/guide/ci.html`, { width: 390, height: 800 })
    const top = async (at: string): Promise<number> => (await page.locator(at).boundingBox())?.y ?? Number.NaN
    expect(await top('h1')).toBeLessThan(200)
    expect(await page.locator('#documents').isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Documents and search' }).click()
    await expect.poll(() => page.locator('#documents').isVisible()).toBe(true)
    expect(await top('#documents')).toBeLessThan(await top('h1'))
    await page.getByRole('link', { name: 'Close' }).click()
    await expect.poll(() => page.locator('#documents').isVisible()).toBe(false)
  })

  test('what a terminal shows keeps its size on a phone, and code is not cut beside empty room', async () => {
    const phone = await open(`${site}/docs/guide/screens.html`, { width: 390, height: 800 })
    const image = phone.page.locator('.terminal img').first()
    await image.scrollIntoViewIfNeeded()
    await expect.poll(async () => (await image.boundingBox())?.width ?? 0).toBeGreaterThan(600)
    expect(await phone.page.evaluate(sideways)).toBe(0)
    const { page } = await open(`${site}/README.html`, { width: 1440, height: 900 })
    const cut = inPage<number>(
      '() => { const [pre] = document.querySelectorAll("pre"); return pre.scrollWidth - pre.clientWidth }',
    )
    expect(await page.evaluate(cut)).toBe(0)
  })

  test.each(['pre', '.wide', '.terminal'])('on a phone, a %s that goes on to the right fades there', async (what) => {
    const file = what === '.terminal' ? 'guide/screens' : 'errors'
    const { page } = await open(`${site}/docs/${file}.html`, { width: 390, height: 800 })
    const cut = inPage<readonly (readonly [boolean, boolean])[]>(
      `() => [...document.querySelectorAll('${what}')].map((box) => [box.scrollWidth - box.clientWidth > 2, box.classList.contains('goes-on')])`,
    )
    await page.locator(what).first().scrollIntoViewIfNeeded()
    await expect.poll(async () => (await page.evaluate(cut)).filter(([isCut]) => isCut).length).toBeGreaterThan(0)
    await expect.poll(async () => (await page.evaluate(cut)).filter(([isCut, fades]) => isCut !== fades)).toEqual([])
    await page.evaluate(`document.querySelector('${what}.goes-on').scrollBy(9999, 0)`)
    await expect.poll(async () => (await page.evaluate(cut)).filter(([isCut, fades]) => isCut !== fades).length).toBe(1)
  })

  test('on a phone, what a key means stands below it, and the list opens with its search', async () => {
    const { page } = await open(`${site}/docs/reference/config.html`, { width: 390, height: 800 })
    const box = (nth: number) => page.locator('.keys tbody tr').first().locator('td').nth(nth).boundingBox()
    const [key, meaning] = [await box(0), await box(2)]
    expect(meaning?.x).toBe(key?.x)
    expect(meaning?.y).toBeGreaterThan(key?.y ?? Number.POSITIVE_INFINITY)
    expect(await page.evaluate(sideways)).toBe(0)
    await page.getByRole('link', { name: 'Documents and search' }).click()
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search')
  })

  test('on a phone, an option stands on one line', async () => {
    const { page } = await open(`${site}/docs/reference/commands.html`, { width: 390, height: 800 })
    const broken = inPage<readonly string[]>(
      `() => [...document.querySelectorAll('main code')].filter((code) =>
        /^-\\S*$/.test(code.textContent) && code.getClientRects().length > 1).map((code) => code.textContent)`,
    )
    expect(await page.evaluate(broken)).toEqual([])
    expect(await page.evaluate(sideways)).toBe(0)
  })

  test('where a terminal fades, its ground stays dark, whatever the page has', async () => {
    const { page } = await open(`${site}/docs/guide/screens.html`, { width: 390, height: 800 })
    const ground = inPage<string>(
      '() => getComputedStyle(document.querySelector(".terminal").parentElement).backgroundColor',
    )
    expect(await page.evaluate(ground)).toBe('rgb(29, 34, 41)')
    expect(readFileSync(join(out, 'docs/pictures/screens/init.svg'), 'utf8')).toContain('rx="8" fill="#1d2229"')
  })

  test('a wide screen has what is on the page beside the text, where nothing covers it', async () => {
    const { page } = await open(`${site}/docs/guide/first-hour.html`, { width: 1440, height: 900 })
    const [text, contents] = await Promise.all(['main', '.contents'].map((at) => page.locator(at).boundingBox()))
    expect(contents?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0))
    expect((contents?.x ?? 0) + (contents?.width ?? 0)).toBeLessThanOrEqual(1440)
  })

  test('copies what was typed, without the answers', async () => {
    const { page } = await open(`${site}/docs/guide/preview.html`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site })
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('boardwright preview --open')
  })

  test.each(PAGES)('%s has no axe findings in light mode', async (file) => {
    const { page, troubles } = await open(`${site}/${file}`)
    expect([await axeFindings(page), troubles]).toEqual([[], []])
  })

  /** The page of all errors is long, and made of nothing that the others lack. */
  const looked = PAGES.filter((file) => EVERY_LOOK || file !== 'docs/errors.html')
  const looks = EVERY_LOOK ? looksAt([1500, 900, 360]) : ([['dark', 360]] as const)
  test.each(looked)('%s follows dark mode and narrow screens, and has no axe findings there', async (file) => {
    for (const [colorScheme, width] of looks) {
      const dark = colorScheme === 'dark'
      const { page } = await open(`${site}/${file}`, { width, height: 800, dark })
      expect(await page.evaluate(colours)).toBe(dark ? 'rgb(20, 24, 29)' : 'rgb(255, 255, 255)')
      expect(await page.evaluate(sideways)).toBe(0)
      expect(await axeFindings(page), `${colorScheme}, ${width} px`).toEqual([])
    }
  })
})
