import { expect, test } from 'vitest'
import { chart, dashboard, EMPTY, report, workbook } from '../../content/values.ts'
import type { Lists } from '../../support/lists.ts'
import { differences, openWorld, unaccounted } from './support.ts'

const world = openWorld()
const [WORKBOOKS, REPORTS] = [6, 5]

/** So many workbooks with so many reports each, all shown. */
const tree = (sql: string): Lists => {
  const each = (count: number) => Array.from({ length: count }, (_, index) => index)
  const idOf = (w: number, r: number): string => `budget${w}${String(r).padStart(5, '0')}`
  return {
    folders: [{ path: ['Sales'] }],
    workbooks: each(WORKBOOKS).map((w) =>
      workbook(`w${w}`, {
        folder: ['Sales'],
        dashboard: {
          ...dashboard(
            ...each(REPORTS).map((r) =>
              chart(`c${r}`, `report/${idOf(w, r)}`, { position: { x: 0, y: r, w: 1, h: 1 } }),
            ),
          ),
          title: sql,
        },
      }),
    ),
    reports: each(WORKBOOKS).flatMap((w) =>
      each(REPORTS).map((r) => report(idOf(w, r), { sql }, { workbook: `w${w}` })),
    ),
    model: [],
  }
}

/** 1.2 requests a create, 2.2 an update, 4 more for each workbook, and one before a changed dashboard is published. */
const allowed = (creates: number, updates: number, dashboards = 0): number =>
  1.2 * creates + 2.2 * updates + 4 * WORKBOOKS + dashboards

async function send(desired: Lists): Promise<number> {
  const seen = await world.read(desired)
  const { result } = await world.apply(desired, { seen })
  expect(result.failed).toEqual([])
  return world.sandbox().controls.requests().length
}

test('a run stays within its budget of requests', async () => {
  const objects = WORKBOOKS * (REPORTS + 1)
  expect(await send(tree('a'))).toBeLessThanOrEqual(allowed(objects + 1, 0))
  expect(await send(tree('b'))).toBeLessThanOrEqual(allowed(0, objects, WORKBOOKS))
  expect(differences((await world.read(tree('b'))).content, tree('b'))).toEqual([])
})

test('so do workbooks that get another name and another dashboard at once', async () => {
  const before = tree('a')
  await send(before)
  const after: Lists = {
    ...before,
    workbooks: before.workbooks.map((each) => ({
      ...each,
      name: `${each.name} 2`,
      ...(each.dashboard && { dashboard: { ...each.dashboard, title: 'Other' } }),
    })),
  }
  expect(await send(after)).toBeLessThanOrEqual(allowed(0, WORKBOOKS, WORKBOOKS))
  expect(world.writes().filter((line) => line.endsWith('/publish'))).toHaveLength(WORKBOOKS)
  const live = await world.read(after)
  expect(differences(live.content, after)).toEqual([])
  expect(unaccounted(live, after)).toEqual([])
})

/** What is in it or who deletes what shows it, the object itself, the delete, and whether it is gone. */
test('a delete takes four requests, and all dashboards are looked at a few times', async () => {
  const before = tree('a')
  await send(before)
  const seen = await world.read(EMPTY)
  const { result } = await world.apply(EMPTY, { seen, prune: true })
  expect(result).toMatchObject({ failed: [], exit: 0 })
  const requests = world.sandbox().controls.requests()
  const walks = requests.filter(({ method, path }) => method === 'GET' && path.endsWith('/workbooks')).length
  const objects = WORKBOOKS * (REPORTS + 1) + 1
  expect(requests.length - walks).toBeLessThanOrEqual(4 * objects + WORKBOOKS)
  expect(walks).toBeLessThanOrEqual(WORKBOOKS * REPORTS)
})
