// Slow: it makes every mistake that there is an error for.
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { retryAtOnce } from '../support/at-once.ts'
import { commitFirst, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { commandIn, flagsNamed, flagsOf } from '../support/named-flags.ts'
import { isNextStep } from '../support/next-step.ts'
import { ADDRESSES } from './mistakes/addresses.ts'
import { CHECKOUTS } from './mistakes/checkouts.ts'
import { COMMANDS } from './mistakes/commands.ts'
import { DASHBOARDS } from './mistakes/dashboards.ts'
import { DATA_MODEL } from './mistakes/data-model.ts'
import { FILES } from './mistakes/files.ts'
import { FLAGS } from './mistakes/flags.ts'
import { GIT } from './mistakes/git.ts'
import { KEYS } from './mistakes/keys.ts'
import { MACHINE } from './mistakes/machine.ts'
import { around, type Mistake } from './mistakes/mistake.ts'
import { MOVED } from './mistakes/moved.ts'
import { NETWORK } from './mistakes/network.ts'
import { OBJECTS } from './mistakes/objects.ts'
import { OVERLAYS } from './mistakes/overlays.ts'
import { PLACES } from './mistakes/places.ts'
import { PLANS } from './mistakes/plans.ts'
import { QUERIES } from './mistakes/queries.ts'
import { SCHEDULES } from './mistakes/schedules.ts'
import { SETTINGS } from './mistakes/settings.ts'
import { TOKENS } from './mistakes/tokens.ts'
import { VEGA } from './mistakes/vega.ts'
import { TREE } from './project.ts'

const servers: Server[] = []

async function portOf(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const showPage: RequestListener = (_, response) => {
  response.setHeader('content-type', 'text/html').end('<!doctype html>')
}
/** As networks do that require a sign-in, and firewalls. */
const blockOrRedirect: RequestListener = ({ headers }, response) => {
  const status = Number(/^Bearer \w+-(\d+)$/.exec(headers.authorization ?? '')?.[1])
  const more = status === 302 ? { location: 'https://login.example/' } : status === 429 ? { 'retry-after': '3600' } : {}
  response.writeHead(status, { 'content-type': 'text/html', ...more }).end('<!doctype html><p>Not from here</p>')
}
const askForPassword = 'HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="acme"\r\n\r\n'
const tls = (name: string): Buffer => readFileSync(`packages/platform/test/client/tls/${name}.pem`)

retryAtOnce()
beforeAll(async () => {
  around.sandbox = await startSandbox({ seed: 'acme' })
  around.blocked = `http://${await portOf(createServer(blockOrRedirect))}`
  around.page = `http://${await portOf(createServer(showPage))}`
  around.proxy = `http://${await portOf(createServer().on('connect', (_, socket) => socket.end(askForPassword)))}`
  around.unsigned = `https://${await portOf(createTlsServer({ cert: tls('cert'), key: tls('key') }, showPage))}`
})
afterAll(async () => {
  for (const server of servers) server.close()
  await around.sandbox.close()
})

const TABLES = [
  FILES,
  PLACES,
  MOVED,
  KEYS,
  DASHBOARDS,
  QUERIES,
  VEGA,
  DATA_MODEL,
  OVERLAYS,
  SETTINGS,
  SCHEDULES,
  COMMANDS,
  FLAGS,
  OBJECTS,
  PLANS,
  GIT,
  CHECKOUTS,
  TOKENS,
  ADDRESSES,
  NETWORK,
  MACHINE,
]
const entries = TABLES.flatMap((table) => Object.entries(table))

async function happen({ files = {}, before, after, run, env, alone }: Mistake) {
  const changed = typeof files === 'function' ? files() : files
  const all = Object.entries({ ...TREE, ...changed }).flatMap(([file, text]) =>
    text === null ? [] : [[file, text] as const],
  )
  const root = temporaryDirectory()
  await writeFiles(root, Object.fromEntries(all))
  commitFirst(root)
  try {
    await before?.(root)
    const args = typeof run === 'function' ? run() : run
    const variables = { PATH: process.env['PATH'] ?? '', ...env?.() }
    const { code, stdout, stderr } = alone
      ? await alone(args, variables, root)
      : await runHere(args, { cwd: root, env: variables })
    const text = stdout + stderr
    for (const [, step = ''] of text.matchAll(/: boardwright (rename \S+ \w+)$/gm))
      expect(await runHere([...step.split(' '), '--dry-run'], { cwd: root, env: {} })).toMatchObject({ code: 0 })
    return { code, text }
  } finally {
    after?.(root)
  }
}

/** The hints below errors. */
const hintsIn = (text: string): string =>
  [...text.matchAll(/^error BW-.*\n((?: .*\n)*)/gm)].map(([, hint]) => hint).join('')

const commandOf = ({ run }: Mistake): string => commandIn(typeof run === 'function' ? run() : run)

test('there are at least sixty', () => {
  expect(entries.length).toBeGreaterThanOrEqual(60)
})

test('every mistake has a title of its own', () => {
  const titles = entries.map(([title]) => title)
  expect(titles.filter((title, index) => titles.indexOf(title) < index)).toEqual([])
})

describe('a mistake is reported with what, where, and what to do', () => {
  test.each(entries)('%s', async (_, mistake) => {
    const { code, text } = await happen(mistake)
    const found = { what: text.includes(mistake.what), where: text.includes(mistake.where), code }
    expect(found, text).toEqual({ what: true, where: true, code: mistake.exit })
    const read = Math.min(...[mistake.what, mistake.where].map((words) => text.indexOf(words)))
    expect(text.slice(read), 'the next step stands below').toContain(mistake.next)
    expect(mistake.next).toSatisfy(isNextStep)
    for (const [command, flag] of flagsNamed(hintsIn(text), commandOf(mistake)))
      expect(await flagsOf(command), `${flag} is a flag of ${command}: ${text}`).toContain(flag)
    expect(text).not.toMatch(/undefined|\[object |^ +at |NaN|openssl|\.ts:/m)
    expect(text).not.toMatch(/[\u001b\r]/)
  })
})
