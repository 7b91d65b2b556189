// Slow: each demo starts a platform and exports it.
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { start } from '../support/program.ts'

/** A demo whose temporary files are in a directory of their own. */
function startDemo(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const temporary = temporaryDirectory()
  const child = start(['demo', ...args], { TMPDIR: temporary, ...env })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.on('data', (part) => {
      said[name] += String(part)
    })
  return { child, said, temporary }
}

async function stop(child: ReturnType<typeof start>): Promise<unknown> {
  const closed = once(child, 'close')
  child.kill('SIGINT')
  return closed
}

interface Ready {
  readonly url: string
  readonly token: string
  readonly root: string
  readonly preview: string
}

test('a demo is an adopted project with one commit to apply, and leaves nothing behind', async () => {
  const { child, temporary } = startDemo(['--json'])
  const [line] = (await once(createInterface({ input: child.stdout ?? process.stdin }), 'line')) as [string]
  const { url, token, root, preview } = JSON.parse(line) as Ready
  const names = readdirSync(join(root, 'content'))
  expect(names).toEqual(['finance', 'onboarding', 'product', 'sales'])
  const page = new URL(preview)
  expect(page.hash).toBe('#/revenue-overview?compare=swipe')
  const comparison = await (await fetch(`${page.origin}/compare/revenue-overview`)).json()
  expect(comparison).toMatchObject({ says: 'apply would make 3 changes and publish.' })
  const run = (...args: string[]) =>
    runHere(args, { cwd: root, env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: token } })
  const applied = await run('apply', '--yes')
  expect(applied).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`Revenue overview.* {4}version \\d+\\n {13}${url}/d/`)),
  })
  expect((await run('plan')).stdout).toContain('No changes')
  expect(await stop(child)).toEqual([0, null])
  expect(readdirSync(temporary)).toEqual([])
})

test('it opens the comparison in a browser, says what to type next, and keeps the files that it was told to', async () => {
  const [bin, home] = [temporaryDirectory(), temporaryDirectory()]
  await writeFiles(home, { 'mine.txt': 'mine\n' })
  commitAll(home)
  const [seen, root] = [join(bin, 'seen'), join(home, 'demo')]
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  writeFileSync(join(bin, opener), `#!/bin/sh\necho "$1" > ${seen}.new && mv ${seen}.new ${seen}\n`, { mode: 0o755 })
  const { child, said, temporary } = startDemo([root], {
    PATH: [bin, process.env['PATH']].join(delimiter),
    ...{ HOME: bin, DISPLAY: ':7', BOARDWRIGHT_TOKEN_PRODUCTION: 'of-another-platform' },
  })
  await expect.poll(() => existsSync(seen), { timeout: 30_000 }).toBe(true)
  const [, address] = /^ {2}that commit +(\S+)$/m.exec(said.stdout) ?? []
  expect(readFileSync(seen, 'utf8')).toBe(`${address}\n`)
  expect(said.stdout).toContain(`  cd ${root}\n  export BOARDWRIGHT_TOKEN=bw-sandbox-`)
  for (const next of ['git show', 'boardwright plan', 'boardwright apply'])
    expect(said.stdout).toContain(`\n  ${next} `)
  const prose = said.stdout.split('\n').filter((row) => !/https?:|TOKEN=/.test(row) && !row.includes(root))
  expect(prose.filter((row) => row.length > 80)).toEqual([])
  expect(await stop(child)).toEqual([0, null])
  expect(said.stderr).toContain(`Demo stopped. Its files are still in ${root}.`)
  expect([existsSync(join(root, 'boardwright.yaml')), existsSync(join(root, '.git'))]).toEqual([true, true])
  expect(readdirSync(temporary)).toEqual([])
})

test.runIf(process.platform === 'linux')('without a screen it says where to look', async () => {
  const { child, said } = startDemo([], { DISPLAY: '', WAYLAND_DISPLAY: '' })
  await expect.poll(() => said.stderr, { timeout: 30_000 }).toMatch(/no screen here\. Open http:\S+swipe in a browser/)
  expect(await stop(child)).toEqual([0, null])
})

test('stopped while it prepares, it leaves nothing behind either', async () => {
  const { child, said, temporary } = startDemo([])
  await expect.poll(() => said.stderr, { timeout: 30_000 }).toContain('Starting a platform')
  expect(await stop(child)).toEqual([130, null])
  expect([said.stdout, readdirSync(temporary)]).toEqual(['', []])
})

test('it writes into no directory that holds something', async () => {
  const root = temporaryDirectory()
  await writeFiles(root, { 'mine.txt': 'mine\n' })
  const { code, stderr } = await runHere(['demo', root], { env: { PATH: process.env['PATH'] ?? '' } })
  expect([code, stderr]).toEqual([64, expect.stringContaining('is not empty')])
})
