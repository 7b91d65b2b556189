// Slow: it breaks off a preview at many places.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { makeCopies } from '../../src/previews/copies.ts'
import { dropPreview, sweepPreviews } from '../../src/previews/drop.ts'
import { ProblemsFound } from '../../src/project/local/project.ts'
import { isKnownCopy, reasonFor, workbookOf } from './copies.ts'
import { ANA, letPeopleEdit, uiEdits } from './people.ts'
import { exportedRepo, type Repo } from './repo.ts'
import { editContent, repoEdits } from './repo-edits.ts'
import { changedCells, type Row, type Rows, readRows } from './rows.ts'
import { switches } from './switches.ts'
import { smallTenant } from './tenants.ts'
import { holds, openWorld } from './world.ts'

const world = openWorld()
const rows = (): Promise<Rows> => readRows(world.sandbox())
const HOUR = 3_600_000

const NAME = 'feature/größer 🎉'
const put = async (repo: Repo) => makeCopies(await repo.open(), { env: world.env(), name: NAME, ttlMs: 12 * HOUR })
const drop = async (repo: Repo) => dropPreview(await repo.open(), NAME, { env: world.env() })
const sweep = async (repo: Repo) => (await sweepPreviews(await repo.open(), { env: world.env() })).dropped
const RUNS = { put, drop }

/** What an interrupted job prints does not matter here, only what it leaves behind. */
async function ended(run: Promise<unknown>): Promise<void> {
  await run.catch((cause: unknown) => {
    if (BoardwrightError.from(cause).kind === 'INTERNAL') throw cause
  })
}

/** False for a tree that `validate` refuses, as it does after some edits: nothing is written then. */
async function isStaged(repo: Repo): Promise<boolean> {
  try {
    await put(repo)
    return true
  } catch (cause) {
    if (!(cause instanceof ProblemsFound)) throw cause
    return false
  }
}

const different = (before: Rows, after: Rows): Set<string> =>
  new Set([...after].filter(([key, row]) => isOther(before.get(key), row)).map(([key]) => key))
const isOther = (before: Row | undefined, after: Row): boolean => !before || changedCells(before, after).length > 0

/** Refuses the next request, and none after it. */
const refuseOnce = (): void =>
  void world.sandbox().controls.addFault({ path: '/**', kind: 'status', status: 403, times: 1 })

const ownerOf = ({ wire }: Row): unknown => (wire['user'] as { readonly email?: string } | undefined)?.email

/** Copies and their folders: new since before, and not made by a person. */
const copiesIn = (now: Rows, before: Rows): Map<string, Row> =>
  new Map([...now].filter(([key, row]) => !before.has(key) && ownerOf(row) !== ANA.email))

/**
 * No API call deletes a folder only if it is empty: what a person puts into one between the last look and the delete
 * ends up in the root.
 */
const afterDeletes = ({ cells, wire }: Row, now: Rows): Row['cells'] =>
  now.has(`folder/${wire['folderId']}`) ? cells : new Map([...cells].filter(([cell]) => cell !== 'folderId'))

test('a preview that is interrupted or closed at any write, with people at work, is gone after one sweep, and nothing else is', async () => {
  let removed = 0
  const done = new Set<string>()
  const course = fc.record({
    ...{ seed: smallTenant, changes: switches, repoDoes: repoEdits, at: fc.nat() },
    run: fc.constantFrom('put' as const, 'drop' as const),
    how: fc.constantFrom('killed', 'refused', 'closed', 'edited'),
    ...{ meanwhile: uiEdits, later: fc.option(uiEdits, { freq: 3 }) },
    inSweep: fc.option(fc.record({ at: fc.integer({ min: 1, max: 6 }), edits: uiEdits }), { freq: 2 }),
  })
  await holds(
    fc.asyncProperty(course, async ({ seed, changes, repoDoes, at, run, how, meanwhile, later, inSweep }) => {
      await world.lay(seed, changes)
      const repo = await exportedRepo(world)
      await repo.apply()
      await repo.change((content) => editContent(content, repoDoes))
      const before = await rows()
      const writesBefore = world.writes().length
      fc.pre(await isStaged(repo))
      const puts = world.writes().length - writesBefore
      fc.pre(puts > 0)
      const staged = await rows()
      await drop(repo)
      expect(different(before, await rows()), 'staged and dropped').toEqual(new Set())
      const drops = world.writes().length - writesBefore - puts
      if (run === 'drop') await put(repo)

      const nth = 1 + (at % Math.max(1, run === 'put' ? puts : drops))
      const touched = new Set<string>()
      const edit = async (edits: typeof meanwhile, first: number): Promise<void> => {
        const now = await rows()
        for (const what of await letPeopleEdit(world.sandbox(), edits, { first })) done.add(what)
        for (const key of different(now, await rows())) touched.add(key)
      }
      if (how === 'killed') world.cutAt(nth)
      else if (how === 'refused') world.atWrite(nth, refuseOnce)
      else world.atWrite(nth, () => (how === 'closed' ? ended(drop(repo)) : edit(meanwhile, 0)))
      await ended(RUNS[run](repo))
      world.heal()
      if (later) await edit(later, 100)

      const edited = await rows()
      const copies = copiesIn(edited, before)
      removed += copies.size
      let last = edited
      let editedInSweep: ReadonlySet<string> = new Set()
      const expectUntouched = (now: Rows): void => {
        for (const [key, row] of last) {
          if (copies.has(key)) continue
          const cells = editedInSweep.has(key) ? afterDeletes(row, now) : row.cells
          expect(now.get(key)?.cells, `${key} ${row.name} is as it was`).toEqual(cells)
        }
      }
      world.sandbox().controls.setClock({ advanceMs: 24 * HOUR })
      // An error thrown during a request would become an answer of the platform.
      let halfway: Promise<void> = Promise.resolve()
      const peopleEdit = async ({ edits }: NonNullable<typeof inSweep>): Promise<void> => {
        const now = await rows()
        expectUntouched(now)
        await edit(edits, 200)
        last = await rows()
        editedInSweep = different(now, last)
      }
      if (inSweep)
        world.atWrite(inSweep.at, () => {
          halfway = peopleEdit(inSweep)
          return halfway.catch(() => undefined)
        })
      const swept = await sweep(repo)
      world.heal()
      await halfway
      const after = await rows()
      expectUntouched(after)
      const said = swept.flatMap(({ kept, failed }) => [...kept, ...failed.map(({ title }) => title.join(' / '))])
      // People may have renamed it since the sweep read it.
      const namesOf = (row: Row): unknown[] =>
        [edited, after].map((at) => at.get(`${row.kind}/${row.id}`)?.wire['name'])
      const isNamed = (row: Row | undefined): boolean =>
        row !== undefined && namesOf(row).some((name) => said.some((line) => line.includes(String(name))))
      for (const [key, row] of copiesIn(after, before)) {
        const all = JSON.stringify(swept.map(({ error, ...rest }) => ({ ...rest, error: error?.message })))
        expect(reasonFor(key, row, after, touched), `${key} ${row.name} is left: ${all}`).toBeDefined()
        if (!isKnownCopy(row, edited)) continue
        expect(isNamed(row) || isNamed(workbookOf(row, after)), `${key} ${row.name} is named: ${all}`).toBe(true)
      }
      expect(staged.size).toBeGreaterThan(0)
    }),
    { part: 0.5 },
  )
  expect(removed).toBeGreaterThan(0)
  expect(done.size).toBeGreaterThan(0)
})
