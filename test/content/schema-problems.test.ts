import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseJson } from '../../packages/common/json.ts'
import { readYaml } from '../../packages/common/yaml/read.ts'
import { schemaProblems } from '../../src/content/schema-problems.ts'
import { processorMs } from '../support/processor-time.ts'

const Schema = z.strictObject({
  title: z.string().min(1).max(5).optional(),
  kind: z.enum(['a', 'b']).optional(),
  count: z.int().min(1).optional(),
  model: z.union([z.literal('off'), z.strictObject({ branch: z.string() })]).optional(),
  items: z.array(z.strictObject({ id: z.string(), size: z.int().nullable().optional() })).optional(),
  names: z.record(z.string().regex(/^[a-z]+$/, { error: 'must be lower-case' }), z.boolean()).optional(),
})

test.each([
  ['titel: x', '1:1 unknown key "titel" | did you mean "title"?'],
  ['zzz: x', '1:1 unknown key "zzz" | Remove it, or write one of title, kind, count, model, items, names.'],
  ['title: 1', '1:8 "title" must be a text, not 1 | Put it in quotes: "1".'],
  ['title: ~', '1:8 "title" must be a text, not nothing | Write a text of 1 to 5 characters.'],
  ['title: toolong', '1:8 "title" must be at most 5 characters long | Write a text of 1 to 5 characters.'],
  ['title: ""', '1:8 "title" must not be empty | Write a text of 1 to 5 characters.'],
  ['kind: c', '1:7 "kind" must be one of a, b, not "c" | Write one of them.'],
  ['count: 1.5', '1:8 "count" must be a whole number, not 1.5 | Write a whole number of at least 1.'],
  ['count: 0', '1:8 "count" must be at least 1 | Write a whole number of at least 1.'],
  [
    'count: 12345678901234567890',
    '1:8 "count" is a number with too many digits: 12345678901234567890 | Write a whole number of at least 1.',
  ],
  ['model: on', '1:8 "model" must be "off" or a map, not "on" | Write "off" or a map with branch.'],
  ['model: [1]', '1:8 "model" must be "off" or a map, not a list | Write "off" or a map with branch.'],
  ['model: {}', '1:8 "model.branch" is missing | Add "branch": a text.'],
  ['model: {branch: x, brunch: y}', '1:20 unknown key "brunch" | did you mean "branch"?'],
  ['model: {branch: 1}', '1:17 "model.branch" must be a text, not 1 | Put it in quotes: "1".'],
  ['items: {}', '1:8 "items" must be a list, not a map | Write a list, each entry after a "-".'],
  ['items:\n  - {id: a}\n  - {size: 1}', '3:5 "items[1].id" is missing | Add "id": a text.'],
  ['items:\n  - {id: a, sise: 1}', '2:13 unknown key "sise" | did you mean "size"?'],
  ['names: {A: true}', '1:9 "names.A" must be lower-case | Write lower-case.'],
  ['names: {a: 1}', '1:12 "names.a" must be true or false, not 1 | Write true or false.'],
  ['- 1', '1:3 the file must be a map, not a list | Write a map with title, kind, count, model, items, names.'],
])('%s', (text, expected) => {
  const { value, placeOf } = readYaml(text, 'x.yaml')
  const problems = schemaProblems({ placeOf }, Schema, value).map(
    ({ at, message, hint }) => `${at.line}:${at.column} ${message}${hint === undefined ? '' : ` | ${hint}`}`,
  )
  expect(problems).toEqual([expected])
})

test('a value that fits has none', () => {
  const { placeOf } = readYaml('title: x', 'x.yaml')
  expect(schemaProblems({ placeOf }, Schema, parseJson('{"title": "x", "model": "off", "items": []}'))).toEqual([])
})

test('thousands of one kind are found in time that grows with their number', async () => {
  const items = z.array(z.strictObject({ x: z.int().min(0), y: z.int().min(0) }))
  const value = Array.from({ length: 2_500 }, () => ({ x: -1, y: -1 }))
  const placeOf = () => ({ at: { file: 'a.yaml' }, length: 1 })
  const ms = await processorMs(() => expect(schemaProblems({ placeOf }, items, value)).toHaveLength(5_000))
  expect(ms).toBeLessThan(3_000)
})
