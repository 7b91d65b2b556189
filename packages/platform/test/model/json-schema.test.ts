import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { baseModel } from '../../../../test/clients/engine/base.ts'
import { createMutations } from '../../../../test/clients/engine/mutations.ts'
import { isLong } from '../../../../test/support/long.ts'
import { modelSchema } from '../../model/format/json-schema.ts'
import { MEANINGS } from '../../model/format/meanings.ts'
import { judgeModel } from '../../model/judge/judge.ts'

interface Def {
  readonly title: string
  readonly properties: Readonly<Record<string, { readonly description?: string }>>
}

const schema = modelSchema()
const defs = Object.values(schema['$defs'] as Record<string, Def>)
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, keywords: ['patternErrorMessage'] })
const isValid = ajv.compile(schema)

test('each key of a data model has a meaning, and no other has', () => {
  const keys = defs.flatMap(({ title, properties }) =>
    Object.entries(properties).map(([key, { description }]) => ({ key, title, description })),
  )
  expect(keys.filter(({ description }) => !/^[A-Z].*\.$/.test(description ?? ''))).toEqual([])
  const known = new Set(keys.map(({ key }) => key))
  expect(Object.keys(MEANINGS).filter((key) => !known.has(key))).toEqual([])
  const by = new Set(keys.map(({ key, title }) => `${key} of ${title}`))
  const said = Object.entries(MEANINGS).flatMap(([key, meaning]) =>
    typeof meaning === 'string'
      ? []
      : Object.keys(meaning).flatMap((what) => (what === '' ? [] : [`${key} of ${what}`])),
  )
  expect(said.filter((each) => !by.has(each))).toEqual([])
})

test('what it says of a model, the judge says too', () => {
  expect([isValid(baseModel()), isValid.errors]).toEqual([true, null])
  const next = createMutations(3)
  let refused = 0
  for (let count = 0; count < (isLong ? 2000 : 60); count += 1) {
    const { model, told } = next()
    if (isValid(model)) continue
    refused += 1
    const { faults } = judgeModel([{ file: 'model/m.yml', value: model }], true)
    expect(faults, `${told}: ${ajv.errorsText(isValid.errors)}`).not.toEqual([])
  }
  expect(refused).toBeGreaterThan(5)
})

test.each([
  ['a misspelled key', { cubes: [{ name: 'a', sqll: 'a' }] }],
  ['an unknown type', { cubes: [{ name: 'a', measures: [{ name: 'n', type: 'cuont' }] }] }],
  ['a name that is none', { views: [{ name: 'a b' }] }],
  ['no list', { cubes: {} }],
])('it refuses %s', (_, model) => {
  expect(isValid(model)).toBe(false)
})

test('it takes the other spelling of keys', () => {
  expect(
    isValid({ cubes: [{ name: 'a', sqlTable: 'a', dimensions: [{ name: 'n', type: 'string', sql: 'a' }] }] }),
  ).toBe(true)
})
