import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import type { OverlayDocument, WrittenDocument } from '../../src/config/merge-document.ts'
import { type Rendering, renderDocument, renderModelText } from '../../src/config/render.ts'
import { unusedVariables } from '../../src/config/usage.ts'
import { shown, written } from './support.ts'

const TARGET = {
  name: 'dev',
  variables: { schema: 'analytics_dev', region: 'EMEA' },
  at: () => ({ at: { file: 'boardwright.yaml', line: 6, column: 3 }, length: 3 }),
}
const RENDERING: Rendering = { target: TARGET, interpolate: [] }

const stepFor = (name: string): string =>
  ` (Add \`${name}: ...\` to the variables of dev (boardwright.yaml:6). If you mean the text itself, put another $ in front of it.)`

type Texts = Readonly<Record<string, string>>
const sidesOf = (directory: string, texts: Texts, endings: Texts = {}): WrittenDocument['sides'] =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, { file: `${directory}/${endings[key] ?? key}`, text }]),
  )
const SIDES = { sql: 'r.sql', queryText: 'r.query.json', pythonCode: 'r.py' }
const FILES = 'content/sales/overview'

const report = (text: string, sides: Texts = {}): WrittenDocument => ({
  kind: 'report',
  text,
  ...written(text, `${FILES}/reports/r.yaml`),
  sides: sidesOf(`${FILES}/reports`, sides, SIDES),
})
const dashboard = (text: string, sides: Texts = {}): WrittenDocument => ({
  kind: 'dashboard',
  text,
  ...written(text, `${FILES}/dashboard.yaml`),
  sides: sidesOf(`${FILES}/app`, sides),
})
const overlay = (text: string, sides: Texts = {}): OverlayDocument => ({
  ...written(text, `overlays/dev/${FILES}/reports/r.yaml`),
  sides: sidesOf(`overlays/dev/${FILES}/reports`, sides, SIDES),
})

function render(document: WrittenDocument, patch?: OverlayDocument, more: Partial<Rendering> = {}) {
  const overlayOf = (file: string) => (file === document.file ? patch : undefined)
  const { value, sides, problems, used } = renderDocument(document, { ...RENDERING, overlayOf, ...more })
  return { value, sides, problems: problems.map(shown), used: [...used] }
}

describe('variables', () => {
  test.each([
    ['the dollar sign', String.raw`name: "\u0024{var.schema}"`],
    ['the brace', String.raw`name: "$\x7bvar.schema}"`],
    ['a line that goes on', 'name: "$\\\n  {var.schema}"'],
  ])('are found if %s is written as an escape', (_, text) => {
    expect(render(report(text))).toMatchObject({ value: { name: 'analytics_dev' }, used: ['schema'], problems: [] })
  })

  test('are filled in every string, in the file and beside it', () => {
    const document = report('name: Sales ${var.region}\nquery: {measures: ["${var.schema}.total", 1, null]}\n', {
      sql: 'from ${var.schema}.orders -- $${var.schema} ${other}',
    })
    expect(render(document)).toEqual({
      value: { name: 'Sales EMEA', query: { measures: ['analytics_dev.total', 1, null] } },
      sides: { sql: 'from analytics_dev.orders -- ${var.schema} ${other}' },
      problems: [],
      used: ['region', 'schema'],
    })
  })

  test('that have no value are named with their places', () => {
    const document = report('name: x\nquery:\n  measures:\n    - a\n    - ${var.shema}.total\n', {
      sql: 'select 1\nfrom ${var.schema}.a, ${var.tenant}.b',
    })
    expect(render(document)).toMatchObject({
      value: { query: { measures: ['a', '${var.shema}.total'] } },
      problems: [
        `${FILES}/reports/r.yaml:5:7+18 VARIABLE_UNDEFINED: the variable "shema" has no value in target "dev" (did you mean "schema"?)`,
        `${FILES}/reports/r.sql:2:23+13 VARIABLE_UNDEFINED: the variable "tenant" has no value in target "dev"${stepFor('tenant')}`,
      ],
    })
  })

  test('a document without any is not copied', () => {
    const document = report('name: x\nmeta: {a: [1, {b: "$"}]}\n')
    expect(render(document).value).toBe(document.value)
  })
})

describe('app and data-model files', () => {
  const app = dashboard('title: ${var.region}\napp: {entry: main.js, files: {"a:b.js": "${var.region}"}}\n', {
    'main.js': 'const id = "${report./sales/overview/r}" + `${var.region} ${x}`',
    'other.js': '${var.region}',
  })
  const reportId = (name: string, file: string) =>
    `${file.length > 0 && name === '/sales/overview/r' ? 'rQ2m97f3kABC' : ''}` || undefined

  test('are bytes, unless they are listed in interpolate', () => {
    expect(render(app, undefined, { reportId })).toEqual({
      value: { title: 'EMEA', app: { entry: 'main.js', files: { 'a:b.js': '${var.region}' } } },
      sides: Object.fromEntries(Object.entries(app.sides).map(([key, { text }]) => [key, text])),
      problems: [],
      used: ['region'],
    })
  })

  test('that are listed get variables and ids of reports', () => {
    const interpolate = ['content/**/app/main.js', 'content/**/app/a:*', 'data-model/**/*.yml']
    expect(render(app, undefined, { reportId, interpolate })).toMatchObject({
      value: { app: { files: { 'a:b.js': 'EMEA' } } },
      sides: { 'main.js': 'const id = "rQ2m97f3kABC" + `EMEA ${x}`', 'other.js': '${var.region}' },
      problems: [],
    })
    const text = 'sql_table: ${var.schema}.orders\n# ${report.nothing}\n'
    const { problems, ...rest } = renderModelText(text, 'data-model/cubes/orders.yml', {
      ...RENDERING,
      reportId,
      interpolate,
    })
    expect(rest).toEqual({
      text: 'sql_table: analytics_dev.orders\n# ${report.nothing}\n',
      used: new Set(['schema']),
    })
    expect(problems.map(shown)).toEqual([
      'data-model/cubes/orders.yml:2:3+17 REFERENCE_UNKNOWN: no report "nothing" in this tree',
    ])
    expect(renderModelText(text, 'data-model/cubes/orders.js', { ...RENDERING, interpolate }).text).toBe(text)
  })

  test('no other text may name a report', () => {
    expect(render(report('name: ${report.r}\n'), undefined, { reportId })).toMatchObject({
      value: { name: '${report.r}' },
    })
  })
})

describe('overlays', () => {
  test('are merged before variables are filled in, and their mistakes have their own places', () => {
    const document = report(
      'name: ${var.nothing}\nmeta:\n  items:\n    - {id: a, x: 1}\n    - {id: b, x: "${var.typo}"}\n',
    )
    const patch = overlay(
      'name: ${var.region}\nmeta:\n  items:\n    - {id: c}\n    - {id: a, $remove: true}\n    - {id: b, y: "${var.tipo}"}\n',
    )
    expect(render(document, patch)).toEqual({
      value: { name: 'EMEA', meta: { items: [{ id: 'b', x: '${var.typo}', y: '${var.tipo}' }] } },
      sides: {},
      problems: [
        `overlays/dev/${FILES}/reports/r.yaml:4:7+7 OVERLAY_UNMATCHED: the overlay matches nothing: no item has the id "c"`,
        `${FILES}/reports/r.yaml:5:18+13 VARIABLE_UNDEFINED: the variable "typo" has no value in target "dev"${stepFor('typo')}`,
        `overlays/dev/${FILES}/reports/r.yaml:6:18+13 VARIABLE_UNDEFINED: the variable "tipo" has no value in target "dev"${stepFor('tipo')}`,
      ],
      used: ['region', 'typo', 'tipo'],
    })
  })

  test.each<[string, WrittenDocument, OverlayDocument, { value: unknown; sides: Texts }]>([
    [
      'replace a text beside the file by one beside it',
      report('name: x\n', { sql: 'select 1' }),
      overlay('', { sql: 'select ${var.region}' }),
      { value: { name: 'x' }, sides: { sql: 'select EMEA' } },
    ],
    [
      'replace a text beside the file by one inside',
      report('name: x\n', { sql: 'select 1' }),
      overlay('sql: select 2\n'),
      { value: { name: 'x', sql: 'select 2' }, sides: {} },
    ],
    [
      'replace a text inside the file by one beside it',
      report('name: x\nsql: select 1\n'),
      overlay('', { sql: 'select 2' }),
      { value: { name: 'x' }, sides: { sql: 'select 2' } },
    ],
    [
      'remove a text beside the file',
      report('name: x\n', { sql: 'select 1', pythonCode: 'x' }),
      overlay('sql: {$remove: true}\n'),
      { value: { name: 'x' }, sides: { pythonCode: 'x' } },
    ],
    [
      'replace a query as text by a query',
      report('name: x\n', { queryText: '[1]' }),
      overlay('query: {measures: [a]}\n'),
      { value: { name: 'x', query: { measures: ['a'] } }, sides: {} },
    ],
    [
      'replace a query by one as text',
      report('name: x\nquery: {measures: [a]}\n'),
      overlay('', { queryText: '[1]' }),
      { value: { name: 'x' }, sides: { queryText: '[1]' } },
    ],
    [
      'replace and add files of an app',
      dashboard('title: x\n', { 'a.js': '1', sql: 'a file' }),
      overlay('title: y\n', { 'b.js': '2' }),
      { value: { title: 'y' }, sides: { 'a.js': '1', 'b.js': '2', sql: 'a file' } },
    ],
  ])('%s', (_, document, patch, expected) => {
    const { value, sides, problems } = render(document, patch)
    expect({ value, sides, problems }).toEqual({ ...expected, problems: [] })
  })

  test('do not change the identity of an object', () => {
    expect(
      render(report('id: abcdefghijkl\nname: x\n'), overlay('id: bbcdefghijkl\nids: {dev: x}\n')).problems,
    ).toEqual([
      `overlays/dev/${FILES}/reports/r.yaml:1:1+2 OVERLAY_INVALID: "id" identifies the report: an overlay cannot change it`,
      `overlays/dev/${FILES}/reports/r.yaml:2:1+3 OVERLAY_INVALID: "ids" identifies the report: an overlay cannot change it`,
    ])
  })
})

test('variables that no rendered target used are a warning, where they are declared', () => {
  const { config } = readConfig(
    written(`version: 1
project: acme
projectId: 7f3kQ2m9
home: production
variables: {schema: analytics, currency: EUR, everywhere: 1}
defaults: {url: https://a.example}
targets:
  production: {deployment: 1, variables: {only: 1, currency: USD}}
  dev: {deployment: 2, variables: {schema: dev}}
`),
    [],
    '2026-11-20',
  )
  const [production, dev] = config?.targets ?? []
  if (!production || !dev) throw new Error('the configuration is wrong')
  const usages = [
    { target: production, used: new Set(['schema', 'currency']) },
    { target: dev, used: new Set(['schema']) },
  ]
  expect(unusedVariables(usages).map(shown)).toEqual([
    'boardwright.yaml:5:47+10 VARIABLE_UNUSED warning: nothing uses the variable "everywhere"',
    'boardwright.yaml:8:43+4 VARIABLE_UNUSED warning: nothing uses the variable "only" in target "production"',
    'boardwright.yaml:5:32+8 VARIABLE_UNUSED warning: nothing uses the variable "currency" in target "dev"',
  ])
  expect(unusedVariables(usages.slice(1)).map(shown)).not.toContainEqual(expect.stringContaining('only'))
})
