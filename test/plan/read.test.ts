import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BoardwrightError } from '../../packages/common/errors.ts'
import { JsonNumber, objectOf } from '../../packages/common/json.ts'
import { jsonValue } from '../../packages/common/test/yaml/values.ts'
import type { Plan } from '../../src/plan/plan-file.ts'
import { readPlan } from '../../src/plan/read.ts'
import { renderJson } from '../../src/words/json.ts'
import { EXAMPLE, object, plan } from '../words/plans.ts'

const refusal = (text: string): [string, string] => {
  try {
    readPlan(text)
  } catch (error) {
    if (error instanceof BoardwrightError) return [error.kind, error.message]
    throw error
  }
  return ['', '']
}
const edited = (change: (plan: Record<string, unknown>) => void): string => {
  const value = JSON.parse(renderJson(EXAMPLE)) as Record<string, unknown>
  change(value)
  return JSON.stringify(value)
}

describe('reading a saved plan', () => {
  test('is the plan that was saved', () => {
    expect(readPlan(renderJson(EXAMPLE))).toEqual(EXAMPLE)
  })

  test('keeps any values, with numbers and the order of keys', () => {
    fc.assert(
      fc.property(jsonValue, jsonValue, (before, after) => {
        const units = [{ unit: 'spec', before, after }]
        const value = plan({ objects: [object({ key: 'report/AAAAAAAAAAAA', title: ['A'], units })] })
        const text = renderJson(value)
        expect(renderJson(readPlan(text))).toBe(text)
      }),
    )
    const exact = plan({
      objects: [
        object({
          key: 'report/A',
          title: [],
          units: [
            {
              unit: 'query',
              after: objectOf([
                ['b', new JsonNumber('1e400')],
                ['10', 1],
                ['9', 2],
              ]),
            },
          ],
        }),
      ],
    })
    expect(renderJson(readPlan(renderJson(exact)))).toContain('{"b":1e400,"10":1,"9":2}')
  })

  test.each<[string, string, string, RegExp]>([
    ['another version', edited((value) => Object.assign(value, { format: 2 })), 'PLAN_VERSION', /format 2/],
    ['an unknown field', edited((value) => Object.assign(value, { extra: 1 })), 'PLAN_INVALID', /unknown key "extra"/],
    ['a truncated file', renderJson(EXAMPLE).slice(0, 900), 'PLAN_INVALID', /line 1, column 901/],
    ['no plan', '[]', 'PLAN_INVALID', /the plan/],
    ['nothing', '', 'PLAN_INVALID', /it is empty/],
    [
      'another fingerprint',
      edited((value) => Object.assign(value, { fingerprint: 'x' })),
      'PLAN_INVALID',
      /fingerprint/,
    ],
    [
      'another change',
      edited((value) => Object.assign((value['objects'] as Plan['objects'])[0]?.units[0] ?? {}, { after: {} })),
      'PLAN_INVALID',
      /fingerprint/,
    ],
  ])('refuses %s', (_, text, kind, message) => {
    expect(refusal(text)).toEqual([kind, expect.stringMatching(message)])
  })

  test('is refused when it was cut off anywhere', () => {
    const text = renderJson(EXAMPLE)
    fc.assert(
      fc.property(fc.nat(text.length - 2), (end) => {
        expect(refusal(text.slice(0, end))[0]).toBe('PLAN_INVALID')
      }),
    )
  })
})
