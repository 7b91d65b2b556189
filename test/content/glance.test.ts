import { expect, test } from 'vitest'
import { glanceAt, glancedReport, glancedWorkbook, sourceOf } from '../../src/content/glance.ts'
import type { ReportDefinition, Workbook } from '../../src/content/model.ts'

const GLANCE = { digests: { name: 'JWaFLdwkGf' }, references: [], source: 'sales' }
const KNOWN = { id: 'orders', place: { workbook: 'sales' } }
const DEFINITION: ReportDefinition = { name: 'Orders', source: 'other', kind: 'query' }
const WORKBOOK: Workbook = { slug: 'sales', folder: [], name: 'Sales', publish: true, meta: {} }

function unread() {
  let reads = 0
  const report = glancedReport(KNOWN, GLANCE, () => {
    reads += 1
    return DEFINITION
  })
  return { report, reads: () => reads }
}

test('what is known is told without reading', () => {
  const { report, reads } = unread()
  expect([report.id, report.place, glanceAt(report), sourceOf(report)]).toEqual([
    'orders',
    KNOWN.place,
    GLANCE,
    'sales',
  ])
  expect(reads()).toBe(0)
})

test('a definition is read once', () => {
  const { report, reads } = unread()
  expect([report.definition, report.definition]).toEqual([DEFINITION, DEFINITION])
  expect(reads()).toBe(1)
})

test('each has its own', () => {
  const names = ['Orders', 'Returns']
  const reports = names.map((name) => glancedReport(KNOWN, GLANCE, () => ({ ...DEFINITION, name })))
  expect(reports.map(({ definition }) => definition.name)).toEqual(names)
})

test('a copy has the definition too, and is one that was read', () => {
  const { report } = unread()
  const moved = { ...report, place: { workbook: 'returns' } }
  expect(moved).toEqual({ id: 'orders', place: { workbook: 'returns' }, definition: DEFINITION })
  expect([glanceAt(moved), sourceOf(moved)]).toEqual([undefined, 'other'])
})

test('a dashboard that cannot be read is asked for again', () => {
  let reads = 0
  const workbook = glancedWorkbook(WORKBOOK, GLANCE, () => {
    reads += 1
    if (reads === 1) throw new Error('the file changed')
    return { widgets: [] }
  })
  expect(() => workbook.dashboard).toThrow('the file changed')
  expect(workbook).toEqual({ ...WORKBOOK, dashboard: { widgets: [] } })
})
