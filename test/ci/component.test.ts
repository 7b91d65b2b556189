import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const documents = parseAllDocuments(readFileSync('templates/boardwright.yml', 'utf8')).map((each) => each.toJS())
const [{ spec }, { include, variables }] = documents as [
  { readonly spec: { readonly inputs: Readonly<Record<string, { readonly default: string }>> } },
  { readonly include: readonly { readonly local: string }[]; readonly variables: Readonly<Record<string, string>> },
]

test('each input is for a variable of the pipeline that it includes, with the same default', () => {
  const [{ local } = { local: '' }] = include
  expect(existsSync(`.${local}`)).toBe(true)
  const pipeline: { readonly variables: Readonly<Record<string, string>> } = parse(readFileSync(`.${local}`, 'utf8'))
  const given = Object.entries(variables).map(([name, value]) => [name, /inputs\.(\w+)/.exec(value)?.[1] ?? ''])
  expect(given.map(([, input]) => input).sort()).toEqual(Object.keys(spec.inputs).sort())
  for (const [name = '', input = ''] of given) expect(spec.inputs[input]?.default, name).toBe(pipeline.variables[name])
})
