import { describe, expect, test } from 'vitest'
import { BoardwrightError } from '../../../common/errors.ts'
import { parseJson, stringifyJson } from '../../../common/json.ts'
import { checkSeed, readSeed } from '../../seeds/seed.ts'
import { compileSeed } from './support.ts'

describe('a broken seed is refused', () => {
  type Draft = Record<string, Record<string, unknown>[]> & { access: Record<string, Record<string, unknown>[]> }
  const breakIt = (change: (seed: Draft) => void): string => {
    const { dataModel: _dataModel, ...content } = readSeed('acme')
    const draft = parseJson(stringifyJson(content)) as Draft
    change(draft)
    try {
      checkSeed('acme', draft)
    } catch (cause) {
      if (cause instanceof BoardwrightError) return cause.message
      throw cause
    }
    return 'in order'
  }
  const first = (rows: Record<string, unknown>[] | undefined): Record<string, unknown> => rows?.[0] ?? {}

  test('the unchanged copy is sound', () => {
    expect(breakIt(() => {})).toBe('in order')
  })

  test.each<[string, (seed: Draft) => void, string]>([
    ['a key with a typo', (seed) => Object.assign(first(seed['reports']), { sqlQeury: 'select 1' }), 'sqlQeury'],
    ['a kind with a typo', (seed) => Object.assign(seed, { report: [] }), 'report'],
    [
      'a type with a typo',
      (seed) => Object.assign(first(seed.access['grants']), { type: 'WORKBOKS' }),
      'access.grants.0.type',
    ],
    [
      'a name that is too long',
      (seed) => Object.assign(first(seed['folders']), { name: 'x'.repeat(256) }),
      'folders.0.name',
    ],
    [
      'a public id of 11',
      (seed) => Object.assign(first(seed['reports']), { publicId: 'h4Kq9ZtB2wL' }),
      'reports.0.publicId',
    ],
    [
      'a placeholder',
      (seed) => Object.assign(first(seed['reports']), { publicId: '000000000001' }),
      'reports.0.publicId',
    ],
    [
      'a workbook that is not there',
      (seed) => Object.assign(first(seed['reports']), { workbookId: 99 }),
      'report 21 names the workbook 99',
    ],
    [
      'an owner who is not there',
      (seed) => Object.assign(first(seed['workbooks']), { userId: 99 }),
      'workbook 11 names the user 99',
    ],
    [
      'a folder before its parent',
      (seed) => Object.assign(first(seed['folders']), { parentId: 4 }),
      'folder 1 names the folder before it 4',
    ],
    ['a report twice', (seed) => seed['reports']?.push(first(seed['reports'])), 'the id 21 is in the seed twice'],
    [
      'a tenant that is not there',
      (seed) => Object.assign(first(seed.access['embedAccess']), { embedTenantName: 'nobody' }),
      'the tenant nobody',
    ],
    [
      'a schedule of nothing',
      (seed) => Object.assign(first(seed['notifications']), { workbookId: 16 }),
      'the published workbook 16',
    ],
    [
      'a chart of no report',
      (seed) => Object.assign(first(seed['workbooks']), { dashboardDraft: chartOf(99) }),
      'workbook 11 names the report 99',
    ],
    [
      'a widget with a typo',
      (seed) => Object.assign(first(seed['workbooks']), { dashboardDraft: { ...chartOf(21), widgts: [] } }),
      'widgts',
    ],
  ])('%s', (_what, change, message) => {
    expect(breakIt(change)).toContain(message)
  })

  const chartOf = (reportId: number) => ({
    widgets: [{ id: 'w', type: 'CHART', position: { x: 0, y: 0, w: 1, h: 1 }, config: { reportId } }],
  })

  test('with all its problems at once', () => {
    const message = breakIt((seed) => {
      Object.assign(first(seed['reports']), { folderId: 99, userId: 99 })
      Object.assign(first(seed['folders']), { userId: 99 })
    })
    expect(message.split('; ')).toHaveLength(3)
  })
})

test('the empty seed has people, a valid model of one cube, and nothing else', () => {
  const empty = readSeed('empty')
  const { users, dataModel, ...rest } = empty
  expect(users.map(({ isAdmin }) => isAdmin)).toEqual([true, false])
  expect(compileSeed(empty)).toMatchObject({ valid: true, cubesCount: 1 })
  expect([...dataModel.keys()]).toEqual(['model/cubes/visits.yml'])
  expect(rest).toEqual({
    account: { groups: [], userAttributes: [], userAttributeValues: [], roles: [] },
    folders: [],
    workbooks: [],
    reports: [],
    notifications: [],
    access: { grants: [], embedTenants: [], embedAccess: [] },
  })
})
