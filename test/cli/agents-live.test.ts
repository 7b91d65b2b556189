// Slow: it applies and exports whole tenants.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, readFiles, temporaryDirectory } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

const DEPLOYMENT = '/api/v1/deployments/2'
const SQL = 'SELECT status, MEASURE(count) AS orders FROM orders GROUP BY 1'

interface Changes {
  readonly files: readonly { readonly path: string; readonly action: string; readonly content?: string }[]
  readonly problems: readonly { readonly severity: string; readonly message: string }[]
}

interface Sent {
  readonly id: number
  readonly items: readonly { readonly id: number; readonly slug?: string }[]
}

/**
 * A program that writes to the platform directly: reports with SQL only, all widgets in one call, published at once.
 */
test('what a program wrote live, on an owned and on a new workbook, is exported in one run, and then both sides agree', async () => {
  const sandbox = await startSandbox({ seed: 'acme' })
  const root = temporaryDirectory()
  const out = temporaryDirectory()
  const run = async (...args: string[]) => {
    const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin }
    return runHere([...args, '-C', root], { env })
  }
  const send = async (method: string, path: string, body?: unknown): Promise<Sent> => {
    const answer = await fetch(`${sandbox.url}${DEPLOYMENT}${path}`, {
      method,
      headers: { authorization: `Bearer ${sandbox.keys.admin}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    expect([path, answer.ok], await answer.clone().text()).toEqual([path, true])
    return (await answer.json()) as Sent
  }
  try {
    await run('init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme')
    await run('export')
    commitAll(root)
    await run('adopt', '--yes')
    const title = 'content/sales/revenue-overview/reports/orders.yaml'
    writeFileSync(join(root, title), readFileSync(join(root, title), 'utf8').replace(/^title: .*$/m, 'title: By week'))
    commitAll(root)
    await run('apply', '--yes')

    const owned = (await send('GET', '/workbooks')).items.find(({ slug }) => slug === 'revenue-overview')?.id ?? 0
    const made = (await send('POST', '/workbooks', { name: 'Made by a program' })).id
    for (const workbookId of [owned, made]) {
      const { id } = await send('POST', '/reports', { name: `Status ${workbookId}`, workbookId, sqlQuery: SQL })
      const widgets = [{ id: 'w1', type: 'CHART', position: { x: 0, y: 0, w: 12, h: 6 }, config: { reportId: id } }]
      await send('PUT', `/workbooks/${workbookId}/dashboard`, { dashboardDraft: { kind: 'CLASSIC', widgets } })
      await send('POST', `/workbooks/${workbookId}/publish`, { workbookId })
    }
    const file = join(out, 'changes.json')
    const exported = await run('export', '--new', '--changes', file)
    const changes = JSON.parse(readFileSync(file, 'utf8')) as Changes
    expect(exported.code, exported.stderr).toBe(0)
    expect(changes.files.map(({ path }) => path)).toContain('content/sales/revenue-overview/dashboard.yaml')
    expect(changes.files.filter(({ path }) => path.startsWith('content/made-by-a-program/')).length).toBe(4)

    const before = readFiles(root)
    for (const { path, action, content = '' } of changes.files) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      if (action === 'delete') rmSync(join(root, path))
      else writeFileSync(join(root, path), Buffer.from(content, 'base64'))
    }
    commitAll(root, 'What was made live')
    expect(readFiles(root)[title]).toBe(before[title])
    const plan = JSON.parse((await run('plan', '--json')).stdout)
    expect(plan.summary).toMatchObject({
      create: 0,
      update: 0,
      delete: 0,
      publish: 0,
      held: 0,
      uiEdits: 0,
      unmanaged: 0,
    })
    expect((await run('export', '--new', '--changes', file)).code).toBe(0)
    expect((JSON.parse(readFileSync(file, 'utf8')) as Changes).files).toEqual([])

    // What our checks would have refused is live anyway: whoever exports it is told.
    const wrong = { name: 'Wrong', workbookId: made, sqlQuery: 'SELECT MEASURE(cuont) FROM orders' }
    await send('POST', '/reports', wrong)
    expect((await run('export', '--new', '--changes', file)).code).toBe(0)
    const { files, problems } = JSON.parse(readFileSync(file, 'utf8')) as Changes
    expect(files.map(({ path }) => path)).toContain('content/made-by-a-program/reports/wrong.yaml')
    expect(problems).toEqual([
      expect.objectContaining({ severity: 'error', message: expect.stringContaining('cuont') }),
    ])
  } finally {
    await sandbox.close()
  }
})
