// Slow: its tenants are random, and many.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stringifyJson } from '../../packages/common/json.ts'
import { compareAll } from '../../src/compare/compare.ts'
import { canonicalText } from '../../src/content/digest.ts'
import { LIFTED } from '../../src/content/fields.ts'
import { isKind, type Key } from '../../src/content/kinds.ts'
import { isAccepted } from '../../src/plan/accept.ts'
import type { Decided } from '../../src/plan/decided.ts'
import { holdWhatWaits } from '../../src/plan/hold.ts'
import type { PlanInputs } from '../../src/plan/inputs.ts'
import { OBSTACLES } from '../../src/plan/obstacles.ts'
import { decideEach } from '../../src/plan/own.ts'
import { computePlan } from '../../src/plan/plan.ts'
import type { Unsealed } from '../../src/plan/plan-file.ts'
import { type Plan, planTarget } from '../../src/project/plan.ts'
import { isLong } from '../support/long.ts'
import { letPeopleEdit, uiEdits } from './people.ts'
import { exportedRepo } from './repo.ts'
import { editContent, repoEdits } from './repo-edits.ts'
import { changedCells, type Row, type Rows, readRows } from './rows.ts'
import { switches } from './switches.ts'
import { NOBODY, neighbours, smallTenant } from './tenants.ts'
import { holds, openWorld } from './world.ts'

const world = openWorld()

const rows = (): Promise<Rows> => readRows(world.sandbox())

describe('plan, over any tenant', () => {
  test('after one export or two has nothing to do, and only reads', async () => {
    await holds(
      fc.asyncProperty(smallTenant, switches, switches, async (seed, changes, others) => {
        await world.lay(seed, changes)
        const repo = await exportedRepo(world)
        const first = await repo.plan()
        world.sandbox().controls.setSwitches(others)
        await world.export(repo.root)
        const second = await repo.plan()
        for (const { plan, writeRequests } of [first, second]) {
          expect([plan.objects, plan.held, plan.left, plan.stops, writeRequests]).toEqual([[], [], [], [], 0])
        }
        expect(world.writes()).toEqual([])
        expect(stringifyJson(second.plan)).toBe(stringifyJson(first.plan))
      }),
      { part: isLong ? 0.2 : 0.1 },
    )
  })

  test('never overwrites UI edits or what is not managed; is the same in any order; only reads', async () => {
    const done = new Set<string>()
    const course = fc.record({
      ...{ seed: smallTenant, others: fc.option(neighbours, { nil: NOBODY }), changes: switches },
      ...{ ui: uiEdits, repoDoes: repoEdits, prune: fc.boolean() },
      ...{ order: fc.infiniteStream(fc.nat()), pageSizeCap: fc.constantFrom(3, 5, 1000) },
      listRows: fc.constantFrom('full' as const, 'slim' as const),
      workbooksList: fc.constantFrom('all' as const, 'root' as const),
    })
    await holds(
      fc.asyncProperty(course, async ({ seed, others, changes, ui, repoDoes, prune, order, ...pages }) => {
        await world.lay(seed, changes)
        const repo = await exportedRepo(world)
        await world.lay(others, changes, { keep: true })
        const before = await rows()
        await repo.apply()
        await repo.planOnDemand()
        const applied = await rows()
        for (const what of await letPeopleEdit(world.sandbox(), ui)) done.add(what)
        const edited = await rows()
        await repo.change((content) => editContent(content, repoDoes))

        const { controls } = world.sandbox()
        controls.clearRequests()
        const planned = await repo.plan({ prune })
        const { plan, requests } = planned
        for (const isProtected of [false, true]) expectPruned(planned.inputs, isProtected)
        const own = decideEach(planned)
        expect(heldIn(holdWhatWaits(own, OBSTACLES.ofObjects.toReversed()))).toEqual(heldIn(holdWhatWaits(own)))
        for (const _ of ['some is known', 'all is known']) {
          const planned = await repo.planOnDemand({ prune })
          expect([stringifyJson(planned.plan), planned.requests]).toEqual([stringifyJson(plan), requests])
        }
        await repo.rewrite(() => ((order.next().value as number) % 1000) / 1000)
        const project = await repo.open()
        controls.setSwitches(pages)
        const again = await planTarget(
          { ...project, files: shuffled(project.files, order) },
          { env: world.env(), shaping: { prune } },
        )
        expect(world.writes()).toEqual([])
        expect(whicheverCommit(again.plan)).toBe(whicheverCommit(plan))
        const wasCalled = new Map((await repo.content()).workbooks.map(({ slug, was }) => [was ?? slug, slug]))
        expect(overwritten(plan, { applied, edited }, wasCalled)).toEqual([])
        expect(taken(plan, { before, applied, edited })).toEqual([])
      }),
      { part: 0.12 },
    )
    expect(done.size).toBeGreaterThan(isLong ? 15 : 1)
  })
})

const heldIn = ({ outcomes }: Decided): Key[] => outcomes.with('held').map(([key]) => key)

/** What a plan without `--prune` says that one with it deletes, with these flags, is what that one deletes. */
function expectPruned(inputs: PlanInputs, isProtected: boolean): void {
  const target = { ...inputs.target, protected: isProtected }
  const compared = compareAll(inputs)
  const planWith = (shaping: Partial<PlanInputs['shaping']>): Unsealed =>
    computePlan({ ...inputs, target, shaping: { ...inputs.shaping, ...shaping } }, compared).plan
  const promised = planWith({ prune: false }).left.filter(({ message }) => message.includes('--prune'))
  const [said = ''] = new Set(promised.map(({ message }) => message))
  const accept = [...said.matchAll(/--accept (\S+)/g)].map(([, word = '']) => word).filter(isAccepted)
  const { objects, stops } = planWith({ prune: true, accept })
  expect(objects.flatMap(({ key, action }) => (action === 'delete' ? [key] : [])).sort()).toEqual(
    promised.map(({ key }) => key).sort(),
  )
  if (said !== '') expect(stops.filter(({ accept }) => accept !== undefined)).toEqual([])
  if (said.endsWith(' deletes it')) expect(stops).toEqual([])
}

/** A plan without its commit. Free-form maps keep the file's key order. */
const whicheverCommit = ({ commit: _, ...plan }: Plan): string => canonicalText(plan)

const shuffled = <K, V>(map: ReadonlyMap<K, V>, order: Iterator<number>): ReadonlyMap<K, V> =>
  new Map(
    [...map]
      .map((entry) => ({ entry, at: order.next().value as number }))
      .sort((a, b) => a.at - b.at)
      .map(({ entry }) => entry),
  )

const UNITS: Readonly<Record<string, string>> = {
  ...{ sqlQuery: 'sql', jsonQuery: 'query', pivotItems: 'pivot', workbookId: 'workbook', folderId: 'folder' },
  order: 'layout',
}

/** The unit that a place on the wire belongs to. */
function unitOf({ kind, version }: Row, cell: string): string | undefined {
  const [, region, rest = ''] = /^(draft|published|meta|publication|shown)[. ](.*)$/s.exec(cell) ?? []
  if (region === undefined) return UNITS[cell] ?? cell
  if (region === 'meta') return kind === 'report' && (LIFTED as readonly string[]).includes(rest) ? rest : 'meta'
  return region === (version === undefined ? 'draft' : 'published') ? (UNITS[rest] ?? rest) : undefined
}

/** Units that people changed and a plan writes. */
function overwritten(
  plan: Plan,
  { applied, edited }: { readonly applied: Rows; readonly edited: Rows },
  wasCalled: ReadonlyMap<string, string>,
): string[] {
  // Nothing identifies an empty folder but its name: one that people renamed may be made again beside it.
  const changed = plan.objects.filter(({ key, action }) => !(isKind(key, 'folder') && action === 'create'))
  const written = new Map(changed.map(({ key, units }) => [key as string, new Set(units.map(({ unit }) => unit))]))
  return [...edited].flatMap(([id, row]) => {
    const was = applied.get(id)
    // Publishing something for the first time does not change it.
    if (!was || (was.version === undefined) !== (row.version === undefined)) return []
    const name = row.kind === 'workbook' ? (wasCalled.get(was.name) ?? was.name) : was.name
    const units = written.get(`${row.kind}/${name}`)
    return changedCells(was, row).flatMap((cell) => {
      const unit = unitOf(row, cell)
      return unit !== undefined && units?.has(unit) ? [`${row.kind} ${row.name}: ${unit}`] : []
    })
  })
}

/** What is not ours, and a plan would write or delete. */
function taken(
  plan: Plan,
  { before, applied, edited }: Readonly<Record<'before' | 'applied' | 'edited', Rows>>,
): string[] {
  const isOurs = (id: string): boolean => applied.has(id) && !before.has(id)
  const others = [...edited].filter(([id, { kind }]) => !isOurs(id) && kind !== 'folder')
  const names = new Set(others.map(([, { kind, name }]) => `${kind}/${name}`))
  return plan.objects.flatMap(({ key, action }) => (action !== 'create' && names.has(key) ? [`${action} ${key}`] : []))
}
