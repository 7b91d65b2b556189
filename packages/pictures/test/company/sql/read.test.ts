import { describe, expect, test } from 'vitest'
import { NotUnderstood } from '../../../../platform/query/sql/tokens.ts'
import { readExpression, readQuery } from '../../../company/sql/read.ts'
import type { Expression } from '../../../company/sql/syntax.ts'

/** An expression with every bracket that its operators imply. */
function written(expression: Expression): string {
  switch (expression.kind) {
    case 'value':
      return String(expression.value)
    case 'column':
      return expression.path.join('.')
    case 'interval':
      return `${expression.count} ${expression.unit}`
    case 'case':
      return `case(${[...expression.cases.flat(), expression.else].map(written).join(', ')})`
    case 'call':
      return `${expression.name}(${expression.of.map(written).join(', ')})${expression.where ? ` where ${written(expression.where)}` : ''}`
    default:
      return expression.kind
  }
}

describe('operators bind as in SQL', () => {
  test.each([
    ['a or not b = 1 and c', 'or(a, and(not(=(b, 1)), c))'],
    ['a - b - c * -d', '-(-(a, b), *(c, -(0, d)))'],
    ['(a + b) * c || d', '||(*(+(a, b), c), d)'],
    ['a not between b and c + 1 or d', 'or(not(and(>=(a, b), <=(a, +(c, 1)))), d)'],
    ["a not in ('x', 2) and b is not null", 'and(not(in(a, x, 2)), not(is(b, null)))'],
    ["a ilike 'X%' = true", '=(like(lower(a), lower(X%)), true)'],
    ['-a::int * cast(b + c as numeric(10, 2))', '*(-(0, cast(a, int)), cast(+(b, c), numeric))'],
    ['case a when 1 then b else c end + 1', '+(case(=(a, 1), b, c), 1)'],
    ['count(distinct a) filter (where b > 1) / sum(c)', '/(count(a) where >(b, 1), sum(c))'],
    ["now() - interval '2' month < date '2026-01-01'", '<(-(now(), 2 month), cast(2026-01-01, timestamp))'],
    ['extract(year from {CUBE}.day)', 'date_part(year, {CUBE}.day)'],
    ['left(A, 2) = "A"', '=(left(a, 2), A)'],
  ])('%s', (sql, expected) => {
    expect(written(readExpression(sql))).toBe(expected)
  })
})

describe('what cannot be computed is not guessed', () => {
  test.each([
    ...['select a[1] from t', 'select (b).c from t', "select d->>'e' from t", "select x at time zone 'utc' from t"],
    ...['select sum(x) over (order by y) from t', 'select (select 1) from t', 'select a in (select 1) from t'],
    ...[
      "select interval '1 day 2 hours' from t",
      "select 'a' 'b' from t",
      "select E'x' from t",
      'select (1, 2) from t',
    ],
    ...['select 1 from t join u using (a)', 'select 1 from t natural join u', 'select 1 from t right join u on true'],
    ...['select 1 from (t join u on true)', 'select 1 from generate_series(1, 2)', 'select distinct on (a) a from t'],
    ...['with recursive t as (select 1) select 1 from t', 'select 1 except all select 2', 'select 1 limit 1 + 1'],
    ...[
      'select 1 fetch first 5 rows only',
      'select a from t group by rollup (a)',
      'select array_agg(a order by b) from t',
    ],
  ])('%s', (sql) => {
    expect(() => readQuery(sql)).toThrow(NotUnderstood)
  })
})

test('a query is read with its tables, unions, order and limit', () => {
  const { tables, parts, order, limit, offset } = readQuery(
    'with t (x) as (select 1) select t.x, Count(*) from t left join u as v on v.a = t.x union select 2, 3 order by 1 desc nulls last limit 5 offset 2',
  )
  expect(tables).toMatchObject([{ name: 't', columns: ['x'] }])
  expect(parts).toMatchObject([
    {
      how: 'all',
      of: {
        outputs: [{ name: 'x' }, { name: 'count' }],
        sources: [{ path: ['t'] }, { path: ['u'], alias: 'v', join: { isOuter: true, on: { name: '=' } } }],
      },
    },
    { how: 'distinct' },
  ])
  expect({ order, limit, offset }).toMatchObject({ order: [{ isDown: true }], limit: 5, offset: 2 })
})
