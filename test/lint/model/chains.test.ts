// Slow: its models have thousands of cubes.
import { describe, expect, test } from 'vitest'
import { readCompanyModel } from '../../../packages/pictures/company/read-model.ts'
import { modelFaults } from '../../../src/lint/model/faults.ts'
import { readTreeModel } from '../../../src/serialize/model/read.ts'

const cube = (at: number, base: number): string =>
  `  - name: c${at}\n    sql_table: t\n    ${base < 0 ? '' : `extends: c${base}\n    `}dimensions:\n      - name: d${at}\n        sql: x\n        type: string\n`
const modelOf = (cubes: readonly string[]) =>
  readTreeModel(new Map([['data-model/model/cubes/c.yml', new TextEncoder().encode(`cubes:\n${cubes.join('')}`)]]))
const chain = (length: number): string[] => Array.from({ length }, (_, at) => cube(at, at - 1))

describe('cubes that extend each other in a row', () => {
  test.each([
    ['first to last', chain(6_000)],
    ['last to first', chain(6_000).toReversed()],
  ])('are refused if there are thousands, with a place: %s', (_, cubes) => {
    const model = modelOf(cubes)
    expect(model.read).toHaveLength(1)
    const faults = modelFaults(model)
    expect(faults).toHaveLength(5_900)
    const fault = faults.find(({ message }) => message.startsWith('"c100"'))
    expect(fault).toMatchObject({
      at: { file: 'data-model/model/cubes/c.yml' },
      message: '"c100" extends more than 99 in a row',
    })
    const { members, wholes } = model
    expect(Math.max(...[...members.values()].slice(0, 1_000).map(({ size }) => size))).toBe(100)
    const { cubes: read } = readCompanyModel(wholes)
    expect(Object.keys(read['c5999']?.dimensions ?? {})).toHaveLength(100)
  })

  test('have what a hundred of them have', () => {
    const model = modelOf(chain(100))
    expect(modelFaults(model)).toEqual([])
    expect(model.members.get('c99')?.size).toBe(100)
  })

  test('in a circle are refused, and read to their end', () => {
    const model = modelOf([...chain(50).slice(1), cube(0, 49)])
    expect(modelFaults(model).map(({ message }) => message)).toContain('"c0" extends itself through "c1"')
    const { cubes } = readCompanyModel(model.wholes)
    expect(Object.keys(cubes['c7']?.dimensions ?? {})).toHaveLength(50)
  })
})
