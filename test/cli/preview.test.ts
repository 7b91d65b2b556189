import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryDirectory, writeFiles } from '../support/directory.ts'
import { boardwright, start } from '../support/program.ts'

test('preview serves the tree on this machine until it is stopped', async () => {
  const child = start(['preview', '--json', '--port', '0', '-C', 'examples/acme'])
  onTestFinished(() => void child.kill())
  const [line] = (await once(createInterface({ input: child.stdout ?? process.stdin }), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const overview = (await (await fetch(`${url}/overview`)).json()) as {
    entries: { kind: string }[]
    canCompare: boolean
    data: string
  }
  const alone = overview.entries.filter(({ kind }) => kind === 'REPORT')
  expect([overview.entries.length, alone.length]).toEqual([7 + 3, 3])
  expect([overview.canCompare, overview.data]).toEqual([false, 'sample'])
  expect(await (await fetch(url)).text()).toContain('<main id="boardwright"></main>')
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
})

test('preview says what it lacks', async () => {
  const empty = temporaryDirectory()
  expect((await boardwright(['preview', '-C', empty])).stderr).toContain('no boardwright.yaml')
  const live = await boardwright(['preview', '--data', 'live', '--target', 'production', '-C', 'examples/acme'])
  expect([live.code, live.stderr]).toEqual([3, expect.stringContaining('BOARDWRIGHT_TOKEN_PRODUCTION')])
  await writeFiles(empty, { 'boardwright.yaml': 'version: 1\n' })
  const unknown = await boardwright(['preview', '--data', 'some', '-C', empty])
  expect(unknown.code).toBe(64)
})
