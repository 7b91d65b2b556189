import { describe, expect, test } from 'vitest'
import { askedByDashboard, askedByReport } from '../../src/content/asked.ts'
import type { Dashboard, ReportDefinition } from '../../src/content/model.ts'
import { hasOwner, type KnownMembers, readMembers } from '../../src/lint/members.ts'
import { missingNames } from '../../src/lint/missing-names.ts'
import { readTreeModel } from '../../src/serialize/model/read.ts'

const MODEL = `cubes:
  - name: orders
    sql_table: orders
    measures: [{name: count, type: count}]
    dimensions: [{name: day, sql: day, type: time}]
`

function membersOf(files: Readonly<Record<string, string>>): KnownMembers {
  const members = readMembers(
    readTreeModel(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))),
  )
  if (!members.known) throw new Error(members.because)
  return members
}

const live = membersOf({ 'data-model/model/orders.yml': MODEL })
/** The tree also knows of these. */
const OWN: ReadonlySet<string> = new Set(['returns'])
const isOwner = (name: string): boolean => hasOwner(live, name) || OWN.has(name)

const missingIn = (definition: object, members = live): string[] => [
  ...missingNames(askedByReport(definition as ReportDefinition, isOwner), members, ['orders.size']),
]

describe('of what a report asks for, a data model lacks', () => {
  test.each<[string, object, string[]]>([
    ['nothing that is there', { query: { measures: ['orders.count'], dimensions: ['orders.day.month'] } }, []],
    ['a measure of a query', { query: { measures: ['orders.count', 'orders.size'] } }, ['orders.size']],
    [
      'a member in a filter inside a filter',
      { query: { filters: [{ or: [{ member: 'orders.vip' }] }] } },
      ['orders.vip'],
    ],
    ['a member with a granularity, by its own name', { query: { dimensions: ['orders.week.day'] } }, ['orders.week']],
    ['a cube, once for all its members', { query: { measures: ['returns.a', 'returns.b'] } }, ['returns']],
    ['a cube that a join names', { query: { joinHints: [['orders', 'returns']] } }, ['returns']],
    ['what a chart names of a cube that the tree has', { spec: { value: 'returns.count' } }, ['returns']],
    ['nothing in a text that is no member', { spec: { value: 'see example.com' } }, []],
    ['what SQL selects', { sql: 'select size, count from orders' }, ['orders.size']],
    ['a table of SQL', { sql: 'select 1 from returns' }, ['returns']],
    ['nothing in SQL of another schema', { sql: 'select size from raw.orders' }, []],
    ['what SQL may ask for that cannot be read', { sql: 'select size of orders with (' }, ['orders.size']],
    ['nothing that such SQL cannot ask for', { sql: 'select sizes of orders with (' }, []],
    [
      'what an expression may ask for',
      { query: { measures: [{ cubeName: 'orders', expression: ['SUM(size)'] }] } },
      ['orders.size'],
    ],
  ])('%s', (_, definition, expected) => {
    expect(missingIn(definition)).toEqual(expected)
  })

  test('nothing for certain of a cube in a file that is not YAML', () => {
    const broken = membersOf({
      'data-model/model/orders.yml': MODEL,
      'data-model/model/returns.yml': 'cubes: [{name: returns',
    })
    expect(missingIn({ query: { measures: ['returns.count', 'orders.size'] } }, broken)).toEqual(['orders.size'])
  })
})

test('of what the widgets of a dashboard ask for', () => {
  const dashboard = {
    title: 'A',
    widgets: [
      { id: 'a', type: 'FILTER', config: { member: 'orders.region' } },
      { id: 'b', type: 'TEXT', config: { text: 'see orders.pdf' } },
      { id: 'c', type: 'FIELD', config: { options: ['orders.count', 'returns.count'], selected: 'count' } },
    ],
  }
  const asked = askedByDashboard(dashboard as unknown as Dashboard, isOwner)
  expect([...missingNames(asked, live, [])]).toEqual(['orders.region', 'returns'])
})
