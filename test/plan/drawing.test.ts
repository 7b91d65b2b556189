import { expect, test } from 'vitest'
import { entityOf } from '../../src/content/entity.ts'
import type { Dashboard, ReportReference } from '../../src/content/model.ts'
import { drawingOf, labelOf } from '../../src/plan/drawing.ts'

test('a drawing has its numbers in one order, whatever their order in the file', () => {
  const one: Dashboard = { widgets: [{ id: 'a', type: 'TEXT', position: { x: 1, y: 2, w: 3, h: 4 } }] }
  const other: Dashboard = { widgets: [{ id: 'a', type: 'TEXT', position: { h: 4, w: 3, y: 2, x: 1 } }] }
  expect(JSON.stringify(drawingOf(one, other, () => undefined)?.after)).toBe(
    JSON.stringify(drawingOf(one, one, () => undefined)?.after),
  )
})

test('a widget is drawn by its place, type and label, and the kind of its report, whatever else it shows', () => {
  const place = { x: 0, y: 0, w: 8, h: 6 }
  const board = (report: ReportReference, config: object): Dashboard => ({
    widgets: [{ id: 'a', type: 'CHART', position: place, report, config: { title: 'Cash', ...config } }],
  })
  const find = (name: string) => {
    const kind = name === 'report/third' ? 'kpi' : 'table'
    return entityOf('report', { id: 'a', place: {}, definition: { name, kind, sql: `select '${name}'` } })
  }
  const drawn = (report: ReportReference, config = {}) => drawingOf(undefined, board(report, config), find)?.after
  const box = { id: 'a', type: 'CHART', label: 'Cash', shows: 'table', ...place }
  expect(drawn('report/one')).toEqual([{ ...box, report: 'report/one' }])
  expect(drawn('report/other', { rows: [[1, 2]], format: '0.0' })).toEqual([{ ...box, report: 'report/other' }])
  expect(drawn('report/third')).toEqual([{ ...box, report: 'report/third', shows: 'kpi' }])
})

test.each([
  ['# Monday, *9:00*\n\nBring coffee.', 'Monday, 9:00'],
  ['\n---\n<b></b>\n- [the plan](https://acme.example) and more', 'the plan and more'],
  ['> ![logo](a.png) Quoted `code`', 'logo Quoted code'],
  ['word '.repeat(30), 'word word word word word word word word word word word word…'],
  ['---\n***', 'text txtNew01'],
  ['', 'text txtNew01'],
])('a text without a title is named by its first words: %j', (markdown, label) => {
  const widget = { id: 'txtNew01', type: 'TEXT' as const, position: { x: 0, y: 0, w: 4, h: 2 }, config: { markdown } }
  expect(labelOf(widget, (name) => name)).toBe(label)
})

test('a long title is cut after a word, and says so', () => {
  const config = { title: 'word '.repeat(30) }
  const widget = { id: 'txtNew01', type: 'TEXT' as const, position: { x: 0, y: 0, w: 4, h: 2 }, config }
  expect(labelOf(widget, (name) => name)).toBe('word word word word word word word word word word word word…')
})
