// Slow: it draws in a process of its own for each attack.
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory } from '../../../../test/support/directory.ts'
import { lazy } from '../../../common/lazy.ts'
import type { Job, Limits, Painter } from '../../draw/index.ts'

const root = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const script = join(root, 'dist/draw/worker/main.cjs')
const drawing = readFileSync('dist/draw/worker/main.cjs', 'utf8')

/** The program's painter, as if it had been installed elsewhere. */
async function installPainter(): Promise<(limits: object) => Painter> {
  copyFileSync('package.json', join(root, 'package.json'))
  cpSync('dist/draw/worker', join(root, 'dist/draw/worker'), { recursive: true })
  cpSync('dist/viewer/world.json', join(root, 'dist/viewer/world.json'))
  const outfile = join(root, 'dist/painter.mjs')
  const contents = `export { createPainter } from ${JSON.stringify(resolve('packages/pictures/draw/index.ts'))}`
  await build({
    ...{ stdin: { contents, resolveDir: '.' }, outfile, bundle: true, platform: 'node', format: 'esm' },
    logLevel: 'error',
  })
  return (await import(pathToFileURL(outfile).href)).createPainter
}
const installed = lazy(installPainter)

/**
 * What code could do that broke out of a chart. It is put at the end of the script that draws, so it has everything
 * that the script has, as if the interpreter of expressions had not been there.
 */
async function painterWith(code: string, limits: Partial<Limits> = {}): Promise<Painter> {
  const createPainter = await installed()
  writeFileSync(script, `${drawing}\n;{\n${SAY}\n${code}\n}\n`)
  const painter = createPainter({ processes: 1, ...limits })
  onTestFinished(() => painter.close())
  return painter
}

/** Speaks to the program as the script does. */
const SAY = `const say = (said, bytes) => {
  const parts = [Buffer.from(JSON.stringify(said)), ...(bytes === undefined ? [] : [Buffer.from(bytes)])]
  const { parentPort } = require('node:worker_threads')
  if (parentPort) return parentPort.postMessage(said)
  for (const part of parts) {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(part.length)
    for (const each of [length, part]) require('node:fs').writeSync(1, each)
  }
}
const tell = (text) => say({ say: 'failed', text })
const attempt = (run) => { try { return String(run()) } catch (cause) { return 'refused' } }`

const chart = { id: 'chart', type: 'CHART', position: { x: 0, y: 0, w: 12, h: 5 }, report: 'chart' } as const
const spec = {
  data: { values: [{ a: 1 }, { a: 2 }] },
  mark: 'bar',
  encoding: { x: { field: 'a', type: 'ordinal' }, y: { field: 'a', type: 'quantitative' } },
}
const JOB: Job = {
  scene: {
    title: 'Test',
    dashboard: { kind: 'CLASSIC', widgets: [chart] },
    reports: { chart: { name: 'chart', kind: 'vega', spec } },
  },
  ...{ width: 800, isDark: false, format: 'svg', scale: 1 },
}

/** What the code could tell, which the program quotes as the reason why there is no picture. */
async function toldBy(code: string, limits?: Partial<Limits>): Promise<string> {
  const painter = await painterWith(code, limits)
  const [settled] = await Promise.allSettled([painter.draw(JOB)])
  return settled.status === 'rejected' ? String(settled.reason.message) : 'drawn'
}

describe('code that broke out of a chart', () => {
  test('writes no file and runs no process', async () => {
    const out = temporaryDirectory()
    const file = (name: string) => JSON.stringify(join(out, name))
    const told = await toldBy(`
      const [fs, run] = [require('node:fs'), require('node:child_process')]
      const node = process.execPath
      const write = (name) => 'require("fs").writeFileSync(' + JSON.stringify(name) + ', "x")'
      attempt(() => fs.writeFileSync(${file('sync')}, 'x'))
      attempt(() => fs.mkdirSync(${file('directory')}))
      attempt(() => fs.symlinkSync('/etc/hosts', ${file('link')}))
      attempt(() => fs.promises.writeFile(${file('promised')}, 'x').catch(() => {}))
      attempt(() => fs.writeFile(${file('later')}, 'x', () => {}))
      attempt(() => fs.appendFileSync(__filename, '//'))
      attempt(() => run.execFileSync(node, ['-e', write(${file('run')})]))
      attempt(() => run.spawnSync('sh', ['-c', 'touch ' + ${file('shell')}]))
      attempt(() => run.fork('-e', [], { execPath: node, execArgv: ['-e', write(${file('fork')})] }))
      attempt(() => new (require('node:worker_threads').Worker)(write(${file('worker')}), { eval: true }))
      attempt(() => process.report.writeReport(${file('report')}))
      attempt(() => require('node:v8').writeHeapSnapshot(${file('heap')}))
      attempt(() => new (require('node:inspector').Session)().connect())
      tell('it was here')`)
    expect(told).toBe('Test cannot be drawn: it was here')
    await sleep(1_000)
    for (const name of [
      'sync',
      'directory',
      'link',
      'promised',
      'later',
      'run',
      'shell',
      'fork',
      'worker',
      'report',
      'heap',
    ])
      expect(existsSync(join(out, name)), name).toBe(false)
  })

  test('reads no file and no environment, neither its own nor that of the program', async () => {
    const secret = join(temporaryDirectory(), 'key')
    writeFileSync(secret, 'a key of somebody')
    process.env['BOARDWRIGHT_TOKEN_TEST'] = 'a key in the environment'
    onTestFinished(() => void delete process.env['BOARDWRIGHT_TOKEN_TEST'])
    const told = await toldBy(`
      const fs = require('node:fs')
      const read = (path) => attempt(() => fs.readFileSync(path, 'utf8'))
      const files = [${JSON.stringify(secret)}, '/proc/self/environ', '/proc/' + process.ppid + '/environ',
        '/proc/' + process.ppid + '/cmdline', __dirname + '/../../../package.json', '/etc/passwd']
      tell(JSON.stringify([
        ...files.map(read),
        read(Buffer.from(files[0])), read(require('node:url').pathToFileURL(files[0])),
        attempt(() => fs.readdirSync('/')), attempt(() => fs.openSync(files[0])), attempt(() => require(files[0])),
        attempt(() => process.loadEnvFile(files[0])),
        Object.keys(process.env).filter((name) => name !== 'TZ').length,
      ]))`)
    expect(told).toBe(`Test cannot be drawn: ${JSON.stringify([...Array(12).fill('refused'), 0])}`)
  })

  test('reaches no port of this machine', async () => {
    const received: string[] = []
    const server = createServer((socket) => {
      received.push('a connection')
      socket.on('error', () => undefined).destroy()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const told = await toldBy(`
      const [net, load] = [require('node:net'), (name) => require('node:' + name)]
      const at = { host: '127.0.0.1', port: ${port} }
      const url = 'http://127.0.0.1:${port}/'
      const quiet = (socket) => socket.on('error', () => {})
      attempt(() => quiet(net.connect(at)))
      attempt(() => quiet(new net.Socket().connect(at)))
      attempt(() => quiet(load('tls').connect(at)))
      attempt(() => quiet(load('http').get(url)))
      attempt(() => quiet(load('http2').connect(url)))
      attempt(() => quiet(new process.stdin.constructor().connect(at)))
      attempt(() => fetch(url).catch(() => {}))
      attempt(() => new WebSocket('ws://127.0.0.1:${port}/'))
      attempt(() => process.getBuiltinModule('net').connect(at).on('error', () => {}))
      attempt(() => import('node:net').then(({ connect }) => quiet(connect(at))).catch(() => {}))
      attempt(() => new (process.binding('tcp_wrap').TCP)(0))
      tell(JSON.stringify([
        attempt(() => require('node:dgram').createSocket('udp4')), attempt(() => net.createServer().listen(0)),
        attempt(() => require('node:dns').lookup('localhost', () => {})), attempt(() => process.kill(process.ppid, 0)),
      ]))`)
    expect(told).toBe(`Test cannot be drawn: ${JSON.stringify(Array(4).fill('refused'))}`)
    await sleep(1_000)
    expect(received).toEqual([])
  })

  test('makes no code of texts, and finds no prototype under a name', async () => {
    const told = await toldBy(`tell(JSON.stringify([
      attempt(() => (() => {}).constructor('return 1')()), attempt(() => (0, eval)('1')),
      attempt(() => (async () => {}).constructor('return 1')()), attempt(() => setTimeout('1')),
      attempt(() => ({}).__proto__),
    ]))`)
    expect(told).toBe(`Test cannot be drawn: ${JSON.stringify([...Array(4).fill('refused'), 'undefined'])}`)
  })

  test('ends when its time is up, whatever it says meanwhile', async () => {
    const told = await toldBy(`for (;;) say({ say: 'begun', widget: 'chart' })`, { seconds: 1, around: 2 })
    expect(told).toBe('Test cannot be drawn: it takes longer than 2 seconds')
  })

  test('ends when the heap is as large as it may be', async () => {
    const told = await toldBy(
      `const kept = []; for (let at = 0; at < 60; at += 1) { kept.push(Array(1_000_000).fill(at)) } tell('it has ' + kept.length)`,
      { megabytes: 100 },
    )
    expect(told).toBe('Test cannot be drawn: it takes more than 100 MB of memory')
  })

  test.runIf(process.platform === 'linux')('ends when its memory is used up, also beside the heap', async () => {
    const told = await toldBy(
      `const kept = []; for (let at = 0; at < 100_000; at += 1) { kept.push(Buffer.alloc(20_000_000, 1)) }`,
      { megabytes: 100 },
    )
    expect(told).toBe('Test cannot be drawn: it takes more than 100 MB of memory')
  })

  test.each([
    ['a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a handler', '<svg xmlns="http://www.w3.org/2000/svg"><rect onload="alert(1)"/></svg>'],
    ['a page', '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><p>x</p></foreignObject></svg>'],
    ['a link', '<svg xmlns="http://www.w3.org/2000/svg"><a href="https://evil.example/"><text>x</text></a></svg>'],
    ['a fetched fill', '<svg xmlns="http://www.w3.org/2000/svg"><rect fill="url(https://evil.example/x)"/></svg>'],
    ['a style', '<svg xmlns="http://www.w3.org/2000/svg"><style>@import "https://evil.example/x"</style></svg>'],
    ['an entity', '<!DOCTYPE svg [<!ENTITY x "y">]><svg xmlns="http://www.w3.org/2000/svg">&x;</svg>'],
  ])('puts no %s into a picture', async (_, svg) => {
    const drawn = { say: 'drawn', width: 10, height: 10, lacking: [], notices: {}, places: {}, sizes: {} }
    expect(await toldBy(`say(${JSON.stringify(drawn)}, ${JSON.stringify(svg)})`)).toBe(
      'Test cannot be drawn: it answers with something else than a picture',
    )
  })

  test.each([
    ['no JSON', `say('x')`],
    ['more keys', `say({ say: 'drawn', width: 1, height: 1, lacking: [], notices: {}, stopped: {} })`],
    [
      'a size that is none',
      `say({ say: 'drawn', width: -1, height: 1, lacking: [], notices: {}, places: {}, sizes: {} })`,
    ],
    ['a message without end', `require('node:fs').writeSync(1, Buffer.alloc(4, 255))`],
  ])('gets nowhere by saying %s', async (_, code) => {
    expect(await toldBy(code)).toMatch(/^Test cannot be drawn: (its process does not make sense|it answers with more)/)
  })
})
