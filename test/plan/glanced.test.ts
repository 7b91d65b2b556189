import { expect, test } from 'vitest'
import { glancedWorkbook } from '../../src/content/glance.ts'
import type { Dashboard, ReportReference, Workbook } from '../../src/content/model.ts'
import { digestIn, digestsOf, unitsOfDashboard } from '../../src/content/units.ts'
import { indexContent } from '../../src/plan/index-content.ts'

const WORKBOOK: Workbook = { slug: 'sales', folder: [], name: 'Sales', publish: true, meta: {} }

function index(settle: (reference: ReportReference) => ReportReference) {
  const dashboard: Dashboard = {
    widgets: [{ id: 'w', type: 'CHART', report: 'id:h4Kq9ZtB2wLm', position: { x: 0, y: 0, w: 1, h: 1 } }],
  }
  const digests = Object.fromEntries(digestsOf(unitsOfDashboard(dashboard)))
  let reads = 0
  const workbook = glancedWorkbook(WORKBOOK, { digests, references: ['id:h4Kq9ZtB2wLm'] }, () => {
    reads += 1
    return dashboard
  })
  const indexed = indexContent({ folders: [], workbooks: [workbook], reports: [], model: [] }, settle)
  return {
    digest: digestIn(indexed.units('workbook/sales'), 'widget w'),
    known: digests['widget w'],
    reads: () => reads,
  }
}

test('a dashboard that was not read is compared by its digests', () => {
  const { digest, known, reads } = index((reference) => reference)
  expect([digest, reads()]).toEqual([known, 0])
})

test('it is read where a report that it names is called otherwise on both sides', () => {
  const { digest, known, reads } = index(() => 'report/orders')
  expect(digest).not.toBe(known)
  expect(reads()).toBe(1)
})
