import { expect, test } from 'vitest'
import { reportKey, workbookKey } from '../../src/content/model.ts'
import { parseTree } from '../../src/serialize/parse.ts'
import { placeOfUnit } from '../../src/serialize/unit-place.ts'

const FILES = {
  'content/cash/workbook.yaml': 'slug: cash\nname: Cash\nembedAccess:\n  "*": read\n',
  'content/cash/dashboard.yaml':
    'title: Cash\nwidgets:\n  - id: a\n    type: TEXT\n    position: {x: 0, y: 0, w: 1, h: 1}\n  - id: b\n    type: TEXT\n    position: {x: 1, y: 0, w: 1, h: 1}\n',
  'content/cash/reports/daily.yaml': 'id: aaaaaaaaaaaa\nname: Daily\ntitle: By day\n',
  'content/cash/reports/daily.sql': 'select 1\n',
}
const tree = parseTree(new Map(Object.entries(FILES).map(([path, text]) => [path, new TextEncoder().encode(text)])))

test.each([
  [reportKey('aaaaaaaaaaaa'), 'title', 'content/cash/reports/daily.yaml', 3],
  [reportKey('aaaaaaaaaaaa'), 'sql', 'content/cash/reports/daily.sql', 1],
  [reportKey('aaaaaaaaaaaa'), 'pivot', 'content/cash/reports/daily.yaml', undefined],
  [workbookKey('cash'), 'name', 'content/cash/workbook.yaml', 2],
  [workbookKey('cash'), 'embed *', 'content/cash/workbook.yaml', 4],
  [workbookKey('cash'), 'title', 'content/cash/dashboard.yaml', 1],
  [workbookKey('cash'), 'widget b', 'content/cash/dashboard.yaml', 6],
  [workbookKey('cash'), 'widget gone', 'content/cash/dashboard.yaml', undefined],
  [workbookKey('cash'), 'meta', 'content/cash/workbook.yaml', undefined],
])('%s, %s: %s:%s', (key, unit, file, line) => {
  expect(placeOfUnit(tree, key, unit)).toEqual({ file, ...(line === undefined ? {} : { line }) })
})

test('a unit that is in no file has no place', () => {
  expect(placeOfUnit(tree, workbookKey('other'), 'name')).toBeUndefined()
})
