import { describe, expect, test } from 'vitest'
import { definedIn, memberCalled, readModel } from '../../model/model.ts'

const modelOf = (files: Readonly<Record<string, string>>) =>
  readModel(Object.entries(files).map(([file, text]) => ({ file, text })))
const model = (text: string) => modelOf({ 'model/a.yml': text })
const names = (of: ReturnType<typeof readModel>, owner: string): string[] => [...(of.members.get(owner)?.keys() ?? [])]

const ORDERS = `
cubes:
  - name: base
    sql_table: t
    measures:
      - { name: count, type: count }
    dimensions:
      - { name: city, sql: city, type: string }
  - name: orders
    extends: base
    dimensions:
      - { name: city, sql: town, type: string }
    preAggregations:
      - { name: count, measures: [count] }
views:
  - name: sales
    cubes:
      - joinPath: orders
        prefix: true
        includes: [count, { name: city, alias: town }, gone]
    folders:
      - { name: orders_count, includes: [orders_count] }
`

describe('a data model', () => {
  const read = model(ORDERS)

  test('has what its cubes and views define, inherit and include, each with its place', () => {
    expect(names(read, 'orders')).toEqual(['count', 'city'])
    expect(memberCalled(read, 'orders.city')).toMatchObject({
      of: 'base.city',
      body: { sql: 'town' },
      written: { file: 'model/a.yml', path: ['cubes', 1, 'dimensions', 0, 'name'] },
    })
    expect(memberCalled(read, 'sales.orders_town')).toMatchObject({
      ...{ of: 'orders.city', kind: 'dimensions', prefix: 'orders_', follows: 'orders', isAlias: true },
      written: { path: ['views', 0, 'cubes', 0, 'includes', 1, 'alias'] },
    })
    expect(memberCalled(read, 'sales.orders_gone')).toMatchObject({ of: 'orders.gone' })
  })

  test('keeps a member that a pre-aggregation or a folder shares its name with: no query can name those', () => {
    expect(memberCalled(read, 'orders.count')).toMatchObject({ kind: 'measures', of: 'base.count' })
    expect(memberCalled(read, 'sales.orders_count')).toMatchObject({ kind: 'measures', of: 'orders.count' })
  })

  test('says which files define a name', () => {
    const [base = '', more = ''] = ORDERS.split('views:\n')
    const both = modelOf({ 'model/a.yml': base, 'model/v.yml': `views:\n${more}` })
    expect(definedIn(both, 'sales.orders_count')).toEqual(['model/v.yml', 'model/a.yml'])
  })

  test('has all members of a hundred cubes in a row, and of a view of the last', () => {
    const cubes = Array.from({ length: 100 }, (_, at) => {
      const base = at === 0 ? '' : `, extends: c${at - 1}`
      return `  - { name: c${at}, sql_table: t${base}, dimensions: [{ name: d${at}, sql: x, type: string }] }\n`
    })
    const view = 'views:\n  - { name: v, cubes: [{ join_path: c99, includes: "*" }] }\n'
    expect(names(model(`cubes:\n${cubes.join('')}${view}`), 'v')).toHaveLength(100)
  })

  test('in a circle has what all of it has, wherever one begins', () => {
    const cube = (name: string, base: string): string =>
      `  - { name: ${name}, sql_table: t, extends: ${base}, segments: [{ name: of_${name}, sql: x }] }\n`
    const circle = model(`cubes:\n${cube('a', 'b')}${cube('b', 'a')}`)
    expect(names(circle, 'a')).toEqual(['of_b', 'of_a'])
    expect(names(circle, 'b')).toEqual(['of_a', 'of_b'])
    expect(circle.wholes.cubes.get('a')?.end).toEqual({ name: 'a', because: 'circle' })
  })
})

describe('a file that is not plain YAML', () => {
  test.each([
    ['code', 'model/a.js', 'cube(`a`, {})', 'code'],
    ['a template', 'model/a.yml', 'cubes: [{ name: "{{ x }}" }]', 'template'],
    ['a key twice', 'model/a.yml', 'cubes: []\ncubes: []\n', 'broken'],
    ['an anchor', 'model/a.yml', 'cubes: &a []\n', 'more'],
  ])('with %s is named with the reason', (_, file, text, what) => {
    expect(modelOf({ [file]: text })).toMatchObject({ read: [], unread: [{ file, what }] })
  })

  test('says what it says to the platform if it is more', () => {
    const [more] = model('cubes:\n  - &x { name: a, sqlTable: t }\n  - { <<: *x, name: b }\n').unread
    expect(more?.read()).toEqual({
      value: {
        cubes: [
          { name: 'a', sql_table: 't' },
          { sql_table: 't', name: 'b' },
        ],
      },
    })
    const [cyclic] = model('cubes: &a [*a]\n').unread
    expect(cyclic?.read()).toEqual({ message: 'an alias stands inside what it names' })
  })

  test('is broken by what else is wrong with its text', () => {
    const problem = { kind: 'FILE_ENCODING', message: 'is not text', at: { file: 'model/a.yml' } } as const
    const { unread } = readModel([{ file: 'model/a.yml', text: 'cubes: []\n', problems: [problem] }])
    expect(unread).toMatchObject([{ what: 'broken', problems: [problem] }])
  })
})
