import { expect, test } from 'vitest'
import { readModel } from '../../model/model.ts'

const MODEL = `cubes:
  - name: regions
    sql_table: r
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: size, sql: "a + b", type: number}
  - name: orders
    sql_table: o
    joins: [{name: regions, relationship: many_to_one, sql: "{CUBE}.region = {regions}.id"}]
    dimensions:
      - {name: id, sql: id, type: number, primary_key: true}
      - {name: net, sql: "gross - refunds", type: number}
      - {name: same, sql: "{net}", type: number}
      - {name: both, sql: "x or y", type: boolean}
      - {name: between_two, sql: "a between 1 and 2", type: boolean}
      - {name: kind, type: number, case: {when: [{sql: "{CUBE}.a = 1 or {CUBE}.b = 2", label: x}], else: {label: y}}}
      - {name: cased, sql: "case when a or b then 1 else 2 end", type: number}
    segments: [{name: open, sql: "p or q"}]
    measures:
      - {name: revenue, sql: gross, type: sum}
      - {name: cost, sql: cost, type: sum}
      - {name: each, sql: "{revenue} / {cost}", type: number}
      - {name: margin, sql: "{revenue} - {cost}", type: number}
      - {name: bracketed, sql: "({revenue} - {cost})", type: number}
      - {name: tried, TRIED, type: number}
`

/** What is told of a formula: the name, and the operator beside it. */
const told = (sql: string, key = 'sql'): string[] => {
  const text = MODEL.replace('TRIED', `${key === 'sql' ? '' : 'sql: "1", '}${key}: ${JSON.stringify(sql)}`)
  const { judged } = readModel([{ file: 'model/a.yml', text }])
  return judged.faults.map(({ message, warning }) => {
    expect(warning, message).toBe(true)
    return message.replace(/^\{(\S+)\} stands here without brackets, so "(.+)" takes .*$/, '$1 $2')
  })
}

test.each([
  ['1.0 * {margin}', 'margin *'],
  ['{margin} / {revenue}', 'margin /'],
  ['{CUBE.margin}::int', 'margin ::'],
  ['{revenue} / {each}', 'each /'],
  ['{revenue} - {margin}', 'margin -'],
  ['round({margin} * 100, 1)', 'margin *'],
  ['(1 + {orders.margin} * 2)', 'orders.margin *'],
  ['sum({net} * 3)', 'net *'],
  ['sum({same} * 3)', 'same *'],
  ['sum({regions.size} * 3)', 'regions.size *'],
  ['sum(case when not {both} then 1 end)', 'both not'],
  ['sum(case when {both} and a then 1 end)', 'both and'],
  ['sum(case when not {open} then 1 end)', 'open not'],
])('what an operator would tear apart is told: %s', (sql, expected) => {
  expect(told(sql).map((each) => each.replace(/^CUBE\./, ''))).toEqual([expected])
})

test.each([
  '1.0 * ({margin}) / nullif({revenue}, 0)',
  '{bracketed} / {revenue}',
  '{margin} + {margin}',
  '{margin} - {cost}',
  '{each} * {each}',
  'coalesce({margin}, 0) * 2',
  'round({margin}) * 2',
  '{revenue} * {cost}',
  'sum({kind} * {cased})',
  'sum(case when {between_two} and a then {net} end)',
  'sum(case when {both} then {net} else {net} end)',
  '{margin} > 3',
])('what stays together is not: %s', (sql) => {
  expect(told(sql)).toEqual([])
})
