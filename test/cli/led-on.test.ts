// Slow: it takes a tenant into git, with its data model.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { atTerminal, ENTER, type Said } from '../support/terminal.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

/** What a person at the terminal types, by command. */
const TYPED: Readonly<Record<string, readonly Said[]>> = { adopt: [['Type "yes"', `yes${ENTER}`]] }

/** A sentence that ends with a command line, as a terminal of 80 columns shows it. */
const LEADS_ON = /:\s+((?:git|boardwright) (?:.*\\\n)*.*)$/gm

const commandsIn = (printed: string): string[] => [...printed.matchAll(LEADS_ON)].map(([, command = '']) => command)

/** From here, every command that is printed is run as it is printed, until one leads no further. */
test.each([
  ['doctor', (url: string) => `boardwright doctor --url ${url}`],
  ['init', (url: string) => `boardwright init --url ${url} --deployment 2 --no-git`],
])('%s in an empty directory leads on until a plan has no changes', async (_, first) => {
  await sandbox.controls.reset({ seed: 'acme' })
  const cwd = join(temporaryDirectory(), 'analytics')
  mkdirSync(cwd)
  const env = environmentOf(cwd)
  const ran: string[] = []
  const ours: string[] = []
  let printed = ''
  for (const left = [first(sandbox.url)]; left.length > 0; ) {
    const command = left.shift() ?? ''
    ran.push(command)
    printed = await run(command, { cwd, env, ours })
    left.push(...commandsIn(printed))
    expect(ran.length, ran.join('\n')).toBeLessThan(20)
  }
  // In a clone, init also leads to the merge driver.
  const others = ours.filter((command) => command !== 'setup')
  expect(others.slice(-5)).toEqual(['init', 'export', 'adopt', 'apply', 'plan'])
  expect(printed).toContain('\nNo changes. ')
})

const environmentOf = (cwd: string): Record<string, string> => ({
  ...{ BOARDWRIGHT_TOKEN: sandbox.keys.admin, HOME: cwd, PATH: process.env['PATH'] ?? '', TERM: 'dumb' },
  ...{ GIT_CONFIG_GLOBAL: '/dev/null', GIT_AUTHOR_NAME: 'You', GIT_COMMITTER_NAME: 'You' },
  ...{ GIT_AUTHOR_EMAIL: 'you@acme.com', GIT_COMMITTER_EMAIL: 'you@acme.com' },
})

/** It says what it is called with, for a person at a terminal in this process to run it. */
const OURS = 'boardwright() { printf "%s\\n" "$@" >&3; }'

interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** The commands of ours that were run. */
  readonly ours: string[]
}

async function run(command: string, { cwd, env, ours }: Place): Promise<string> {
  const { status, stderr, output } = spawnSync('sh', ['-c', `${OURS}\n${command}`], {
    ...{ cwd, env, encoding: 'utf8' },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  expect([command, status, stderr]).toEqual([command, 0, stderr])
  const args = (output[3] ?? '').split('\n').slice(0, -1)
  const [name] = args
  if (name === undefined) return ''
  ours.push(name)
  const ended = await atTerminal(args, { cwd, env, says: TYPED[name] ?? [] })
  const printed = ended.stdout + ended.stderr
  expect([command, ended.code, printed]).toEqual([command, 0, printed])
  return printed
}
