import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeText, fillText } from '../../src/config/variables.ts'
import { lookups, texts } from './arbitraries.ts'

const VARIABLES = { schema: 'analytics', n: '10', empty: '', 'with-dash': 'd', quoting: '${var.n}' }
const REPORTS = (name: string): string | undefined => ({ '/sales/revenue': 'rQ2m97f3kABC' })[name]

describe('a text is filled in', () => {
  test.each([
    ['from ${var.schema}.orders', 'from analytics.orders'],
    ['${var.n}${var.n}', '1010'],
    ['[${var.empty}]', '[]'],
    ['${var.with-dash}', 'd'],
    ['a value is not read again: ${var.quoting}', 'a value is not read again: ${var.n}'],
    ['$${var.schema}', '${var.schema}'],
    ['$$${var.schema}', '$${var.schema}'],
    ['$$$${var.schema}', '$$${var.schema}'],
    ['cost: $ ${var.n}', 'cost: $ 10'],
  ])('%s', (written, filled) => {
    expect(fillText(written, { variables: VARIABLES })).toMatchObject({ text: filled, missing: [] })
  })

  test.each([
    '${schema}',
    '${env.schema}',
    '${var.}',
    '${var.a b}',
    '${var.schema',
    '${ var.schema }',
    '${VAR.schema}',
    '${var.1}',
    '$var.schema',
    '{var.schema}',
    '`${x}` and ${report.revenue}',
  ])('%s has no variable in it', (text) => {
    expect(fillText(text, { variables: VARIABLES })).toEqual({ text, uses: [], missing: [] })
  })

  test('with the places of the variables', () => {
    const { uses } = fillText('a ${var.n}\n${var.schema}', { variables: VARIABLES })
    expect(uses).toEqual([
      { kind: 'var', name: 'n', index: 2, token: '${var.n}' },
      { kind: 'var', name: 'schema', index: 11, token: '${var.schema}' },
    ])
  })

  test.each(['nothing', 'toString', '__proto__'])('and reports an unknown %s', (name) => {
    const { text, missing } = fillText(`x \${var.${name}}`, { variables: VARIABLES })
    expect(text).toBe(`x \${var.${name}}`)
    expect(missing).toEqual([{ kind: 'var', name, index: 2, token: `\${var.${name}}` }])
  })

  test('with ids of reports if they may be named', () => {
    const lookup = { variables: VARIABLES, reportId: REPORTS }
    expect(fillText('id: "${report./sales/revenue}", $${report.x}, ${var.n}', lookup).text).toBe(
      'id: "rQ2m97f3kABC", ${report.x}, 10',
    )
    expect(fillText('${report.costs}', lookup)).toMatchObject({
      text: '${report.costs}',
      missing: [{ kind: 'report', name: 'costs' }],
    })
  })
})

test('any text can be written', () => {
  fc.assert(
    fc.property(texts, lookups, (text, lookup) => {
      const escaped = escapeText(text, lookup)
      expect(fillText(escaped, lookup)).toEqual({ text, uses: [], missing: [] })
    }),
    { numRuns: 500 },
  )
})
