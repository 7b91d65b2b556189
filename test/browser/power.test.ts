import { createSocket } from 'node:dgram'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { LEAVING, useAway, WAYS_OUT } from './away.ts'
import { allDrawn, sceneWith, serveScenes, textOf, useBrowser, widget } from './support.ts'

const { open } = useBrowser()

const { received, connections, address } = useAway()

const spec = {
  data: { values: [{ a: 1 }, { a: 2 }] },
  mark: 'bar',
  encoding: { x: { field: 'a', type: 'ordinal' }, y: { field: 'a', type: 'quantitative' } },
}
const SCENE = sceneWith([widget('chart', 'CHART', [0, 0, 12, 5], { report: 'chart' })], {
  chart: { name: 'Chart', kind: 'vega', spec },
})
const SCRIPT = /\/viewer\/[^/]*\.js$/
/** In characters: only the script that holds the chart library, and so runs what charts say, is longer. */
const OTHERS = 500_000

const whenDrawn = (code: string): string =>
  `{const wait = setInterval(() => { if (document.querySelector('svg.marks')) { clearInterval(wait); ${code} } }, 50)}`

/**
 * A page with a chart, in which code runs with everything that the code of charts has, as if it had broken out of the
 * interpreter of expressions. `send` makes an address of what it can read.
 */
async function pageWith(code: string) {
  const { url, close } = await serveScenes({ board: SCENE })
  const { page } = await open('about:blank')
  const send = `const send = (how) => '${address()}/' + how + '?' + encodeURIComponent(document.body.textContent)`
  await page.route(SCRIPT, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const added = text.length > OTHERS ? `\n;${whenDrawn(`${send};${code}`)}` : ''
    await route.fulfill({ response, body: `${text}${added}` })
  })
  await page.goto(`${url}/#/board`)
  await allDrawn(page, 'board')
  return {
    page,
    url,
    async end() {
      await page.unroute(SCRIPT)
      await page.goto('about:blank')
      await close()
    },
  }
}

describe('code that broke out of a chart', () => {
  test.each(WAYS_OUT)('reaches nobody with %s', async (what, code) => {
    const { page, url, end } = await pageWith(code)
    try {
      await sleep(1_200)
      expect(received).toEqual([])
      if (!LEAVING.has(what)) expect(connections).toEqual([])
      expect(page.url()).toBe(`${url}/#/board`)
      expect(page.context().pages()).toHaveLength(1)
      await expect.poll(() => textOf(page, 'chart')).toContain('Chart')
    } finally {
      await end()
    }
  })

  test('finds no way past the web', async () => {
    const heard: string[] = []
    const stun = createSocket('udp4').on('message', () => heard.push('a message'))
    await new Promise<void>((done) => stun.bind(0, '127.0.0.1', done))
    const { page, end } = await pageWith(`
      const places = [() => window, () => document.body.appendChild(document.createElement('iframe')).contentWindow]
      for (const place of places) try {
        const from = place()
        const link = new from.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${stun.address().port}' }] })
        link.createDataChannel('x')
        link.createOffer().then((offer) => link.setLocalDescription(offer))
      } catch (e) { console.log(String(e)) }`)
    try {
      await sleep(3_000)
      expect(heard).toEqual([])
      await expect.poll(() => textOf(page, 'chart')).toContain('Chart')
    } finally {
      await end()
      stun.close()
    }
  })

  test.each([
    ['an element', `document.body.append(document.createElement('iframe'))`],
    [
      'an element of a namespace',
      `document.body.append(document.createElementNS('http://www.w3.org/1999/xhtml', 'iframe'))`,
    ],
    ['markup inside', `document.body.innerHTML = markup`],
    ['markup beside', `document.body.insertAdjacentHTML('beforeend', markup)`],
    ['unsafe markup', `document.body.setHTMLUnsafe(markup)`],
    ['a fragment', `document.body.append(document.createRange().createContextualFragment(markup))`],
    ['a parser', `document.body.append(...new DOMParser().parseFromString(markup, 'text/html').body.childNodes)`],
    ['writing', `document.write(markup)`],
  ])('makes no page within its own, by %s', async (_, make) => {
    const { page, end } = await pageWith(`
      const markup = '<iframe></iframe>'
      try { ${make} } catch {}
      setInterval(() => parent.postMessage({ pages: frames.length }, '*'), 20)`)
    try {
      const heard = `new Promise((done) => window.addEventListener('message', ({ data }) => 'pages' in data && done(data.pages)))`
      expect(await page.evaluate(heard)).toBe(0)
    } finally {
      await end()
    }
  })

  test('reads nothing of the page, and cannot put anything that acts into it', async () => {
    const { page, end } = await pageWith(`
      const forbidden = { tag: 'svg', attributes: {}, children: [{ tag: 'script', attributes: {}, children: ['top.hit = 1'] }] }
      const acting = { tag: 'svg', attributes: { onload: 'top.hit = 2' }, children: [] }
      try { parent.document.body.textContent = 'gone'; parent.hit = 3 } catch {}
      for (let id = 0; id < 20; id += 1)
        for (const shape of [forbidden, acting]) parent.postMessage({ boardwright: 1, say: 'drawn', id, drawing: { shape } }, '*')`)
    try {
      await sleep(600)
      expect(await page.evaluate('window.hit')).toBeUndefined()
      await expect.poll(() => textOf(page, 'chart')).toContain('This cannot be drawn')
      await expect.poll(() => page.locator('.bw-vega script, .bw-vega [onload]').count()).toBe(0)
    } finally {
      await end()
    }
  })

  test.each([
    ['the window', 'window.focus()'],
    ['a field', 'field.focus()'],
    ['a dialog', 'dialog.open || dialog.showModal()'],
  ])('hears nothing of what people type, by the focus of %s', async (_, take) => {
    const { page, end } = await pageWith(`
      document.body.hidden = false
      const [field, dialog] = ['input', 'dialog'].map((name) => document.body.appendChild(document.createElement(name)))
      dialog.append(document.createElement('input'))
      window.addEventListener('keydown', ({ key }) => parent.postMessage({ key }, '*'), true)
      setInterval(() => { ${take} }, 20)`)
    try {
      await page.evaluate(`
        window.taken = ''
        window.addEventListener('message', ({ data }) => { window.taken += data.key ?? '' })
        document.body.append(Object.assign(document.createElement('input'), { id: 'typed' }))
        document.getElementById('typed').focus()`)
      await sleep(500)
      await page.keyboard.type('words')
      await expect.poll(() => page.locator('#typed').inputValue()).toBe('words')
      expect(await page.evaluate('window.taken')).toBe('')
    } finally {
      await end()
    }
  })
})

test('the frame of charts has a place on the page: without one, browsers give it little time', async () => {
  const { url, close } = await serveScenes({ board: SCENE })
  const { page } = await open(`${url}/#/board`)
  try {
    await allDrawn(page, 'board')
    expect(await page.locator('#bw-charts').boundingBox()).toEqual({ x: 0, y: 0, width: 1, height: 1 })
  } finally {
    await page.goto('about:blank')
    await close()
  }
})

test.each(['/frame', '/frame/charts'])('%s has no origin on the word of its own answer', async (path) => {
  const { url, close } = await serveScenes({ board: SCENE })
  const { page } = await open(`${url}${path}`)
  try {
    expect(await page.evaluate('origin')).toBe('null')
  } finally {
    await page.goto('about:blank')
    await close()
  }
})

test('the page, too, gives the frame of charts no origin: neither the first, nor one after that', async () => {
  const { url, close } = await serveScenes({ board: SCENE, other: { ...SCENE, title: 'Other' } })
  const { page } = await open(`${url}/#/board`)
  try {
    const frame = page.locator('#bw-charts')
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
    await page.evaluate(`document.getElementById('bw-charts').remove()`)
    await page.goto(`${url}/#/other`)
    await allDrawn(page, 'other')
    await expect.poll(() => page.locator('svg.marks').count()).toBe(1)
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
  } finally {
    await page.goto('about:blank')
    await close()
  }
})
