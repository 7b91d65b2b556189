import type { Bounds, View } from 'vega'
import { expect, test } from 'vitest'
import { lookOf } from '../../viewer/look/look.ts'
import { openChart } from '../../viewer/vega/view.ts'

const spec = {
  mark: 'line',
  encoding: {
    x: { field: 'at', type: 'quantitative' },
    y: { field: 'value', type: 'quantitative', title: 'Net flow, CHF' },
  },
}
const rows = {
  columns: [],
  rows: [31_200, 45_000, 81_400, 57_000].map((value, at) => ({ at, value })),
}

/** How far what is drawn begins left of the picture. */
function beyondLeft(view: View): number {
  const { bounds } = (view.scenegraph() as unknown as { readonly root: { readonly bounds: Bounds } }).root
  return -((view.origin()[0] ?? 0) + bounds.x1)
}

test('an axis that ends at a longer number where it is lower is not cut, at any height', async () => {
  const { view, resize } = await openChart(
    {
      ...{ report: { name: 'Forecast' }, spec, rows, size: { width: 900, height: 120 }, locale: 'en', config: {} },
      theme: lookOf({}, 'light', () => false).theme,
      widthOf: (text) => 6 * text.length,
    },
    { renderer: 'none' },
  )
  for (let height = 120; height < 420; height += 10) {
    await resize({ width: 900, height })
    expect(beyondLeft(view), `${height} px`).toBeLessThan(1)
  }
})
