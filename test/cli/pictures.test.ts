// Slow: it draws whole dashboards.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../packages/sandbox/index.ts'
import { commitAll } from '../support/directory.ts'
import { read } from '../support/docs/markdown.ts'
import { followedBlocks, stepsOf } from '../support/docs/steps.ts'
import { runHere } from '../support/in-process.ts'
import { readPng } from '../support/png.ts'

let sandbox: Sandbox
const root = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
const environment = () => ({ PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: sandbox.keys.admin })
const run = (...args: string[]) => runHere([...args, '-C', root], { env: environment() })

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

/** What differs between runs. */
const OWN = /\b[0-9a-f]{64}\b|\b[0-9a-f]{7}\b|127\.0\.0\.1:\d+/g

function withThoseOf(line: string, other: string): string {
  const others = other.match(OWN) ?? []
  return line.replaceAll(OWN, (found) => others.shift() ?? found)
}

describe('plan', () => {
  test('--pictures draws the dashboard that shows a changed report, and says where the picture is', async () => {
    const pictures = join(root, 'deep/er')
    const { code, stdout, stderr } = await run('plan', '--pictures', pictures)
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^Read production in [\d.]+ s .*\nDrawn in .*: 1 dashboard, and the plan as a page: production\.html, in [\d.]+ s\n$/,
      ),
    })
    expect(stderr).toContain(pictures)
    expect(stdout).toContain('date range  last 12 months -> last 90 days')
    const widget = 'production.revenue-overview_1.png'
    expect(readdirSync(pictures).sort()).toEqual([
      'production.html',
      'production.revenue-overview.png',
      'production.revenue-overview.svg',
      widget,
    ])
    expect(readPng(readFileSync(join(pictures, 'production.revenue-overview.png'))).width).toBe(2480)
    expect(readPng(readFileSync(join(pictures, widget))).width).toBeGreaterThan(2000)
    expect(readFileSync(join(pictures, 'production.html'), 'utf8').match(/<image /g)).toHaveLength(6)
    const svg = readFileSync(join(pictures, 'production.revenue-overview.svg'), 'utf8')
    expect(svg).toContain('>~ changed</text>')
    expect(svg).toContain('1 widget shows something else')
  })

  describe('of the example in the README', () => {
    const file = join(root, 'content/sales/revenue-overview/dashboard.yaml')
    const [top, below] = ['{x: 0, y: 0, w: 8, h: 6}', '{x: 0, y: 6, w: 8, h: 6}']
    let before = ''
    beforeAll(() => {
      before = readFileSync(file, 'utf8')
      writeFileSync(file, before.replace(top, '@').replace(below, top).replace('@', below))
      commitAll(root, 'Top customers first')
    })
    afterAll(() => {
      writeFileSync(file, before)
      commitAll(root, 'As before')
    })

    test('is the drawing in the README', async () => {
      await run('plan', '--pictures', join(root, 'readme'))
      const svg = readFileSync(join(root, 'readme/production.revenue-overview.svg'), 'utf8')
      await expect(svg).toMatchFileSnapshot('../../docs/pictures/plan.svg')
    })

    test('has the lines and colours of the terminal picture', async () => {
      const { stdout } = await runHere(['plan', '-C', root], { env: { ...environment(), FORCE_COLOR: '1' } })
      const shown = followedBlocks(read('README.md'))
        .flatMap(stepsOf)
        .find((step) => step.command === 'boardwright plan' && step.shown.startsWith('Plan for'))
      const lines = (shown?.shown ?? '').split('\n').filter((line) => !line.startsWith('Read '))
      const painted = stdout.split('\n').map((line, index) => withThoseOf(line, lines[index] ?? ''))
      expect(painted.map((line) => line.replaceAll(/\u001b\[\d+m/g, ''))).toEqual(lines)
      const input = `\u001b[2m$ boardwright plan\u001b[0m\n${painted.join('\n')}`
      const picture = execFileSync(process.execPath, ['examples/picture.mjs'], { input, encoding: 'utf8' })
      await expect(picture).toMatchFileSnapshot('../../docs/plan.svg')
    })

    test('fits a terminal of 80 columns, and breaks no command', async () => {
      const was = Object.entries(Object.getOwnPropertyDescriptors(process.stdout))
      const terminal = { isTTY: true, columns: 80 }
      for (const [name, value] of Object.entries(terminal)) {
        Object.defineProperty(process.stdout, name, { value, configurable: true, writable: true })
      }
      try {
        const { stdout } = await runHere(['plan', '--no-color', '-C', root], { env: environment() })
        const wide = stdout.split('\n').filter((line) => line.length > 80)
        expect(wide).toEqual([])
        expect(stdout).toMatch(
          /^Apply exactly this:\n {4}boardwright apply --target production --approve \\\n {8}[0-9a-f]{64}\n$/m,
        )
        const { stdout: json } = await runHere(['plan', '--json', '-C', root], { env: environment() })
        expect(JSON.parse(json)).toMatchObject({ format: 1 })
      } finally {
        for (const name of Object.keys(terminal)) Reflect.deleteProperty(process.stdout, name)
        for (const [name, about] of was) if (name in terminal) Object.defineProperty(process.stdout, name, about)
      }
    })
  })

  test('--format html prints the page, and with several targets wants one', async () => {
    const { code, stdout } = await run('plan', '--format', 'html')
    expect(code).toBe(0)
    await run('plan', '--pictures', join(root, 'page'))
    expect(stdout).toBe(readFileSync(join(root, 'page/production.html'), 'utf8'))
    expect(stdout).toMatch(/^<!doctype html>\n.*<\/html>\n$/s)
    expect(stdout).toContain('<figure ')
    expect((await run('plan', '--format', 'html', '--target', '*')).code).toBe(64)
  })

  test('a directory that cannot be created is an error, and nothing is written', async () => {
    writeFileSync(join(root, 'file'), '')
    const { code, stderr } = await run('plan', '--pictures', join(root, 'file/below'))
    expect(code).toBe(64)
    expect(stderr).toContain('cannot be made')
  })
})

describe('comment', () => {
  beforeAll(() => run('plan', '--out', join(root, 'plan.json')))
  const urlOf = (pictures: string) =>
    run('ci', 'comment', join(root, 'plan.json'), '--out', '-', '--pictures', pictures)

  test('links each picture on its own, and the page with all of them', async () => {
    const each = await urlOf('https://files.example/pr 12/{name}')
    const widget = 'https://files.example/pr%2012/production.revenue-overview_1.png'
    expect(each.stdout).toContain(
      `[![Top customers, before and after](${widget})](${widget})\n\n<details><summary>The whole dashboard</summary>\n`,
    )
    expect(each.stdout).toContain(
      '[![Sales / Revenue overview, before and after](https://files.example/pr%2012/production.revenue-overview.png)](https://files.example/pr%2012/production.revenue-overview.png)',
    )
    const together = await urlOf('https://github.example/acme/runs/7#artifacts')
    expect(together.stdout).toContain(
      '[Pictures of each changed dashboard](https://github.example/acme/runs/7#artifacts), before and after, drawn from made-up rows.',
    )
  })

  test.each(['javascript:alert(1)', 'file:///etc', 'no address'])('%s is refused', async (url) => {
    expect((await urlOf(url)).code).toBe(64)
  })

  test('an address cannot end its link', async () => {
    const { stdout } = await urlOf('https://files.example/a)[x](https://evil.example/{name}')
    expect(stdout).toContain('](https://files.example/a%29[x]%28https://evil.example/production.revenue-overview.png)')
  })
})
