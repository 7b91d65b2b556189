import { describe, expect, test } from 'vitest'
import type { Scene } from '../../scene.ts'
import { formatCell } from '../../viewer/data/format.ts'
import { rowsIn } from '../../viewer/data/real-rows.ts'
import { compileSpec } from '../../viewer/vega/compile.ts'

const SCENE: Scene = {
  ...{ title: 'T', dashboard: {}, reports: {} },
  members: { 'orders.sum': { kind: 'measure', type: 'sum' } },
}

/** Each number as the data API sends it: as a text, or null. */
const read = (...sent: (string | null)[]) =>
  rowsIn({ rows: sent.map((value) => ({ 'orders.sum': value })) }, { name: 'R' }, SCENE)

function shown(sent: string | null): string {
  const { rows, columns } = read(sent)
  const [column] = columns
  return column ? formatCell(rows[0]?.['orders.sum'], column, { locale: 'en' }) : ''
}

describe('a table shows a number as it was sent', () => {
  test.each([
    ['12', '12'],
    ['-0', '0'],
    ['1.5', '1.5'],
    ['9007199254740993', '9,007,199,254,740,993'],
    ['-12345678901234567890', '−12,345,678,901,234,567,890'],
    ['12345678901234567890.5', '12,345,678,901,234,567,000'],
    ['N/A', 'N/A'],
    ['Infinity', 'Infinity'],
    ['', '–'],
    [null, '–'],
  ])('%s as %s', (sent, expected) => {
    expect(shown(sent)).toBe(expected)
  })
})

test('a chart gets numbers or nothing: a text among them would leave it empty', () => {
  const spec = { mark: 'arc', encoding: { theta: { field: 'orders\\.sum', type: 'quantitative' } } }
  const { vega } = compileSpec(
    spec,
    read('1', 'N/A', 'Infinity', '9007199254740993', null),
    {},
    { width: 9, height: 9 },
    {},
  )
  const [data] = vega.data ?? []
  const values = data && 'values' in data && Array.isArray(data.values) ? data.values : []
  expect(values.map((row) => row['orders.sum'])).toEqual([1, null, null, 9007199254740992, null])
})
