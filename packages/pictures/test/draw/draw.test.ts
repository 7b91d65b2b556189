// Slow: it draws whole dashboards.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { readFiles, temporaryDirectory, writeFiles } from '../../../../test/support/directory.ts'
import { runHere } from '../../../../test/support/in-process.ts'
import { isLong } from '../../../../test/support/long.ts'
import { readPng } from '../../../../test/support/png.ts'
import { startSandbox } from '../../../sandbox/index.ts'
import { createPainter, type Job, type Picture } from '../../draw/index.ts'
import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'

const directory = mkdtempSync(join(tmpdir(), 'boardwright-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const run = (...args: string[]) =>
  runHere(['preview', '-C', 'examples/acme', ...args], { env: { PATH: process.env['PATH'] ?? '' } })

async function changedTree(changes: Readonly<Record<string, (text: string) => string>>): Promise<string> {
  const tree = temporaryDirectory()
  const files = readFiles('examples/acme')
  const changed = Object.entries(changes).map(([file, change]) => [file, change(files[file] ?? '')])
  await writeFiles(tree, { ...files, ...Object.fromEntries(changed) })
  return tree
}

/** The texts in each picture, by the last word of its name, and what was said. */
async function drawnTexts(tree: string, args: readonly string[], token = '') {
  const out = temporaryDirectory()
  const env = { PATH: process.env['PATH'] ?? '', BOARDWRIGHT_TOKEN: token }
  const { code, stderr } = await runHere(['preview', '-C', tree, ...args, '--image', 'svg', '--out', out], { env })
  expect(code, stderr).toBe(0)
  const texts: ReadonlyMap<string, readonly string[]> = new Map(
    readdirSync(out).map((file) => {
      const svg = readFileSync(join(out, file), 'utf8')
      const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text)
      return [file.split('.').at(-2) ?? '', texts]
    }),
  )
  return { stderr, texts }
}

describe('boardwright preview', () => {
  test('writes every dashboard as a PNG of the requested width', async () => {
    const tree = join(directory, 'few')
    cpSync('examples/acme', tree, { recursive: true })
    const many = ['sales/weekly-sales-meeting', 'finance', 'product']
    if (!isLong) for (const path of many) rmSync(join(tree, 'content', path), { recursive: true })
    const out = join(directory, 'all')
    const args = ['preview', '-C', tree, '--out', out, '--width', '640', '--scale', '1']
    const { code, stdout, stderr } = await runHere(args, { env: { PATH: process.env['PATH'] ?? '' } })
    const page = readFileSync(join(out, 'index.html'), 'utf8')
    const files = readdirSync(out)
      .filter((file) => file.endsWith('.png'))
      .sort()
    for (const file of files) {
      expect(page).toContain(`href="${file}"`)
      expect(page).toContain(`<img src="small/${file.replace('.png', '.light.png')}"`)
    }
    expect(files.filter((file) => file.startsWith('sales.')).length).toBeGreaterThan(1)
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringContaining(`${files.length} pictures written into ${out}, and index.html shows them all.\n`),
    })
    expect(stdout.trim().split('\n').sort()).toEqual(files.map((file) => join(out, file)))
    expect(files).toContain('sales.revenue-overview.png')
    for (const file of files) expect(readPng(readFileSync(join(out, file))).width, file).toBe(640)
  })

  test('draws a report by its path or its id, dark or light, as SVG; JSON lists what was written', async () => {
    const out = join(directory, 'one')
    const reports = 'sales/revenue-overview/reports'
    const [, id = ''] =
      /^id: (\w{12})$/m.exec(readFileSync(`examples/acme/content/${reports}/orders.yaml`, 'utf8')) ?? []
    const args = [`${reports}/revenue-by-month`, id, '--out', out, '--image', 'svg', '--dark', '--json']
    const { code, stdout } = await run(...args)
    expect(code).toBe(0)
    const { pictures } = JSON.parse(stdout)
    expect(pictures).toMatchObject([
      { page: expect.stringMatching(/^report\/\w{12}$/), width: 1280, lacking: [], notices: {}, stopped: {} },
      { page: `report/${id}`, file: expect.stringContaining('orders') },
    ])
    const svg = readFileSync(join(out, pictures[0].file), 'utf8')
    expect(svg).toMatch(/^<svg [^>]*width="1280"/)
    expect(svg).toContain('fill="#0e1116"')
    expect(svg).toContain('mark-rect role-mark')
    expect(svg).not.toMatch(/<script|<image|href="http|url\(http/)
  })

  test('says what it cannot find, with the nearest name', async () => {
    const { code, stderr } = await run('revenue-overveiw', '--out', join(directory, 'none'))
    expect(code).toBe(1)
    expect(stderr).toContain('there is no dashboard or report revenue-overveiw\n  Did you mean "revenue-overview"?')
  })

  test('draws no sample values for a member that the data model lacks, and suggests a name; says where a chart has no meaning', async () => {
    const reports = 'content/sales/revenue-overview/reports'
    const tree = await changedTree({
      [`${reports}/orders.yaml`]: (text) => text.replaceAll('sales.count', 'sales.cuont'),
      [`${reports}/revenue-by-month.yaml`]: (text) => text.replace('format: ~s', 'format: ~s\n      aggregate: men'),
    })
    const names = ['orders', 'revenue-by-month'].map((name) => `${reports}/${name}.yaml`)
    const { stderr, texts } = await drawnTexts(tree, [...names, 'revenue-overview'])
    expect(stderr.replaceAll(/“|”/g, '"')).toContain(
      '  The data model has no "sales.cuont", which the query of this report names. Did you mean "sales.count"?',
    )
    expect(stderr).toMatch(/ {2}widget f5RgJd9u: The data model has no “sales\.cuont”/)
    expect(stderr).toMatch(/ {2}widget wk3ZmQ81: `encoding\.y\.aggregate` is “men”, .*revenue-by-month\.yaml:\d+\)/)
    const [misspelt = '', placed = ''] = ['orders', 'revenue-by-month'].map((name) => texts.get(name)?.join(' '))
    expect(misspelt).toContain('The data model has no “sales.cuont”')
    expect(misspelt).toContain('Did you mean “sales.count”?')
    const lines = readFileSync(join(tree, names[1] ?? ''), 'utf8').split('\n')
    const line = lines.findIndex((each) => each.includes('aggregate: men')) + 1
    expect(placed).toContain('`encoding.y.aggregate` is “men”, which is not known. Did you mean “mean”?')
    expect(placed).toContain(`revenue-by-month.yaml:${line})`)
  })

  test('draws live rows, including computed numbers; for a refused query the widget shows a sentence', async () => {
    const sandbox = await startSandbox()
    onTestFinished(() => sandbox.close())
    const tree = await changedTree({
      'boardwright.yaml': (text) => text.replaceAll('https://acme.example', sandbox.url),
      'content/sales/revenue-overview/reports/orders.yaml': (text) => text.replaceAll('sales.count', 'sales.gone'),
    })
    const drawn = async (data: string, ...names: string[]) =>
      (await drawnTexts(tree, [...names, '--target', 'production', '--data', data], sandbox.keys.admin)).texts
    const board = 'sales/revenue-overview'
    const live = await drawn('live', `${board}/reports/top-customers`, board)
    const sample = await drawn('sample', `${board}/reports/top-customers`)
    expect(live.get('top-customers')).toEqual(sample.get('top-customers'))
    const said = live.get('revenue-overview')?.join(' ')
    expect(said).toContain('No rows: the data API says:')
    expect(said).toContain('Café Zähringer')
  })

  test('needs a token for live rows, and draws nothing without one', async () => {
    const out = join(directory, 'live')
    const { code, stderr } = await run('cash', '--out', out, '--data', 'live')
    expect(code).toBe(3)
    expect(stderr).toContain('real rows of production need a token')
    expect(readdirSync(out)).toEqual([])
  })
})

const chart = (id: string, y: number): SceneWidget => ({
  id,
  type: 'CHART',
  position: { x: 0, y, w: 12, h: 5 },
  report: id,
})
const sceneOf = (specs: Readonly<Record<string, unknown>>, name = 'Test'): Scene => ({
  title: name,
  dashboard: { kind: 'CLASSIC', widgets: Object.keys(specs).map((id, index) => chart(id, index * 5)) },
  reports: Object.fromEntries(
    Object.entries(specs).map(([id, spec]): [string, SceneReport] => [id, { name: id, kind: 'vega', spec }]),
  ),
})
const jobOf = (scene: Scene, more: Partial<Job> = {}): Job => ({
  scene,
  width: 800,
  isDark: false,
  format: 'svg',
  scale: 1,
  ...more,
})

const BARS = {
  data: { values: [{ a: 1 }, { a: 2 }] },
  mark: 'bar',
  encoding: { x: { field: 'a', type: 'ordinal' }, y: { field: 'a', type: 'quantitative' } },
}
/** Forces that never come to rest. */
const ENDLESS = {
  $schema: 'https://vega.github.io/schema/vega/v6.json',
  data: [{ name: 'points', values: Array.from({ length: 300 }, (_, id) => ({ id })) }],
  marks: [
    {
      type: 'symbol',
      from: { data: 'points' },
      transform: [{ type: 'force', static: true, iterations: 1e9, forces: [{ force: 'nbody' }] }],
    },
  ],
}
/** Each row with each other, and that three times. */
const GREEDY = {
  $schema: 'https://vega.github.io/schema/vega/v6.json',
  data: [
    { name: 'rows', values: Array.from({ length: 6_000 }, (_, id) => ({ id })) },
    { name: 'pairs', source: 'rows', transform: [{ type: 'cross' }] },
  ],
  marks: [],
}

const usual = createPainter({ processes: 1 })
afterAll(() => usual.close())

/** With limits of its own, by a painter of its own. */
async function drawn(job: Job, limits?: object): Promise<Picture> {
  if (!limits) return usual.draw(job)
  const painter = createPainter({ processes: 1, ...limits })
  try {
    return await painter.draw(job)
  } finally {
    await painter.close()
  }
}
/** Where the ink of the title ends. */
function endOf({ bytes }: Picture): number {
  const { at, width } = readPng(bytes)
  return Array.from({ length: width }, (_, x) => [30, 35, 40].some((y) => Math.max(...at(x, y)) < 140)).lastIndexOf(
    true,
  )
}

const textOf = ({ bytes }: Picture): string => Buffer.from(bytes).toString('utf8')

describe('a picture', () => {
  test('of an endless chart has a sentence in its place, and the other widgets', async () => {
    const picture = await drawn(jobOf(sceneOf({ endless: ENDLESS, bars: BARS })), { seconds: 2 })
    expect(picture.stopped).toEqual({ endless: 'It was stopped: it takes longer than 2 seconds.' })
    expect(textOf(picture)).toContain('It was stopped: it takes longer than 2 seconds.')
    expect(textOf(picture)).toContain('mark-rect role-mark')
  })

  test('of a chart that uses up all memory has a sentence in its place', async () => {
    const picture = await drawn(jobOf(sceneOf({ greedy: GREEDY, bars: BARS })), { seconds: 60, megabytes: 96 })
    expect(picture.stopped).toEqual({ greedy: 'It was stopped: it takes more than 96 MB of memory.' })
    expect(textOf(picture)).toContain('mark-rect role-mark')
  })

  test('of guessed rows says so above them', async () => {
    const scene = sceneOf({ guessed: BARS, bars: BARS })
    const guessed: SceneReport = {
      ...{ name: 'guessed', kind: 'table' },
      sql: 'select city, sum(net) over (order by at) as running from orders',
    }
    const picture = await drawn(jobOf({ ...scene, reports: { ...scene.reports, guessed } }))
    expect(textOf(picture).match(/Sample rows by the names of the columns/g)).toHaveLength(1)
  })

  test('of many endless charts is given up', async () => {
    const scene = sceneOf(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id) => [id, ENDLESS])), 'Stuck')
    await expect(drawn(jobOf(scene), { seconds: 0.2 })).rejects.toMatchObject({
      kind: 'PICTURE_FAILED',
      message: 'Stuck cannot be drawn: it takes longer than 0.2 seconds',
    })
  })

  test.each([
    ['data', { ...BARS, data: { url: 'https://example.com/rows.csv' } }],
    ['a file', { ...BARS, data: { url: 'file:///etc/passwd' } }],
    ['an image', { ...BARS, mark: { type: 'image', url: 'https://example.com/x.png' } }],
  ])('that requests %s from elsewhere loads nothing, and says so', async (_, spec) => {
    const picture = await drawn(jobOf(sceneOf({ away: spec })))
    const text = textOf(picture)
    expect(text).toMatch(/It wants to load (https:\/\/example\.com\/|file:\/\/\/etc)/)
    expect(text).not.toMatch(/<image|href=|root:/)
  })

  test('that has links is drawn without them', async () => {
    const encoding = { ...BARS.encoding, href: { value: 'https://example.com/' } }
    const text = textOf(await drawn(jobOf(sceneOf({ linked: { ...BARS, encoding }, plain: BARS }))))
    expect(text).not.toMatch(/It wants to load|<a\b|href=/)
    expect(text.match(/class="mark-rect role-mark marks"/g)).toHaveLength(2)
  })

  /** Code points that stand for no letter, so that no font of any machine has them. */
  const UNASSIGNED = ['\u0378', '\u0379', '\u{1F0F6}', '\u{1F0F7}']

  test('has a box for a letter that no font has, and names it', async () => {
    const scene: Scene = {
      title: `Счёт, Λογαριασμός → ${UNASSIGNED.join('')}`,
      dashboard: { kind: 'CLASSIC', widgets: [] },
      reports: {},
    }
    const picture = await drawn(jobOf(scene, { format: 'png' }))
    expect(picture.lacking).toEqual(UNASSIGNED)
    const known = await drawn(jobOf({ ...scene, title: 'Счёт, Λογαριασμός → ' }, { format: 'png' }))
    expect(known.lacking).toEqual([])
    expect(endOf(picture)).toBeGreaterThan(endOf(known) + 20)
  })

  test('sets letters as wide as the font that it draws them with', async () => {
    const positions = async (fontFamily: string) => {
      const markdown = '1.4% **1.4%** 1.4%'
      const dashboard: Scene['dashboard'] = {
        ...{ kind: 'CLASSIC', theme: { fontFamily } },
        widgets: [{ id: 'text', type: 'TEXT', position: { x: 0, y: 0, w: 12, h: 3 }, config: { markdown } }],
      }
      const text = textOf(await drawn(jobOf({ title: 'Text', dashboard, reports: {} })))
      return [...text.matchAll(/<text x="([\d.]+)"/g)].map(([, x]) => x)
    }
    const [plain, inter] = [await positions('Nowhere, sans-serif'), await positions('Nowhere, "Inter", sans-serif')]
    expect(plain.length).toBeGreaterThan(1)
    expect(inter.at(-1)).not.toBe(plain.at(-1))
    expect(await positions('sans-serif, Inter')).toEqual(plain)
  })

  test('sets a text that is too tall in lines that are nearer to each other, and ends it at a whole line', async () => {
    const linesOf = async (lines: number) => {
      const markdown = Array.from({ length: lines }, (_, index) => `Line ${index}`).join('  \n')
      const dashboard: Scene['dashboard'] = {
        kind: 'CLASSIC',
        widgets: [{ id: 'text', type: 'TEXT', position: { x: 0, y: 0, w: 12, h: 3 }, config: { markdown } }],
      }
      const svg = textOf(await drawn(jobOf({ title: 'Text', dashboard, reports: {} })))
      const own = svg.slice(svg.indexOf('data-widget="text"'))
      const [room = 0, seen = room] = [...own.matchAll(/<svg[^>]* height="([\d.]+)"/g)].map(([, height]) =>
        Number(height),
      )
      const places = [...own.matchAll(/<text [^>]*y="([\d.]+)"/g)].map(([, y]) => Number(y))
      return { room, seen, step: (places[1] ?? 0) - (places[0] ?? 0) }
    }
    const [few, some, many] = [await linesOf(6), await linesOf(7), await linesOf(40)]
    expect(few.step).toBeCloseTo(21, 0)
    expect(some.step).toBeCloseTo(18.9, 0)
    expect([few.seen, some.seen]).toEqual([few.room, some.room])
    expect(many.seen).toBeLessThan(many.room)
    expect((many.seen / 18.9) % 1).toBeCloseTo(0, 1)
  })

  test('contains names as text: no markup, no control characters', async () => {
    const title = '</title><script>alert(1)</script>\u0000\u202egnp.exe'
    const scene: Scene = { title, dashboard: { kind: 'CLASSIC', widgets: [] }, reports: {} }
    const text = textOf(await drawn(jobOf(scene)))
    expect(text).not.toMatch(/<script|\u202e/)
    expect(text).not.toContain('\u0000')
    expect(text).toContain('&lt;script&gt;')
  })
})
