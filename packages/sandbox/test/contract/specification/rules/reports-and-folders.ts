import { expect } from 'vitest'
import { HOME, type Wire } from '../../support.ts'
import type { Rule, World } from '../rule.ts'

const INTEGER = expect.toSatisfy(Number.isInteger)
const DATE = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/)

/** The snapshot of a new report on a dashboard that shows it. */
async function snapshot({ ok, publish }: World, report: object): Promise<Wire | undefined> {
  const { id } = await ok('POST', `${HOME}/reports`, { body: { name: 'Shown', ...report } })
  const chart = { id: 'w', type: 'CHART', position: { x: 0, y: 0, w: 6, h: 4 }, config: { reportId: id } }
  const { body } = await publish({ config: { widgets: [chart] } })
  expect(body.reportSnapshots).toHaveLength(1)
  expect(body.reportSnapshots[0]).toMatchObject({ reportId: id })
  return body.reportSnapshots[0]
}

/** A value in a report's `meta` becomes a field of its snapshot; a value of the wrong form is null there. */
const lifted =
  (key: string, good: readonly unknown[], bad: readonly unknown[] = []) =>
  async (world: World) => {
    for (const value of good) expect(await snapshot(world, { meta: { [key]: value } })).toMatchObject({ [key]: value })
    for (const value of bad) expect(await snapshot(world, { meta: { [key]: value } })).toMatchObject({ [key]: null })
  }

const COMPARISON = { measure: 'a.b', timeDimension: 'a.c', offset: { amount: 1, unit: 'month' }, outputs: ['delta'] }

export const SNAPSHOTS: readonly Rule[] = [
  {
    line: 113,
    rule: 'a snapshot has three integers: its id, its report and the version of the report',
    run: async (world) =>
      expect(await snapshot(world, {})).toMatchObject({ id: INTEGER, reportId: INTEGER, versionNumber: INTEGER }),
  },
  {
    line: 113,
    part: 2,
    rule: 'everything else may be null or left out',
    run: async (world) => {
      const { id, reportId, versionNumber, publicId, name, isSourceReport, ...others } = {
        ...(await snapshot(world, {})),
      }
      expect(Object.values(others).filter((value) => value !== null)).toEqual([])
    },
  },
  {
    line: 117,
    rule: 'name, title, description, sqlQuery and pythonCode are texts',
    run: async (world) => {
      const texts = { name: 'Revenue', title: 'Revenue by month', sqlQuery: 'select 1' }
      const shown = await snapshot(world, { ...texts, meta: { pythonCode: 'print(1)' } })
      expect(shown).toMatchObject({ ...texts, pythonCode: 'print(1)', description: null })
    },
  },
  {
    line: 118,
    rule: 'kind is one of six',
    run: lifted('kind', ['vega', 'table', 'kpi', 'html', 'map', 'sankey'], ['pie', 'VEGA']),
  },
  {
    line: 119,
    rule: 'isSourceReport is a boolean',
    run: async (world) => {
      for (const [source, isSourceReport] of [
        ['PLAYGROUND', false],
        ['GOOGLE_SHEETS', true],
      ] as const) {
        expect(await snapshot(world, { source })).toMatchObject({ isSourceReport })
      }
    },
  },
  {
    line: 120,
    rule: 'meta is free-form',
    run: async (world) => {
      const meta = { any: [1, { deep: null }], '': 'x' }
      expect(await snapshot(world, { meta })).toMatchObject({ meta })
    },
  },
  { line: 121, rule: 'spec is a text or an object', run: lifted('spec', ['{"mark":"bar"}', { mark: 'bar' }], [7]) },
  {
    line: 122,
    rule: 'fillMissingRows names a member, and dimensions to leave out',
    run: lifted(
      'fillMissingRows',
      [{ member: 'a.b', excludedDimensions: ['a.c'] }, { member: 'a.b' }],
      [{}, { member: 7 }],
    ),
  },
  {
    line: 123,
    rule: 'periodComparisons name a measure, a time dimension and an offset',
    run: lifted(
      'periodComparisons',
      [[COMPARISON], []],
      [
        ...['measure', 'timeDimension', 'offset'].map((name) => [{ ...COMPARISON, [name]: undefined }]),
        [{ ...COMPARISON, offset: { amount: 1 } }],
        [{ ...COMPARISON, offset: { unit: 'month' } }],
      ],
    ),
  },
  {
    line: 124,
    rule: 'preferences give a format for each column, of three types',
    run: lifted(
      'preferences',
      [...['currency', 'percent', 'number'].map((type) => ({ columnFormats: { a: { type, decimalPlaces: 2 } } })), {}],
      [{ columnFormats: { a: { decimalPlaces: 2 } } }, { columnFormats: { a: { type: 'date' } } }],
    ),
  },
]

const find = async ({ ok }: World, name: string, query = ''): Promise<Wire | undefined> =>
  (await ok('GET', `${HOME}/folders${query}`)).items.find((folder) => folder.name === name)

/** A folder of the seed shows this value for the field. */
const shows = (field: string, expected: unknown) => async (world: World) =>
  expect((await find(world, 'Sales'))?.[field]).toEqual(expected)

/** The folder inside Product, and the id of Product. */
async function nested(world: World): Promise<[folder: Wire | undefined, parent: number]> {
  const parent = world.id('folder', 'Product')
  return [await find(world, 'Experiments', `?parentId=${parent}`), parent]
}

export const FOLDERS: readonly Rule[] = [
  { line: 130, rule: 'id: integer', run: shows('id', INTEGER) },
  { line: 131, rule: 'deploymentId: integer', run: shows('deploymentId', 2) },
  { line: 132, rule: 'name: string', run: shows('name', 'Sales') },
  { line: 133, rule: 'position: integer', run: shows('position', 0) },
  {
    line: 134,
    rule: 'type: always FOLDER',
    run: async ({ ok }) => {
      const { items } = await ok('GET', `${HOME}/folders`)
      expect(new Set(items.map(({ type }) => type))).toEqual(new Set(['FOLDER']))
    },
  },
  {
    line: 135,
    rule: 'createdAt and updatedAt: dates',
    run: async (world) => expect(await find(world, 'Sales')).toMatchObject({ createdAt: DATE, updatedAt: DATE }),
  },
  {
    line: 136,
    rule: 'createdBy and updatedBy: integers',
    run: async (world) => {
      await world.ok('POST', `${HOME}/folders`, { body: { name: 'Made by the admin' } })
      expect(await find(world, 'Made by the admin')).toMatchObject({ createdBy: 1, updatedBy: 1 })
    },
  },
  {
    line: 137,
    rule: 'parentId: integer, of the parent folder',
    run: async (world) => {
      const [folder, parent] = await nested(world)
      expect(folder).toMatchObject({ parentId: parent })
    },
  },
  {
    line: 138,
    rule: 'folderPath: id and name of each ancestor',
    run: async (world) => {
      const [folder, id] = await nested(world)
      expect(folder).toMatchObject({ folderPath: [{ id, name: 'Product' }] })
    },
  },
  {
    line: 139,
    rule: 'user: id, e-mail, first name and picture of the owner',
    run: shows('user', {
      id: 2,
      email: 'maria@acme.com',
      firstName: 'Maria',
      picture: expect.stringMatching(/^https:/),
    }),
  },
  {
    line: 145,
    rule: 'pageInfo: two booleans and two cursors',
    run: async ({ ok }) => {
      const { pageInfo } = await ok('GET', `${HOME}/folders?first=1`)
      expect(pageInfo).toEqual({
        hasNextPage: true,
        hasPreviousPage: false,
        endCursor: expect.any(String),
        startCursor: expect.any(String),
      })
    },
  },
  {
    line: 149,
    part: 2,
    rule: 'creating a session answers its id',
    run: async ({ generate }) => expect((await generate()).body).toEqual({ sessionId: expect.any(String) }),
  },
]
