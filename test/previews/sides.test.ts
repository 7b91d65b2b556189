import { expect, test } from 'vitest'
import { createPainter } from '../../packages/pictures/draw/index.ts'
import type { Charts, Scene, SceneReport } from '../../packages/pictures/index.ts'
import { drawSides } from '../../src/previews/sides.ts'

const sceneOf = (report: Partial<SceneReport>): Scene => ({
  title: 'Sales',
  dashboard: {
    kind: 'CLASSIC',
    widgets: [{ id: 'w', type: 'CHART', report: 'r', position: { x: 0, y: 0, w: 12, h: 6 } }],
  },
  reports: { r: { name: 'Customers', ...report } },
})

async function drawn(before: Partial<SceneReport>, after: Partial<SceneReport>): Promise<string[]> {
  const painter = createPainter({ processes: 1 })
  const drawing = { shown: ['w'], width: 800, isNarrow: false, isDark: false, painter }
  const sides: Charts = await drawSides([sceneOf(before), sceneOf(after)], drawing)
  await painter.close()
  return [sides.before, sides.after].map((board) => board?.svg ?? '')
}

const table = (measures: readonly string[], limit: number): Partial<SceneReport> => ({
  kind: 'table',
  query: { dimensions: ['sales.customer', 'sales.city'], measures: measures.map((name) => `sales.${name}`), limit },
})

test('columns that both sides have stand at the same place, however wide their contents are', async () => {
  const sides = await drawn(table(['revenue', 'cost'], 2), table(['revenue', 'cost'], 40))
  const [before, after] = sides.map((svg) =>
    [...svg.matchAll(/<text x="([\d.]+)"[^>]*>([A-Z][a-z]+)</g)].map(([, x, text]) => `${text} ${x}`).slice(0, 6),
  )
  expect(before).toEqual(after)
})

const chart = (format: string): Partial<SceneReport> => ({
  kind: 'vega',
  query: { dimensions: ['sales.city'], measures: ['sales.revenue'] },
  spec: {
    mark: 'bar',
    encoding: {
      x: { field: 'sales\\.city', type: 'nominal' },
      y: { field: 'sales\\.revenue', type: 'quantitative', axis: { format } },
    },
  },
})

test('the plot of a chart stays where it is if its axis has longer numbers', async () => {
  const [before, after] = (await drawn(chart('~s'), chart(',.1f'))).map((svg) =>
    /translate\((\d+),\d+\)"><g class="mark-group role-frame root">.*?h(\d+)v/.exec(svg)?.slice(1),
  )
  expect(before).toHaveLength(2)
  expect(before).toEqual(after)
})
