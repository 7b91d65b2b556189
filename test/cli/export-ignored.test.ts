import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

const REPORT = 'content/sales/revenue-overview/reports/orders.yaml'

test('export never touches a file that git ignores, since git could not restore it', async () => {
  const root = temporaryDirectory()
  const run = (...args: string[]) => runHere(args, { cwd: root, env: { BOARDWRIGHT_TOKEN: sandbox.keys.admin } })
  expect(await run('init', '--url', sandbox.url, '--deployment', '2')).toMatchObject({ code: 0 })
  await writeFiles(root, { '.gitignore': `.boardwright/\n${REPORT}\n` })
  expect(await run('export')).toMatchObject({ code: 0 })
  commitAll(root)
  const ours = readFileSync(join(root, REPORT), 'utf8').replace(/^title: .*$/m, 'title: Ours')
  await writeFiles(root, { [REPORT]: ours })

  const again = await run('export')
  expect(again.stdout + again.stderr).toContain(`not touched: ${REPORT} has uncommitted changes`)
  expect(again.stdout + again.stderr).not.toContain('up to date')
  expect(readFileSync(join(root, REPORT), 'utf8')).toBe(ours)
})
