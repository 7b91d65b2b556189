import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { axeFindings, EVERY_LOOK, inPage, inTheWay, looksAt, useBrowser } from './support.ts'

const browser = useBrowser()
const WIDER = 'document.documentElement.scrollWidth - window.innerWidth'
const REVENUE = 'Rv0nPw4KcT7e'
/** How many lines the text of an element has. */
const LINES =
  'element => { const range = document.createRange(); range.selectNodeContents(element); return range.getClientRects().length }'
const MEETING = 'Wk5sMt9QxB2h'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

async function send(method: string, path: string, body: object, scheme = 'Api-Key'): Promise<Record<string, unknown>> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { authorization: `${scheme} ${sandbox.keys.admin}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  expect(response.ok, text).toBe(true)
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}
const mint = async (settings: object = {}): Promise<string> => {
  const body = { deploymentId: 2, internalId: 'maria@acme.com', settings }
  return String((await send('POST', '/api/v1/embed/generate-session', body))['sessionId'])
}

/** Until every widget that is there has been drawn. */
async function allDrawn(page: Page): Promise<void> {
  await page.locator('.bw-widget').first().waitFor()
  await expect.poll(() => page.locator('.bw-widget:not([data-drawn="true"])').count()).toBe(0)
}

describe('the index', () => {
  test('links to every published dashboard, lists the requests, and has no axe findings', async () => {
    await fetch(`${sandbox.url}/api/v1/deployments/2/folders?first=7`, { headers: { authorization: 'Bearer none' } })
    const { page, troubles } = await browser.open(`${sandbox.url}/`, { width: 360, height: 800 })
    await expect.poll(() => page.getByText(`boardwright init --url ${sandbox.url} --deployment 2`).count()).toBe(1)
    await page.getByText('Show them').click()
    await expect.poll(() => page.getByRole('row', { name: /GET .*\/folders\?first=7 401/ }).count()).toBe(1)
    expect(await page.evaluate(WIDER)).toBeLessThanOrEqual(0)
    const link = await page.getByRole('link', { name: /Weekly sales/ }).boundingBox()
    expect((link?.x ?? 0) + (link?.width ?? 999)).toBeLessThan(360)
    // On one line: not broken into pieces of three letters.
    const slug = page.getByText('pricing-experiment', { exact: true })
    await expect.poll(() => slug.evaluate(inPage<number>(LINES))).toBe(1)
    await expect.poll(() => axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: /Revenue overview/ }).click()
    await allDrawn(page)
    expect(page.url()).toBe(`${sandbox.url}/d/${REVENUE}`)
    await expect.poll(() => page.getByRole('heading', { level: 1, name: 'Revenue overview' }).count()).toBe(1)
    await expect.poll(() => page.getByRole('table', { name: 'Top customers' }).count()).toBe(1)
    await expect.poll(() => axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'All dashboards of this sandbox' }).click()
    await page.getByRole('heading', { level: 1, name: 'Boardwright sandbox' }).waitFor()
    expect(troubles).toEqual([])
  })
})

/** Until it has loaded: whether it is light where the page is. */
const LIGHT_PICTURE = `async (image) => {
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const pen = canvas.getContext('2d')
  pen.drawImage(image, 0, 0, 1, 1)
  return pen.getImageData(0, 0, 1, 1).data[0] > 128
}`

test('each dashboard is shown as it is drawn, in the colours of the page; a page that loads again does not draw again', async () => {
  for (const dark of [false, true]) {
    const { page, troubles } = await browser.open(`${sandbox.url}/`, { width: 1280, dark })
    const card = page.getByRole('link', { name: /Revenue overview/ })
    for (const kind of ['sketch', 'drawing'])
      expect(await card.locator(`img.${kind}`).evaluate(inPage<boolean>(LIGHT_PICTURE))).toBe(!dark)
    const app = page.getByRole('link', { name: /Order explorer/ })
    await expect.poll(() => app.locator('img').count()).toBe(0)
    await app.getByText('App', { exact: true }).waitFor()
    const known = (await fetch(`${sandbox.url}/thumbnail/${REVENUE}/light`)).headers.get('etag') ?? ''
    const again = await fetch(`${sandbox.url}/thumbnail/${REVENUE}/light`, { headers: { 'if-none-match': known } })
    expect(again.status).toBe(304)
    expect(troubles).toEqual([])
  }
})

test('a card has the name that is in its picture, and the workbook below it', async () => {
  const act = (set: Record<string, unknown>) =>
    sandbox.controls.addPeople({
      as: 'ci-bot@acme.com',
      do: [
        { do: 'edit-draft', workbook: id, set },
        { do: 'publish', workbook: id },
      ],
    })
  const headers = { authorization: `Bearer ${sandbox.keys.admin}` }
  const answer = await fetch(`${sandbox.url}/api/v1/deployments/2/workbooks?first=100`, { headers })
  const { items } = (await answer.json()) as { items: { id: number; slug: string }[] }
  const id = items.find(({ slug }) => slug === 'cash')?.id ?? 0
  await act({ title: 'Cash today' })
  try {
    const { page } = await browser.open(`${sandbox.url}/`)
    await page.getByRole('link', { name: /^Cash today Finance \/ Cash cash/ }).waitFor()
  } finally {
    await act({ title: 'Cash' })
  }
})

test('what to type next is above everything that the sandbox holds', async () => {
  const { page } = await browser.open(`${sandbox.url}/`, { width: 1280 })
  await expect
    .poll(() => page.getByRole('heading', { level: 2 }).allInnerTexts())
    .toEqual(['Type next', 'production deployment 2', 'dev deployment 1', 'Requests'])
  const commands = page.getByLabel('Commands')
  await expect.poll(() => commands.innerText()).toContain('export BOARDWRIGHT_TOKEN=')
  await expect.poll(() => commands.innerText()).toContain(`boardwright init --url ${sandbox.url} --deployment 2`)
})

test('what each command does stands in a column, and below it on a phone, where no command is cut', async () => {
  const lefts = inPage<number[]>(
    'all => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().left)))]',
  )
  const { page } = await browser.open(`${sandbox.url}/`, { width: 1280 })
  const [commands, does] = [page.locator('.step > :first-child'), page.locator('.step > .faint')]
  const [first] = await commands.evaluateAll(lefts)
  const columns = await does.evaluateAll(lefts)
  expect([columns.length, Number(columns[0]) > Number(first)]).toEqual([1, true])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await does.evaluateAll(lefts)).toEqual(await commands.evaluateAll(lefts))
  const cut = inPage<number>('element => element.scrollWidth - element.clientWidth')
  expect(await page.getByLabel('Commands').evaluate(cut)).toBe(0)
  await expect
    .poll(() => page.getByText(/Its clock says/).innerText())
    .toMatch(/says \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/)
})

test('in place of a picture of an app it is said that it is one, and nothing is made up', async () => {
  const { page } = await browser.open(`${sandbox.url}/`, { width: 1280 })
  const picture = page.getByRole('link', { name: /Order explorer/ }).locator('.thumb')
  await expect.poll(() => picture.innerText()).toBe('App')
  await expect.poll(() => picture.locator('svg, img').count()).toBe(0)
})

/** The published dashboards are drawn as everywhere. */
test('nothing on any page is cut off or overlaps, in light and dark, at three widths', async () => {
  const paths = ['/', '/d/nothing', ...(EVERY_LOOK ? [`/d/${REVENUE}`, `/d/${MEETING}`, '/d/Ox6bHq2DwE9a'] : [])]
  const looks = EVERY_LOOK ? looksAt([1500, 900, 360]) : ([['dark', 900]] as const)
  for (const path of paths) {
    for (const [colorScheme, width] of looks) {
      const { page } = await browser.open(`${sandbox.url}${path}`, { width, dark: colorScheme === 'dark' })
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      if (path === `/d/${REVENUE}` || path === `/d/${MEETING}`) await allDrawn(page)
      await expect.poll(() => inTheWay(page), { message: `${path}, ${colorScheme}, ${width} px` }).toEqual([])
    }
  }
})

describe('/d', () => {
  test('draws an app within the policy of its page', async () => {
    const { page, troubles } = await browser.open(`${sandbox.url}/d/Ox6bHq2DwE9a`)
    await expect.poll(() => page.getByRole('heading', { level: 1, name: 'Order explorer' }).count()).toBe(1)
    await page.frameLocator('.bw-app iframe').getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.locator('.bw-app iframe').getAttribute('sandbox')).toBe('allow-scripts')
    expect(troubles).toEqual([])
  })

  test('for one that is not published shows a page that says so', async () => {
    const { page } = await browser.open(`${sandbox.url}/d/nothing`)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('There is no such dashboard')
  })
})

describe('/embed/dashboard', () => {
  test('a session works once, in its language; after a reload the page says that it is used up', async () => {
    const url = `${sandbox.url}/embed/dashboard/${REVENUE}?session=${await mint({ locale: 'de' })}`
    const { page, troubles } = await browser.open(url)
    await allDrawn(page)
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de')
    await expect.poll(() => page.locator('[data-widget="b8LhNv2s"]').innerText()).toMatch(/\d\.\d{3}\.\d{3}/)
    const axis = await page.locator('[data-widget="wk3ZmQ81"] .role-axis-label text').allTextContents()
    expect(axis.join(' ')).toMatch(/\b(Okt|Dez|Mai)\b/)
    expect(axis.join(' ')).not.toMatch(/\b(Oct|Dec|May)\b/)
    expect(troubles).toEqual([])
    await page.reload()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('This session is not valid')
  })

  test('after its end or its revocation shows nothing', async () => {
    const [late, revoked] = [await mint(), await mint()]
    await send('POST', '/api/v1/embed/session/revoke', { sessionId: revoked })
    for (const session of [revoked, late]) {
      if (session === late) sandbox.controls.setClock({ advanceMs: 5 * 60_000 + 1 })
      const { page } = await browser.open(`${sandbox.url}/embed/dashboard/${REVENUE}?session=${session}`)
      await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('This session is not valid')
      await expect.poll(() => page.locator('[data-widget]').count()).toBe(0)
    }
  })

  test('without AI the AI widgets are empty', async () => {
    await send('PATCH', `/api/v1/embed/dashboard/${MEETING}`, { allowEmbed: true }, 'Bearer')
    const shown = async (settings: object): Promise<string> => {
      const { page } = await browser.open(`${sandbox.url}/embed/dashboard/${MEETING}?session=${await mint(settings)}`)
      await allDrawn(page)
      return page.locator('[data-widget="ai-summary"]').innerText()
    }
    await expect.poll(() => shown({})).toContain('Three sentences for people in a hurry')
    expect(await shown({ allowAi: false })).not.toContain('Three sentences for people in a hurry')
  })

  test('works in a frame on another site', async () => {
    const url = `${sandbox.url}/embed/dashboard/${REVENUE}?session=${await mint()}`
    const theirs = createServer((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><iframe src="${url}" title="Revenue" width="1200" height="900"></iframe>`)
    })
    await new Promise<void>((done) => theirs.listen(0, '127.0.0.1', done))
    onTestFinished(() => void theirs.close())
    const { page } = await browser.open(`http://localhost:${(theirs.address() as AddressInfo).port}/`)
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { level: 1, name: 'Revenue overview' }).waitFor()
    await expect.poll(() => frame.locator('[data-widget]').count()).toBeGreaterThan(4)
  })
})
