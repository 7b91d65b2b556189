import { expect, test } from 'vitest'
import { withoutHidden } from '../../src/content/hidden-meta.ts'

test('what is hidden in meta is not content; in a workbook that includes its draft', () => {
  const meta = { boardwright: '{}', dashboardDraft: { title: 'x' }, 9: 'a', 1: 'b' }
  expect(withoutHidden(meta, 'workbook')).toEqual({ 9: 'a', 1: 'b' })
  expect(withoutHidden(meta, 'report')).toEqual({ dashboardDraft: { title: 'x' }, 9: 'a', 1: 'b' })
})
