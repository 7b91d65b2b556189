// Slow: its edits are random, and many.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BoardwrightError } from '../../../packages/common/errors.ts'
import { parseJson, stringifyJson } from '../../../packages/common/json.ts'
import type { Comparison, Scene, SceneMark } from '../../../packages/pictures/scene.ts'
import { canonicalText } from '../../../src/content/digest.ts'
import type { Accepted } from '../../../src/plan/accept.ts'
import { compareDashboard } from '../../../src/previews/page/compare.ts'
import type { Plan, Planned } from '../../../src/project/plan.ts'
import { renderText } from '../../../src/words/text.ts'
import { letPeopleEdit, UI_EDITS } from '../../invariants/people.ts'
import { exportedRepo } from '../../invariants/repo.ts'
import { editContent, REPO_EDITS } from '../../invariants/repo-edits.ts'
import { switches } from '../../invariants/switches.ts'
import { NOBODY, smallTenant } from '../../invariants/tenants.ts'
import { holds, openWorld } from '../../invariants/world.ts'

const world = openWorld()

/** Mostly changes to dashboards and what they show. */
const some = (all: readonly string[]) =>
  fc.array(
    fc.record({
      what: fc.oneof(
        { weight: 4, arbitrary: fc.constantFrom(...all.filter((what) => /widget|query|settings|deleted/.test(what))) },
        fc.constantFrom(...all),
      ),
      at: fc.nat(),
      other: fc.nat(),
    }),
    { minLength: 1, maxLength: 6 },
  )

const isWrite = (mark: SceneMark): boolean => mark !== 'held' && mark !== 'left'

/** Each widget as it is drawn: with the reports that it shows. */
function widgetsIn(scene: Scene | undefined): Map<string, string> {
  const widgets = scene?.dashboard.widgets ?? []
  return new Map(
    widgets.map((widget) => {
      // A widget with a title of its own shows none of its report's.
      const hidden = typeof widget.config?.['title'] === 'string' ? { name: '', title: '' } : {}
      const shown = [widget.report, ...(widget.reports ?? [])].map(
        (name) => name && { ...scene?.reports[name], ...hidden },
      )
      return [widget.id, canonicalText(parseJson(stringifyJson([widget, shown])))]
    }),
  )
}

/** Widgets that viewers would see change by apply. */
function changedBetween({ live, after }: Comparison): string[] {
  const [was, is] = [widgetsIn(live), widgetsIn(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((id) => was.get(id) !== is.get(id)).sort()
}

/** Widgets that a plan names under one of its headings. */
function namedBy({ objects, held, left }: Plan, key: string) {
  const ids = (units: readonly { readonly unit: string }[]): string[] =>
    units.flatMap(({ unit }) => /^widget (.*)/s.exec(unit)?.[1] ?? [])
  const about = <T extends { readonly key: string }>(all: readonly T[]): T[] => all.filter((each) => each.key === key)
  return {
    written: about(objects).flatMap(({ units, action }) => (action === 'update' ? ids(units) : [])),
    left: [
      ...about(objects).flatMap(({ keeps }) => ids(keeps)),
      ...about(held).flatMap(({ merges }) => ids(merges)),
      ...about(left).flatMap(({ units }) => ids(units)),
    ],
    held: about(held).flatMap(({ units, alsoHeld = [] }) => ids([...units, ...alsoHeld])),
  }
}

const marked = ({ marks }: Comparison, test: (mark: SceneMark) => boolean): string[] =>
  Object.entries(marks)
    .filter(([, own]) => own.some(test))
    .map(([id]) => id)
    .sort()

function check(planned: Planned, slug: string): void {
  const { plan } = planned
  const comparison = compareDashboard(planned, slug, {})
  const { changes } = comparison
  // Exactly the widgets that are drawn differently are marked as changed.
  expect(marked(comparison, isWrite)).toEqual(changedBetween(comparison))
  const named = namedBy(plan, `workbook/${slug}`)
  for (const id of named.written) expect(comparison.marks[id]?.some(isWrite), id).toBe(true)
  for (const id of named.left) expect(comparison.marks[id], id).toContain('left')
  for (const id of named.held) expect(comparison.marks[id], id).toContain('held')
  // Every mark has a change in the list.
  const told = new Set(changes.flatMap(({ widgets }) => widgets))
  expect(Object.keys(comparison.marks).filter((id) => !told.has(id))).toEqual([])
  // The words are those of the plan on a terminal, which gives the reason only for deletions.
  const onTerminal = renderText(plan, { width: 1_000_000, color: false, verbose: true })
  const text = [onTerminal, ...plan.objects.map(({ because }) => because)].join('\n')
  for (const { fate, lines, why, texts } of changes) {
    if (fate === 'left' || fate === 'held') expect(text).toContain(why)
    if (fate !== 'written') continue
    for (const { subject, parts } of lines) {
      // The terminal folds what moves the same way, and shows the number of lines of a text instead of the lines.
      const isFolded = parts.length === 1 && parts[0]?.startsWith('moved ')
      if (!isFolded && texts.length === 0)
        for (const part of [subject, ...parts]) expect(text).toContain(part.replace(/^[+-] /, ''))
    }
  }
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length)
}

/** An edit may touch what was wrong before, and then the problem counts. */
function refusedTree(cause: unknown): undefined {
  if (!(cause instanceof BoardwrightError) || cause.kind !== 'SCHEMA') throw cause
}

describe('compare, over generated edits', () => {
  test('shows what apply would make of live, and marks it as the plan does', async () => {
    const course = fc.record({
      ...{
        seed: smallTenant,
        changes: switches,
        ui: some(UI_EDITS),
        repoDoes: some(REPO_EDITS),
        prune: fc.boolean(),
      },
      accept: fc.constantFrom<Accepted[]>([], [], ['ui-edits']),
    })
    await holds(
      fc.asyncProperty(course, async ({ seed, changes, ui, repoDoes, ...shaping }) => {
        await world.lay(seed, changes)
        const repo = await exportedRepo(world)
        await world.lay(NOBODY, changes, { keep: true })
        await repo.apply()
        await letPeopleEdit(world.sandbox(), ui)
        const before = await repo.content()
        await repo.change((content) => editContent(content, repoDoes))
        const planned = await repo.plan(shaping).catch(refusedTree)
        if (!planned) return
        const after = await repo.content()
        const slugs = new Set([...before.workbooks, ...after.workbooks].map(({ slug }) => slug))
        for (const slug of slugs) check(planned, slug)
      }),
      { part: 0.3 },
    )
  })
})
