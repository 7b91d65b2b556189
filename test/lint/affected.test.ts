import { describe, expect, test } from 'vitest'
import { affectedBy } from '../../src/lint/uses/affected.ts'
import { bytesOf } from '../serialize/tree-texts.ts'

const cube = (sql: string): string => `cubes:
  - name: orders
    measures:
      - {name: total, sql: "${sql}", type: sum}
      - {name: double, sql: "2 * {total}", type: number}
      - {name: unused, sql: other, type: sum}
`
const report = (id: string, member: string): string =>
  `id: ${id.padStart(12, 'A')}\nname: R\nkind: table\nquery:\n  measures: [orders.${member}]\n`
const board = (...reports: string[]): string =>
  `name: Board\nwidgets:\n${reports.map((name, n) => `  - {id: w${n}, type: CHART, report: ${name}}\n`).join('')}`

const MODEL = 'data-model/model/orders.yml'
const TREE = {
  'content/a/workbook.yaml': 'slug: a\nname: A\n',
  'content/a/dashboard.yaml': board('one', 'two'),
  'content/a/reports/one.yaml': report('1', 'total'),
  'content/a/reports/two.yaml': report('2', 'double'),
  'content/alone.report.yaml': report('3', 'total'),
  'content/other.report.yaml': report('4', 'unused'),
}
const reached = (before: string, now: string, tree: Record<string, string> = TREE) =>
  affectedBy(bytesOf({ [MODEL]: before }), bytesOf({ ...tree, [MODEL]: now }))

describe('what a change of the data model affects', () => {
  test('lists each dashboard once, with the members that depend on what changed', () => {
    expect(reached(cube('amount'), cube('net'))).toEqual({
      nodes: [
        { name: 'orders.total', what: 'changed', reports: 0 },
        { name: 'orders.double', what: 'member', reports: 0 },
        { name: 'a', what: 'dashboard', reports: 2 },
        { name: '', what: 'alone', reports: 1 },
      ],
      edges: [
        [0, 1],
        [0, 2],
        [1, 2],
        [0, 3],
      ],
      ...{ reports: 3, dashboards: 1, more: 0 },
    })
  })

  test('includes a deleted member that is still used', () => {
    const gone = cube('amount').replace(/ .*name: unused.*\n/, '')
    expect(reached(cube('amount'), gone)?.nodes).toEqual([
      { name: 'orders.unused', what: 'removed', reports: 0 },
      { name: '', what: 'alone', reports: 1 },
    ])
  })

  test('is nothing if no member changed, or nothing uses it', () => {
    expect(reached(cube('amount'), `# words\n${cube('amount')}`)).toBeUndefined()
    expect(reached(cube('amount').replace('other', 'more'), cube('amount'), { 'content/README': '' })).toBeUndefined()
  })

  test('stays small, and counts what it leaves out', () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        [`content/d${n}/workbook.yaml`, `slug: d${n}\nname: D\n`],
        [`content/d${n}/dashboard.yaml`, board('one')],
        [`content/d${n}/reports/one.yaml`, report(String(n), 'total')],
      ]).flat(),
    )
    const found = reached(cube('amount'), cube('net'), many)
    expect(found).toMatchObject({ reports: 60, dashboards: 60, more: 44 })
    expect(found?.nodes).toHaveLength(17)
  })
})
