import { expect, test } from 'vitest'
import { compareAll } from '../../src/compare/compare.ts'
import { wholeUnits } from '../../src/compare/whole.ts'
import { contentOf, entityOf } from '../../src/content/entity.ts'
import { workbookKey } from '../../src/content/model.ts'
import { workbook } from '../content/values.ts'
import { NO_HISTORY, NOTHING_LIVE } from '../support/compare-inputs.ts'

const key = workbookKey('board')

test.for([
  ['its own slug', 'cash', 'cash'],
  ['no slug', undefined, undefined],
  ['the slug of its file', 'board', 'board'],
] as const)('a live workbook with %s is compared and shown with that', ([, name, expected]) => {
  const content = contentOf([entityOf('workbook', workbook('board'))])
  const inputs = {
    ...{ desired: content, history: NO_HISTORY, takenEdits: new Set<never>() },
    live: { ...NOTHING_LIVE, content, facts: new Map([[key, { id: 1, name }]]) },
  }
  const compared = compareAll(inputs)
  expect(wholeUnits({ inputs, compared }, 'live', key)?.get('slug')).toBe(expected)
  expect(wholeUnits({ inputs, compared }, 'desired', key)?.get('slug')).toBe('board')
  const verdict = compared.comparisons.get(key)?.verdicts.get('slug')
  expect(verdict ?? 'same').toBe(expected === 'board' ? 'same' : 'conflict')
})
