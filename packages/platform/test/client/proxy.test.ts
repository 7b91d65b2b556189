// Slow: it starts the program behind a proxy.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect as connectTo, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { reply, startServer } from '../../../../test/support/http.ts'
import type { ClientOptions } from '../../client/types.ts'
import { connect, errorOf, FOLDER, fakeClock, page, TOKEN } from './support.ts'

const path = { deploymentId: 2 }
const TENANT = 'https://tenant.example'

interface Proxy {
  readonly port: number
  /** What it was asked to connect to. */
  readonly targets: string[]
  /** The credentials it was given. */
  readonly credentials: (string | undefined)[]
  /** Every byte that a client sent through it. */
  readonly bytes: () => string
}

/** Connects everybody to one port of this machine, or to nothing. `isLate`: the first only once there is a second. */
async function startProxy(target?: number, isLate = false): Promise<Proxy> {
  const targets: string[] = []
  const credentials: (string | undefined)[] = []
  const sockets: Socket[] = []
  let bytes = ''
  const server = createServer((request, response) => {
    targets.push(`${request.method} ${request.url}`)
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket: Socket) => {
    targets.push(`CONNECT ${request.url}`)
    credentials.push(request.headers['proxy-authorization'])
    sockets.push(socket)
    if (target === undefined) return socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    const isFirst = targets.length === 1
    const upstream = connectTo(target, '127.0.0.1', async () => {
      if (isLate && isFirst) await expect.poll(() => targets.length).toBeGreaterThan(1)
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
    })
    sockets.push(upstream)
    socket.on('data', (chunk) => (bytes += chunk.toString('latin1')))
    socket.on('error', () => upstream.destroy())
    socket.pipe(upstream).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, targets, credentials, bytes: () => bytes }
}

/** The tenant, with a certificate that only this test's child process trusts. */
async function startTenant(): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = []
  const read = (file: string) => readFileSync(join(import.meta.dirname, 'tls', file))
  const server = createTlsServer({ key: read('key.pem'), cert: read('cert.pem') }, (request, response) => {
    const { authorization, 'content-length': length } = request.headers
    seen.push(`${request.method} ${request.url} ${length} ${authorization}`)
    response.end(page(FOLDER))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

/** Runs a script that has a `client` of the tenant behind the proxy, in a process that trusts the tenant. */
async function runBehind(proxy: Proxy, options: Partial<ClientOptions>, script: string): Promise<string> {
  const env = { HTTPS_PROXY: `http://ada:hunter2@127.0.0.1:${proxy.port}` }
  const whole = `
    import { createClient } from './dist/index.js'
    const client = createClient(${JSON.stringify({ url: `${TENANT}/base`, token: TOKEN, env, ...options })})
    const path = { deploymentId: 2 }
    ${script}
    await client.close()`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', whole], {
    env: { NODE_EXTRA_CA_CERTS: join(import.meta.dirname, 'tls/cert.pem') },
  })
  return stdout.trim()
}

test('a tenant is reached through a tunnel of the proxy, which does not see the token', async () => {
  const tenant = await startTenant()
  const proxy = await startProxy(tenant.port)
  const script = `
    const folders = await client.folders.getFolders({ path })
    await client.folders.deleteFolder({ path: { ...path, folderId: 3 } })
    console.log(folders.items[0].name)`
  expect(await runBehind(proxy, {}, script)).toBe('Sales')
  expect(tenant.seen).toEqual([
    `GET /base/api/v1/deployments/2/folders undefined Bearer ${TOKEN}`,
    `DELETE /base/api/v1/deployments/2/folders/3 0 Bearer ${TOKEN}`,
  ])
  expect(new Set(proxy.targets)).toEqual(new Set(['CONNECT tenant.example:443']))
  expect(proxy.credentials[0]).toBe(`Basic ${Buffer.from('ada:hunter2').toString('base64')}`)
  expect(proxy.bytes()).not.toContain(TOKEN)
})

test('a write that was cancelled before it had a connection is not sent once the connection comes', async () => {
  const tenant = await startTenant()
  const proxy = await startProxy(tenant.port, true)
  const script = `
    const error = await client.folders.createFolder({ path, body: { name: 'x' } }).catch((cause) => cause)
    await new Promise((resolve) => setTimeout(resolve, 600))
    console.log(error.kind, client.counts.reasons['timed out'] > 0)`
  const output = await runBehind(proxy, { requestTimeoutMs: 500 }, script)
  expect(output).toMatch(/true$/)
  expect(tenant.seen.filter((line) => line.startsWith('POST'))).toHaveLength(1)
})

test('with an untrusted certificate no token is sent, and the call is not retried', async () => {
  const tenant = await startTenant()
  const clock = fakeClock()
  const error = await errorOf(connect(`https://localhost:${tenant.port}`, { clock }).folders.getFolders({ path }))
  expect(error).toMatchObject({ kind: 'UNREACHABLE', http: { tries: 1 } })
  expect(error.message).toMatch(/SELF_SIGNED/)
  expect(clock.waits).toEqual([])
  expect(tenant.seen).toEqual([])
})

describe('the environment', () => {
  /** What a proxy sees of a call to the tenant, with the variables made from its address. */
  async function targetsWith(variables: (address: string) => Record<string, string>, url = TENANT): Promise<string[]> {
    const proxy = await startProxy()
    const env = variables(`127.0.0.1:${proxy.port}`)
    const error = await errorOf(connect(url, { env }).folders.getFolders({ path }))
    expect(error.kind).toBe('UNREACHABLE')
    return [...new Set(proxy.targets)]
  }
  const tunnel = ['CONNECT tenant.example:443']

  test.each([
    ['HTTPS_PROXY', (a: string) => ({ HTTPS_PROXY: `http://${a}` }), tunnel],
    ['its lower-case form', (a: string) => ({ https_proxy: `http://${a}` }), tunnel],
    ['which wins', (a: string) => ({ https_proxy: `http://${a}`, HTTPS_PROXY: 'http://127.0.0.1:1' }), tunnel],
    ['an address without a scheme', (a: string) => ({ HTTPS_PROXY: a }), tunnel],
    ['HTTP_PROXY when there is no other', (a: string) => ({ HTTP_PROXY: `http://${a}` }), tunnel],
    ['NO_PROXY for another host', (a: string) => ({ HTTPS_PROXY: a, NO_PROXY: 'other.example' }), tunnel],
  ])('is honoured: %s', async (_, variables, targets) => {
    expect(await targetsWith(variables)).toEqual(targets)
  })

  test.each([
    ['its name', 'tenant.invalid'],
    ['its domain', '.invalid'],
    ['one of a list', 'a.example, tenant.invalid'],
    ['everything', '*'],
  ])('NO_PROXY keeps the proxy out: %s', async (_, noProxy) => {
    const variables = (address: string) => ({ HTTPS_PROXY: `http://${address}`, NO_PROXY: noProxy })
    expect(await targetsWith(variables, 'https://tenant.invalid')).toEqual([])
  })

  test('this machine is never reached through a proxy', async () => {
    const proxy = await startProxy()
    const server = await startServer(reply(200, page(FOLDER)))
    const address = `http://127.0.0.1:${proxy.port}`
    const client = connect(server.url, { env: { HTTP_PROXY: address, HTTPS_PROXY: address, http_proxy: address } })
    await client.folders.getFolders({ path })
    expect(server.seen).toHaveLength(1)
    expect(proxy.targets).toEqual([])
  })

  test('of the process is read only if the caller passes it', async () => {
    const proxy = await startProxy()
    const before = process.env['HTTPS_PROXY']
    process.env['HTTPS_PROXY'] = `http://127.0.0.1:${proxy.port}`
    try {
      for (const options of [{}, { env: {} }, { env: { HTTP_PROXY: 'http://127.0.0.1:1' } }]) {
        await errorOf(connect('https://tenant.invalid', options).folders.getFolders({ path }))
      }
    } finally {
      delete process.env['HTTPS_PROXY']
      if (before !== undefined) process.env['HTTPS_PROXY'] = before
    }
    expect(proxy.targets).toEqual([])
  })

  test('an invalid proxy URL is refused by its variable, without its password', () => {
    const create = () => connect(TENANT, { env: { HTTPS_PROXY: 'http://ada:hunter2@[nowhere' } })
    expect(create).toThrow(expect.objectContaining({ kind: 'URL_REFUSED', message: 'HTTPS_PROXY is not a URL' }))
  })
})
