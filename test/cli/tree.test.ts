// Slow: it starts the program again and again.
import { mkdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll, git, readFiles, temporaryDirectory, writeFiles } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'
import { boardwright } from '../support/program.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'acme' })
})
afterAll(() => sandbox.close())

const settings = (root: string) => ({ BOARDWRIGHT_TOKEN: sandbox.keys.admin, HOME: root })
const inProject = (root: string, ...args: string[]) =>
  runHere([...args, '-C', root], { env: { PATH: process.env['PATH'] ?? '', ...settings(root) } })
/** Runs as a separate process. */
const asProgram = (root: string, ...args: string[]) => boardwright([...args, '-C', root], settings(root))

/** A project whose only target is production in the sandbox. */
async function project(): Promise<string> {
  const root = temporaryDirectory()
  const made = await inProject(root, 'init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme')
  expect(made).toMatchObject({ code: 0, stdout: '' })
  return root
}

const DASHBOARD = 'content/sales/revenue-overview/dashboard.yaml'
const REPORT = 'content/sales/revenue-overview/reports/orders.yaml'

describe('init', () => {
  test('writes what git and the program need, once', async () => {
    const root = await project()
    expect(Object.keys(readFiles(root))).toEqual(['.gitattributes', '.gitignore', 'boardwright.yaml'])
    expect(readFiles(root)['.gitattributes']).toContain('content/** -text\n')
    expect(readFiles(root)['.gitattributes']).toContain('content/**/*.yaml merge=boardwright\n')
    const again = await inProject(root, 'init', '--url', sandbox.url, '--deployment', '2')
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('BW-E1406')
  })

  test('keeps existing lines', async () => {
    const root = temporaryDirectory()
    await writeFiles(root, { '.gitignore': 'node_modules/\n.boardwright/', '.gitattributes': '*.png binary' })
    await inProject(root, 'init', '--url', sandbox.url, '--deployment', '2')
    const files = readFiles(root)
    expect(files['.gitignore']).toBe('node_modules/\n.boardwright/')
    expect(files['.gitattributes']).toMatch(/^\*\.png binary\nboardwright\.yaml -text\n/)
  })

  test('without a terminal and without an answer names the flag', async () => {
    const { code, stderr } = await inProject(temporaryDirectory(), 'init')
    expect(code).toBe(64)
    expect(stderr).toContain('Add --url.')
  })
})

describe('export and validate', () => {
  test('export twice changes no byte, writes nothing to the platform, and the tree is valid', async () => {
    const root = await project()
    const first = await asProgram(root, 'export')
    expect(first).toMatchObject({ code: 0, stdout: '' })
    expect(first.stderr).toContain('6 folders, 7 workbooks (6 published), 19 reports, 10 model files')
    expect(first.stderr).toContain('as ci-bot@acme.com (admin). 0 write requests.')
    const files = readFiles(root)
    const second = await inProject(root, 'export')
    expect(second.stderr).toContain('no file changed')
    expect(readFiles(root)).toEqual(files)
    const validated = await asProgram(root, 'validate')
    expect(validated.code).toBe(0)
    // The seed has a report with SQL of a table of the warehouse, and its app names two reports by their public ids.
    expect(validated.stdout.match(/BW-E\d+ +\w+/g)).toEqual([
      'BW-E1216  warning',
      'BW-E1212  warning',
      'BW-E1212  warning',
    ])
  })

  test('typos are shown with their places, lines and suggestions, all at once', async () => {
    const root = await project()
    await inProject(root, 'export')
    const dashboard = (await readFile(join(root, DASHBOARD), 'utf8')).replace(
      'report: revenue-by-month',
      'report: revenu-by-month',
    )
    await writeFile(join(root, DASHBOARD), dashboard)
    await writeFile(join(root, REPORT), (await readFile(join(root, REPORT), 'utf8')).replace('title:', 'titel:'))
    const { code, stdout, stderr } = await inProject(root, 'validate')
    expect(code).toBe(1)
    const line = dashboard.split('\n').findIndex((each) => each.includes('revenu-by-month')) + 1
    expect(stdout).toContain(`${DASHBOARD}:${line}:13  BW-E1203  no report "revenu-by-month" in this workbook\n`)
    expect(stdout).toContain('      |             ^^^^^^^^^^^^^^^ did you mean "revenue-by-month"?')
    expect(stdout).toContain('unknown key "titel"')
    expect(stderr).toContain('2 problems in 2 files, 3 warnings. Nothing was sent.')

    const json = JSON.parse((await inProject(root, 'validate', '--json')).stdout)
    expect(json.format).toBe(1)
    expect(json.problems).toContainEqual(
      expect.objectContaining({ code: 'BW-E1203', file: DASHBOARD, line, column: 13 }),
    )
    const github = (await inProject(root, 'validate', '--format', 'github')).stdout
    expect(github).toContain(`::error file=${DASHBOARD},line=${line},col=13,title=BW-E1203::`)
    const gitlab = JSON.parse((await inProject(root, 'validate', '--format', 'gitlab')).stdout)
    const place = { path: DASHBOARD, lines: { begin: line } }
    expect(gitlab).toContainEqual(expect.objectContaining({ check_name: 'BW-E1203', location: place }))
  })

  test('a broken tree stops an export before any request', async () => {
    const root = await project()
    await inProject(root, 'export')
    await writeFile(join(root, DASHBOARD), 'widgets: [')
    const files = readFiles(root)
    const { code, stderr } = await inProject(root, 'export')
    expect(code).toBe(1)
    expect(stderr).toContain(`${DASHBOARD}:1:`)
    expect(readFiles(root)).toEqual(files)
  })

  test('a broken tree stops a plan, perhaps after some requests', async () => {
    const root = await project()
    await inProject(root, 'export')
    await writeFile(join(root, DASHBOARD), 'widgets: [')
    const { code, stdout, stderr } = await inProject(root, 'plan')
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`${DASHBOARD}:1:`)
    expect(stderr).toContain('Nothing was written.')
  })

  test('an edit in the UI gets into the file, and comments and the rest stay', async () => {
    const root = await project()
    await inProject(root, 'export')
    const text = (await readFile(join(root, REPORT), 'utf8')).replace(
      'name: Orders',
      '# asked by Jonas\nname: "Orders" # short',
    )
    await writeFile(join(root, REPORT), text)
    commitAll(root)
    const response = await fetch(`${sandbox.url}/api/v1/deployments/2/reports/by-public-id/B9xLfZ2kHs6D`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${sandbox.keys.admin}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Orders, all cafés' }),
    })
    expect(response.status).toBe(200)
    await inProject(root, 'export', '--drafts', '--select', 'B9xLfZ2kHs6D')
    expect(git(root, 'diff', '--stat')).toContain('1 file changed, 1 insertion(+), 1 deletion(-)')
    expect(await readFile(join(root, REPORT), 'utf8')).toBe(text.replace(/^title: .*$/m, 'title: Orders, all cafés'))
  })

  test('a file with uncommitted changes is not touched', async () => {
    const root = await project()
    await inProject(root, 'export')
    commitAll(root)
    await writeFile(
      join(root, REPORT),
      (await readFile(join(root, REPORT), 'utf8')).replace(/^title: .*$/m, 'title: Mine'),
    )
    const { code, stderr } = await inProject(root, 'export', '--drafts')
    expect(code).toBe(0)
    expect(stderr).toContain(`not touched: ${REPORT} has uncommitted changes`)
    expect(await readFile(join(root, REPORT), 'utf8')).toContain('title: Mine')
  })

  test('--select takes one workbook; an unknown name gets a suggestion', async () => {
    const root = await project()
    const { stderr } = await inProject(root, 'export', '--select', 'cash')
    expect(stderr).toContain('file')
    expect(Object.keys(readFiles(root)).filter((file) => file.endsWith('workbook.yaml'))).toEqual([
      'content/finance/cash/workbook.yaml',
    ])
    const wrong = await inProject(root, 'export', '--select', 'csh')
    expect(wrong.code).toBe(64)
    expect(wrong.stderr).toContain('Did you mean "cash"?')
  })
})

describe('the token', () => {
  test('is sent only to a host that CI allows, and not if none is named', async () => {
    const heard: (string | undefined)[] = []
    const server = createServer(({ headers }, response) => {
      heard.push(headers.authorization)
      response.end('{}')
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const root = temporaryDirectory()
    const PATH = process.env['PATH'] ?? ''
    const here = (args: readonly string[], env = {}) => runHere([...args, '-C', root], { env: { PATH, ...env } })
    await here(['init', '--url', `http://127.0.0.1:${port}`, '--deployment', '2'])
    expect(heard.splice(0)).toEqual([undefined])
    const env = { CI: 'true', BOARDWRIGHT_HOST: 'acme.example', BOARDWRIGHT_TOKEN: 'secret-token' }
    const refused = await here(['export'], env)
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('BW-E1405')
    expect(refused.stderr).not.toContain('secret-token')
    const missing = await here(['export'])
    expect(missing.code).toBe(3)
    expect(missing.stderr).toContain('BW-E1404')
    expect(heard).toEqual([])
    server.close()
  })
})

describe('a project', () => {
  test('is found from any directory below it; without one, the error names the next step', async () => {
    const root = await project()
    mkdirSync(join(root, 'content/deep/er'), { recursive: true })
    expect((await inProject(join(root, 'content/deep/er'), 'validate')).code).toBe(0)
    const { code, stderr } = await inProject(temporaryDirectory(), 'validate')
    expect(code).toBe(1)
    expect(stderr).toContain('boardwright init')
  })

  test('render prints a file as a target sees it', async () => {
    const root = await project()
    await inProject(root, 'export', '--select', 'cash')
    const { code, stdout } = await inProject(root, 'render', 'content/finance/cash/workbook.yaml')
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('slug: cash') })
  })
})
