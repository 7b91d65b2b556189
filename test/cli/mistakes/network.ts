import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFiles } from '../../support/directory.ts'
import {
  admin,
  around,
  CONFIG,
  type Mistake,
  type Mistakes,
  NO_CONTENT,
  reaching,
  target,
  unreached,
} from './mistake.ts'

const answered = (status: number, what: string, next: string, exit = 1): Mistake => ({
  files: reaching(() => around.blocked),
  env: () => ({ BOARDWRIGHT_TOKEN: `somebody-${status}` }),
  run: ['plan'],
  ...{ exit, what, next },
  where: '/api/v1/',
})

const ELSEWHERE = { ...NO_CONTENT, [CONFIG]: target('https://acme.invalid') }

let answering: Server
/** A platform that answers every request the same way. */
const answer = (status: number, body: string) => async (root: string) => {
  answering = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await once(answering.listen(0, '127.0.0.1'), 'listening')
  const { port } = answering.address() as AddressInfo
  await writeFiles(root, { [CONFIG]: target(`http://127.0.0.1:${port}`) })
}
const stopAnswering = (): unknown => answering.close()

/** What is between this machine and the platform, and a platform in trouble. */
export const NETWORK: Mistakes = {
  'a network that wants a sign-in, and redirects to it': {
    ...answered(
      302,
      'was redirected to another place, https://login.example',
      'asks for a sign-in there, sign in first',
    ),
    where: 'target production (boardwright.yaml:6:3)',
  },
  'a network that wants a sign-in, and says so': answered(
    511,
    'answered 511: Not from here',
    'sign in, and run the same command again.',
  ),
  'a firewall that refuses the address': answered(
    403,
    'answered 403: Not from here',
    'Ask who runs the network, and check `url` in boardwright.yaml.',
    3,
  ),
  'a proxy that refuses the token': answered(
    401,
    'answered 401: Not from here',
    'Ask who runs the network, and check `url` in boardwright.yaml.',
    3,
  ),
  'a proxy that is no URL': {
    files: { ...NO_CONTENT, [CONFIG]: target('https://acme.invalid') },
    env: () => ({ ...admin(), HTTPS_PROXY: 'http://[' }),
    run: ['plan'],
    exit: 1,
    what: 'HTTPS_PROXY is not a URL',
    where: 'HTTPS_PROXY',
    next: 'Set HTTPS_PROXY to the address of the proxy, such as http://proxy.example:3128, or unset it.',
  },
  'a proxy that speaks SOCKS': {
    files: unreached,
    env: () => ({ ...admin(), HTTPS_PROXY: 'socks5://127.0.0.1:1080' }),
    run: ['plan'],
    exit: 1,
    what: 'names a SOCKS proxy',
    where: 'HTTPS_PROXY',
    next: 'Set HTTPS_PROXY to an HTTP proxy',
  },
  'a proxy that wants a password': {
    files: ELSEWHERE,
    env: () => ({ BOARDWRIGHT_TOKEN: 'of-nobody', HTTPS_PROXY: around.proxy }),
    run: ['plan'],
    exit: 1,
    what: 'the proxy wants a user name and a password',
    where: 'https://acme.invalid',
    next: 'Put both into HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT',
  },
  'an untrusted certificate': {
    files: () => ({ ...NO_CONTENT, [CONFIG]: target(around.unsigned) }),
    env: () => ({ BOARDWRIGHT_TOKEN: 'of-nobody' }),
    run: ['plan'],
    exit: 1,
    what: 'nobody known here signed its certificate',
    where: 'https://127.0.0.1:',
    next: 'If a proxy or your company signs it, give the file of its certificate in NODE_EXTRA_CA_CERTS.',
  },
  'a platform that asks for an hour of patience': answered(
    429,
    'it asks for a wait of 3600 s',
    'Run the same command again in 60 minutes',
  ),
  'a platform that is down': {
    files: NO_CONTENT,
    before: answer(503, '{"message": "maintenance until noon"}'),
    after: stopAnswering,
    env: admin,
    run: ['plan', '--timeout', '120'],
    exit: 1,
    what: 'answered 503: maintenance until noon',
    where: 'GET /api/v1/',
    next: 'Run the same command again later: what is done is not repeated.',
  },
  'an answer that is cut off': {
    files: NO_CONTENT,
    before: answer(200, '{"items": [{"id": 1, '),
    after: stopAnswering,
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'gave an answer that ends too early',
    where: 'GET /api/v1/',
    next: 'The platform, or a proxy in between, breaks off its answers: ask who runs it',
  },
}
