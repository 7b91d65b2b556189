import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hostileText } from '../../packages/common/test/yaml/values.ts'
import {
  type FolderPath,
  folderKey,
  type Key,
  pathText,
  type ReportReference,
  reportKey,
  workbookKey,
} from '../../src/content/model.ts'
import { settledNames, withReferences } from '../../src/content/references.ts'
import { applyRenames, formerKeys } from '../../src/content/renames.ts'
import { shortHash, slugOf } from '../../src/content/slug.ts'
import { contentIn, type Lists, listsOf } from '../support/lists.ts'
import { chart, dashboard, EMPTY, report, workbook } from './values.ts'

describe('a slug made from a name', () => {
  test.each([
    ['Revenue overview', 'revenue-overview'],
    ['  Größe & Maß  ', 'grosse-mass'],
    ['Zoë’s Café №5', 'zoe-s-cafe-no5'],
    ['../../etc', 'etc'],
    ['CON', 'con'],
    ['\u001b[31mURGENT\u001b[0m', 'urgent'],
    ['漢字', `x-${shortHash('漢字')}`],
    ['', `x-${shortHash('')}`],
    ['a'.repeat(200), 'a'.repeat(80)],
    [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ])('%j is %j', (name, expected) => {
    expect(slugOf(name)).toBe(expected)
  })

  test('is words of lower-case ASCII, at most 80 characters, whatever the name', () => {
    fc.assert(
      fc.property(hostileText, (name) => {
        expect(slugOf(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slugOf(name).length).toBeLessThanOrEqual(80)
      }),
    )
  })
})

test('paths with the same text are the same path', () => {
  const path = fc.array(
    fc.oneof(
      fc.constantFrom('a', '/', '\\', 'a/b', '\\/'),
      hostileText.filter((name) => name !== ''),
    ),
    { minLength: 1, maxLength: 3 },
  )
  fc.assert(
    fc.property(path, path, (one, other) => {
      expect(pathText(one) === pathText(other)).toBe(JSON.stringify(one) === JSON.stringify(other))
    }),
    { numRuns: 1000 },
  )
})

const content: Lists = {
  ...EMPTY,
  folders: [{ path: ['Sales'] }, { path: ['Sales', 'Q1'], was: 'Quarter' }],
  workbooks: [
    workbook('cash', {
      folder: ['Sales', 'Q1'],
      dashboard: dashboard(chart('a', 'report/A'), { ...chart('b'), type: 'AI', reports: ['report/A', 'id:B'] }),
    }),
  ],
  reports: [report('A', {}, { workbook: 'cash', folder: ['Sales'] })],
}

const NOWHERE = new Map<Key, FolderPath>()

describe('renames', () => {
  test('reach every path and slug', () => {
    const renamed = new Map([
      [folderKey(['Sales']), 'Turnover'],
      [workbookKey('cash'), 'money'],
    ])
    const tree = contentIn(content)
    const after = listsOf(applyRenames(tree, { renamed, moved: NOWHERE }))
    expect(after.folders).toEqual([
      { path: ['Turnover'], was: 'Sales' },
      { path: ['Turnover', 'Q1'], was: 'Quarter' },
    ])
    expect(after.workbooks).toMatchObject([{ slug: 'money', was: 'cash', folder: ['Turnover', 'Q1'] }])
    expect(after.reports).toMatchObject([{ place: { workbook: 'money', folder: ['Turnover'] } }])
    expect(applyRenames(tree, { renamed: new Map(), moved: NOWHERE })).toBe(tree)
  })

  test('and moves reach what is in a folder, and what was moved out of it', () => {
    const tree = contentIn({ ...content, folders: [{ path: ['Sales'] }, { path: ['Sales', 'Q1'] }] })
    const q1 = folderKey(['Sales', 'Q1'])
    const foldersAfter = (into: ReadonlyMap<Key, FolderPath>, names: ReadonlyMap<Key, string> = new Map()) => {
      const { folders, workbooks } = listsOf(applyRenames(tree, { renamed: names, moved: into }))
      return [...folders.map(({ path }) => path), ...workbooks.map(({ folder }) => folder)].map(pathText)
    }
    expect(foldersAfter(new Map([[folderKey(['Sales']), ['Archive']]]))).toEqual([
      'Archive/Sales',
      'Archive/Sales/Q1',
      'Archive/Sales/Q1',
    ])
    expect(foldersAfter(new Map([[q1, []]]), new Map([[q1, 'First']]))).toEqual(['Sales', 'First', 'First'])
    const turnedRound = new Map<Key, FolderPath>([
      [folderKey(['Sales']), ['Sales', 'Q1']],
      [q1, []],
    ])
    expect(foldersAfter(turnedRound)).toEqual(['Q1/Sales', 'Q1', 'Q1'])
  })

  test('are found again as former keys', () => {
    const renamed = new Map([
      [folderKey(['Sales']), 'Turnover'],
      [workbookKey('cash'), 'money'],
    ])
    expect([...formerKeys(applyRenames(contentIn(content), { renamed, moved: NOWHERE }))]).toEqual([
      ['folder/Turnover', 'folder/Sales'],
      ['folder/Turnover/Q1', 'folder/Sales/Quarter'],
      ['workbook/money', 'workbook/cash'],
    ])
  })
})

describe('references', () => {
  test('are renamed wherever they occur', () => {
    const rename = (reference: ReportReference): ReportReference => (reference === 'report/A' ? 'id:AAAA' : reference)
    const workbooks = content.workbooks.map((workbook) => withReferences(workbook, rename))
    expect(workbooks[0]?.dashboard?.widgets.map(({ report: one, reports }) => one ?? reports)).toEqual([
      'id:AAAA',
      ['id:AAAA', 'id:B'],
    ])
  })

  test.each([
    ['report/A', true, 'report/A'],
    ['id:aaaaaaaaaaaa', true, 'report/A'],
    ['report/A', false, 'id:aaaaaaaaaaaa'],
    ['id:aaaaaaaaaaaa', false, 'id:aaaaaaaaaaaa'],
    ['report/B', false, 'report/B'],
    ['id:bbbbbbbbbbbb', true, 'id:bbbbbbbbbbbb'],
    ['missing(2/5)', true, 'missing(2/5)'],
  ] as const)('%s, where the report is known: %s, settle to %s', (reference, isKnown, expected) => {
    const settle = settledNames(new Map([[reportKey('A'), 'aaaaaaaaaaaa']]), () => isKnown)
    expect(settle(reference)).toBe(expected)
    expect(settle(settle(reference))).toBe(expected)
  })
})
