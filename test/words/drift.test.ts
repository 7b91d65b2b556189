import { describe, expect, test } from 'vitest'
import { driftOf } from '../../src/plan/drift.ts'
import { countDrift, renderDrift } from '../../src/words/drift.ts'
import { CONFLICT, held, left, object, plan, REVENUE } from './plans.ts'

const text = (value: Parameters<typeof renderDrift>[0]): string =>
  renderDrift(value, { width: 120, color: false }, true)
const orders = (w: number) => ({
  id: 'o',
  type: 'CHART',
  position: { x: 0, y: 0, w, h: 3 },
  config: { title: 'Orders' },
})
const EDITED = 'edited in the UI since the last apply'

describe('drift', () => {
  test('a widget and a query', () => {
    const value = plan({
      left: [
        left({
          ...REVENUE,
          reason: 'ui-edit',
          message: EDITED,
          units: [{ unit: 'widget o', before: orders(4), after: orders(6) }],
        }),
        left({
          key: 'report/BBBBBBBBBBBB',
          title: ['Finance', 'Cash', 'Cash by day'],
          within: 'workbook/cash',
          reason: 'ui-edit',
          message: EDITED,
          units: [
            {
              unit: 'query',
              before: { measures: [], filters: [{ member: 'cash.region', operator: 'set' }] },
              after: { measures: ['cash.closing'], filters: [] },
            },
          ],
        }),
        left({ key: 'workbook/x', title: ['X'], reason: 'unclaimed', message: 'not managed yet' }),
      ],
      summary: { drafts: 29, unmanaged: 3 },
    })
    expect(text(value)).toMatchInlineSnapshot(`
      "UI edits in production since the last apply (41ab9c0)
        Finance / Cash               report "Cash by day": query + measure cash.closing, - filter cash.region
        Sales / Revenue overview     widget "Orders" becomes wider, from 4x3 to 6x3
        not counted: 29 unpublished report edits; 3 new objects not managed (boardwright export --target production --new)
      2 objects, 3 edits. Take them into git:  boardwright export --target production
      "
    `)
  })

  test('what no apply writes is no edit: nobody can tell which side changed it', () => {
    const settings = left({
      ...{ key: 'settings/account', title: ['settings'], reason: 'read-only', message: 'differs' },
      units: [{ unit: 'hasSupportAccess', before: false, after: true }],
    })
    const edited = left({
      ...REVENUE,
      reason: 'ui-edit',
      message: EDITED,
      units: [{ unit: 'title', before: 'a', after: 'b' }],
    })
    expect(text(plan({ left: [settings, edited] }))).toMatchInlineSnapshot(`
      "UI edits in production since the last apply (41ab9c0)
        Sales / Revenue overview     title "a" -> "b"
      Differ from the repo, whoever changed them: no apply writes these
        settings of the account     hasSupportAccess false -> true
      1 object, 1 edit; 1 object that no apply writes differs. Take them into git:  boardwright export --target production
      "
    `)
    expect(text(plan({ left: [settings] }))).toMatchInlineSnapshot(`
      "No UI edits in production since the last apply (41ab9c0).
      Differ from the repo, whoever changed them: no apply writes these
        settings of the account     hasSupportAccess false -> true
      1 object that no apply writes differs. Take them into git:  boardwright export --target production
      "
    `)
    expect(countDrift(plan({ left: [settings] }))).toBe('1 object that no apply writes differs')
  })

  test('edits that conflict with the repo, and edits that a change keeps', () => {
    const value = plan({
      held: [CONFLICT],
      objects: [object({ key: 'workbook/a', title: ['A'], keeps: [{ unit: 'name', before: 'A', after: 'B' }] })],
      left: [
        left({
          key: 'folder/Old',
          title: ['Old'],
          reason: 'ui-edit',
          message: 'deleted in the UI since the last apply',
        }),
      ],
    })
    expect(text(value)).toMatchInlineSnapshot(`
      "UI edits in production since the last apply (41ab9c0)
        A                            name "A" -> "B"
        folder Old                   deleted in the UI since the last apply
        Sales / Revenue overview     widget "Net revenue" numberFormat $0,0 -> €0,0
                                     widget "Best customers" retitled "Top customers" -> "Best customers"
      3 objects, 4 edits. Take them into git:  boardwright export --target production
      "
    `)
  })

  test('edits of one object that are left alone, and that a change keeps, are of one object', () => {
    const name = { unit: 'name', before: 'A', after: 'B' }
    const more = { key: 'workbook/a' as const, title: ['A'] }
    const drifted = driftOf(
      plan({
        left: [left({ ...more, reason: 'ui-edit', message: EDITED, units: [name] })],
        objects: [object({ ...more, keeps: [{ ...name, unit: 'title' }] })],
      }),
    )
    expect(drifted.map(({ key, units }) => [key, units.map(({ unit }) => unit)])).toEqual([
      ['workbook/a', ['name', 'title']],
    ])
  })

  test('what the repo alone changed is no edit, where the two do not fit together', () => {
    const units = [true, false, undefined].map((edited, nth) => ({
      ...{ unit: `widget ${nth}`, baseKnown: false, repo: orders(4), live: orders(6) },
      ...(edited === undefined ? {} : { edited }),
    }))
    const [drifted] = driftOf(plan({ held: [held({ ...REVENUE, reason: 'overlap', message: 'no room', units })] }))
    expect(drifted?.units.map(({ unit }) => unit)).toEqual(['widget 0', 'widget 2'])
  })

  test('no edits', () => {
    expect(text(plan({ summary: { drafts: 1 } }))).toMatchInlineSnapshot(`
      "No UI edits in production since the last apply (41ab9c0), as far as they are counted.
        not counted: 1 unpublished report edit
      "
    `)
  })
})

const cell = (unit: string) => ({ unit, before: 'a', after: 'b' })
const edited = (
  key: `report/${string}` | `workbook/${string}`,
  units: readonly string[],
  within?: `workbook/${string}`,
) =>
  left({ key, title: [key], ...(within ? { within } : {}), reason: 'ui-edit', message: EDITED, units: units.map(cell) })

test.each([
  ['nothing', [], 'no UI edits'],
  ['one edit', [edited('workbook/a', ['name'])], '1 object, 1 edit'],
  ['two edits of one', [edited('workbook/a', ['name', 'title'])], '1 object, 2 edits'],
  [
    'a dashboard and a report on it',
    [edited('workbook/a', ['name']), edited('report/x', ['name', 'title'], 'workbook/a')],
    '2 objects, 3 edits',
  ],
  ['one that is gone', [edited('report/x', [])], '1 object, 1 edit'],
  ['two', [edited('workbook/a', ['name']), edited('workbook/b', ['name'])], '2 objects, 2 edits'],
] as const)('%s is counted the same way, alone and for several targets', (_, lefts, expected) => {
  const value = plan({ left: [...lefts] })
  expect(countDrift(value)).toBe(expected)
  if (lefts.length > 0) expect(text(value)).toContain(`\n${expected}. Take them`)
})
