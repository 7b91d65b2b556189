import { describe, expect, test } from 'vitest'
import { EMPTY } from '../../content/values.ts'
import { CHANGED, differences, openWorld, TREE, unaccounted } from './support.ts'

const world = openWorld()

describe('an empty target', () => {
  test('gets everything, in order', async () => {
    const { result } = await world.apply(TREE, { concurrency: 1 })
    expect(result).toMatchObject({ failed: [], skipped: [], review: [], left: [], interrupted: false, exit: 0 })
    expect(world.writes()).toMatchInlineSnapshot(`
      [
        "POST /folders",
        "POST /folders",
        "POST /workbooks",
        "PUT /workbooks/N",
        "POST /workbooks",
        "PUT /workbooks/N",
        "POST /workbooks",
        "PUT /workbooks/N",
        "POST /reports",
        "POST /reports",
        "POST /reports",
        "POST /reports",
        "POST /reports",
        "PUT /workbooks/N/dashboard",
        "PUT /workbooks/N/dashboard",
        "POST /workbooks/N/publish",
        "PUT /workbooks/by-slug/bare",
        "PUT /workbooks/by-slug/cash",
        "PUT /workbooks/by-slug/revenue",
      ]
    `)
    const live = await world.read(TREE)
    expect(differences(live.content, TREE)).toEqual([])
    expect(unaccounted(live, TREE)).toEqual([])
  })
})

describe('a target that has everything', () => {
  test('becomes another tree', async () => {
    await world.apply(TREE)
    const { result } = await world.apply(CHANGED, { concurrency: 1 })
    expect(result).toMatchObject({ failed: [], skipped: [], left: [], exit: 0 })
    expect(world.writes()).toMatchInlineSnapshot(`
      [
        "POST /folders",
        "PUT /folders/N",
        "PUT /workbooks/by-slug/cash",
        "PUT /workbooks/by-slug/revenue",
        "PUT /workbooks/N",
        "PUT /reports/N",
        "PUT /reports/N",
        "PUT /reports/N",
        "POST /reports",
        "PUT /workbooks/N/dashboard",
        "POST /workbooks/N/publish",
        "POST /workbooks/N/publish",
        "PUT /workbooks/by-slug/cash",
        "PUT /workbooks/by-slug/revenue",
      ]
    `)
    const live = await world.read(CHANGED)
    expect(differences(live.content, CHANGED)).toEqual([])
    expect(unaccounted(live, CHANGED)).toEqual([])
  })

  test('is emptied, children first', async () => {
    await world.apply(TREE)
    const { result } = await world.apply(EMPTY, { prune: true, concurrency: 1 })
    expect(result.failed).toEqual([])
    expect(world.writes()).toMatchInlineSnapshot(`
      [
        "DELETE /reports/N",
        "DELETE /reports/N",
        "DELETE /reports/N",
        "DELETE /reports/N",
        "DELETE /reports/N",
        "DELETE /workbooks/N",
        "DELETE /workbooks/N",
        "DELETE /workbooks/N",
        "DELETE /folders/N",
        "DELETE /folders/N",
      ]
    `)
    expect((await world.read()).content).toEqual(EMPTY)
  })
})
