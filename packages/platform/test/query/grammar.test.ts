import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { jsonSchemaOf } from '../../../../src/setup/schemas.ts'
import { readQueries } from '../../../sandbox/data/query.ts'
import { Refusal } from '../../../sandbox/http/refusal.ts'
import { Query } from '../../query/grammar.ts'
import { CASES } from './cases.ts'

const editor = new Ajv2020({ strict: true, allowUnionTypes: true, keywords: ['patternErrorMessage'] }).compile(
  jsonSchemaOf('report'),
)
const report = { id: 'aB3dE5fG7hI9', name: 'Orders' }

const seenByEditors = (query: unknown): boolean => editor({ ...report, query })

function refusedBySandbox(query: unknown): boolean {
  try {
    readQueries(query)
    return false
  } catch (cause) {
    if (cause instanceof Refusal) return !cause.message.includes('expressions')
    throw cause
  }
}

describe.each(CASES)('$rule', ({ valid, invalid, unseenByEditors, unseenBySandbox }) => {
  test.each(valid.map((query) => ({ query })))('$query is accepted', ({ query }) => {
    expect(Query.safeParse(query).error).toBeUndefined()
    seenByEditors(query)
    expect(editor.errors).toBeNull()
    expect(refusedBySandbox(query)).toBe(false)
  })

  test.each(invalid.map((query) => ({ query })))('$query is refused', ({ query }) => {
    expect(Query.safeParse(query).success).toBe(false)
    // A report without a query, or with none, is right: it has SQL.
    if (query != null) expect(seenByEditors(query)).toBe(unseenByEditors === true)
    expect(refusedBySandbox(query)).toBe(unseenBySandbox !== true)
  })
})

test('the table covers every rule often enough', () => {
  const count = (of: 'valid' | 'invalid') => CASES.reduce((sum, each) => sum + each[of].length, 0)
  expect(count('valid')).toBeGreaterThanOrEqual(100)
  expect(count('invalid')).toBeGreaterThanOrEqual(150)
})
