import { parse, type SceneGroup, View } from 'vega'
import { expect, test } from 'vitest'
import { compileSpec } from '../../viewer/vega/compile.ts'

const COLUMNS = [
  { name: 'name', title: 'Name', type: 'string' as const },
  { name: 'value', title: 'Value', type: 'number' as const },
]

interface Item {
  readonly marktype?: string
  readonly role?: string
  readonly items?: readonly Item[]
  readonly text?: string
}

const labelsIn = (item: Item): string[] =>
  item.role === 'axis-label'
    ? (item.items ?? []).map(({ text = '' }) => text)
    : (item.items ?? []).flatMap((each) => labelsIn(each))

/** The numbers on the axis of values, and where it ends. */
async function axisOf(values: readonly number[], across: 'x' | 'y', size: { width: number; height: number }) {
  const names = { field: 'name', type: 'nominal', axis: null }
  const along = { field: 'value', type: 'quantitative' }
  const spec = { mark: 'bar', encoding: across === 'x' ? { x: along, y: names } : { x: names, y: along } }
  const rows = { columns: COLUMNS, rows: values.map((value, index) => ({ name: `n${index}`, value })) }
  const view = new View(parse(compileSpec(spec, rows, {}, size, undefined).vega), { renderer: 'none' })
  await view.runAsync()
  const { root } = view.scenegraph() as unknown as { readonly root: SceneGroup }
  const ticks = labelsIn(root as unknown as Item).map((text) => Number(text.replaceAll(',', '').replace('−', '-')))
  const domain: number[] = view.scale(across).domain()
  view.finalize()
  return { ticks, domain }
}

const SETS = [
  [5_937, 4_183, 3_878, 3_611],
  [7_370_000, 5_330_000, 4_950_000, 4_430_000],
  [34_200, -20_900, 1_200],
  [0.031, 0.2],
  [97, 101, 3],
]

test.each(SETS)('an axis of values begins and ends at a tick: %j …', async (...values) => {
  for (const across of ['x', 'y'] as const)
    for (const size of [
      { width: 1_000, height: 160 },
      { width: 290, height: 110 },
    ]) {
      const { ticks, domain } = await axisOf(values, across, size)
      expect([Math.min(...ticks), Math.max(...ticks)]).toEqual(domain)
      expect(domain[1]).toBeGreaterThanOrEqual(Math.max(...values))
    }
})

test.each(SETS)('numbers beside each other are few, and far apart: %j …', async (...values) => {
  for (const width of [290, 500, 1_000]) {
    const { ticks } = await axisOf(values, 'x', { width, height: 160 })
    expect(width / ticks.length, `${ticks}`).toBeGreaterThan(70)
    expect(ticks.length).toBeGreaterThan(1)
  }
})
