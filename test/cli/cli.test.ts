import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readManifest } from '../../scripts/manifest.mjs'
import { retryAtOnce } from '../support/at-once.ts'
import { runHere } from '../support/in-process.ts'
import { boardwright, type SandboxProcess, sandboxProcess } from '../support/program.ts'

let sandbox: SandboxProcess
retryAtOnce()
beforeAll(async () => {
  sandbox = await sandboxProcess(['--seed', 'empty'])
})
afterAll(() => sandbox.end('SIGKILL'))

const here = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => runHere(args, { env })

describe('the command line', () => {
  test('prints its version', async () => {
    const { version } = readManifest()
    expect(await boardwright(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    expect((await boardwright(['-V'])).stdout).toBe(`${version}\n`)
    expect((await boardwright(['-q', '--version'])).stdout).toBe(`${version}\n`)
  })

  test('without a command lists the commands', async () => {
    const { code, stdout } = await boardwright([])
    expect(code).toBe(0)
    expect(stdout).toMatch(/sandbox[\s\S]*Exit status/)
  })

  test.each([
    [['sandbox', '--prot', '1'], 'unknown option --prot: did you mean --port?'],
    [['sandbx'], 'unknown command "sandbx": did you mean "sandbox"?'],
    [['sandbox', 'extra'], 'sandbox takes no arguments: "extra" is too many'],
    [['sandbox', '--port', '65536'], 'it must be a whole number from 0 to 65535.'],
    [['sandbox', '--port', 'x'], 'it must be a whole number from 0 to 65535.'],
    [
      ['sandbox', '--seed', 'acne'],
      '--seed does not take "acne": did you mean "acme"? It takes acme, demo, empty, scale, grown.',
    ],
    [['sandbox', '--reports', '5'], '--reports goes with --seed scale'],
    [['export', '--taget', 'dev'], 'unknown option --taget: did you mean --target?'],
    [['validate', '--format', 'xml'], '--format does not take "xml": it takes text, github, gitlab, junit, sarif.'],
  ])('%j is a usage error', async (args, message) => {
    const { code, stdout, stderr } = await here(args)
    expect({ code, stdout }).toEqual({ code: 64, stdout: '' })
    expect(stderr).toContain('BW-E6001')
    expect(stderr).toContain(message)
  })

  test('with --json prints an error as one line for programs', async () => {
    const { code, stderr } = await boardwright(['doctor', '--json', '--url', sandbox.url], {
      BOARDWRIGHT_TOKEN: 'wrong-token',
    })
    expect(code).toBe(3)
    expect(JSON.parse(stderr)).toMatchObject({
      format: 1,
      error: { code: 'BW-E2101', exit: 3, http: { endpoint: 'GET /api/v1/users/me', status: 401, tries: 1 } },
    })
  })
})

describe('doctor', () => {
  const doctor = (url: string, token: string, ...more: string[]) =>
    here(['doctor', '--url', url, ...more], token === '' ? {} : { BOARDWRIGHT_TOKEN: token })

  test('says who the token belongs to and what it sees, and writes nothing', async () => {
    const { code, stdout, stderr } = await doctor(sandbox.url, sandbox.keys.admin)
    expect(code).toBe(0)
    expect(stdout).toContain('ci-bot@acme.com (admin)')
    expect(stdout).toContain('1 dev, 2 production')
    expect(stderr).toContain('0 write requests')
  })

  test('warns about a token that does not see everything, because a plan holds what it cannot see', async () => {
    const { code, stdout } = await doctor(sandbox.url, sandbox.keys.member)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^ {2}! {3}token {8}\S+ \(not an admin: plan holds applied objects that this token cannot see/m,
    )
    expect(stdout).toMatch(/^ {2}ok {2}deployments {2}/m)
  })

  test('with a scoped token sees its deployment only', async () => {
    const { stdout } = await doctor(sandbox.url, sandbox.keys.scoped, '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      format: 1,
      targets: [{ name: sandbox.url, deployments: [{ id: 1, name: 'dev' }], writeRequests: 0 }],
    })
  })

  test.each([
    ['a wrong token', () => doctor(sandbox.url, 'nope-nope'), 3, 'BW-E2101'],
    ['a token of one letter', () => doctor(sandbox.url, 'e'), 3, 'BW-E2008'],
    ['nobody there', () => doctor('http://127.0.0.1:9', 'nope-nope'), 1, 'BW-E2001'],
    [
      'a name that does not resolve',
      () => doctor('https://acme.invalid', 'nope-nope', '--timeout', '20'),
      1,
      'BW-E2001',
    ],
    ['plain http elsewhere', () => doctor('http://acme.example', 'nope-nope'), 1, 'BW-E2003'],
    ['no URL at all', () => doctor('acme', 'nope-nope'), 1, 'BW-E2003'],
  ])('%s: a code and the next step', async (_, run, exit, code) => {
    const ended = await run()
    expect(ended).toMatchObject({
      code: exit,
      stderr: expect.stringMatching(/^(Sent 1 request. 0 write requests.\n)?$/),
    })
    expect(ended.stdout).toMatch(new RegExp(`^ {2}no {2}\\w+ .+\\(${code}\\)\\n {8}.+\\n {2}- {3}the rest `, 'm'))
    expect(ended.stdout).not.toContain('nope-nope')
  })

  test.each([
    ['a platform', () => sandbox.url, 3, 'BW-E1404', ['ok  host', 'no  token']],
    ['nobody there', () => 'https://acme.invalid', 1, 'BW-E2001', ['no  host']],
    ['plain http elsewhere', () => 'http://acme.example', 1, 'BW-E2003', ['no  host']],
  ])('without a token the host comes first: %s', async (_, url, exit, code, checks) => {
    const { stdout, ...ended } = await doctor(url(), '')
    expect(ended.code).toBe(exit)
    expect(stdout).toContain(`(${code})`)
    expect(stdout.match(/(?<=^ {2})(ok|no) +(host|token)/gm)).toEqual(checks)
  })

  test('says when the address is a web page and not the API', async () => {
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const ended = await doctor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'nope-nope')
    server.close()
    expect(ended.stdout).toContain('BW-E2108')
  })

  test('shows escape sequences from the platform as text', async () => {
    const server = createServer((_, response) =>
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"message":"\\u001b[31mred\\u202e"}'),
    )
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const ended = await doctor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'nope-nope')
    server.close()
    expect(ended.stdout).toContain('BW-E2106')
    expect(ended.stdout).not.toMatch(/[\u001b\u202e]/)
  })
})

describe('sandbox', () => {
  test('prints everything that a program needs on its first line', () => {
    const { url, keys, control, deployments } = sandbox
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(Object.keys(keys)).toEqual(['admin', 'member', 'scoped'])
    expect(new Set([...Object.values(keys), control]).size).toBe(4)
    expect(deployments).toEqual([
      { id: 1, name: 'dev' },
      { id: 2, name: 'production' },
    ])
  })

  test('reports a port that is in use', async () => {
    const port = new URL(sandbox.url).port
    const { code, stdout, stderr } = await boardwright(['sandbox', '--port', port])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('BW-E4001')
    expect(stderr).toContain(`port ${port}`)
  })
})
