import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { letPeopleEdit, uiEdits } from './people.ts'
import { exportedRepo } from './repo.ts'
import { editContent, repoEdits } from './repo-edits.ts'
import { readRows } from './rows.ts'
import { switches } from './switches.ts'
import { neighbours, NOBODY, smallTenant } from './tenants.ts'
import { expectRespect } from './respect.ts'
import { holds, openWorld, TIMEOUT } from './world.ts'

const world = openWorld()
let nth = -1
const survey = <T,>(f: (x: T) => Promise<void>) => process.env['COUNT'] ? async (x: T) => { nth += 1; if (process.env['CASES'] && !process.env['CASES'].split(',').includes(String(nth))) return; try { await f(x) } catch (e) { console.log('CASE', nth, JSON.stringify((x as any).ui), JSON.stringify((x as any).repo), '\n   ', String((e as Error).stack).split('\n').slice(0,3).join(' | '), '\n   ACTUAL', JSON.stringify((e as any).actual)?.slice(0, 3000)) } } : f
const FIRST = { firstApply: true } as const

describe('apply, over any tenant', () => {
  test(
    'leaves what people did, what is not ours, and nothing to do',
    async () => {
      const done = new Map<string, number>()
      await holds(
        fc.asyncProperty(
          fc.record({
            ...{ seed: smallTenant, others: fc.option(neighbours, { nil: NOBODY }), changes: switches, prune: fc.boolean() },
            ...{ ui: uiEdits, repo: repoEdits },
          }),
          survey(async ({ seed, others, changes, prune, ui, repo: edits }) => {
            await world.lay(seed, changes)
            const repo = await exportedRepo(world)
            await world.lay(others, changes, { keep: true })
            const before = await readRows(world.sandbox())
            const first = await repo.apply(FIRST)
            expect(first.result?.failed.map(({ error }) => error.message)).toEqual([])
            expect((await repo.plan()).plan.objects).toEqual([])
            const applied = await readRows(world.sandbox())

            for (const what of await letPeopleEdit(world.sandbox(), ui)) done.set(what, (done.get(what) ?? 0) + 1)
            const edited = await readRows(world.sandbox())
            await repo.change((content) => editContent(content, edits))
            if (process.env['DBG']) { const p = await repo.plan({prune}); console.log('DBG', JSON.stringify(p.plan.objects.map(o => [o.action, o.key, o.within, o.because, o.units.map(u => u.unit)])), [...p.work.records.keys()], p.work.forgotten, JSON.stringify([...p.live.ledgers].map(([k, l]) => [k, Object.entries(l.o).map(([a, b]) => [a, b.live])])), (await repo.content()).reports.map(r => [r.id, r.place])) }
            const second = await repo.apply({ prune })
            const now = await readRows(world.sandbox())
            expectRespect({ before, applied, edited, now }, second.plan)
            expect(second.result?.failed.map(({ error }) => error.message) ?? []).toEqual([])
            expect((await repo.plan({ prune })).plan.objects).toEqual([])
          }),
        ),
        { part: Number(process.env['PART'] ?? 0.5) },
      )
      if (process.env['COUNT']) console.log(done)
    },
    TIMEOUT,
  )
})
