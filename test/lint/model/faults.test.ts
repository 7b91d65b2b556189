import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileModel } from '../../../packages/sandbox/models/compile.ts'
import { readDataModel } from '../../../packages/sandbox/seeds/seed.ts'
import { modelFaults } from '../../../src/lint/model/faults.ts'
import { readTreeModel } from '../../../src/serialize/model/read.ts'
import { camelKeys } from '../../serialize/camel-keys.ts'
import { isLong } from '../../support/long.ts'

const ACME: Readonly<Record<string, string>> = Object.fromEntries(
  [...readDataModel('acme')].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]),
)
const ORDERS = 'model/cubes/orders.yml'
const SALES = 'model/views/sales.yml'

const modelIn = (files: Readonly<Record<string, string>>) =>
  readTreeModel(new Map(Object.entries(files).map(([path, text]) => [`data-model/${path}`, Buffer.from(text)])))
const faultsIn = (files: Readonly<Record<string, string>>) => modelFaults(modelIn(files))
const platformSays = (files: Readonly<Record<string, string>>) => compileModel(new Map(Object.entries(files))).errors

const replaced = (file: string, from: string, to: string): Record<string, string> => {
  const text = ACME[file] ?? ''
  expect(text).toContain(from)
  return { ...ACME, [file]: text.replace(from, to) }
}
const told = (files: Readonly<Record<string, string>>): string[] =>
  faultsIn(files).map(({ at, message, hint }) => `${at.file.slice(11)}:${at.line}:${at.column} ${message} | ${hint}`)

/** The same model, its keys spelled in the platform's other way. */
const inCamelCase = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file, camelKeys(text)]))
const withoutColumn = (line: string): string => line.replace(/^([^:]+:\d+):\d+/, '$1')

test('finds nothing wrong with a model that the platform accepts', () => {
  expect(told(ACME)).toEqual([])
  expect(inCamelCase(ACME)[SALES]).toContain('joinPath: ')
  expect(told(inCamelCase(ACME))).toEqual([])
  expect(platformSays(inCamelCase(ACME))).toEqual([])
})

type Row = readonly [file: string, from: string, to: string, expected: readonly RegExp[]]

test.each([
  ['too many entries', `cubes:\n${'  - 1\n'.repeat(100_000)}`, '100001:3 has more than 100,000 keys and list items'],
  ['too much nesting', `cubes: ${'['.repeat(300)}${']'.repeat(300)}\n`, '1:263 is nested deeper than 256'],
])('a file with %s is one error, where the limit is passed', (_, text, expected) => {
  const path = 'model/cubes/huge.yml'
  expect(told({ ...ACME, [path]: text })).toEqual([expect.stringContaining(`${path}:${expected}`)])
})

describe('what the platform refuses is reported with its place and what to write', () => {
  const rows: Readonly<Record<string, Row>> = {
    'a member renamed, and the view and a measure still name it': [
      ORDERS,
      '- name: gross_revenue',
      '- name: gross_revenues',
      [
        /^model\/cubes\/orders\.yml:\d+:\d+ "gross_revenue" is neither a member of the cube "orders" nor a cube \| did you mean "gross_revenues"\?$/,
        /^model\/views\/sales\.yml:15:13 the view "sales" includes "gross_revenue", which the cube "orders" does not have \| did you mean "gross_revenues"\?$/,
      ],
    ],
    'an unknown type': [ORDERS, 'type: boolean', 'type: bool', [/orders\.yml:\d+:15 "bool" is not a valid type \| /]],
    'a misspelled key': [
      ORDERS,
      'sql: gross_amount',
      'sqll: gross_amount',
      [/"sqll" is not a key of a measure/, /has no sql/],
    ],
    'a flag that is a text': [
      'model/cubes/regions.yml',
      'primary_key: true',
      'primary_key: "yes"',
      [/regions\.yml:18:22 "primary_key" must be true or false/],
    ],
    'a cube that is not there': [
      SALES,
      'join_path: orders.customers\n',
      'join_path: orders.custmers\n',
      [/:\d+:\d+ there is no cube "custmers" \| did you mean "customers"\?/],
    ],
    'a level of a hierarchy that is no list': [
      ORDERS,
      '    dimensions:\n',
      '    hierarchies:\n      - {name: steps, levels: status}\n    dimensions:\n',
      [/"levels" must be a list/],
    ],
    'a member that names its own cube, in a cube that inherits it': [
      ORDERS,
      'cubes:\n',
      `cubes:
  - {name: returns, extends: plain}
  - {name: plain, sql_table: t, measures: [{name: total, sql: "{plain}.amount", type: sum}]}
`,
      [
        /:2:\d+ "returns" inherits "total", which reads columns of the cube "plain" \| Write \{CUBE\} instead of \{plain\}/,
      ],
    ],
    'a list that is called otherwise': [
      ORDERS,
      'cubes:',
      'cube:',
      [/orders\.yml:1:1 "cube" is not a key.* did you mean "cubes"\?/],
    ],
  }
  test.each(Object.entries(rows))('%s', (_, [file, from, to, expected]) => {
    const files = replaced(file, from, to)
    const found = told(files)
    expect(found, found.join('\n')).toEqual(expected.map((each) => expect.stringMatching(each)))
    expect(platformSays(files)).not.toEqual([])
    expect(told(inCamelCase(files)).map(withoutColumn)).toEqual(found.map(withoutColumn))
  })
})

test('an unknown key is reported as it is written', () => {
  const [found] = told(replaced(SALES, 'join_path: orders.customers\n', 'joinPat: orders.customers\n'))
  expect(found).toMatch(/"joinPat" is not a key of a part of a view \| did you mean "join_path"\?$/)
})

test('what is not public is not suggested, unless it was meant', () => {
  const model = (drill: string): Record<string, string> => ({
    'model/a.yml': `
cubes:
  - name: orders
    sql_table: orders
    measures:
      - {name: count, type: count, drill_members: [${drill}]}
    dimensions:
      - {name: order_key, sql: id, type: number, public: false}
      - {name: status, sql: status, type: string}
views:
  - name: sales
    cubes:
      - {join_path: orders, includes: [count, elsewhere]}
`,
  })
  const hints = (drill: string) => faultsIn(model(drill)).map(({ hint }) => hint)
  expect(hints('nothing')).toEqual([
    'Name something that exists. There are: count, status.',
    'Write the name that it has in "orders" now, or take it out. There are: status.',
  ])
  expect(hints('order_kye')[0]).toBe('did you mean "order_key"?')
})

test.each([
  [
    'SQL of a join',
    'model/cubes/regions.yml',
    '- name: code',
    '- name: region_code',
    [/cash\.yml:\d+:\d+ the cube "regions" has no member "code"/, /customers\.yml:.*has no member "code"/],
  ],
  [
    'a path without joins',
    SALES,
    'join_path: orders.customers.regions',
    'join_path: orders.cash',
    [/the cubes "orders" and "cash" are not joined/, /includes "name", which the cube "cash"/],
  ],
] satisfies [string, ...Row][])('what only a query finds is a warning: %s', (_, file, from, to, expected) => {
  const files = replaced(file, from, to)
  expect(told(files)).toEqual(expected.map((each) => expect.stringMatching(each)))
  expect(faultsIn(files)[0]?.warning).toBe(true)
})

test('beside code and templates the rest is checked, but what is missing may be defined there', () => {
  const broken = replaced(ORDERS, '- name: gross_revenue', '- name: turnover')
  const elsewhere = replaced(ORDERS, 'name: customers', 'name: buyers')
  expect(told(elsewhere)).not.toEqual([])
  for (const more of [{ 'model/more.py': 'x' }, { 'model/more.yml': 'cubes: {{ all }}\n' }]) {
    expect(told({ ...broken, ...more })).toEqual([expect.stringContaining('includes "gross_revenue", which the cube')])
    expect(told({ ...elsewhere, ...more })).toEqual([])
  }
})

test('a file that is not YAML hides nothing that other files say', () => {
  const shown = (files: Readonly<Record<string, string>>) =>
    faultsIn(files).map(({ at, message }) => `${at.file} ${message}`)
  const more = { 'model/more.yml': 'cubes:\n  - name: more\n    sql_table: [more\n' }
  expect(shown({ ...replaced(ORDERS, 'type: sum', 'type: summ'), ...more })).toEqual([
    'data-model/model/more.yml the closing "]" is missing, or its line is not indented',
    expect.stringContaining('summ'),
  ])
  expect(shown({ ...replaced(ORDERS, 'name: customers', 'name: buyers'), ...more })).toHaveLength(1)
})

/** A line of the model, changed in one of the ways in which people change them. */
const CHANGES: Readonly<Record<string, (line: string) => string>> = {
  'the name is another one': (line) => line.replace(/(- (?:name|join_path): )(\w+)/, '$1$2_new'),
  'the entry is another one': (line) => line.replace(/^( +- )(\w+)$/, '$1$2_gone'),
  'a reference is another one': (line) => line.replace(/\{(\w+)\.?(\w*)\}/, '{$1.missing}'),
  'a bare reference is another one': (line) => line.replace(/\{(\w+)\}/, '{missing}'),
  'a word is misspelled': (line) => line.replace(/(type|relationship): (\w)/, '$1: x$2'),
  'a key is misspelled': (line) => line.replace(/^( +(?:- )?)(\w)(\w+):/, '$1$2$2$3:'),
  'no key': (line) => line.replace(/primary_key: true/, 'primary_key: false'),
  'no value': (line) => line.replace(/^( +(?:- )?\w+:) .+$/, '$1'),
  'a number': (line) => line.replace(/^( +(?:- )?\w+:) .+$/, '$1 7'),
  'the line is gone': () => '',
  'the line is there twice': (line) => (/^ +- \w+$/.test(line) ? `${line}\n${line}` : line),
  'keys as others write them': camelKeys,
  'as others write it': (line) => line.replace(/many_to_one/, 'manyToOne').replace(/type: sum/, 'type: countDistinct'),
}

test('the platform accepts what passes, and refuses what is refused', () => {
  const lines = Object.entries(ACME)
    .filter(([file]) => file.startsWith('model/'))
    .flatMap(([file, text]) => text.split('\n').map((_, line) => ({ file, line })))
  const change = fc.record({ at: fc.constantFrom(...lines), how: fc.constantFrom(...Object.keys(CHANGES)) })
  let refused = 0
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
      const files = { ...ACME }
      for (const { at, how } of changes) {
        const all = (files[at.file] ?? '').split('\n')
        all[at.line] = CHANGES[how]?.(all[at.line] ?? '') ?? ''
        files[at.file] = all.join('\n')
      }
      const model = modelIn(files)
      fc.pre(model.unread.length === 0)
      const [ours, theirs] = [modelFaults(model).filter(({ warning }) => !warning), platformSays(files)]
      const about = JSON.stringify([ours.map(({ message }) => message), theirs], null, 2)
      expect(theirs.length > 0, about).toBe(ours.length > 0)
      if (theirs.length > 0) refused += 1
    }),
    { numRuns: isLong ? 20_000 : 60 },
  )
  expect(refused).toBeGreaterThan(isLong ? 100 : 15)
})
