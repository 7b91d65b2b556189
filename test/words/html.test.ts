import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Key } from '../../src/content/kinds.ts'
import type { PlannedObject } from '../../src/plan/plan-file.ts'
import { renderHtml } from '../../src/words/html.ts'
import { pictureFilesOf, pictureName, picturesOf } from '../../src/words/pictures.ts'
import { renderText } from '../../src/words/text.ts'
import { CONFLICT, EXAMPLE, object, plan, REVENUE } from './plans.ts'

const textOf = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replaceAll('</span> <span>', ' ')
    .replaceAll(' → ', ' -> ')
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')

describe('a plan as a page', () => {
  test('the counts, the changes in words, before and after, and the lines that differ', () => {
    const html = renderHtml(EXAMPLE)
    const text = textOf(html)
    expect(text).toContain('Plan for production')
    expect(text).toContain('acme-analytics 9f3c2e1 -> deployment 2 (acme.example)')
    expect(text).toContain('report "Revenue by month": sql 1 line added')
    expect(text).toContain('layout: 2 widgets moved, 3 unchanged')
    expect(text).toContain('publish version 14 -> 15. Viewers see all of this at once.')
    expect(text).toContain('+ where not is_refund')
    expect(text).toContain('1 dashboard has an unpublished draft, which this plan leaves alone')
    expect(text).toContain('boardwright apply --target production --approve')
    expect(html.match(/<figure /g)).toHaveLength(1)
    expect(html).toContain(
      '<title>Sales / Revenue overview: 2 widgets moved, 3 unchanged; published as version 14 → 15</title>',
    )
  })

  test('what rules find is shown with the object that has it, and no more than people read', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ key: REVENUE.key, rule: `rule-${at}`, message: 'no <b>title</b>' }))
    const shown = (count: number): string =>
      textOf(renderHtml(plan({ objects: [object(REVENUE)], findings: of(count) }))).replace(/\n+/g, '\n')
    expect(shown(1)).toContain('Rules of the house find:\nrule-0: no &lt;b>title&lt;/b>')
    expect(shown(20)).toContain('rule-7: ')
    expect(shown(20)).not.toContain('rule-8: ')
    expect(shown(20)).toContain('and 12 more findings')
    const elsewhere = of(1).map((each) => ({ ...each, key: 'report/other' as const }))
    expect(renderHtml(plan({ objects: [object(REVENUE)], findings: elsewhere }))).not.toContain('Rules of the house')
  })

  test('what is kept and left alone is described as in the terminal', () => {
    const edit = { unit: 'title', before: 'Customers', after: 'Who pays' }
    const value = plan({
      objects: [object({ ...REVENUE, keeps: [edit] })],
      left: [
        { key: 'report/a', title: ['Finance', 'Cash'], units: [edit], reason: 'ui-edit', message: 'edited in the UI' },
      ],
      summary: { uiEdits: 1 },
    })
    const words = 'title "Customers" -> "Who pays"'
    for (const shown of [renderText(value, { width: 130, color: false }), textOf(renderHtml(value))])
      expect(shown).toContain(`keeps the UI edit: ${words}`)
    expect(textOf(renderHtml(value))).toMatch(/edited in the UI\s+title "Customers" -> "Who pays"/)
  })

  test('is one file: it runs nothing, loads nothing, and its policy allows only its own style', () => {
    const html = renderHtml(EXAMPLE)
    const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(html).toContain(
      `content="default-src &#39;none&#39;; img-src data:; style-src &#39;sha256-${hash}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
    )
    expect(html.match(/<style>/g)).toHaveLength(1)
    expect(html.replaceAll('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(
      /https?:|<script|\sstyle=|\ssrc=|url\(/,
    )
  })

  test('held and stopped, with all sides and the commands to type', () => {
    const text = textOf(
      renderHtml(
        plan({
          held: [CONFLICT],
          stops: [{ kind: 'limit-delete', message: 'deletes 9 of 10 workbooks', accept: 'deletes=9' }],
          notes: ['one note'],
          summary: { held: 1 },
        }),
      ),
    )
    expect(text).toContain('Stopped: apply refuses this plan as it is')
    expect(text).toContain('limit-delete: deletes 9 of 10 workbooks')
    expect(text).toContain('1 conflict: nothing of this dashboard is written')
    const html = renderHtml(plan({ held: [CONFLICT], objects: [object({ ...REVENUE })] }))
    expect(html).toMatch(/<td data-side="last applied"><span>[^<]*\$0,0/)
    // People decide on it before they look at the rest.
    expect(html.indexOf('<section class="held">')).toBeLessThan(html.indexOf(`id="${REVENUE.key}"`))
    expect(text).toContain('one note')
    expect(text).not.toContain('Apply exactly this')
  })

  test('what helps is a list, whose commands are whole and can wrap', () => {
    const html = renderHtml(plan({ held: [CONFLICT], summary: { held: 1 } }))
    expect(html).toMatch(
      /<li>Take what is live into git[^<]*: <code class="command"><span>boardwright<\/span> <span>export<\/span>.*?<span>--mirror<\/span><\/code><\/li>/,
    )
    expect(/<section class="held"[^>]*>.*?<\/section>/s.exec(html)?.[0]).not.toContain('<pre')
  })

  test('a column without a cell is left out, and the counts are of what people see', () => {
    const lone = (reason: 'draft' | 'ui-edit' | 'older-branch') =>
      renderHtml(plan({ left: [{ key: 'workbook/a', title: ['A'], units: [], reason, message: 'left' }] }))
    expect(lone('ui-edit')).toContain('To see more')
    expect(lone('older-branch')).toContain('<th scope="col">Why</th>')
    expect(lone('older-branch')).not.toContain('To see more')
    const counts = /<ul class="counts">.*?<\/ul>/s.exec(renderHtml(EXAMPLE))?.[0] ?? ''
    expect(counts).toContain(`<a href="#${REVENUE.key}">update 1 dashboard and 1 report</a>`)
    expect(counts).not.toContain('delete')
  })

  test('where a report is shown is no change: its own dashboard goes without saying, others stand below', () => {
    const shown = (shownOn: PlannedObject['shownOn'], objects: readonly PlannedObject[]) =>
      renderHtml(
        plan({
          objects: [
            ...objects,
            object({
              ...{ key: 'report/a', title: ['Sales', 'Revenue overview', 'Orders'], within: REVENUE.key, shownOn },
              units: [{ unit: 'title', before: 'a', after: 'b' }],
            }),
          ],
        }),
      )
    const own = { title: ['Sales', 'Revenue overview'], key: REVENUE.key, published: true, managed: true }
    const other = { title: ['Finance', 'Cash'], key: 'workbook/cash' as const, published: false, managed: true }
    const head = [object(REVENUE)]
    expect(shown([own], head)).not.toContain('hown on')
    expect(shown([own, other], head)).toContain(
      '<p class="faint">report &quot;Orders&quot; is also shown on Finance / Cash (not published by this plan)</p>',
    )
    expect(shown([{ ...own, published: false }], [])).toContain(
      '<p class="faint">Shown on Sales / Revenue overview (not published by this plan)</p>',
    )
  })

  test('says when there is nothing to do', () => {
    const text = textOf(renderHtml(plan({ summary: { unchanged: 3 } })))
    expect(text).toContain('No changes. 3 objects match the repo.')
    for (const word of ['held', 'UI edits left alone', 'Plan: 0 create']) expect(text).not.toContain(word)
  })

  test('every change has a permanent address, and links to the one before and after', () => {
    const long: Key = `workbook/${'long-'.repeat(30)}`
    const keys: readonly Key[] = [long, `${long}er`, 'workbook/ä b', 'report/a', 'model/model/cubes/orders.yml']
    const objects = keys.map((key) => object({ key, title: [key], units: [{ unit: 'name', before: 'a', after: 'b' }] }))
    const html = renderHtml(plan({ objects, held: [CONFLICT, { ...CONFLICT, key: 'report/b' }] }))
    const ids = [...html.matchAll(/<article id="([^"]*)"/g)].map(([, id = '']) => id)
    const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id = '']) => id)
    expect(ids).toHaveLength(keys.length + 2)
    expect(new Set(ids).size).toBe(ids.length)
    expect([...new Set(links)].sort()).toEqual([...ids].sort())
    expect(ids).toContain('report/a')
    expect(ids.every((id) => /^[\w./-]+$/.test(id))).toBe(true)
    const onwards = new Map(
      [...html.matchAll(/<article id="([^"]*)".*?<\/article>/gs)].map(([text, id = '']) => [
        id,
        /href="#([^"]*)" aria-label="next/.exec(text)?.[1],
      ]),
    )
    const walked = [ids[0] ?? '']
    // As many steps as there are places: a link that leads back would be walked for ever.
    for (let next = onwards.get(walked[0] ?? ''); next !== undefined && walked.length <= ids.length; ) {
      walked.push(next)
      next = onwards.get(next)
    }
    expect(walked).toEqual(ids)
    const again = renderHtml(plan({ objects: objects.slice(1), held: [CONFLICT] }))
    for (const id of [ids[0], ...ids.slice(3)]) expect(again).toContain(` id="${id}"`)
  })

  test('names from a tenant are shown and not obeyed', () => {
    const evil = '</title></style><img src=x onerror=alert(1)>"\'&\u202e\u0007'
    const box = { id: evil, type: evil, label: evil, x: 0, y: 0, w: 6, h: 4 }
    const html = renderHtml(
      plan({
        target: { ...EXAMPLE.target, name: evil, host: evil },
        objects: [
          object({
            key: `workbook/${evil}`,
            title: [evil, evil],
            file: evil,
            units: [{ unit: `widget ${evil}`, before: { id: evil }, after: { id: evil, config: { title: evil } } }],
            replaces: [{ what: 'draft', unit: evil }],
            drawing: { columns: 12, before: [box], after: [{ ...box, y: 3 }] },
          }),
          object({ key: 'report/a', title: [evil], units: [{ unit: 'sql', before: evil, after: `${evil}\n${evil}` }] }),
        ],
        held: [{ ...CONFLICT, title: [evil], message: evil, owner: evil }],
        left: [{ key: 'workbook/b', title: [evil], reason: 'ui-edit', message: evil, units: [] }],
        notes: [evil],
        stops: [{ kind: 'break', message: evil }],
      }),
    )
    expect(html).not.toContain('<img')
    expect(html.match(/<\/title>/g)).toHaveLength(2)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(html).not.toMatch(/[\u202e\u0007]/)
  })

  test('of very many objects, all are named and the page stays small enough to open', () => {
    const boxes = (down: number) =>
      Array.from({ length: 60 }, (_, n) => ({
        id: `w${n}`,
        type: 'CHART',
        label: `W ${n}`,
        x: 0,
        y: n * 4 + down,
        w: 12,
        h: 4,
      }))
    const objects = Array.from({ length: 300 }, (_, n) =>
      object({
        key: `workbook/b-${n}`,
        title: ['Sales', `Board ${n}`],
        units: [{ unit: 'name', before: 'a', after: 'b' }],
        drawing: { columns: 12, before: boxes(0), after: boxes(1) },
      }),
    )
    const html = renderHtml(plan({ objects }))
    expect(html.length).toBeLessThan(10_000_000)
    expect(html).toContain('Its picture is left out here')
    for (let n = 0; n < 300; n += 1) expect(html).toContain(`>Sales / Board ${n}</a>`)
  })
})

test('what is held comes first among what to jump to, and only counts that lead somewhere are links', () => {
  const html = renderHtml({ ...EXAMPLE, held: [CONFLICT] })
  const links = [...html.matchAll(/<li>(?:<span class="word held">(held)<\/span> )?<a href="#([^"]+)">/g)]
  const [nav = ''] = /<nav.*?<\/nav>/s.exec(html) ?? []
  expect([...nav.matchAll(/href="#([^"]+)"/g)].map(([, to]) => to)).toEqual([
    `held/${CONFLICT.key}`,
    'workbook/revenue-overview',
  ])
  expect(nav.indexOf('>held<')).toBeLessThan(nav.indexOf('href'))
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  expect(links.every(([, , to]) => ids.has(to))).toBe(true)
  expect(html).toMatch(/<li>[\d,]+ unchanged<\/li>/)
})

describe('a page with charts', () => {
  const png = Buffer.from('charts')
  const drawn = {
    ...{ key: REVENUE.key, name: 'Sales / Revenue overview', stem: 'a', svg: '', why: undefined },
    whole: { png, width: 1240, height: 700 },
    widgets: [{ label: 'Orders', stem: 'a.w', png, width: 600.4, height: 300 }],
  }
  const data = `href="data:image/png;base64,${png.toString('base64')}"`

  test('has them instead of boxes: first each widget, then the dashboard, and fetches nothing', () => {
    const html = renderHtml(EXAMPLE, [drawn])
    expect(html.split(data)).toHaveLength(3)
    expect(html.indexOf('aria-label="Orders, before and after"')).toBeLessThan(
      html.indexOf('aria-label="Sales / Revenue overview, before and after"'),
    )
    expect(html).toContain('default-src &#39;none&#39;; img-src data:; style-src')
    expect(html).not.toContain('class="bwp"')
  })

  test('shows both sides of a picture by themselves, and holds the picture once', () => {
    const [before, after] = ['Now', 'After'].map((name, at) => ({ name, x: 16 + at * 300, y: 80, w: 280, h: 200 }))
    const legend = [{ ink: 'changed', words: '~ changed' } as const]
    const said = { legend, told: ['query limit 5 -> 10'], notes: ['Drawn from made-up rows.'] }
    const parts = { sides: [before, after].flatMap((side) => side ?? []), ...said }
    const widgets = drawn.widgets.map((each) => ({ ...each, parts }))
    const html = renderHtml(EXAMPLE, [{ ...drawn, whole: { ...drawn.whole, parts }, widgets }])
    expect(html.split(data)).toHaveLength(3)
    for (const name of ['Orders', 'Sales / Revenue overview']) {
      const [figure = ''] = new RegExp(`<figure [^>]*"${name}, before and after".*?</figure>`, 's').exec(html) ?? []
      const shown = [
        ...figure.matchAll(
          /<b>(Now|After)<\/b><svg viewBox="([^"]*)"[^>]*>(<g id="([^"]*)"><image|<use href="#([^"]*)")/g,
        ),
      ]
      expect(shown.map(([, side, room]) => [side, room])).toEqual([
        ['Now', '16 80 280 200'],
        ['After', '316 80 280 200'],
      ])
      expect(shown[1]?.[5]).toBe(shown[0]?.[4])
    }
    const text = textOf(html)
    expect(text).toContain('~ changed')
    expect(text, 'the list above says it').not.toContain('query limit 5 -> 10')
    expect(text.split('Drawn from made-up rows.')).toHaveLength(2)
  })

  test('has pictures of their own for dark pages and for phones, and light marks where there are none', () => {
    const [dark, narrow, both] = ['dark', 'narrow', 'narrow and dark'].map((text) => Buffer.from(text))
    const phone = { png: narrow ?? png, dark: both, width: 732, height: 300 }
    const widgets = drawn.widgets.map((each) => ({ ...each, dark, narrow: phone }))
    const html = renderHtml(EXAMPLE, [{ ...drawn, widgets }])
    const shown = [...html.matchAll(/<image (?:class="(\w+)" )?[^>]*base64,([^"]*)"/g)]
    expect(shown.map(([, theme, bytes = '']) => [theme, Buffer.from(bytes, 'base64').toString()])).toEqual([
      ['light', 'charts'],
      ['dark', 'dark'],
      ['light', 'narrow'],
      ['dark', 'narrow and dark'],
      [undefined, 'charts'],
    ])
    expect(html).toContain('class="sides widget charts fits"')
    expect(html).toContain('class="sides whole charts light"')
  })

  test('keeps the boxes where charts cannot be drawn or have no room, and says so', () => {
    const why = 'The charts are not drawn: that took more than 90 seconds.'
    const failed = renderHtml(EXAMPLE, [{ ...drawn, why }])
    expect(failed).toContain(`<p class="faint">${why}</p>`)
    const large = { ...drawn.whole, png: Buffer.alloc(13_000_000) }
    const full = renderHtml(EXAMPLE, [{ ...drawn, whole: large }])
    expect(full).toContain('Its charts are left out here: plan --pictures draws them all.')
    for (const html of [failed, full]) expect(html).toMatch(/<svg [^>]*class="bwp"/)
    for (const html of [failed, full]) expect(html).not.toContain('<img')
  })
})

describe('the picture of a held dashboard', () => {
  const box = (y: number) => ({ id: 'b8LhNv2s', type: 'CHART', label: 'Net revenue', x: 0, y, w: 6, h: 4 })
  const drawing = { columns: 12, before: [box(0)], after: [box(4)] }
  const [picture, ...more] = picturesOf(plan({ held: [{ ...CONFLICT, drawing }] }))

  test('has what is live beside what the repo has, in the colour of what is held, and says what the repo wants', () => {
    expect([picture?.stem, more]).toEqual(['production.revenue-overview', []])
    const sheet = picture?.draw()
    expect(sheet?.parts?.sides.map(({ name }) => name)).toEqual(['Live', 'Repo'])
    expect(sheet?.parts?.legend).toEqual([{ ink: 'held', words: 'held, not applied' }])
    expect(sheet?.parts?.told).toContain('widget "Net revenue" numberFormat €0,0 → $0.0a')
    expect(picture?.widgets().map(({ stem }) => stem)).toEqual(['production.revenue-overview_1'])
  })

  test('is on the page above its sides', () => {
    const png = Buffer.from('held')
    const whole = { png, width: 1240, height: 700 }
    const drawn = { key: CONFLICT.key, name: 'A', stem: 'a', svg: '', whole, widgets: [], why: undefined }
    const html = renderHtml(plan({ held: [CONFLICT] }), [drawn])
    expect(html.indexOf(png.toString('base64'))).toBeGreaterThan(html.indexOf('<section class="held">'))
    expect(html.indexOf(png.toString('base64'))).toBeLessThan(html.indexOf('data-side="live"'))
  })
})

describe('the pictures of a plan', () => {
  const box = { id: 'w', type: 'CHART', label: 'Orders', x: 0, y: 0, w: 6, h: 4 }

  test('a dashboard that shows a changed object is drawn with that widget marked', () => {
    const [picture] = picturesOf(
      plan({
        objects: [
          object({
            ...REVENUE,
            action: 'publish',
            drawing: { columns: 12, before: [{ ...box, report: 'report/a' }], after: [{ ...box, report: 'report/a' }] },
          }),
          object({
            key: 'report/a',
            title: ['Orders'],
            within: REVENUE.key,
            units: [{ unit: 'sql', before: 'a', after: 'b' }],
          }),
        ],
      }),
    )
    expect(picture?.widgets().map(({ label, stem }) => [label, stem])).toEqual([
      ['Orders', 'production.revenue-overview_1'],
    ])
    const texts = (picture?.draw()?.shapes ?? []).flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []))
    expect(texts).toContain('~ changed')
    expect(texts).toContain('1 widget shows something else')
  })

  test('a report that changes while its dashboard stays as it is has one of its own, and as boxes none', () => {
    const report = object({
      ...{ key: 'report/a', title: ['Sales', 'Orders'], within: REVENUE.key },
      units: [{ unit: 'sql', before: 'a', after: 'b' }],
    })
    const [picture, ...more] = picturesOf(plan({ objects: [report] }))
    expect([picture?.key, picture?.stem, more]).toEqual(['report/a', 'production.a', []])
    const file = 'content/sales/revenue-overview/reports/orders.yaml'
    expect(picturesOf(plan({ objects: [{ ...report, file }] }))[0]?.stem).toBe('production.revenue-overview.orders')
    expect(picture?.draw()).toBeUndefined()
    const place = { x: 0, y: 0, width: 600, height: 300 }
    const side = (text: string) => ({
      ...{ svg: `<svg><g data-widget="a"><text>${text}</text></g></svg>`, width: 600, height: 300 },
      places: { a: place },
    })
    const sheet = picture?.drawCharts({ before: side('old'), after: side('new') })
    expect(sheet?.parts?.sides.map(({ name }) => name)).toEqual(['Now', 'After'])
    // One of which nothing is drawn, and one that is seen in its dashboard.
    const named = { ...report, units: [{ unit: 'description', before: 'a', after: 'b' }] }
    expect(picturesOf(plan({ objects: [named] }))).toEqual([])
    expect(picturesOf(plan({ objects: [object(REVENUE), report] }))).toEqual([])
  })

  test('say what changes in the words of the plan: the dashboard, and each of its widgets', () => {
    const query = (last: string) => ({ timeDimensions: [{ dimension: 'orders.at', dateRange: last }] })
    const tile = { ...box, report: 'report/a' }
    const value = plan({
      objects: [
        object({
          ...REVENUE,
          units: [
            { unit: 'title', before: 'Cash', after: 'Cash and forecast' },
            {
              unit: 'widget w',
              before: { id: 'w', config: { title: 'Orders' } },
              after: { id: 'w', config: { title: 'Top' } },
            },
          ],
          drawing: { columns: 12, before: [tile], after: [tile] },
          publish: {
            ...{ from: 9, to: 10, dashboard: true, reports: ['report/a'] },
            notice: { notifications: 0, tenants: 0, embedded: false },
          },
        }),
        object({
          key: 'report/a',
          title: ['Orders'],
          within: REVENUE.key,
          units: [{ unit: 'query', before: query('last 12 months'), after: query('last 90 days') }],
        }),
      ],
    })
    const [picture] = picturesOf(value)
    const shown = [picture, ...(picture?.widgets() ?? [])]
      .map((each) => each?.draw())
      .map((sheet) => (sheet?.shapes ?? []).flatMap((shape) => (shape.kind === 'text' ? [shape.text] : [])))
    const range = 'date range last 12 months → last 90 days'
    expect(shown[0]).toEqual(
      expect.arrayContaining([
        'title "Cash" → "Cash and forecast"',
        'widget "Top" retitled "Orders" → "Top"',
        `report "Orders": ${range}`,
        'published as version 9 → 10',
      ]),
    )
    expect(shown[1]).toEqual(expect.arrayContaining(['Heading', 'title "Cash" → "Cash and forecast"']))
    expect(shown[2]).toEqual(expect.arrayContaining(['retitled "Orders" → "Top"', range]))
    expect(shown).toHaveLength(3)
    // The same as in a terminal, with its arrow as one sign.
    for (const words of [
      '"Cash" → "Cash and forecast"',
      'retitled "Orders" → "Top"',
      'last 12 months → last 90 days',
    ]) {
      expect(renderText(value, { width: 130, color: false })).toContain(words.replace('→', '->'))
    }
  })

  test('what is deleted is drawn as it is now, and the comment names the files that exist', () => {
    const many = plan({
      objects: Array.from({ length: 61 }, (_, n) =>
        object({
          key: `workbook/b${n}`,
          title: [`B${n}`],
          action: 'delete',
          drawing: { columns: 12, before: [box], after: [] },
        }),
      ),
    })
    const [picture] = picturesOf(many)
    expect(picture?.draw()?.title).toBe('B0: is deleted')
    expect(pictureFilesOf(many, 'workbook/b59')).toEqual({ whole: 'production.b59.png', hasMoves: false, widgets: [] })
    expect(pictureFilesOf(many, 'workbook/b60')).toEqual({ whole: 'production.b60.svg', hasMoves: false, widgets: [] })
    expect(pictureFilesOf(many, 'report/a')).toBeUndefined()
  })

  test('no two dashboards share a file, and no name is a path', () => {
    const keys: readonly Key[] = [
      'workbook/a',
      'workbook/A',
      'workbook/../../etc',
      'workbook/..',
      'workbook/a b',
      'workbook/a-b',
      `workbook/${'x'.repeat(300)}`,
      `workbook/${'x'.repeat(301)}`,
      'workbook/売上',
      'workbook/',
    ]
    const stems = keys.map((key) => pictureName(EXAMPLE, key))
    expect(new Set(stems).size).toBe(keys.length)
    for (const stem of stems) expect(stem).toMatch(/^[a-z0-9][a-z0-9.-]{0,80}$/)
    expect(pictureName({ target: { ...EXAMPLE.target, name: '../x' } }, 'workbook/a')).toMatch(/^plan-[a-z0-9.-]+$/)
  })
})
