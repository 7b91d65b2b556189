import { expect, test } from 'vitest'
import { toContent } from '../../src/live/content.ts'
import { nestsTooDeep } from '../../src/live/depth.ts'
import { objectNotes } from '../../src/live/object-notes.ts'
import { narrow } from '../../src/live/scope.ts'
import type { Inventory } from '../../src/live/wire.ts'
import { inWhole } from '../support/whole.ts'
import { inventory, nameIn } from './support.ts'
import { chart, report, workbook } from './wire.ts'

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

test.each([
  [0, false],
  [200, false],
  [201, true],
  [100_000, true],
])('%i levels are too many: %s', (levels, expected) => {
  expect(nestsTooDeep(levels === 0 ? 'text' : nested(levels))).toBe(expected)
  expect(nestsTooDeep({ list: [[]], ...(expected ? { deep: nested(levels) } : {}) })).toBe(expected)
})

function read(rows: Partial<Inventory>) {
  const names = nameIn(rows)
  const objects = toContent(inventory(rows), names, 2, false)
  return { ...inWhole(narrow(objects, 2)), notes: objectNotes(inventory(rows), names, objects) }
}

const PUBLIC = 'h4Kq9ZtB2wLm'
const deep = nested(50_000) as Record<string, unknown>

test('a report that nests too deep is left out, reported, and named by others with its public id', () => {
  const workbooks = [workbook(21, 'W', { slug: 'w', dashboardDraft: { widgets: [chart('a', 101)] } })]
  const live = read({ workbooks, reports: [report(101, 'Deep', { publicId: PUBLIC, meta: deep })] })
  expect(live.content.reports).toEqual([])
  expect(live.content.workbooks[0]?.dashboard?.widgets[0]?.report).toBe(`id:${PUBLIC}`)
  expect([...live.outside]).toEqual([[PUBLIC, 101]])
  expect(live.notes).toEqual([
    { kind: 'too-deep', key: `report/${PUBLIC}`, message: '"Deep" is nested too deeply for a file: left out' },
  ])
})

test('a workbook that nests too deep is left out with its reports', () => {
  const workbooks = [workbook(21, 'Deep', { slug: 'w', meta: deep })]
  const live = read({ workbooks, reports: [report(101, 'R', { publicId: PUBLIC, workbookId: 21 })] })
  expect([live.content.workbooks, live.content.reports]).toEqual([[], []])
  expect(live.notes).toMatchObject([{ kind: 'too-deep', key: 'workbook/w' }])
})
