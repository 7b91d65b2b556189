import { expect, test } from 'vitest'
import { printYaml, readYaml } from '../../packages/common/yaml/index.ts'
import { toContent } from '../../src/live/content.ts'
import { noFileFor } from '../../src/live/no-file.ts'
import { objectNotes } from '../../src/live/object-notes.ts'
import { narrow } from '../../src/live/scope.ts'
import type { Inventory } from '../../src/live/wire.ts'
import { inWhole } from '../support/whole.ts'
import { inventory, nameIn } from './support.ts'
import { chart, report, workbook } from './wire.ts'

const PUBLIC = 'h4Kq9ZtB2wLm'
const many = (entries: number) => ({ list: Array.from({ length: entries - 1 }, (_, at) => at) })
const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

test.each([
  ['text', undefined],
  [nested(200), undefined],
  [{ list: [[]], deep: nested(201) }, 'is nested too deeply for a file'],
  [nested(100_000), 'is nested too deeply for a file'],
  [many(99_000), undefined],
  [many(99_900), 'has more than 99,800 keys and list items, too many for a file'],
  [{ text: 'a'.repeat(19_000_000) }, undefined],
  [{ text: 'a'.repeat(20_000_000) }, 'is too long for a file'],
  // Each line of it is indented.
  [{ a: { b: { c: { text: 'a\n'.repeat(2_500_000) } } } }, 'is too long for a file'],
])('a row that is not left out can be read again from its file %#', (row, expected) => {
  expect(noFileFor(row, () => [row])).toBe(expected)
  if (expected !== undefined) return
  expect(readYaml(printYaml({ id: PUBLIC, name: 'R', row }), 'r.yaml').problems).toEqual([])
})

function read(rows: Partial<Inventory>) {
  const names = nameIn(rows)
  const objects = toContent(inventory(rows), names, 2, false)
  return { ...inWhole(narrow(objects, 2)), notes: objectNotes(inventory(rows), names, objects) }
}

const deep = nested(50_000) as Record<string, unknown>

test('a report that nests too deep is left out, reported, and named by others with its public id', () => {
  const workbooks = [workbook(21, 'W', { slug: 'w', dashboardDraft: { widgets: [chart('a', 101)] } })]
  const live = read({ workbooks, reports: [report(101, 'Deep', { publicId: PUBLIC, meta: deep })] })
  expect(live.content.reports).toEqual([])
  expect(live.content.workbooks[0]?.dashboard?.widgets[0]?.report).toBe(`id:${PUBLIC}`)
  expect([...live.outside]).toEqual([[PUBLIC, 101]])
  expect(live.notes).toEqual([
    { kind: 'no-file', key: `report/${PUBLIC}`, message: '"Deep" is nested too deeply for a file: left out' },
  ])
})

test('a report that no file can hold is reported with the reason', () => {
  const live = read({ reports: [report(101, 'Big', { publicId: PUBLIC, meta: many(120_000) })] })
  expect(live.content.reports).toEqual([])
  expect(live.notes).toMatchObject([
    { kind: 'no-file', message: '"Big" has more than 99,800 keys and list items, too many for a file: left out' },
  ])
})

test('a workbook and its dashboard are two files, and count each for itself', () => {
  const dashboardDraft = { settings: many(60_000) }
  const live = read({ workbooks: [workbook(21, 'W', { slug: 'w', meta: many(60_000), dashboardDraft })] })
  expect(live.content.workbooks).toHaveLength(1)
})

test('a workbook that nests too deep is left out with its reports', () => {
  const workbooks = [workbook(21, 'Deep', { slug: 'w', meta: deep })]
  const live = read({ workbooks, reports: [report(101, 'R', { publicId: PUBLIC, workbookId: 21 })] })
  expect([live.content.workbooks, live.content.reports]).toEqual([[], []])
  expect(live.notes).toMatchObject([{ kind: 'no-file', key: 'workbook/w' }])
})
