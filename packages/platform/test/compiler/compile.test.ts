// Slow: it starts a process for each attack.
import { existsSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, onTestFinished, test } from 'vitest'
import '../../../../test/support/built.ts'
import { temporaryDirectory } from '../../../../test/support/directory.ts'
import { installStandIn } from '../../../../test/support/stand-in-compiler.ts'
import { type CompileLimits, runCompiler } from '../../compiler/compile.ts'
import { findCompiler } from '../../compiler/installed.ts'

function standIn(...args: readonly [version?: string, instead?: Readonly<Record<string, string>>]): string {
  const directory = temporaryDirectory()
  installStandIn(directory, ...args)
  return directory
}

const compiled = (code: string, limits?: CompileLimits, directory = standIn()) =>
  runCompiler(findCompiler(directory), new Map([['cubes/a.js', code]]), limits)

/** What the code of a model could tell, which the program would show as an error in the model. */
async function toldBy(code: string, limits?: CompileLimits): Promise<string> {
  const [settled] = await Promise.allSettled([compiled(code, limits)])
  if (settled.status === 'rejected') return String(settled.reason.message)
  return settled.value.end === 'refused' ? settled.value.errors.map(({ message }) => message).join() : 'compiled'
}

const REFUSED = 'Access to this API has been restricted'
const NO_ANSWER = 'the compiler came to no answer about the data model:'

test('says what a model in JavaScript has', async () => {
  expect(await compiled('cube("orders", { measures: { count: "count" } })')).toEqual({
    end: 'compiled',
    owners: [
      {
        ...{ name: 'orders', isVisible: true, joins: [] },
        members: [
          {
            ...{ name: 'orders.count', list: 'measures', type: 'count', isVisible: true },
            ...{ granularities: [], path: ['orders'] },
          },
        ],
      },
    ],
  })
})

describe('a compiler that is not there', () => {
  const found = (directory: string): string => {
    try {
      return findCompiler(directory).version
    } catch (cause) {
      return `${(cause as { code: string }).code} ${(cause as Error).message}`
    }
  }
  test('is named', () => {
    expect(found(temporaryDirectory())).toBe(
      'BW-E1219 the compiler is not installed beside this project: no @cubejs-backend/schema-compiler',
    )
    expect(found(standIn('1.6.9'))).toBe(
      'BW-E1219 @cubejs-backend/schema-compiler 1.6.9 is too old: 1.7 or newer is needed',
    )
    expect(found(standIn('2.0.0'))).toBe('2.0.0')
  })

  test('templates need one more package, and nothing else does', async () => {
    const directory = standIn()
    rmSync(join(directory, 'node_modules/minijinja-js'), { recursive: true })
    const compile = (path: string, text: string) => runCompiler(findCompiler(directory), new Map([[path, text]]))
    expect(await compile('cubes/a.js', 'cube("a", {}) // {% no template %}')).toMatchObject({ end: 'compiled' })
    await expect(compile('cubes/a.yml', '{% if 1 %}{}')).rejects.toThrow(
      'cubes/a.yml is a template, and minijinja-js is not installed',
    )
  })

  test('and one that breaks, too', async () => {
    const broken = standIn('1.7.43', { '@cubejs-backend/schema-compiler/index.js': 'throw new Error("no, thanks")' })
    await expect(compiled('', undefined, broken)).rejects.toThrow(`${NO_ANSWER} it broke: no, thanks`)
  })
})

describe('the code of a model', () => {
  test('reads no file besides those of the compiler', async () => {
    for (const file of ['/proc/self/environ', '/etc/hostname', join(process.cwd(), 'package.json')])
      expect(await toldBy(`throw new Error(require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8'))`)).toBe(
        REFUSED,
      )
  })

  test('writes no file', async () => {
    const directory = standIn()
    for (const file of [join(directory, 'written'), join(directory, 'node_modules/written')]) {
      expect(await toldBy(`require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`)).toBe(REFUSED)
      expect(existsSync(file)).toBe(false)
    }
  })

  test('sees nothing of the environment', async () => {
    const keys = await toldBy(
      "throw new Error(Object.keys(process.env).filter((key) => !/^(CUBEJS_.*|TZ)$/.test(key)).join() || 'none')",
    )
    expect(keys).toBe('none')
  })

  test('starts no process and no thread', async () => {
    expect(await toldBy("require('node:child_process').execFileSync('/bin/true')")).toBe(REFUSED)
    expect(await toldBy("new (require('node:worker_threads').Worker)('', { eval: true })")).toBe(REFUSED)
  })

  test('reaches nobody', async () => {
    const server = createServer()
    let connected = 0
    server.on('connection', () => {
      connected += 1
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    for (const way of [
      `require('node:net').connect(${port}, '127.0.0.1')`,
      `new (require('node:net').Socket)().connect(${port}, '127.0.0.1')`,
      `require('node:http').get('http://127.0.0.1:${port}')`,
      `fetch('http://127.0.0.1:${port}')`,
      `require('node:dns').lookup('localhost', () => undefined)`,
    ])
      expect(await toldBy(way)).toMatch(/^This process may not do that|^fetch is not defined/)
    expect(connected).toBe(0)
  })

  test('is ended if it takes too long, or too much memory', async () => {
    expect(await toldBy('for (;;);', { seconds: 3, megabytes: 768 })).toBe(
      `${NO_ANSWER} it takes longer than 3 seconds`,
    )
    const tooLarge = `${NO_ANSWER} it takes more than 256 MB of memory`
    const small = { seconds: 60, megabytes: 256 }
    expect(await toldBy('const all = []; for (;;) all.push(new Array(100_000).fill({}))', small)).toBe(tooLarge)
    expect(await toldBy('const all = Buffer.alloc(2 ** 30, 1); for (;;) all[0]++', small)).toBe(tooLarge)
  })

  test('answers in the place of the compiler with nothing that would be believed', async () => {
    const write = (bytes: string): string =>
      `require('node:fs').writeSync(1, Buffer.from(${bytes})); process.reallyExit(0)`
    expect(await toldBy(write('[255, 255, 255, 255]'))).toBe(`${NO_ANSWER} its answer is too long`)
    expect(await toldBy(write("'\\u0002\\0\\0\\0{}'"))).toBe(`${NO_ANSWER} its answer makes no sense`)
    expect(await toldBy('process.reallyExit(0)')).toBe(`${NO_ANSWER} its process ended without an answer`)
  })
})
