import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../packages/common/test/yaml/noisy.ts'
import { commentsOf } from '../../packages/common/yaml/comments.ts'
import { formatProject } from '../../src/edit/format.ts'
import { openProject, type Project } from '../../src/project/local/project.ts'
import { readTreeAsWritten } from '../../src/project/local/render.ts'
import { printTree } from '../../src/serialize/print.ts'
import { noisyTree } from '../project/noisy-tree.ts'
import { content } from '../serialize/content.ts'
import { contentIn, listsOf } from '../support/lists.ts'
import { isLong } from '../support/long.ts'

const projectOf = (texts: ReadonlyMap<string, string> | Record<string, string>): Project => ({
  root: '/project',
  files: new Map(
    [...(texts instanceof Map ? texts : Object.entries(texts))].map(([file, text]) => [file, Buffer.from(text)]),
  ),
  config: undefined,
  problems: [],
})

const apply = (texts: ReadonlyMap<string, string>, changes: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...texts, ...changes])

const commentsIn = (texts: ReadonlyMap<string, string>): string[] =>
  [...texts]
    .flatMap(([file, text]) => (file.endsWith('.yaml') ? commentsOf(text).map((each) => `${file} ${each.text}`) : []))
    .sort()

describe('over generated trees', () => {
  test('a printed tree is left alone', () => {
    fc.assert(
      fc.property(content, (made) => {
        const { changes, problems } = formatProject(projectOf(printTree(contentIn(made))), [])
        expect([...changes], 'changes').toEqual([])
        expect(problems).toEqual([])
      }),
      { numRuns: isLong ? 100 : 15 },
    )
  })

  test('a handwritten tree keeps its meaning and its comments, and is right after one run', () => {
    fc.assert(
      fc.property(content, fc.integer(), (made, seed) => {
        const texts = noisyTree(printTree(contentIn(made)), randomFrom(seed))
        const before = projectOf(texts)
        const { changes, problems } = formatProject(before, [])
        expect(problems).toEqual([])
        const formatted = apply(texts, changes)
        const after = projectOf(formatted)
        const [then, now] = [before, after].map((project) => listsOf(readTreeAsWritten(project).content))
        expect(now).toEqual(then)
        expect(commentsIn(formatted)).toEqual(commentsIn(texts))
        expect([...formatProject(after, []).changes]).toEqual([])
      }),
      { numRuns: isLong ? 40 : 6 },
    )
  })
})

test.each(['examples/acme', 'examples/minimal'])('%s is canonical', async (root) => {
  const { changes, problems, count } = formatProject(await openProject(root, '2026-11-20'), [])
  expect({ changes: [...changes], problems }).toEqual({ changes: [], problems: [] })
  expect(count).toBeGreaterThan(2)
})

const NOT_YET = {
  'content/sales/folder.yaml': 'name: Sales\n',
  'content/sales/board/workbook.yaml': 'slug: board\nname: Board\n',
  'content/sales/board/reports/orders.yaml': 'id: AAAAAAAAAAAA\nname: Orders\n',
  'content/finance/folder.yaml': 'name: Finance\n',
  'content/finance/cash.report.yaml': 'id: BBBBBBBBBBBB\nname: Cash\n',
}

const formatted = (texts: Record<string, string>, paths: readonly string[] = []) => {
  const { changes, problems } = formatProject(projectOf(texts), paths)
  return {
    changes: Object.fromEntries(changes),
    problems: problems.map(({ kind, at, message }) => `${at.file} ${kind} ${message}`),
  }
}

describe('a dashboard', () => {
  const dashboard = 'content/sales/board/dashboard.yaml'

  test('gets ids for its widgets, the current form of tabs, the shortest references, and positions on one line', () => {
    const text = `# the board
widgets:
  # first
  - type: CHART # a chart
    position:
      # why here
      w: 6
      h: 4
      x: 0
      y: 0
    report: /sales/board/orders
  - type: AI
    id: ai
    reports: [orders, /finance/cash, 'id:CCCCCCCCCCCC']
    position: {x: 0, y: 4, w: 6, h: 4}
  - {type: TABS_CONTAINER, id: tabs, position: {x: 0, y: 8, w: 6, h: 4}, config: {layout: x, z: 1, a: 2}}
title: Board
`
    const { changes, problems } = formatted({ ...NOT_YET, [dashboard]: text })
    expect(problems).toEqual([])
    const id = /- id: (\w{8})\n/.exec(changes[dashboard] ?? '')?.[1]
    expect(changes).toEqual({
      [dashboard]: `# the board
title: Board
widgets:
  # first
  - id: ${id}
    type: CHART # a chart
    report: orders
    # why here
    position: {x: 0, y: 0, w: 6, h: 4}
  - id: ai
    type: AI
    reports:
      - orders
      - /finance/cash
      - id:CCCCCCCCCCCC
    position: {x: 0, y: 4, w: 6, h: 4}
  - id: tabs
    type: CONTAINER
    position: {x: 0, y: 8, w: 6, h: 4}
    config:
      layout: tabs
      z: 1
      a: 2
`,
    })
    expect(formatted({ ...NOT_YET, ...changes }).changes).toEqual({})
  })

  test('gives two equal widgets different ids, the same ones every time', () => {
    const text =
      'widgets:\n  - type: SPACER\n    position: {x: 0, y: 0, w: 1, h: 1}\n  - type: SPACER\n    position: {x: 0, y: 0, w: 1, h: 1}\n'
    const { changes } = formatted({ ...NOT_YET, [dashboard]: text })
    const ids = [...(changes[dashboard] ?? '').matchAll(/id: (\w{8})/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(2)
    expect(formatted({ ...NOT_YET, [dashboard]: text }).changes).toEqual(changes)
  })

  test('with a problem is left alone, and all others are formatted', () => {
    const text = 'widgets:\n  - type: CHRT\n    position: {x: 0, y: 0, w: 1, h: 1}\n'
    const { changes, problems } = formatted({
      ...NOT_YET,
      [dashboard]: text,
      'content/sales/folder.yaml': '"name":  Sales\n',
    })
    expect(changes).toEqual({ 'content/sales/folder.yaml': 'name: Sales\n' })
    expect(problems).toEqual([
      expect.stringMatching(/dashboard.yaml SCHEMA "widgets\[0\].id" is missing/),
      expect.stringMatching(/dashboard.yaml SCHEMA "widgets\[0\].type" must be one of/),
    ])
  })

  test('gets files for the files of its app, unless some disk cannot hold them', () => {
    const text = 'kind: APP\napp:\n  files:\n    a.js: "let x\\r\\n"\n    CON: c\n    .env: d\n'
    expect(formatted({ ...NOT_YET, [dashboard]: text }).changes).toEqual({
      [dashboard]: 'kind: APP\napp:\n  files:\n    CON: c\n    .env: d\n',
      'content/sales/board/app/a.js': 'let x\r\n',
    })
    expect(formatted({ ...NOT_YET, [dashboard]: 'app:\n  files: {a.js: x}\n' }).changes).toEqual({
      [dashboard]: '{}\n',
      'content/sales/board/app/a.js': 'x',
    })
  })
})

describe('a report', () => {
  const report = 'content/sales/board/reports/orders.yaml'
  const base = report.slice(0, -'.yaml'.length)

  test('gets files for its long texts, if they survive', () => {
    const text =
      'name: Orders\nid: AAAAAAAAAAAA\nsql: | # the query\n  select 1\n\n  from x\nkind: html\nspec: <p>\npythonCode: "a\\rb"\n'
    expect(formatted({ ...NOT_YET, [report]: text }).changes).toEqual({
      [report]: 'id: AAAAAAAAAAAA\nname: Orders\n# the query\nkind: html\npythonCode: "a\\rb"\n',
      [`${base}.sql`]: 'select 1\n\nfrom x\n\n',
      [`${base}.html`]: '<p>\n',
    })
  })

  test('a text in a file of its own ends with one line feed, and is otherwise unchanged', () => {
    const sides = { [`${base}.sql`]: 'select 1', [`${base}.py`]: 'x\n', [`${base}.query.json`]: '{"a" :1}' }
    expect(formatted({ ...NOT_YET, ...sides }).changes).toEqual({
      [`${base}.sql`]: 'select 1\n',
      [`${base}.query.json`]: '{"a" :1}\n',
    })
  })

  test('keeps the order of keys in free-form values', () => {
    const text =
      'id: AAAAAAAAAAAA\nname: Orders\nquery: {order: {b: asc, a: desc}, measures: [m]}\nmeta: {z: 1, a: 2}\n'
    expect(formatted({ ...NOT_YET, [report]: text }).changes[report]).toBe(
      'id: AAAAAAAAAAAA\nname: Orders\nquery:\n  order:\n    b: asc\n    a: desc\n  measures:\n    - m\nmeta:\n  z: 1\n  a: 2\n',
    )
  })
})
