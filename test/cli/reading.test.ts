// Slow: it starts the program again and again.
import { readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'
import { startServer } from '../support/http.ts'
import { runHere } from '../support/in-process.ts'
import { isLong } from '../support/long.ts'
import { boardwright } from '../support/program.ts'

/** A platform that never answers: reads begin before the tree is looked at. */
const silent = () => startServer(() => {})

const configOf = (url: string): string => `version: 1
project: acme
projectId: 7f3kQ2m9
home: production
targets:
  production: {url: "${url}", deployment: 2}
`

async function project(url: string, folder = 'name: Sales\n'): Promise<string> {
  const root = temporaryDirectory()
  await writeFiles(root, { 'boardwright.yaml': configOf(url), 'content/sales/folder.yaml': folder })
  return root
}

const TOKEN = { BOARDWRIGHT_TOKEN: 'bw_test_token_of_nobody' }
/** One of the two runs as a separate process; in long runs both. */
const run = (command: string, root: string, env: Readonly<Record<string, string>> = TOKEN) =>
  command === 'plan' || isLong
    ? boardwright([...command.split(' '), '-C', root], env)
    : runHere([...command.split(' '), '-C', root], { env: { PATH: process.env['PATH'] ?? '', ...env } })

describe.each(['plan', 'status --ui-edits'])('%s', (command) => {
  test('a broken tree is reported at once, whatever the platform does', async () => {
    const server = await silent()
    const { code, stderr } = await run(command, await project(server.url, 'nam: Sales\n'))
    expect([code, stderr]).toEqual([1, expect.stringContaining('BW-E1201')])
    expect(stderr).toContain('Nothing was written.')
    expect(server.lines().every((line) => line.startsWith('GET '))).toBe(true)
  })

  test('a tree with a link ends at once, and does not claim that nothing was sent', async () => {
    const server = await silent()
    const root = await project(server.url)
    symlinkSync('/etc/hostname', join(root, 'content/sales/pipeline.report.yaml'))
    const { code, stderr } = await run(command, root)
    expect([code, stderr]).toEqual([1, expect.stringContaining('BW-E1401')])
    expect(stderr).toContain('Nothing was written.')
    expect(stderr).not.toContain('Nothing was sent.')
  })

  test('with a configuration that is a link sends nothing', async () => {
    const server = await silent()
    const root = await project(server.url)
    const elsewhere = join(temporaryDirectory(), 'boardwright.yaml')
    renameSync(join(root, 'boardwright.yaml'), elsewhere)
    symlinkSync(elsewhere, join(root, 'boardwright.yaml'))
    const { code, stderr } = await run(command, root)
    expect([code, stderr]).toEqual([1, expect.stringContaining('BW-E1401')])
    expect(stderr).toContain('Nothing was sent.')
    expect(server.connections()).toBe(0)
  })

  test('with a broken configuration, or without a token, sends nothing', async () => {
    const server = await silent()
    const root = await project(server.url)
    const without = await run(command, root, {})
    expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('BW-E1404')])
    writeFileSync(join(root, 'boardwright.yaml'), 'version: 2\n')
    const { code, stderr } = await run(command, root)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Nothing was sent.')])
    expect(server.connections()).toBe(0)
  })
})

test.each(['plan', 'status --ui-edits', 'status'])(
  '%s of several targets remembers what their rows say',
  async (command) => {
    const sandbox = await startSandbox({ seed: 'acme' })
    onTestFinished(() => sandbox.close())
    const { url, keys } = sandbox
    const root = temporaryDirectory()
    await writeFiles(root, { 'boardwright.yaml': `${configOf(url)}  dev: {url: "${url}", deployment: 1}\n` })
    const args = [...command.split(' '), '-C', root, ...(command === 'status' ? [] : ['--target', '*'])]
    const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: keys.admin }
    const first = await runHere(args, { env })
    const cache = join(root, '.boardwright/cache')
    const known = readdirSync(cache).filter((name) => name.startsWith('live-'))
    expect(known).toHaveLength(2)
    const before = known.map((name) => statSync(join(cache, name)).ino)
    const again = await runHere(args, { env })
    expect([again.code, again.stdout]).toEqual([first.code, first.stdout])
    expect(known.map((name) => statSync(join(cache, name)).ino)).toEqual(before)
  },
)
