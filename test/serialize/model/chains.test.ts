// Slow: its models have thousands of cubes.
import { describe, expect, test } from 'vitest'
import { readCompanyModel } from '../../../packages/pictures/company/read-model.ts'
import { defineModel, readModelFiles } from '../../../src/serialize/model/definitions.ts'
import { modelFaults } from '../../../src/serialize/model/faults.ts'

const cube = (at: number, base: number): string =>
  `  - name: c${at}\n    sql_table: t\n    ${base < 0 ? '' : `extends: c${base}\n    `}dimensions:\n      - name: d${at}\n        sql: x\n        type: string\n`
const modelOf = (cubes: readonly string[]) =>
  readModelFiles(new Map([['data-model/model/cubes/c.yml', new TextEncoder().encode(`cubes:\n${cubes.join('')}`)]]))
const chain = (length: number): string[] => Array.from({ length }, (_, at) => cube(at, at - 1))

describe('cubes that extend each other in a row', () => {
  test.each([
    ['first to last', chain(6_000)],
    ['last to first', chain(6_000).toReversed()],
  ])('are refused if there are thousands, with a place: %s', (_, cubes) => {
    const files = modelOf(cubes)
    expect(files.read).toHaveLength(1)
    const faults = modelFaults(files)
    expect(faults).toHaveLength(5_900)
    const fault = faults.find(({ message }) => message.startsWith('"c100"'))
    expect(fault).toMatchObject({
      at: { file: 'data-model/model/cubes/c.yml' },
      message: '"c100" extends more than 99 in a row',
    })
    const { members } = defineModel(files.read)
    expect(Math.max(...[...members.values()].slice(0, 1_000).map(({ size }) => size))).toBe(100)
    const { cubes: read } = readCompanyModel(files.read.map(({ value }) => value))
    expect(Object.keys(read['c5999']?.dimensions ?? {})).toHaveLength(100)
  })

  test('have what a hundred of them have', () => {
    const files = modelOf(chain(100))
    expect(modelFaults(files)).toEqual([])
    expect(defineModel(files.read).members.get('c99')?.size).toBe(100)
  })

  test('in a circle are refused, and read to their end', () => {
    const files = modelOf([...chain(50).slice(1), cube(0, 49)])
    expect(modelFaults(files).map(({ message }) => message)).toContain('"c0" extends itself through "c1"')
    const { cubes } = readCompanyModel(files.read.map(({ value }) => value))
    expect(Object.keys(cubes['c7']?.dimensions ?? {})).toHaveLength(50)
  })
})
