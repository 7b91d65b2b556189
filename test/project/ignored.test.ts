import { expect, test } from 'vitest'
import { declaredIgnored } from '../../src/project/local/ignored.ts'

const FILES = [
  ...['boardwright.yaml', 'targets/production.yaml', 'targets/notes.txt', 'overlays/production/sales.yaml'],
  ...['content/sales/app/workbook.yaml', 'content/sales/app/dashboard.yaml', 'content/sales/app/app/index.tsx'],
  ...['content/sales/app/reports/orders.yaml', 'content/sales/app/reports/orders.sql', 'content/sales/app/notes.md'],
  ...['content/.DS_Store', 'content/sales/by-week.report.yaml', 'content/sales/draft.sql', 'data-model/cubes/a.yml'],
]

test.for<[ignored: string, declared: string[]]>([
  ['content/sales/app/', FILES.slice(4, 9)],
  ['content/sales/app/app/', ['content/sales/app/app/index.tsx']],
  ['content/sales/app/reports/orders.sql', ['content/sales/app/reports/orders.sql']],
  ['content/sales/by-week.report.yaml', ['content/sales/by-week.report.yaml']],
  ['boardwright.yaml', ['boardwright.yaml']],
  ['targets/', ['targets/production.yaml']],
  ['overlays/', ['overlays/production/sales.yaml']],
  ['content/.DS_Store', []],
  ['content/sales/app/notes.md', []],
  ['content/sal', []],
  ['data-model/', []],
])('of the files that git ignores by %s, only declarations are named', ([ignored, declared]) => {
  expect(declaredIgnored(FILES, { ignored: new Set([ignored]) })).toEqual(declared)
})
