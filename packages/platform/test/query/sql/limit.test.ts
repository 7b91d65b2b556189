import { expect, test } from 'vitest'
import { limited } from '../../../query/sql/limit.ts'

test.each([
  ['select 1', 'select 1\nlimit 100'],
  ['select 1;\n', 'select 1\nlimit 100'],
  ['select 1 -- limit 5', 'select 1\nlimit 100'],
  ['select 1 limit 5', 'select 1 limit 5'],
  ['select 1 LIMIT 5000 offset 3', 'select 1 LIMIT 100 offset 3'],
  ['select 1 offset 3', 'select 1 offset 3\nlimit 100'],
  ['select * from (select 1 limit 5) a', 'select * from (select 1 limit 5) a\nlimit 100'],
  ['with a as (select 1 limit 5) select * from a union select 2', expect.stringMatching(/select 2\nlimit 100$/)],
  ['select "limit", \'limit 7\' from a', 'select "limit", \'limit 7\' from a\nlimit 100'],
  // A number of rows that only the platform knows, or no SQL that can be read.
  ['select 1 fetch first 5 rows only', 'select 1 fetch first 5 rows only'],
  ['select 1 limit $1', 'select 1 limit $1'],
  ['select {{ column }} from a', 'select {{ column }} from a'],
  ['', ''],
])('%j', (sql, expected) => expect(limited(sql, 100)).toEqual(expected))
