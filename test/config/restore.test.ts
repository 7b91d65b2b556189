import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mapStrings } from '../../src/config/map-strings.ts'
import { restoreText } from '../../src/config/restore.ts'
import { restoreValue } from '../../src/config/strings.ts'
import { fillText, type Lookup } from '../../src/config/variables.ts'
import { isLong } from '../support/long.ts'
import { processorMs } from '../support/processor-time.ts'
import { edits, lookups, texts } from './arbitraries.ts'

const fillValue = (value: unknown, lookup: Lookup): unknown => mapStrings(value, (text) => fillText(text, lookup).text)

const VARIABLES = { schema: 'analytics', region: 'EMEA', n: '10', lines: 'one\ntwo' }
const LOOKUP = { variables: VARIABLES }
const restored = (written: string, change: (before: string) => string) => {
  const before = fillText(written, LOOKUP).text
  return restoreText(written, before, change(before), LOOKUP)
}

const SQL = `select month, sum(amount)
from \${var.schema}.orders o
join \${var.schema}.customers c on c.id = o.customer
where region = '\${var.region}'
limit \${var.n}`

describe('variables stay', () => {
  test.each<[string, string, (before: string) => string, string]>([
    [
      'in lines that did not change',
      SQL,
      (before) => before.replace('sum(amount)', 'avg(amount)'),
      SQL.replace('sum(amount)', 'avg(amount)'),
    ],
    [
      'where lines are added and deleted',
      SQL,
      (before) => before.replace(/limit.*/, 'order by 1').replace('where', 'where not is_refund\n  and'),
      SQL.replace(/\nlimit.*/, '\norder by 1').replace('where', 'where not is_refund\n  and'),
    ],
    [
      'in a line that changed behind them',
      SQL,
      (before) => before.replace('orders o', 'all_orders o'),
      SQL.replace('orders o', 'all_orders o'),
    ],
    [
      'in a line that changed on both sides of them',
      'from ${var.schema}.orders o',
      () => 'FROM analytics.orders ord',
      'FROM ${var.schema}.orders ord',
    ],
    ['in a title', 'Sales ${var.region}', () => 'Revenue of EMEA, 2026', 'Revenue of ${var.region}, 2026'],
    ['glued to other words', '${var.schema}_dev.x', () => 'analytics_dev.y', '${var.schema}_dev.y'],
    ['when their line moves', 'a\n${var.schema}.x\nb\nc', () => 'a\nb\nc\nanalytics.x', 'a\nb\nc\nanalytics.x'],
    [
      'more than one in a line',
      '${var.schema}.a, ${var.schema}.b',
      () => 'analytics.a , analytics.c',
      '${var.schema}.a , ${var.schema}.c',
    ],
    ['with values of several lines', 'a\n[${var.lines}]\nb', () => 'a\n[one\ntwo]\nc', 'a\n[${var.lines}]\nc'],
    ['with an unknown name', 'x ${var.typo} a', () => 'x ${var.typo} b', 'x ${var.typo} b'],
    ['while a literal one is added', '${var.region} a', () => 'EMEA a ${var.region}', '${var.region} a $${var.region}'],
  ])('%s', (_, written, change, expected) => {
    expect(restored(written, change).text).toBe(expected)
  })

  test('and nothing is reported when their lines are deleted', () => {
    expect(restored(SQL, (before) => before.replace(/\nlimit.*/, ''))).toMatchObject({ kept: true, lost: [] })
  })
})

describe('variables become text', () => {
  test.each<[string, string, string, string, string[]]>([
    ['when their value changed', 'limit ${var.n}', 'limit 20', 'limit 20', ['n']],
    ['when it only begins the same', 'limit ${var.n}', 'limit 100', 'limit 100', ['n']],
    ['when the line is another one', 'where a = ${var.n}', 'limit 10', 'limit 10', ['n']],
    [
      'when it is unclear which one it is',
      '(${var.schema})',
      '[analytics, analytics]',
      '[analytics, analytics]',
      ['schema'],
    ],
    ['with a dollar sign before them', 'a ${var.region}', 'a $EMEA', 'a $EMEA', ['region']],
    ['when the values in a line are swapped', '${var.schema} ${var.region}', 'EMEA analytics', '${var.schema}', []],
  ])('%s', (_, written, after, expected, lost) => {
    const result = restored(written, () => after)
    expect(fillText(result.text, LOOKUP).text).toBe(after)
    if (lost.length > 0) expect(result).toEqual({ text: expected, kept: false, lost })
    else expect(result.lost).toHaveLength(1)
  })

  test('when the old text was not made from the written one', () => {
    expect(restoreText('${var.n}', 'other', 'another ${var.n}', LOOKUP)).toEqual({
      text: 'another $${var.n}',
      kept: false,
      lost: ['n'],
    })
  })

  test('when the text is unchanged but was not made from the written one', () => {
    expect(restoreText('${var.n}', 'x', 'x', LOOKUP)).toEqual({ text: 'x', kept: false, lost: ['n'] })
  })
})

const changed = fc.tuple(texts, lookups).chain(([written, lookup]) => {
  const before = fillText(written, lookup).text
  return fc.record({
    written: fc.constant(written),
    lookup: fc.constant(lookup),
    before: fc.constant(before),
    after: fc.oneof(edits(before), texts),
  })
})

describe('for any change', () => {
  test('the restored text fills in to the new one, and lists the variables that it lost', () => {
    fc.assert(
      fc.property(changed, ({ written, lookup, before, after }) => {
        const { text, kept, lost } = restoreText(written, before, after, lookup)
        const filled = fillText(text, lookup)
        expect(filled.text).toBe(after)
        expect(kept).toBe(lost.length === 0)
        const names = new Set(fillText(written, lookup).uses.map(({ name }) => name))
        expect([...filled.uses, ...lost.map((name) => ({ name }))].every(({ name }) => names.has(name))).toBe(true)
      }),
      { numRuns: isLong ? 20_000 : 1000 },
    )
  })

  test('lines before and after it stay as they are written', () => {
    fc.assert(
      fc.property(changed, texts, texts, ({ written, lookup, after }, head, tail) => {
        const whole = `${head}\n#1#\n${written}\n#2#\n${tail}`
        const before = fillText(whole, lookup).text
        const [top, , bottom] = [fillText(head, lookup).text, '', fillText(tail, lookup).text]
        const { text } = restoreText(whole, before, `${top}\n#1#\n${after}\n#2#\n${bottom}`, lookup)
        fc.pre(!after.includes('#') && ![head, tail].some((each) => each.includes('#')))
        expect(text.startsWith(`${head}\n#1#\n`)).toBe(true)
        expect(text.endsWith(`\n#2#\n${tail}`)).toBe(true)
      }),
      { numRuns: isLong ? 5000 : 250 },
    )
  })

  test('without a change nothing changes', () => {
    fc.assert(
      fc.property(texts, lookups, (written, lookup) => {
        const before = fillText(written, lookup).text
        expect(restoreText(written, before, before, lookup)).toEqual({ text: written, kept: true, lost: [] })
      }),
    )
  })

  test('a restored value is exactly the new one', () => {
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        texts,
        fc.constantFrom(null, 1, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', '1', '__proto__'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    })).value
    fc.assert(
      fc.property(values, values, lookups, (written, after, lookup) => {
        const before = fillValue(written, lookup)
        expect(fillValue(restoreValue(written, before, after, lookup).value, lookup)).toEqual(after)
        expect(restoreValue(written, before, before, lookup).value).toEqual(written)
      }),
      { numRuns: isLong ? 10_000 : 500 },
    )
  })
})

test('a value keeps the variables in its unchanged parts', () => {
  const written = {
    measures: ['${var.schema}.total', '${var.schema}.count'],
    filters: [
      { id: 'a', values: ['${var.region}'] },
      { id: 'b', values: ['x'] },
    ],
  }
  const after = {
    measures: ['analytics.total', 'other.sum', 'analytics.count'],
    filters: [
      { id: 'b', values: ['y'] },
      { id: 'a', values: ['EMEA', 'APAC'] },
    ],
  }
  expect(restoreValue(written, fillValue(written, LOOKUP), after, LOOKUP)).toEqual({
    value: {
      measures: ['${var.schema}.total', 'other.sum', '${var.schema}.count'],
      filters: [
        { id: 'b', values: ['y'] },
        { id: 'a', values: ['${var.region}', 'APAC'] },
      ],
    },
    kept: true,
    lost: [],
  })
})

test('long texts are fast', async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => `line ${n} of \${var.schema}`)
  const written = lines.join('\n')
  const before = fillText(written, LOOKUP).text
  const ms = await processorMs(() => {
    const other = before.replaceAll('line', 'row')
    expect(restoreText(written, before, other, LOOKUP).text === written.replaceAll('line', 'row')).toBe(true)
    const fewer = other.slice(other.indexOf('\n') + 1)
    expect(fillText(restoreText(written, before, fewer, LOOKUP).text, LOOKUP).text === fewer).toBe(true)
    const long = `\${var.schema} ${'x'.repeat(1_000_000)}`
    const filled = fillText(long, LOOKUP).text
    expect(restoreText(long, filled, `${filled}y`, LOOKUP).text === `${long}y`).toBe(true)
  })
  expect(ms).toBeLessThan(2500)
})
