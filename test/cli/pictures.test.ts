import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { commitAll } from '../support/directory.ts'
import { runHere } from '../support/in-process.ts'

let sandbox: Sandbox
const root = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
const run = (...args: string[]) =>
  runHere([...args, '-C', root], { env: { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin } })

beforeAll(async () => {
  sandbox = await startSandbox()
  await run('init', '--url', sandbox.url, '--deployment', '2', '--project', 'acme')
  await run('export')
  commitAll(root)
  await run('adopt', '--yes')
  const file = join(root, 'content/sales/revenue-overview/reports/top-customers.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('last 12 months', 'last 90 days'))
})
afterAll(async () => {
  await sandbox.close()
  rmSync(root, { recursive: true, force: true })
})

describe('plan', () => {
  test('--pictures draws the dashboard that shows a changed report, and says where', async () => {
    const pictures = join(root, 'deep/er')
    const { code, stdout, stderr } = await run('plan', '--pictures', pictures)
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`Drawn in ${pictures}: 1 dashboard, and the plan as a page: production.html\n`),
    })
    expect(stdout).toContain('date range last 12 months -> last 90 days')
    expect(readdirSync(pictures).sort()).toEqual([
      'production.html',
      'production.revenue-overview.png',
      'production.revenue-overview.svg',
    ])
    const svg = readFileSync(join(pictures, 'production.revenue-overview.svg'), 'utf8')
    expect(svg).toContain('>~ changed</text>')
    expect(svg).toContain('1 shows something else')
  })

  test('draws what the README shows', async () => {
    const file = join(root, 'content/sales/revenue-overview/dashboard.yaml')
    const [text, top, below] = [readFileSync(file, 'utf8'), '{x: 0, y: 0, w: 8, h: 6}', '{x: 0, y: 6, w: 8, h: 6}']
    writeFileSync(file, text.replace(top, '@').replace(below, top).replace('@', below))
    await run('plan', '--pictures', join(root, 'readme'))
    writeFileSync(file, text)
    const svg = readFileSync(join(root, 'readme/production.revenue-overview.svg'), 'utf8')
    await expect(svg).toMatchFileSnapshot('../../docs/pictures/plan.svg')
  })

  test('--format html prints the page, and of several targets asks for one', async () => {
    const { code, stdout } = await run('plan', '--format', 'html')
    expect(code).toBe(0)
    expect(stdout).toMatch(/^<!doctype html>\n.*<\/html>\n$/s)
    expect(stdout).toContain('<figure ')
    expect((await run('plan', '--format', 'html', '--target', '*')).code).toBe(64)
  })

  test('a directory that cannot be made is an error, and writes nothing', async () => {
    writeFileSync(join(root, 'file'), '')
    const { code, stderr } = await run('plan', '--pictures', join(root, 'file/below'))
    expect(code).toBe(64)
    expect(stderr).toContain('cannot be made')
  })
})

describe('comment', () => {
  beforeAll(() => run('plan', '--out', join(root, 'plan.json')))
  const urlOf = (pictures: string) => run('comment', join(root, 'plan.json'), '--out', '-', '--pictures', pictures)

  test('links each picture where it can be seen alone, and the page where they are together', async () => {
    const each = await urlOf('https://files.example/pr 12/{name}')
    expect(each.stdout).toContain(
      '[![Sales / Revenue overview, before and after](https://files.example/pr%2012/production.revenue-overview.png)](https://files.example/pr%2012/production.revenue-overview.png)',
    )
    const together = await urlOf('https://github.example/acme/runs/7#artifacts')
    expect(together.stdout).toContain(
      '[Pictures of each changed dashboard](https://github.example/acme/runs/7#artifacts), before and after.',
    )
  })

  test.each(['javascript:alert(1)', 'file:///etc', 'no address'])('%s is refused', async (url) => {
    expect((await urlOf(url)).code).toBe(64)
  })

  test('no address ends its link', async () => {
    const { stdout } = await urlOf('https://files.example/a)[x](https://evil.example/{name}')
    expect(stdout).toContain('](https://files.example/a%29[x]%28https://evil.example/production.revenue-overview.png)')
  })
})
