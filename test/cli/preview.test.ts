// Slow: it waits for files to be noticed.
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { start } from '../support/program.ts'

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

test('a comparison prints nothing, and is counted among the requests at the end', async () => {
  const sandbox = await startSandbox({ seed: 'acme' })
  onTestFinished(() => sandbox.close())
  const root = temporaryDirectory()
  await writeFiles(root, {
    'boardwright.yaml': readFileSync('examples/acme/boardwright.yaml', 'utf8')
      .replaceAll('https://acme.example', sandbox.url)
      .replace(/^# An example[\s\S]*/m, ''),
  })
  commitAll(root)
  const child = start(
    ['preview', '--json', '--port', '0', '--target', 'production'],
    { BOARDWRIGHT_TOKEN: sandbox.keys.admin },
    root,
  )
  onTestFinished(() => void child.kill())
  let said = ''
  child.stderr?.on('data', (part) => {
    said += String(part)
  })
  const [line] = (await once(createInterface({ input: child.stdout ?? process.stdin }), 'line')) as [string]
  const answer = await fetch(`${(JSON.parse(line) as { url: string }).url}/compare/revenue-overview`)
  expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ says: expect.any(String) })])
  const sent = sandbox.controls.requests().length
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(said).toBe(`Sent ${sent} requests. 0 write requests.\n`)
})

test('preview says what is missing', async () => {
  const here = (args: readonly string[]) => runHere(args, { env: { PATH: process.env['PATH'] ?? '' } })
  const empty = temporaryDirectory()
  expect((await here(['preview', '-C', empty])).stderr).toContain('no boardwright.yaml')
  const live = await here(['preview', '--data', 'live', '--target', 'production', '-C', 'examples/acme'])
  expect([live.code, live.stderr]).toEqual([3, expect.stringContaining('BOARDWRIGHT_TOKEN_PRODUCTION')])
  await writeFiles(empty, { 'boardwright.yaml': 'version: 1\n' })
  const unknown = await here(['preview', '--data', 'some', '-C', empty])
  expect(unknown.code).toBe(64)
})

test('a browser is started without secrets in its environment, and never from a program of the project', async () => {
  const [bin, project] = [temporaryDirectory(), temporaryDirectory()]
  const seen = join(bin, 'seen')
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open'
  writeFileSync(join(bin, opener), `#!/bin/sh\n{ echo "opened $1"; env; } > ${seen}.new && mv ${seen}.new ${seen}\n`, {
    mode: 0o755,
  })
  writeFileSync(join(project, opener), `#!/bin/sh\ntouch ${seen}.wrong\n`, { mode: 0o755 })
  await writeFiles(project, { 'boardwright.yaml': readFileSync('examples/minimal/boardwright.yaml') })
  const env = {
    ...{ PATH: ['.', bin, process.env['PATH']].join(delimiter), HOME: bin, DISPLAY: ':7' },
    ...{ BOARDWRIGHT_TOKEN: 'secret-1', GITHUB_PAT: 'secret-2', DATABASE_URL: 'secret-3' },
  }
  const child = start(['preview', '--open', '--json', '--port', '0', '-C', '.'], env, project)
  onTestFinished(() => void child.kill())
  const [line] = (await once(createInterface({ input: child.stdout ?? process.stdin }), 'line')) as [string]
  await expect.poll(() => existsSync(seen)).toBe(true)
  expect(readFileSync(seen, 'utf8')).toContain(`opened ${JSON.parse(line).url}`)
  expect(readFileSync(seen, 'utf8')).toContain('DISPLAY=:7')
  expect(readFileSync(seen, 'utf8')).not.toContain('secret')
  expect(existsSync(`${seen}.wrong`)).toBe(false)
})
