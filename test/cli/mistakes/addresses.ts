import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFiles } from '../../support/directory.ts'
import { admin, around, CONFIG, type Mistakes, NO_CONTENT, reaching, target } from './mistake.ts'

let elsewhere: Server

/** The URL and the deployment of a target lead nowhere, or to something else. */
export const ADDRESSES: Mistakes = {
  'a deployment that does not exist': {
    files: reaching(() => around.sandbox.url, 9),
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'the token of production sees no deployment 9 on',
    where: 'deployment 9',
    next: 'Take a token that sees it. If the number is wrong, set `deployment` of production in boardwright.yaml',
  },
  'a URL with a path': {
    files: reaching(() => `${around.sandbox.url}/dashboards`),
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'answered 404: no such endpoint',
    where: '/dashboards/api/v1',
    next: 'The URL has a path, /dashboards. If the platform is not below it, leave it out: ',
  },
  'a URL of a web page': {
    files: reaching(() => around.page),
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'answered 200 with a web page: there is no such endpoint',
    where: '/api/v1/',
    next: 'Check the URL: this platform, or whatever answers in its place, does not have this endpoint.',
  },
  'the address of another web server': {
    async before(root) {
      elsewhere = createServer((_, response) => response.writeHead(404).end('<html><h1>Not found</h1></html>'))
      await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
      const { port } = elsewhere.address() as AddressInfo
      await writeFiles(root, { [CONFIG]: target(`http://127.0.0.1:${port}`) })
    },
    after: () => elsewhere.close(),
    files: NO_CONTENT,
    env: admin,
    run: ['plan', '--target', 'production'],
    exit: 1,
    what: 'answered 404',
    where: '/api/v1/',
    next: 'A web page answered, not the platform: check `url` in boardwright.yaml.',
  },
  'https on an http port': {
    files: reaching(() => around.sandbox.url.replace('http:', 'https:')),
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'it does not speak https on this port, ERR_SSL_WRONG_VERSION_NUMBER',
    where: 'https://127.0.0.1:',
    next: 'Check the port of the URL. A platform on this machine, such as the sandbox, may need http:// instead.',
  },
  'http to another machine': {
    files: { ...NO_CONTENT, [CONFIG]: target('http://acme.example') },
    env: admin,
    run: ['plan'],
    exit: 1,
    what: '"targets.production.url" would send the token unencrypted to acme.example',
    where: 'boardwright.yaml:6:21',
    next: 'Write an address such as https://acme.example, without user, query or fragment.',
  },
  'a host that has no such name': {
    files: { ...NO_CONTENT, [CONFIG]: target('https://acme.invalid') },
    env: admin,
    run: ['plan'],
    exit: 1,
    what: 'got no connection to https://acme.invalid (no host is called acme.invalid, ENOTFOUND',
    where: 'https://acme.invalid',
    next: 'Check the host of the URL, and the name service of this network.',
  },
  'a host that CI does not allow': {
    files: { ...NO_CONTENT, [CONFIG]: target('https://acme.example') },
    env: () => ({ ...admin(), CI: 'true' }),
    run: ['plan'],
    exit: 3,
    what: 'the token of production is not sent to acme.example: BOARDWRIGHT_',
    where: 'acme.example',
    next: 'Set BOARDWRIGHT_HOST=acme.example in the settings of the CI job, if that is the right host.',
  },
  'a host with its scheme': {
    files: reaching(() => around.sandbox.url),
    env: () => ({
      ...admin(),
      BOARDWRIGHT_HOST: 'http://acme.example',
      BOARDWRIGHT_HOST_PRODUCTION: 'https://x.example',
    }),
    run: ['plan'],
    exit: 3,
    what: 'BOARDWRIGHT_HOST_PRODUCTION holds a URL, but it needs a host',
    where: 'BOARDWRIGHT_HOST_PRODUCTION',
    next: 'Set BOARDWRIGHT_HOST_PRODUCTION=127.0.0.1',
  },
  'an unknown host, and no token to ask it with': {
    run: ['doctor', '--url', 'https://acme.invalid'],
    exit: 1,
    what: 'no host is called acme.invalid',
    where: 'https://acme.invalid',
    next: 'Check the host of the URL',
  },
  'a host that is not a platform, and no token to ask it with': {
    run: () => ['doctor', '--url', around.page],
    exit: 1,
    what: 'a web page',
    where: 'no  host',
    next: 'Check the URL',
  },
  'a target with an unknown host and no token': {
    files: { [CONFIG]: target('https://acme.invalid') },
    run: ['doctor'],
    exit: 1,
    what: 'no host is called acme.invalid',
    where: 'target production (boardwright.yaml:6:',
    next: 'Check the host of the URL',
  },
  'a project at an unknown host': {
    files: { [CONFIG]: null },
    run: ['init', '--url', 'https://acme.invalid', '--deployment', '2'],
    exit: 0,
    what: 'no host is called acme.invalid',
    where: 'https://acme.invalid',
    next: 'Check the host of the URL, and the name service of this network. If the URL is wrong, change it in boardwright.yaml.',
  },
  'a project at a host that is not a platform': {
    files: { [CONFIG]: null },
    run: () => ['init', '--url', around.page, '--deployment', '2'],
    exit: 0,
    what: 'a web page',
    where: 'warning: GET /api/v1/users/me',
    next: 'If the URL is wrong, change it in boardwright.yaml.',
  },
  'a platform that does not listen': {
    files: () => ({ ...NO_CONTENT, 'boardwright.yaml': target('http://127.0.0.1:1') }),
    ...{ env: admin, run: ['plan', '--timeout', '60'], exit: 1 },
    what: 'nothing listens at 127.0.0.1:1',
    where: 'target production (boardwright.yaml:6:',
    next: 'Check its host and its port, and that the platform runs there.',
  },
}
