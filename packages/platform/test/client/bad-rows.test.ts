import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../../api/index.ts'
import { describeProblems } from '../../api/read.ts'
import { problemsOf } from '../../client/check.ts'
import { FOLDER } from './support.ts'

const RESPONSE = api.folders.endpoints.getFolders.response
const pageOf = (row: unknown, rows: number) => ({ items: Array.from({ length: rows }, () => row), data: [] })

describe('an answer with rows that do not fit', () => {
  test.each([
    ['one field', { ...JSON.parse(FOLDER), name: 3 }],
    ['every field', Object.fromEntries(Object.keys(JSON.parse(FOLDER)).map((key) => [key, []]))],
    ['the row', 'text'],
  ])('is refused in the time of reading it: %s', (_, row) => {
    const text = JSON.stringify(pageOf(row, 40_000))
    const start = process.cpuUsage()
    const problems = problemsOf(RESPONSE, JSON.parse(text))
    const { user, system } = process.cpuUsage(start)
    expect(problems).toHaveLength(11)
    expect(problems[0]).toMatch(/^items\[0\]/)
    expect(problems[10]).toBe('and more')
    expect((user + system) / 1000).toBeLessThan(1_000)
  })

  test('has the problems that zod finds, as long as they are few', () => {
    for (const row of [{ ...JSON.parse(FOLDER), name: 3 }, {}, null, { ...JSON.parse(FOLDER), id: -1.5 }]) {
      const value = { ...pageOf(JSON.parse(FOLDER), 30), items: [JSON.parse(FOLDER), row] }
      const { error } = z.safeParse(RESPONSE, value)
      expect(problemsOf(RESPONSE, value).toSorted()).toEqual(error ? describeProblems(error).toSorted() : [])
    }
  })

  test('is named also if they are few and late', () => {
    const rows = pageOf(JSON.parse(FOLDER), 20_000)
    rows.items[15_000] = null
    expect(problemsOf(RESPONSE, rows)).toEqual(['items[15000]: expected object, received null'])
  })
})
