import { existsSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const text = { type: 'string', minLength: 1 } as const
const strict = (properties: object) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
})

/** What GitLab asks of a component, of the keys that ours has. */
const SPEC = strict({
  spec: strict({
    inputs: { type: 'object', minProperties: 1, additionalProperties: strict({ description: text, default: text }) },
  }),
})
const CONFIGURATION = strict({
  include: { type: 'array', items: strict({ local: { type: 'string', pattern: '^/' } }), minItems: 1 },
  variables: {
    type: 'object',
    additionalProperties: { type: 'string', pattern: '^\\$\\[\\[ inputs\\.[a-z]+ \\]\\]$' },
  },
})

const documents = parseAllDocuments(readFileSync('templates/boardwright.yml', 'utf8')).map((each) => each.toJS())
const [{ spec }, { include, variables }] = documents as [
  { readonly spec: { readonly inputs: Readonly<Record<string, { readonly default: string }>> } },
  { readonly include: readonly { readonly local: string }[]; readonly variables: Readonly<Record<string, string>> },
]

test('the component is right by its format', () => {
  const ajv = new Ajv({ allErrors: true })
  expect(documents).toHaveLength(2)
  for (const [index, schema] of [SPEC, CONFIGURATION].entries()) {
    const check = ajv.compile(schema)
    expect(check(documents[index]) ? [] : check.errors).toEqual([])
  }
})

test('each input is for a variable of the pipeline that it includes, and what is left out is as there', () => {
  const [{ local } = { local: '' }] = include
  expect(existsSync(`.${local}`)).toBe(true)
  const pipeline: { readonly variables: Readonly<Record<string, string>> } = parse(readFileSync(`.${local}`, 'utf8'))
  const given = Object.entries(variables).map(([name, value]) => [name, /inputs\.(\w+)/.exec(value)?.[1] ?? ''])
  expect(given.map(([, input]) => input).sort()).toEqual(Object.keys(spec.inputs).sort())
  for (const [name = '', input = ''] of given) expect(spec.inputs[input]?.default, name).toBe(pipeline.variables[name])
})
