import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Dashboard, Widget } from '../../../src/content/model.ts'
import { unitDigest, unitsOfDashboard } from '../../../src/content/units.ts'
import type { UnitChange } from '../../../src/plan/plan-file.ts'
import { NO_NAMES } from '../../../src/words/values/line.ts'
import { allLines, countEdits, objectWords } from '../../../src/words/values/object.ts'

const at = (id: string, x: number, y: number, title = id): Widget => ({
  id,
  type: 'CHART',
  position: { x, y, w: 4, h: 3 },
  config: { title },
})

/** What a plan would hold of two dashboards. */
function changesOf(before: Dashboard, after: Dashboard): UnitChange[] {
  const [old, now] = [unitsOfDashboard(before), unitsOfDashboard(after)]
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((unit) => {
    const [from, to] = [old.get(unit), now.get(unit)]
    const isSame = from !== undefined && to !== undefined && unitDigest(unit, from) === unitDigest(unit, to)
    return isSame
      ? []
      : [{ unit, ...(from === undefined ? {} : { before: from }), ...(to === undefined ? {} : { after: to }) }]
  })
}

const told = (before: Dashboard, after: Dashboard): [string | undefined, string[]] => {
  const words = objectWords(changesOf(before, after), NO_NAMES)
  const lines = [...(words.layout?.lines ?? []), ...words.lines]
  return [
    words.layout?.summary,
    lines.map(({ mark, subject, parts }) => `${mark} ${subject} ${parts.join(', ')}`.trimEnd()),
  ]
}

describe('a dashboard in words', () => {
  test('a widget that is added does not mention the order', () => {
    expect(told({ widgets: [at('a', 0, 0)] }, { widgets: [at('a', 0, 0), at('b', 4, 0)] })).toEqual([
      '1 widget added',
      ['+ widget "b" added'],
    ])
  })

  test('one that is deleted, one that is moved and renamed', () => {
    expect(told({ widgets: [at('a', 0, 0), at('b', 4, 0)] }, { widgets: [at('b', 0, 0, 'New')] })).toEqual([
      '1 widget removed, 1 moved',
      ['- widget "a" removed', '~ widget "New" moves left 4 columns', '~ widget "New" retitled "b" -> "New"'],
    ])
  })

  test('a swap on wide screens says at which breakpoints the order stays, if that holds of every widget that moves', () => {
    const narrow = { md: { x: 0, y: 0, w: 4, h: 3 }, sm: { x: 0, y: 3, w: 4, h: 3 } }
    const both = (x: number, of: Widget['responsiveLayouts']): Dashboard => ({
      widgets: [
        { ...at('a', x, 0), responsiveLayouts: narrow },
        { ...at('b', 4 - x, 0), ...(of && { responsiveLayouts: of }) },
      ],
    })
    const only = (of: Widget['responsiveLayouts'], then = of) =>
      told(both(0, of), both(4, then))[1].filter((line) => line.includes('the old order'))
    expect(only(narrow)).toEqual(['~ the old order stays at md and narrower'])
    expect(only({ sm: narrow.sm })).toEqual(['~ the old order stays at sm and narrower'])
    expect(only(narrow, { ...narrow, md: narrow.sm })).toEqual(['~ the old order stays at sm and narrower'])
    expect(only({ ...narrow, xs: narrow.sm }, { ...narrow, xs: narrow.md })).toEqual([
      '~ the old order stays at md and sm',
    ])
    expect(only(undefined)).toEqual([])
  })

  test('only the order of the list, with the same labels', () => {
    const [a, b] = [at('a', 0, 0, 'Same'), at('b', 4, 0, 'Same')]
    const units = changesOf({ widgets: [a, b] }, { widgets: [b, a] })
    const box = { type: 'CHART', label: 'Same', x: 0, y: 0, w: 1, h: 1 }
    const boxes = [
      { ...box, id: 'a' },
      { ...box, id: 'b' },
    ]
    const words = objectWords(units, NO_NAMES, { columns: 12, before: boxes, after: boxes })
    expect(words.layout?.summary).toBe('order of widgets changed')
    expect(words.layout?.lines.map(({ parts }) => parts)).toEqual([['a, b -> b, a']])
  })

  test('two equal moves are two lines, three are one', () => {
    const before = [at('a', 0, 0), at('b', 4, 0), at('c', 8, 0)]
    const down = before.map((widget) => ({ ...widget, position: { ...widget.position, y: 2 } }))
    expect(told({ widgets: before }, { widgets: down })).toEqual(['3 widgets moved', ['~ 3 widgets move down 2 rows']])
    expect(told({ widgets: before.slice(1) }, { widgets: down.slice(1) })[1]).toHaveLength(2)
  })

  test('every difference is mentioned', () => {
    const widget = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      x: fc.nat(2),
      title: fc.constantFrom('A', 'B'),
    })
    const dashboard = fc
      .record({
        widgets: fc.uniqueArray(widget, { selector: ({ id }) => id }),
        cols: fc.nat(1),
        theme: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
      })
      .map(({ widgets, cols, theme }) => ({
        widgets: widgets.map(({ id, x, title }) => at(id, x, 0, title)),
        layout: { cols },
        ...(theme === undefined ? {} : { theme: { color: theme } }),
      }))
    fc.assert(
      fc.property(dashboard, dashboard, (before, after) => {
        const units = changesOf(before, after)
        const lines = allLines(units, NO_NAMES)
        expect(lines.length > 0).toBe(units.length > 0)
        expect(countEdits(lines)).toBeGreaterThanOrEqual(lines.length)
        // Each widget that differs is named, or is one of those that move alike.
        const count = lines.reduce((sum, { subject }) => sum + (/^(\d+) widgets$/.test(subject) ? 3 : 1), 0)
        expect(count).toBeGreaterThanOrEqual(units.filter(({ unit }) => unit !== 'layout').length)
      }),
    )
  })
})
