import { expect, test } from 'vitest'
import { createPainter, stacked } from '../../draw/index.ts'
import type { Scene, SceneWidget } from '../../scene.ts'

const [WIDE, HIGH] = [340, 300]
const NAMES = ['customer', 'city', 'country', 'contact', 'product', 'channel', 'last']
const widget = (id: string, y: number, more: Partial<SceneWidget> = {}): SceneWidget => ({
  ...{ id, type: 'CHART', report: 'r', position: { x: 4, y, w: 8, h: 6 } },
  ...more,
})
const SCENE: Scene = {
  title: 'Sales',
  dashboard: {
    kind: 'CLASSIC',
    widgets: [
      widget('a', 0),
      widget('other', 6),
      { id: 'box', type: 'CONTAINER', position: { x: 0, y: 12, w: 12, h: 8 } },
      widget('b', 0, { config: { parentId: 'box' }, responsiveLayouts: { xxs: { x: 0, y: 90, w: 1, h: 1 } } }),
    ],
  },
  reports: { r: { name: 'Customers', kind: 'table', query: { dimensions: NAMES.map((name) => `sales.${name}`) } } },
}

test('for a phone, only what is asked for is drawn, below each other, and a table has all of its columns', async () => {
  const painter = createPainter({ processes: 1 })
  const job = { width: WIDE, isDark: false, format: 'svg', scale: 1 } as const
  const scene = stacked(SCENE, ['a', 'b'])
  const whole = await painter.draw({ ...job, scene, hasAllColumns: true })
  const cut = await painter.draw({ ...job, scene })
  await painter.close()
  expect(Object.keys(whole.places)).toEqual(['a', 'b'])
  const [first, second] = Object.values(whole.places)
  for (const place of [first, second]) expect(place).toMatchObject({ x: 0, width: WIDE })
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(HIGH)
  const [small, large] = [whole, cut].map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
  const lastIn = (svg = '') => Math.max(...[...svg.matchAll(/<text x="([\d.]+)"/g)].map(([, x]) => Number(x)))
  const scale = Number(/scale\((0\.\d+)\)/.exec(small ?? '')?.[1])
  expect(scale).toBeGreaterThanOrEqual(0.5)
  expect(lastIn(small) * scale).toBeLessThan(WIDE)
  expect(lastIn(large)).toBeGreaterThan(WIDE)
  expect(large).not.toContain('scale(')
})

test('bold letters of a font with one weight have a thin outline, so that small ones stay open', async () => {
  const painter = createPainter({ processes: 1 })
  const scene: Scene = { ...SCENE, dashboard: { ...SCENE.dashboard, theme: { fontFamily: 'Inter' } } }
  const { bytes } = await painter.draw({ scene, width: 640, isDark: false, format: 'svg', scale: 1 })
  await painter.close()
  const svg = Buffer.from(bytes).toString('utf8')
  const outlined = [...svg.matchAll(/<text [^>]*font-size="([\d.]+)"[^>]*stroke-width="([\d.]+)"/g)]
  expect(outlined.length).toBeGreaterThan(0)
  for (const [, size, width] of outlined) expect(Number(width) / Number(size)).toBeLessThan(1 / 34)
})

test('a narrow table with all of its columns has whole names in the first one, and no numbers of rows', async () => {
  const painter = createPainter({ processes: 1 })
  const query = {
    dimensions: ['sales.customer', 'sales.city'],
    measures: ['revenue', 'cost', 'margin', 'price'].map((name) => `sales.${name}`),
  }
  const reports = {
    r: { name: 'Customers', kind: 'table', query, spec: { showRowNumbers: true } },
  }
  const draw = async (width: number): Promise<string[]> => {
    const scene = stacked({ ...SCENE, reports }, ['a'])
    const { bytes } = await painter.draw({ scene, width, isDark: false, format: 'svg', scale: 1, hasAllColumns: true })
    return [
      ...Buffer.from(bytes)
        .toString('utf8')
        .matchAll(/<text[^>]*>([^<]*)</g),
    ].map(([, text = '']) => text)
  }
  const [narrow, wide] = [await draw(300), await draw(900)]
  await painter.close()
  expect(wide).toContain('#')
  expect(narrow).not.toContain('#')
  for (const name of ['Café Zähringer', 'Hotel Seeblick', 'Grand Hôtel Royal']) expect(narrow).toContain(name)
})

test('a container that is asked for keeps what it holds', () => {
  expect(stacked(SCENE, ['box']).dashboard.widgets?.map(({ id }) => id)).toEqual(['box', 'b'])
})
