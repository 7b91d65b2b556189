import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Seed } from '../../packages/sandbox/seeds/seed.ts'
import { isLong } from '../support/long.ts'
import { bytesBelow } from './files.ts'
import { switches } from './switches.ts'
import { tenant } from './tenants.ts'
import { holds, openWorld } from './world.ts'

const world = openWorld()

async function exported(seed: Seed, changes: Parameters<typeof world.lay>[1]): Promise<Record<string, string>> {
  await world.lay(seed, changes)
  const root = await world.project()
  await world.export(root)
  return bytesBelow(root)
}

describe('the export of any tenant does not depend', () => {
  test('on the numbers of its objects, on the order of lists, or on paging', async () => {
    await holds(
      fc.asyncProperty(
        tenant.map(named),
        switches,
        switches,
        fc.infiniteStream(fc.nat()),
        async (seed, one, other, order) => {
          const here = await exported(seed, { ...one, pageSizeCap: 1000 })
          expect(await exported(inOrder(seed, order), { ...other, pageSizeCap: 3 })).toEqual(here)
        },
      ),
      { part: isLong ? 1 : 0.3 },
    )
  })
})

/** Gives a name to everything that only a number would tell apart. */
function named(seed: Seed): Seed {
  const taken = new Set<string>()
  return {
    ...seed,
    folders: seed.folders.map((folder) => {
      const isTwin = taken.has(`${folder.parentId} ${folder.name}`)
      taken.add(`${folder.parentId} ${folder.name}`)
      return isTwin ? { ...folder, name: `twin ${folder.id}` } : folder
    }),
    workbooks: seed.workbooks.map((workbook) => ({ ...workbook, slug: workbook.slug ?? `slug-${workbook.id}` })),
    reports: seed.reports.map((report) => ({
      ...report,
      publicId: report.publicId ?? `L${String(report.id).padStart(11, '0')}`,
    })),
  }
}

/** The sandbox assigns numbers in the order of a seed. Folders still come after their parents. */
function inOrder(seed: Seed, order: Iterator<number>): Seed {
  const shuffled = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, at: order.next().value as number }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item)
  const parents = new Map(seed.folders.map(({ id, parentId }) => [id, parentId]))
  const depthOf = (id: number | null | undefined): number => (id == null ? 0 : 1 + depthOf(parents.get(id)))
  return {
    ...seed,
    folders: shuffled(seed.folders).sort((a, b) => depthOf(a.id) - depthOf(b.id)),
    workbooks: shuffled(seed.workbooks),
    reports: shuffled(seed.reports),
  }
}
