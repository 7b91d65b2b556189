// Slow: its tenants are random, and many.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Seed } from '../../packages/sandbox/seeds/seed.ts'
import type { Report } from '../../src/content/model.ts'
import type { Applied } from '../../src/project/apply.ts'
import type { Plan } from '../../src/project/plan.ts'
import type { Lists } from '../support/lists.ts'
import { isLong } from '../support/long.ts'
import { letPeopleEdit, uiEdits } from './people.ts'
import { exportedRepo } from './repo.ts'
import { editContent, repoEdits } from './repo-edits.ts'
import { expectRespect } from './respect.ts'
import { changedCells, type Rows, readRows } from './rows.ts'
import { expectSameContent } from './survival.ts'
import { switches } from './switches.ts'
import { NOBODY, neighbours, smallTenant } from './tenants.ts'
import { holds, openWorld } from './world.ts'

const world = openWorld()
const rows = (): Promise<Rows> => readRows(world.sandbox())
const failures = ({ result }: Applied): string[] => result?.failed.map(({ error }) => error.message) ?? []

describe('apply, over any tenant', () => {
  test("keeps people's edits and what is not managed, keeps every name, and then has nothing to do", async () => {
    const done = new Set<string>()
    const course = fc.record({
      ...{ seed: smallTenant, others: fc.option(neighbours, { nil: NOBODY }), changes: switches },
      ...{ ui: uiEdits, repoDoes: repoEdits, prune: fc.boolean() },
    })
    await holds(
      fc.asyncProperty(course, async ({ seed, others, changes, ui, repoDoes, prune }) => {
        await world.lay(seed, changes)
        const repo = await exportedRepo(world)
        await world.lay(others, changes, { keep: true })
        const before = await rows()
        expect(failures(await repo.apply())).toEqual([])
        expect((await repo.plan()).plan.objects).toEqual([])

        const applied = await rows()
        for (const what of await letPeopleEdit(world.sandbox(), ui)) done.add(what)
        const edited = await rows()
        // Leave out cases where people freed a public id: our report could then take it.
        fc.pre(!isIdFreed(seed, before, edited))
        await repo.change((content) => editContent(content, repoDoes))
        const second = await repo.apply({ prune })
        expectRespect({ before, applied, edited, now: await rows() }, second.plan)
        expect(failures(second)).toEqual([])
        expect((await repo.plan({ prune })).plan.objects).toEqual([])
      }),
      { part: isLong ? 0.12 : 0.25 },
    )
    expect(done.size).toBeGreaterThan(isLong ? 15 : 3)
  })

  test('interrupted and run again ends like an uninterrupted one', async () => {
    const course = fc.record({
      // What a platform drops looks like an edit, unless a run could record at its end that it was dropped.
      changes: switches.map((all) => ({ ...all, themeKeys: 'kept' as const })),
      ...{ seed: smallTenant, others: fc.option(neighbours, { nil: NOBODY }) },
      ...{ ui: uiEdits, repoDoes: repoEdits, prune: fc.boolean(), cuts: fc.array(fc.integer({ min: 1, max: 12 })) },
    })
    await holds(
      fc.asyncProperty(course, async ({ seed, others, changes, ui, repoDoes, prune, cuts }) => {
        await world.lay(seed, changes)
        const repo = await exportedRepo(world)
        const [older, newer] = [repo.commit(), await repo.change((content) => editContent(content, repoDoes))]
        const applied = async (): Promise<Rows> => {
          await world.lay(others, changes, { keep: true })
          repo.checkOut(older)
          await repo.apply()
          return rows()
        }
        const edit = async (): Promise<Rows> => {
          await letPeopleEdit(world.sandbox(), ui)
          repo.checkOut(newer)
          return rows()
        }
        await applied()
        fc.pre(!isIdFreed(seed, await rows(), await edit()))
        await repo.apply({ prune })
        const whole = outcomeOf((await repo.plan({ prune })).plan)

        await world.lay(others, changes, { keep: true })
        const course = { before: await rows(), applied: await applied(), edited: await edit() }
        const plans: Plan[] = []
        for (const cut of [...cuts.slice(0, 3), Number.POSITIVE_INFINITY]) {
          world.cutAt(cut)
          plans.push((await repo.apply({ prune })).plan)
          world.heal()
        }
        expectRespect({ ...course, now: await rows() }, together(plans))
        expect(outcomeOf((await repo.plan({ prune })).plan)).toEqual(whole)
      }),
      { part: 0.1 },
    )
  })

  test('of a selection leaves the rest pending, unchanged', async () => {
    const course = fc.record({
      ...{ seed: smallTenant, others: fc.option(neighbours, { nil: NOBODY }), changes: switches },
      ...{ ui: uiEdits, repoDoes: repoEdits, prune: fc.boolean(), at: fc.nat() },
    })
    await holds(
      fc.asyncProperty(course, async ({ seed, others, changes, ui, repoDoes, prune, at }) => {
        await world.lay(seed, changes)
        const repo = await exportedRepo(world)
        await world.lay(others, changes, { keep: true })
        await repo.apply()
        const before = await rows()
        await letPeopleEdit(world.sandbox(), ui)
        fc.pre(!isIdFreed(seed, before, await rows()))
        await repo.change((content) => editContent(content, repoDoes))

        const all = (await repo.plan({ prune })).plan
        const names = all.objects.flatMap(({ key }) => /^(?:workbook|report)\/([\w-]+)$/.exec(key)?.[1] ?? [])
        fc.pre(names.length > 0)
        const { plan } = await repo.apply({ prune, select: [names[at % names.length] ?? ''] })
        const done = plan.objects.map(({ key }) => key)
        const rest = (await repo.plan({ prune })).plan
        expect(outcomeOf(rest, done)).toEqual(outcomeOf(all, done))
      }),
      { part: 0.1 },
    )
  })

  test('of an older commit overwrites nothing from a newer one', async () => {
    await holds(
      fc.asyncProperty(smallTenant, switches, repoEdits, async (seed, changes, repoDoes) => {
        await world.lay(seed, changes)
        const repo = await exportedRepo(world)
        await world.lay(NOBODY, changes, { keep: true })
        const older = repo.commit()
        expect(failures(await repo.apply())).toEqual([])
        const newer = await repo.change((content) => editContent(content, repoDoes))
        expect(failures(await repo.apply({ prune: true }))).toEqual([])

        const before = await rows()
        repo.checkOut(older)
        const again = await repo.apply({ prune: true })
        expect(again.plan.objects).toEqual([])
        expect(differences(before, await rows())).toEqual([])
        repo.checkOut(newer)
        expect((await repo.plan({ prune: true })).plan.objects).toEqual([])
      }),
      { part: 0.06 },
    )
  })

  test('to an empty deployment loses nothing: another project exports the same', async () => {
    await holds(
      fc.asyncProperty(smallTenant, switches, async (seed, changes) => {
        const kept = { ...changes, themeKeys: 'kept' } as const
        await world.lay(seed, kept)
        const repo = await exportedRepo(world)
        const ours = await repo.content()
        await world.lay(NOBODY, kept, { keep: true })
        const { plan, ...applied } = await repo.apply()
        expect(failures({ plan, ...applied })).toEqual([])
        const theirs = await exportedRepo(world, 'another9')
        const held = new Set<string>(plan.held.map(({ key }) => key))
        const isThere = (content: Lists): Lists => ({
          ...content,
          workbooks: content.workbooks.filter(({ slug }) => !held.has(`workbook/${slug}`)),
          reports: content.reports.filter(({ id }) => !held.has(`report/${id}`)).map(withSource),
          // A schedule that another project finds has a slug from its number.
          notifications: (content.notifications ?? [])
            .filter(({ slug }) => !held.has(`notification/${slug}`))
            .map((each) => ({ ...each, slug: '' })),
          // No directory fills them there.
          groups: (content.groups ?? []).map(({ name }) => ({ name })),
          // Nothing writes them.
          settings: [],
        })
        expectSameContent(isThere(await theirs.content()), isThere(ours))
      }),
      { part: 0.1 },
    )
  })
})

/** Whether people deleted a report that is not ours and has the public id of one of ours. */
function isIdFreed({ reports }: Seed, before: Rows, edited: Rows): boolean {
  const ours = new Set(reports.map(({ publicId }) => publicId))
  return [...before].some(([key, { wire }]) => !edited.has(key) && ours.has(String(wire['publicId'])))
}

/** A report without a source was made in the playground. */
const withSource = ({ definition: { source = 'PLAYGROUND', ...rest }, ...report }: Report): Report => ({
  ...report,
  definition: { ...rest, source },
})

/** What is still to be done, and what is not done and why, except for these objects. */
function outcomeOf({ objects, held, left }: Plan, without: readonly string[] = []) {
  const isOther = ({ key }: { key: string }): boolean => !without.includes(key)
  const told = ({ key, reason, message }: Plan['held' | 'left'][number]): string => `${key} ${reason}: ${message}`
  return {
    objects: objects
      .filter(isOther)
      .map(({ key, action, units }) => [key, action, ...units.map(({ unit }) => unit)].join(' ')),
    held: held.filter(isOther).map(told),
    left: left.filter(isOther).map(told),
  }
}

/** The writes of several plans, as one plan. */
function together(plans: readonly Plan[]): Plan {
  const objects = new Map<string, Plan['objects'][number]>()
  for (const object of plans.flatMap((plan) => plan.objects)) {
    const before = objects.get(object.key)?.units ?? []
    objects.set(object.key, { ...object, units: [...before, ...object.units] })
  }
  return { ...(plans.at(-1) as Plan), objects: [...objects.values()] }
}

const differences = (before: Rows, now: Rows): string[] => [
  ...[...before].flatMap(([key, row]) => {
    const is = now.get(key)
    return is ? changedCells(row, is).map((cell) => `${key} ${cell}`) : [`${key} is gone`]
  }),
  ...[...now.keys()].filter((key) => !before.has(key)).map((key) => `${key} is new`),
]
