import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { grownSeed } from '../../seeds/grown.ts'
import { checkSeed } from '../../seeds/seed.ts'

const { dataModel: _dataModel, ...content } = grownSeed()
const { workbooks, reports, folders } = content

test('a tenant that has grown is sound, and the same every time', () => {
  expect(checkSeed('grown', content)).toEqual(content)
  const digest = (seed: object): string => createHash('sha256').update(JSON.stringify(seed)).digest('hex')
  expect(digest(grownSeed())).toBe(digest(grownSeed()))
})

test('it has every habit', () => {
  const count = <T>(rows: readonly T[], is: (row: T) => unknown): number => rows.filter(is).length
  expect({
    reports: reports.length,
    workbooks: workbooks.length,
    'without a slug': count(workbooks, ({ slug }) => slug === null),
    'legacy ids': count(reports, ({ publicId }) => publicId === null),
    'members that are gone': count(reports, ({ jsonQuery }) =>
      /old_margin|kunde|_v1|region_code/.test(jsonQuery ?? ''),
    ),
    'queries that do not parse': count(reports, ({ jsonQuery }) => jsonQuery === '{"measures": ['),
    'old kinds': count(reports, ({ meta }) => meta?.['kind'] === 'pivot'),
    'outside of any workbook': count(reports, ({ workbookId }) => workbookId === null),
    'drafts alone': count(workbooks, ({ dashboardDraft, published }) => dashboardDraft && !published),
    'drafts beside what is published': count(workbooks, ({ dashboardDraft, published }) => dashboardDraft && published),
    'copies of copies': count(workbooks, ({ name }) => /^Copy of Copy of /.test(name)),
    'folders of one name': folders.length - new Set(folders.map(({ name }) => name)).size,
  }).toMatchInlineSnapshot(`
    {
      "copies of copies": 8,
      "drafts alone": 10,
      "drafts beside what is published": 7,
      "folders of one name": 1,
      "legacy ids": 45,
      "members that are gone": 200,
      "old kinds": 61,
      "outside of any workbook": 55,
      "queries that do not parse": 2,
      "reports": 500,
      "without a slug": 54,
      "workbooks": 60,
    }
  `)
})
