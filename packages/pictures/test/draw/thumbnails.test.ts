import { expect, test } from 'vitest'
import { readPng } from '../../../../test/support/png.ts'
import { createThumbnails, sketchDashboard } from '../../draw/index.ts'
import type { Album } from '../../draw/thumbnails.ts'
import type { Scene, SceneWidget } from '../../scene.ts'

const chart = (id: string, y: number, h: number): SceneWidget => ({
  ...{ id, type: 'CHART', position: { x: 0, y, w: 12, h } },
  ...(id === 'first' ? { config: { title: 'Orders' } } : {}),
})
const sceneOf = (...widgets: readonly SceneWidget[]): Scene => ({
  ...{ title: 'Cash', dashboard: { kind: 'CLASSIC', widgets }, reports: {} },
})
const WHOLE = sceneOf(chart('first', 0, 4))

function album(): Album & { readonly all: Map<string, Uint8Array> } {
  const all = new Map<string, Uint8Array>()
  return {
    all,
    find: (name, of) => all.get(`${name} ${of}`),
    keep: async (name, of, png) => void all.set(`${name} ${of}`, png),
  }
}

test('what the last run drew is not drawn again; what changed since then is', async () => {
  const kept = album()
  const first = createThumbnails({}, kept)
  const png = await first.draw('cash', WHOLE, false)
  await first.close()
  expect([...kept.all.values()]).toEqual([png])

  // No process could draw in so little time.
  const next = createThumbnails({ seconds: 0.001, around: 0.001 }, kept)
  expect(await next.draw('cash', WHOLE, false)).toBe(png)
  await expect(next.draw('cash', sceneOf(chart('second', 0, 4)), false)).rejects.toThrow('cannot be drawn')
  await next.close()
})

/** Forces that never come to rest. */
const ENDLESS = {
  $schema: 'https://vega.github.io/schema/vega/v6.json',
  data: [{ name: 'points', values: Array.from({ length: 300 }, (_, id) => ({ id })) }],
  marks: [
    {
      ...{ type: 'symbol', from: { data: 'points' } },
      transform: [{ type: 'force', static: true, iterations: 1e9, forces: [{ force: 'nbody' }] }],
    },
  ],
}

test('a picture with a chart that had no time is not kept for the next run', async () => {
  const kept = album()
  const endless: Scene = {
    ...sceneOf({ ...chart('first', 0, 4), report: 'endless' }),
    reports: { endless: { name: 'Endless', kind: 'vega', spec: ENDLESS } },
  }
  const hurried = createThumbnails({ seconds: 1 }, kept)
  expect((await hurried.draw('cash', endless, false)).length).toBeGreaterThan(0)
  await hurried.close()
  expect(kept.all.size).toBe(0)
  const patient = createThumbnails({}, kept)
  await patient.draw('whole', WHOLE, false)
  await patient.close()
  expect(kept.all.size).toBe(1)
})

test('a sketch has the boxes of the drawing, in its colours, and nothing of what it shows', () => {
  const sketch = (scene: Scene, isDark = false): string => sketchDashboard(scene, isDark)
  const boxes = (svg: string): number => svg.match(/class="f-card s-edge"/g)?.length ?? 0
  const three = sceneOf(chart('first', 0, 4), chart('second', 4, 4), chart('third', 8, 4))
  expect([WHOLE, three].map((scene) => boxes(sketch(scene)))).toEqual([1, 3])
  expect(sketch(three)).not.toContain('Orders')
  expect(sketch(three)).not.toBe(sketch(three, true))
  expect(sketch({ ...three, dashboard: { ...three.dashboard, theme: { backgroundColor: '#fdf6e9' } } })).toContain(
    '.f-page{fill:#fdf6e9}',
  )
})

test('a short dashboard is narrower in its picture, which it then fills', async () => {
  const sizeOf = async (scene: Scene) => {
    const thumbnails = createThumbnails()
    const { width, height } = readPng(await thumbnails.draw('page', scene, false).finally(thumbnails.close))
    const [, wide, tall] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(sketchDashboard(scene, false)) ?? []
    return { width, height, sketch: [Number(wide), Number(tall)] }
  }
  const short = await sizeOf(sceneOf(chart('first', 0, 9)))
  expect(short.sketch[0]).toBeLessThan(1000)
  expect(short.height / short.width).toBeGreaterThan(0.6)
  const long = await sizeOf(sceneOf(chart('first', 0, 9), chart('second', 9, 9)))
  expect([long.width, short.width]).toEqual([640, 640])
  expect(long.sketch).toEqual([1280, 800])
})

test('a very long dashboard has a short sketch', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => chart(`w${index}`, index * 4, 4))
  expect(sketchDashboard(sceneOf(...many), false).length).toBeLessThan(10_000)
})

test('a report that says no kind is sketched as it will be drawn: as a table, unless it has a specification', () => {
  const sketchOf = (report: object): string => {
    const widget: SceneWidget = { id: 'w', type: 'CHART', position: { x: 0, y: 0, w: 12, h: 8 }, report: 'r' }
    return sketchDashboard({ ...sceneOf(widget), reports: { r: { name: 'R', ...report } } }, false)
  }
  expect(sketchOf({})).toBe(sketchOf({ kind: 'table' }))
  expect(sketchOf({ spec: { mark: 'bar' } })).toBe(sketchOf({ kind: 'vega' }))
  expect(sketchOf({})).not.toBe(sketchOf({ kind: 'vega' }))
})
