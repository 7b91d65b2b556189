import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeReport, mergeWorkbook, type PickSide } from '../../src/content/merge.ts'
import { isBase, type Side } from '../../src/content/threeway.ts'
import {
  digestsOf,
  type Units,
  unitsOfDashboard,
  unitsOfFolder,
  unitsOfModelFile,
  unitsOfReport,
  unitsOfWorkbook,
} from '../../src/content/units.ts'
import { anyReport, anyWorkbook, chart, report, workbook } from './values.ts'

const plain = (units: Units) => Object.fromEntries(units)

describe('units', () => {
  test('of a workbook: its keys, and of its dashboard each widget, the layout with the order, and each file', () => {
    const widgets = [chart('b', 'report/A'), chart('a')]
    const units = unitsOfWorkbook(
      workbook('cash', {
        folder: ['Finance', 'a/b'],
        allowEmbed: true,
        embedAccess: { '*': 'read', northwind: 'none' },
        published: { title: 'Cash!' },
        meta: { icon: 1 },
        dashboard: {
          title: 'Cash',
          layout: { cols: 12 },
          settings: { a: 1 },
          theme: {},
          widgets,
          app: { entry: 'main.tsx', files: { 'main.tsx': 'x' } },
        },
      }),
    )
    expect(plain(units)).toEqual({
      name: 'cash',
      slug: 'cash',
      folder: 'Finance/a\\/b',
      meta: { icon: 1 },
      publish: true,
      allowEmbed: true,
      published: { title: 'Cash!' },
      'embed *': 'read',
      title: 'Cash',
      settings: { a: 1 },
      theme: {},
      layout: { grid: { cols: 12 }, order: ['b', 'a'] },
      'widget b': widgets[0],
      'widget a': widgets[1],
      app: { entry: 'main.tsx' },
      'app main.tsx': 'x',
    })
  })

  test('of a report: each key of its file except the create-only ones', () => {
    const definition = {
      title: 'T',
      source: 'EXCEL',
      kind: 'kpi',
      sql: '',
      spec: {},
      meta: { a: 1 },
      resultLocation: 'A1',
    }
    expect(plain(unitsOfReport(report('A', definition, { workbook: 'cash', folder: ['Finance'] })))).toEqual({
      workbook: 'cash',
      folder: 'Finance',
      name: 'A',
      title: 'T',
      kind: 'kpi',
      sql: '',
      spec: {},
      meta: { a: 1 },
      resultLocation: 'A1',
    })
  })

  test('of a folder and of a file of the data model', () => {
    expect(plain(unitsOfFolder({ path: ['Sales', 'Q1'], position: 3, was: 'Q0' }))).toEqual({
      ...{ name: 'Q1', folder: 'Sales', position: 3 },
    })
    expect(plain(unitsOfModelFile({ path: 'a.yml', hash: '00' }))).toEqual({ bytes: '00' })
  })

  test.each([
    ['an empty meta of a report and none', report('A', { meta: {} }), report('A')],
    ['the root as a folder and no folder', report('A', {}, { folder: [] }), report('A')],
    [
      'a query and the text of it',
      report('A', { query: { limit: 1 } }),
      report('A', { queryText: '{ "limit": 1.0 }' }),
    ],
  ])('are the same for %s', (_, one, other) => {
    expect(digestsOf(unitsOfReport(one))).toEqual(digestsOf(unitsOfReport(other)))
  })

  test.each([
    ['allowEmbed that is false and none', { allowEmbed: false }],
    ['empty published names and none', { published: {} }],
    ['an audience that gets nothing and none', { embedAccess: { northwind: 'none' as const } }],
  ])('are the same for %s', (_, more) => {
    expect(digestsOf(unitsOfWorkbook(workbook('a', more)))).toEqual(digestsOf(unitsOfWorkbook(workbook('a'))))
  })

  test('of a hidden workbook leave out what only viewers would see', () => {
    const hidden = workbook('a', { publish: false, allowEmbed: true, published: { title: 'x' } })
    expect(digestsOf(unitsOfWorkbook(hidden))).toEqual(digestsOf(unitsOfWorkbook(workbook('a', { publish: false }))))
  })

  test.each([
    ['an empty dashboard and none', unitsOfDashboard({ widgets: [] }), new Map()],
    [
      'an app without files and none',
      unitsOfDashboard({ widgets: [], app: { files: {} } }),
      unitsOfDashboard({ widgets: [] }),
    ],
    ['an empty SQL and none', unitsOfReport(report('A', { sql: '' })), unitsOfReport(report('A'))],
    ['null under meta and nothing', unitsOfReport(report('A', { meta: { kind: null } })), unitsOfReport(report('A'))],
  ])('distinguish %s', (_, one, other) => {
    expect(digestsOf(one)).not.toEqual(digestsOf(other))
  })
})

/** Sides for units, by a number each: the same unit is always picked from the same side. */
const picker = fc.func(fc.constantFrom<Side>('repo', 'live'))

describe('a merged object', () => {
  const expectPicked = (merged: Units, repo: Units, live: Units, pick: PickSide) => {
    const [all, ours, theirs] = [merged, repo, live].map(digestsOf) as [Digests, Digests, Digests]
    for (const unit of new Set([...all.keys(), ...ours.keys(), ...theirs.keys()])) {
      // The order of widgets is that of one side with what the other side brings.
      if (unit === 'layout') continue
      expect([unit, all.get(unit)]).toEqual([unit, (pick(unit) === 'live' ? theirs : ours).get(unit)])
    }
  }

  test('has every unit of a report from the side that was picked', () => {
    fc.assert(
      fc.property(anyReport, anyReport, picker, (repo, live, pick) => {
        const merged = mergeReport(repo, live, pick)
        expectPicked(unitsOfReport(merged), unitsOfReport(repo), unitsOfReport(live), pick)
      }),
    )
  })

  test('has every unit of a workbook from the side that was picked', () => {
    fc.assert(
      fc.property(anyWorkbook, anyWorkbook, picker, (repo, live, chosen) => {
        // What counts of what is published comes with the publishing.
        const pick: PickSide = (unit) => (['publish', 'allowEmbed', 'published'].includes(unit) ? 'repo' : chosen(unit))
        const merged = mergeWorkbook(repo, live, pick)
        const withoutApp = ([...units]: Units): Units => new Map(units.filter(([name]) => name !== 'app'))
        expectPicked(
          withoutApp(unitsOfWorkbook(merged)),
          withoutApp(unitsOfWorkbook(repo)),
          withoutApp(unitsOfWorkbook(live)),
          pick,
        )
      }),
    )
  })

  test('is one side if everything was picked from it', () => {
    fc.assert(
      fc.property(anyWorkbook, anyWorkbook, (repo, live) => {
        expect(mergeWorkbook(repo, live, () => 'repo')).toEqual(repo)
        expect(mergeWorkbook(repo, live, () => 'live')).toEqual(live)
      }),
    )
    fc.assert(
      fc.property(anyReport, anyReport, (repo, live) => {
        expect(mergeReport(repo, live, () => 'repo')).toEqual(repo)
        expect(mergeReport(repo, live, () => 'live')).toEqual(live)
      }),
    )
  })

  test('is its own base, and no other object with different units is', () => {
    fc.assert(
      fc.property(anyWorkbook, anyWorkbook, (one, other) => {
        const base = Object.fromEntries(digestsOf(unitsOfWorkbook(one)))
        const isSame = JSON.stringify(base) === JSON.stringify(Object.fromEntries(digestsOf(unitsOfWorkbook(other))))
        expect(isBase(base, digestsOf(unitsOfWorkbook(one)))).toBe(true)
        expect(isBase(base, digestsOf(unitsOfWorkbook(other)))).toBe(isSame)
      }),
    )
  })

  const order = (ids: readonly string[]) => ids.map((id) => chart(id))
  test.each([
    ['both have the same', ['a', 'b'], ['a', 'b'], 'repo', ['a', 'b']],
    ['live moved them', ['a', 'b', 'c'], ['c', 'a', 'b'], 'live', ['c', 'a', 'b']],
    ['the repo brings one in the middle', ['a', 'x', 'b'], ['b', 'a'], 'live', ['b', 'a', 'x']],
    ['live brings one at the start', ['a', 'b'], ['x', 'a', 'b'], 'repo', ['x', 'a', 'b']],
    ['live brings two after one', ['a', 'b'], ['a', 'x', 'y', 'b'], 'repo', ['a', 'x', 'y', 'b']],
    ['live has none', ['a'], [], 'live', ['a']],
  ] as const)('keeps neighbours together if %s', (_, repo, live, layout, expected) => {
    const pick: PickSide = (unit) => (unit === 'layout' ? layout : inRepo(unit))
    const inRepo = (unit: string): Side => (repo.some((id) => unit === `widget ${id}`) ? 'repo' : 'live')
    const merged = mergeWorkbook(
      workbook('w', { dashboard: { widgets: order(repo) } }),
      workbook('w', { dashboard: { widgets: order(live) } }),
      pick,
    )
    expect(merged.dashboard?.widgets.map(({ id }) => id)).toEqual(expected)
  })
})

type Digests = ReadonlyMap<string, string>
