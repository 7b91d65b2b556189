// Slow: its tenants are random, and many.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Action } from '../../packages/sandbox/control/people.ts'
import { readSeed, type Seed } from '../../packages/sandbox/seeds/seed.ts'
import type { Plan } from '../../src/project/plan.ts'
import type { Lists } from '../support/lists.ts'
import { ANA } from './people.ts'
import { exportedRepo } from './repo.ts'
import { readRows } from './rows.ts'
import { holds, openWorld } from './world.ts'

/**
 * Every plan names what a commit wants viewers to see, until they see it or the repo takes it back. And an edit by
 * people counts as a UI edit once viewers of any dashboard see it.
 */

const world = openWorld()

const DATED = { userId: 2, createdAt: '2025-02-03T09:00:00.000Z', updatedAt: '2025-03-04T10:00:00.000Z' }
const REPORTS = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc'] as const
/** The reports that each dashboard shows. */
const SHOWN = [[0, 1], [1, 2], [1]] as const
const UNITS = ['name', 'title'] as const
type Unit = (typeof UNITS)[number]

const EMPTY = readSeed('empty')
const SEED: Seed = {
  ...EMPTY,
  users: [...EMPTY.users, ...(EMPTY.users.some(({ id }) => id === ANA.id) ? [] : [ANA])],
  workbooks: SHOWN.map((reports, nth) => ({
    ...{ id: nth + 1, name: `W${nth}`, slug: `w${nth}`, folderId: null, meta: {}, calculatedFields: {}, ...DATED },
    dashboardDraft: null,
    published: {
      ...{ publicId: `D${String(nth).padStart(11, '0')}`, title: null, description: null, allowEmbed: false },
      ...{ status: 'published' as const, versionNumber: 1 },
      config: {
        widgets: reports.map((report, at) => ({
          ...{ id: `t${at}`, type: 'CHART' as const, config: { reportId: 11 + report } },
          position: { x: 0, y: 4 * at, w: 6, h: 4 },
        })),
      },
    },
  })),
  reports: REPORTS.map((publicId, nth) => ({
    ...{ id: 11 + nth, publicId, name: `name ${nth}`, title: `title ${nth}`, sqlQuery: 'select 1', version: 1 },
    ...{ workbookId: nth === 2 ? null : nth + 1, ...DATED },
  })),
}

const at = fc.nat({ max: 2 })
const unit = fc.constantFrom(...UNITS)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('a person edits' as const), at, unit }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('a person drafts' as const), at }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('a person drops the draft' as const), at }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('a person publishes' as const), at }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('the repo changes' as const), at, unit }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('the repo takes back' as const), at, unit }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('apply' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('apply, cut off' as const), nth: fc.integer({ min: 1, max: 6 }) }),
  },
)

/** The values that the repo and people gave to units of reports, and when. */
class UnitHistory {
  readonly #repo = new Map<string, { value: string; when: number }[]>()
  readonly #people = new Map<string, number>()
  #now = 0
  #tried = 0

  /** What the repo says now may be live from here on. */
  tryToApply(): void {
    this.#tried = this.#now
  }

  change(report: number, unit: Unit): string {
    this.#now += 1
    const value = `repo ${this.#now}`
    this.#said(report, unit).push({ value, when: this.#now })
    return value
  }

  takeBack(report: number, unit: Unit): string {
    this.#now += 1
    const said = this.#said(report, unit)
    if (said.length === 1) return said[0]?.value ?? ''
    const isUntried = (said.pop()?.when ?? 0) > this.#tried
    const before = said.pop() as { value: string; when: number }
    said.push(isUntried ? before : { ...before, when: this.#now })
    return before.value
  }

  edit(): string {
    this.#now += 1
    this.#people.set(`ui ${this.#now}`, this.#now)
    return `ui ${this.#now}`
  }

  /** Whether viewers see something other than the repo says, and nobody has published it since. */
  isOwed(report: number, unit: Unit, seen: unknown): boolean {
    const wanted = this.#said(report, unit).at(-1) as { value: string; when: number }
    return seen !== wanted.value && (this.#people.get(String(seen)) ?? 0) < wanted.when
  }

  #said(report: number, unit: Unit) {
    const key = `${report} ${unit}`
    const said = this.#repo.get(key) ?? [{ value: `${unit} ${report}`, when: 0 }]
    this.#repo.set(key, said)
    return said
  }
}

interface Seen {
  readonly dashboard: string
  readonly report: number
  readonly says: Readonly<Record<Unit, unknown>>
}

/** What viewers of each dashboard see of each report, and what is live. */
async function look(): Promise<{ seen: Seen[]; live: Readonly<Record<Unit, unknown>>[] }> {
  const rows = [...(await readRows(world.sandbox())).values()]
  const reports = rows.filter(({ kind }) => kind === 'report').sort((a, b) => (a.name < b.name ? -1 : 1))
  const seen = rows.flatMap(({ kind, name, wire }) => {
    if (kind !== 'workbook') return []
    const { reportSnapshots } = wire['publishedDashboard'] as {
      reportSnapshots: (Readonly<Record<Unit, unknown>> & { reportId: number })[]
    }
    return reportSnapshots.map((says) => ({
      ...{ dashboard: `workbook/${name}`, says },
      report: reports.findIndex(({ id }) => id === says.reportId),
    }))
  })
  return { seen, live: reports.map(({ wire }) => wire as Readonly<Record<Unit, unknown>>) }
}

const withUnit = (content: Lists, report: number, unit: Unit, value: string): Lists => ({
  ...content,
  reports: content.reports.map((each) =>
    each.id === REPORTS[report] ? { ...each, definition: { ...each.definition, [unit]: value } } : each,
  ),
})

const keyOf = (report: number): string => `report/${REPORTS[report]}`
const toldIn = ({ objects, held }: Plan): ReadonlySet<string> => new Set([...objects, ...held].map(({ key }) => key))

test('what viewers lack of a commit is reported until they see it; an edit that they see is a UI edit', async () => {
  await holds(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      await world.lay(SEED)
      const repo = await exportedRepo(world)
      await world.lay({ ...SEED, workbooks: [], reports: [] }, {}, { keep: true })
      await repo.apply()
      const history = new UnitHistory()
      const act = (action: Action) => world.sandbox().controls.addPeople({ as: ANA.email, do: [action] })
      for (const each of [...steps, { does: 'apply' } as const]) {
        switch (each.does) {
          case 'a person edits':
            await act({ do: 'edit-report', report: String(REPORTS[each.at]), set: { [each.unit]: history.edit() } })
            break
          case 'a person drafts':
            await act({ do: 'edit-draft', workbook: `w${each.at}`, set: { title: history.edit() } })
            break
          case 'a person drops the draft':
            await act({ do: 'revert-draft', workbook: `w${each.at}` })
            break
          case 'a person publishes':
            await act({ do: 'publish', workbook: `w${each.at}` })
            break
          case 'the repo changes':
            await repo.change((content) => withUnit(content, each.at, each.unit, history.change(each.at, each.unit)))
            break
          case 'the repo takes back':
            await repo.change((content) => withUnit(content, each.at, each.unit, history.takeBack(each.at, each.unit)))
            break
          case 'apply, cut off':
            world.cutAt(each.nth)
            history.tryToApply()
            await repo.apply()
            world.heal()
            break
          default:
            history.tryToApply()
            await repo.apply()
        }
        const { plan } = await repo.plan()
        const told = toldIn(plan)
        const { seen, live } = await look()
        const owes = ({ report, says }: Seen): boolean => UNITS.some((unit) => history.isOwed(report, unit, says[unit]))
        const isTold = ({ dashboard, report }: Seen): boolean => told.has(dashboard) || told.has(keyOf(report))
        expect(seen.filter((one) => owes(one) && !isTold(one))).toEqual([])

        const heldFor = plan.held.map(({ key }) => seen.filter(({ dashboard }) => dashboard === key))
        const isReason = (one: Seen): boolean => owes(one) || told.has(keyOf(one.report))
        expect(heldFor.filter((shown) => shown.length > 0 && !shown.some(isReason))).toEqual([])

        const { written } = await world.export(repo.root, { instead: () => undefined })
        for (const { key, file = '', reason, units } of plan.left) {
          const report = REPORTS.findIndex((id) => key === `report/${id}`)
          if (report < 0) continue
          const isPublished = seen.some(
            (one) =>
              one.report === report &&
              units.every(({ unit }) => one.says[unit as Unit] === live[report]?.[unit as Unit]),
          )
          expect([key, reason]).toEqual([key, isPublished ? 'ui-edit' : 'edited-report'])
          expect([key, written.includes(file)]).toEqual([key, isPublished])
        }
      }
    }),
    { part: 0.3 },
  )
})
