import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { scaleSeed } from '../../seeds/scale.ts'
import { checkSeed } from '../../seeds/seed.ts'
import { compileSeed, dashboardsOf, layoutFaults, measuresInSql, membersIn, modelMembers, queryOf } from './support.ts'

describe('a seed of any size', () => {
  test.each([
    [0, 0, 0],
    [1, 1, 1],
    [10, 1, 1],
    [251, 26, 2],
    [2000, 200, 8],
  ])('%d reports are in %d workbooks and %d folders', (reports, workbooks, folders) => {
    const seed = scaleSeed(reports)
    expect([seed.reports.length, seed.workbooks.length, seed.folders.length]).toEqual([reports, workbooks, folders])
  })

  test('is in order', () => {
    const { dataModel: _dataModel, ...content } = scaleSeed(251)
    expect(checkSeed('scale', content)).toEqual(content)
    expect(dashboardsOf(scaleSeed(251)).flatMap((dashboard) => layoutFaults(dashboard))).toEqual([])
  })

  test('queries only what its model has', () => {
    const seed = scaleSeed(251)
    const model = compileSeed(seed)
    const named = seed.reports.flatMap((report) => [
      ...membersIn(queryOf(report)),
      ...measuresInSql(report.sqlQuery ?? '', model),
    ])
    const members = modelMembers(seed)
    expect(named.length).toBeGreaterThan(500)
    expect(named.filter((member) => !members.has(member))).toEqual([])
  })

  test('is of a realistic weight: about 1 KB for a report, six widgets for a dashboard', () => {
    const seed = scaleSeed(500)
    const weight = JSON.stringify(seed.reports).length / seed.reports.length
    expect(weight).toBeGreaterThan(900)
    expect(weight).toBeLessThan(1400)
    expect(dashboardsOf(seed).every(({ widgets }) => widgets?.length === 6)).toBe(true)
  })

  test('is the same every time and everywhere', () => {
    const { dataModel: _dataModel, users: _users, account: _account, ...content } = scaleSeed(251)
    const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16)
    expect(digest).toMatchInlineSnapshot(`"HulHEEV0Qcf39EU3"`)
  })

  test('starts like a smaller one: growing it changes no names', () => {
    const idsOf = (reports: number) =>
      scaleSeed(reports)
        .reports.slice(0, 20)
        .map(({ publicId }) => publicId)
    expect(idsOf(2000)).toEqual(idsOf(20))
  })
})
