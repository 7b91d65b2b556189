// Slow: it starts git in many traps.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { gitFacts, isIgnored } from '../../src/workspace/git.ts'
import { openRepository } from '../../src/workspace/history.ts'
import { settingsFrom } from '../../src/workspace/repository.ts'
import { readTree } from '../../src/workspace/tree.ts'
import { filesIn } from '../scenarios/scenario.ts'
import { atSandbox, layOut, openStage, printedBy } from '../scenarios/stage.ts'
import { commitAll, commitFirst, git, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { isLong } from '../support/long.ts'
import { GIT_ATTACKS, type GitAttack, type Place, runPlainGit } from './git-attacks.ts'

openStage()

const TOUCHED = 'bi/boardwright.yaml'

async function placeFor({ files, arrange }: Omit<GitAttack, 'name'>): Promise<Place & { readonly heard: string[] }> {
  const top = temporaryDirectory()
  const outside = temporaryDirectory()
  const mark = join(outside, 'mark')
  const attack = join(outside, 'attack.sh')
  writeFileSync(attack, `#!/bin/sh\nenv >> ${mark}\n`, { mode: 0o755 })
  const { port, heard } = await listen()
  const place = { top, project: join(top, 'bi'), mark, attack, port }

  const start = filesIn('start')
  const project = Object.fromEntries(Object.entries(atSandbox(start)).map(([path, text]) => [`bi/${path}`, text]))
  await writeFiles(top, { ...project, '.gitignore': '.boardwright/\n' })
  const commit = commitFirst(top)
  await layOut(start, commit)
  await writeFiles(top, { 'change.txt': 'so that there is one', ...files?.(place) })
  commitAll(top, 'the pull request')
  await arrange?.(place)
  // Git looks into a file again whose time changed.
  await writeFiles(top, { [TOUCHED]: readFileSync(join(top, TOUCHED)) })
  return { ...place, heard }
}

/** Somebody who must not be called. */
async function listen(): Promise<{ readonly port: number; readonly heard: readonly string[] } & { heard: string[] }> {
  const heard: string[] = []
  const server = createServer((socket) => {
    heard.push('somebody called')
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return { heard, port: typeof address === 'object' && address ? address.port : 0 }
}

/** A git that does something else first, before the real one on the PATH. */
function putBeforeGit(line: string): void {
  const bin = temporaryDirectory()
  const real = join(git(bin, '--exec-path').trim(), 'git')
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${line}\nexec '${real}' "$@"\n`, { mode: 0o755 })
  vi.stubEnv('PATH', `${bin}${delimiter}${process.env['PATH']}`)
}

/** What git itself says that it started, from here on. */
function watchGit(): () => string[] {
  const file = join(temporaryDirectory(), 'trace')
  putBeforeGit(`export GIT_TRACE2_EVENT='${file}'`)
  return () =>
    (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').filter((line) => line.includes('child_start'))
}

const COMMANDS = [
  'plan',
  'apply --yes --accept uncommitted',
  'status --ui-edits',
  'export',
  'status',
  'status sales/revenue',
  'adopt --yes',
  'check --branch check-1',
  'rename content/sales/revenue content/sales/revenues',
  'promote --from production --to production',
  'validate',
]

/** What starts git for one attack starts it for all of them: with every command each is tried in the long run. */
const USUAL = ['plan', 'rename content/sales/revenue content/sales/revenues']

describe('a pull request makes no git of ours run anything, beside a token', () => {
  test.for(GIT_ATTACKS)('$name', async ({ fallsFor, ...attack }) => {
    const isFirst = attack.name === GIT_ATTACKS[0]?.name
    const watch = watchGit()
    const place = await placeFor(attack)
    const { project, mark, heard } = place
    const before = watch().length
    const started = () => watch().slice(before)
    for (const command of isFirst || isLong ? COMMANDS : USUAL) {
      const printed = await printedBy([...command.split(' '), '-C', project])
      const seen = { command, ran: existsSync(mark), heard, started: started() }
      expect(seen).toEqual({ command, ran: false, heard: [], started: [] })
      expect({ command, printed }).toEqual({ command, printed: expect.not.stringContaining('this is a bug') })
    }
    if (!fallsFor) return
    await writeFiles(place.top, { [TOUCHED]: readFileSync(join(place.top, TOUCHED)) })
    await runPlainGit(place, fallsFor)
    expect(existsSync(mark) || heard.length > 0, 'git on its own falls for it').toBe(true)
  })

  test('the history of the project is found beside a planted repository: what was applied is known', async () => {
    const { project } = await placeFor(GIT_ATTACKS[0] ?? {})
    const printed = await printedBy(['plan', '-C', project])
    expect(printed).toContain('No changes.')
    expect(printed).not.toContain('history of this project')
  })
})

describe('the one door to git', () => {
  test('gives no token and no variable of git to a child', async () => {
    const { project, mark, attack } = await placeFor({})
    putBeforeGit(`${attack} < /dev/null`)
    vi.stubEnv('BOARDWRIGHT_TOKEN_PRODUCTION', 'a-token-that-nobody-may-see')
    vi.stubEnv('GITHUB_TOKEN', 'another-token-that-nobody-may-see')
    await printedBy(['plan', '-C', project])
    const seen = readFileSync(mark, 'utf8')
    expect(seen).toContain('GIT_ALLOW_PROTOCOL=none')
    expect(seen).not.toMatch(/TOKEN|that-nobody-may-see/)
  })

  test('opens what the user owns or marks as safe, and says why it does not open another', async () => {
    const { project, top } = await placeFor({})
    const files = (await readTree(project)).files
    const open = () => openRepository(project, { files, isOurs: () => true, commits: [] })
    const head = git(top, 'rev-parse', 'HEAD').trim()
    // So git takes everything for somebody else's.
    putBeforeGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1')
    expect(await open()).toMatchObject({ head: undefined, because: expect.stringContaining('dubious ownership') })
    const home = temporaryDirectory()
    writeFileSync(join(home, '.gitconfig'), `[safe]\n  directory = ${top}\n`)
    vi.stubEnv('HOME', home)
    vi.stubEnv('GIT_CONFIG_GLOBAL', undefined)
    expect(await open()).toMatchObject({ head })
  })

  test('opens what is marked as safe for one run', async () => {
    const { project, top } = await placeFor({})
    const head = git(top, 'rev-parse', 'HEAD').trim()
    putBeforeGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1')
    vi.stubEnv('GIT_CONFIG_COUNT', '1')
    vi.stubEnv('GIT_CONFIG_KEY_0', 'safe.directory')
    vi.stubEnv('GIT_CONFIG_VALUE_0', top)
    expect(await gitFacts(project)).toMatchObject({ commit: head })
  })

  test("keeps the user's settings for ignored files and line ends", async () => {
    const { project, top } = await placeFor({})
    writeFileSync(join(top, '.git/ignores'), '.DS_Store\n')
    writeFileSync(join(top, '.git/home.gitconfig'), `[core]\n  excludesFile = ${join(top, '.git/ignores')}\n`)
    vi.stubEnv('GIT_CONFIG_GLOBAL', join(top, '.git/home.gitconfig'))
    await writeFiles(project, { 'content/.DS_Store': 'x', 'data-model/.DS_Store': 'x' })
    const ignored = new Set(['content/.DS_Store', 'data-model/.DS_Store'])
    expect(await gitFacts(project)).toMatchObject({ dirty: new Set(), ignored })
    expect(await isIgnored(project, 'content/.DS_Store')).toBe(true)
  })

  test.for<[list: string, settings: [string, string][]]>([
    ['core.autocrlf\ntrue\0core.fsmonitor\n/bin/x\0', [['core.autocrlf', 'true']]],
    ['core.excludesfile\n~/ignore\0', [['core.excludesfile', '~/ignore']]],
    ['safe.directory\n*\0alias.x\n!y\0', []],
    [
      'filter.a.b=c.smudge\nx\0',
      [
        ['filter.a.b=c.clean', ''],
        ['filter.a.b=c.smudge', ''],
        ['filter.a.b=c.process', ''],
        ['filter.a.b=c.required', 'false'],
      ],
    ],
  ])('for %j it keeps %j', ([list, settings]) => {
    expect(settingsFrom(list)).toEqual(settings)
  })
})
