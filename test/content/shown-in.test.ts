import { expect, test } from 'vitest'
import type { App, Dashboard } from '../../src/content/model.ts'
import { shownIn } from '../../src/content/references.ts'

const ID = 'B9xLfZ2kHs6D'
const app = (parts: Partial<App>): Dashboard => ({ kind: 'APP', widgets: [], app: { files: {}, ...parts } })

test.each<[string, Dashboard, readonly string[]]>([
  ['a file of an app', app({ files: { 'src/main.tsx': `load("${ID}")\n` } }), [`id:${ID}`]],
  ['its html', app({ html: `<a data-report=${ID}>` }), [`id:${ID}`]],
  ['its manifest', app({ manifest: { reports: [ID] } }), [`id:${ID}`]],
  ['a part of a longer word', app({ html: `x${ID} ${ID}0` }), []],
  ['a word between signs', app({ html: `report_${ID}-chart` }), [`id:${ID}`]],
  ['no app', { widgets: [] }, []],
])('%s', (_, dashboard, shown) => {
  expect(shownIn(dashboard)).toEqual(shown)
})

test('widgets come first', () => {
  const widget = { id: 'w', type: 'CHART', report: 'report/a.yaml', position: { x: 0, y: 0, w: 1, h: 1 } } as const
  expect(shownIn({ ...app({ html: ID }), widgets: [widget] })).toEqual(['report/a.yaml', `id:${ID}`])
})
