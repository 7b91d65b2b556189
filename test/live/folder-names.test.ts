import { describe, expect, test } from 'vitest'
import { pathText } from '../../src/content/model.ts'
import { unitDigest } from '../../src/content/units.ts'
import * as declare from '../content/values.ts'
import type { Lists } from '../support/lists.ts'
import { ledgerOn, nameIn } from './support.ts'
import { folder, workbook } from './wire.ts'

describe('a folder', () => {
  const paths = (names: ReturnType<typeof nameIn>, ...ids: number[]) => ids.map((id) => pathText(names.pathOf(id)))
  const tree = [folder(11, 'Sales'), folder(12, 'Q1', 11), folder(13, 'a/b', 12)]

  test('is its path of names', () => {
    expect(paths(nameIn({ folders: tree }), 11, 12, 13)).toEqual(['Sales', 'Sales/Q1', 'Sales/Q1/a\\/b'])
  })

  test('that was not listed counts as the root, and so does a parent that was not listed', () => {
    const names = nameIn({ folders: [folder(12, 'Q1', 99)] })
    expect([names.pathOf(99), names.pathOf(null), names.pathOf(12)]).toEqual([[], [], ['Q1']])
  })

  test('that is its own ancestor has no path', () => {
    const names = nameIn({ folders: [folder(11, 'A', 12), folder(12, 'B', 11), folder(13, 'C')] })
    expect(paths(names, 11, 12, 13)).toEqual(['', '', 'C'])
  })

  test('that the tree renamed has its new name, with everything below it', () => {
    const declared = {
      folders: [
        { path: ['Turnover'], was: 'Sales' },
        { path: ['Turnover', 'Quarter 1'], was: 'Q1' },
      ],
    }
    const names = nameIn({ folders: tree }, declared)
    expect(paths(names, 11, 12, 13)).toEqual(['Turnover', 'Turnover/Quarter 1', 'Turnover/Quarter 1/a\\/b'])
    expect([...names.renamed]).toEqual([])
  })

  test('that the tree renamed keeps its old name if live has a folder with the new one', () => {
    const folders = [folder(11, 'Sales'), folder(12, 'Turnover')]
    const names = nameIn({ folders }, { folders: [{ path: ['Turnover'], was: 'Sales' }] })
    expect(paths(names, 11, 12)).toEqual(['Sales', 'Turnover'])
  })

  const declared: Partial<Lists> = {
    folders: [{ path: ['Sales'] }, { path: ['Sales', 'Q1'] }],
    workbooks: [declare.workbook('cash', { folder: ['Sales', 'Q1'] })],
  }
  const inQ1 = (base: string, more = {}) =>
    workbook(21, 'Cash', {
      slug: 'cash',
      folderId: 12,
      meta: ledgerOn(
        21,
        { 'workbook/cash': { live: 21, folder: 12, base: { folder: unitDigest('folder', base) } } },
        more,
      ),
    })

  test('that was renamed in the UI is found by its number in a ledger', () => {
    const folders = [folder(11, 'Turnover'), folder(12, 'Quarter 1', 11), folder(13, 'New', 12)]
    const names = nameIn({ folders, workbooks: [inQ1('Sales/Q1')] }, declared)
    expect(paths(names, 11, 12, 13)).toEqual(['Sales', 'Sales/Q1', 'Sales/Q1/New'])
    expect(Object.fromEntries(names.renamed)).toEqual({ 'folder/Sales': 'Turnover', 'folder/Sales/Q1': 'Quarter 1' })
  })

  test('that was moved in the UI is found by its number too, with its content', () => {
    const folders = [folder(10, 'Archive'), folder(11, 'Sales'), folder(12, 'Quarter 1', 10), folder(13, 'New', 12)]
    const names = nameIn({ folders, workbooks: [inQ1('Sales/Q1')] }, declared)
    expect(paths(names, 10, 11, 12, 13)).toEqual(['Archive', 'Sales', 'Sales/Q1', 'Sales/Q1/New'])
    expect([...names.moved]).toEqual([['folder/Sales/Q1', ['Archive']]])
    expect([...names.renamed]).toEqual([['folder/Sales/Q1', 'Quarter 1']])
  })

  test('that was moved is found by a known folder in it, if it kept its name', () => {
    const folders = [folder(10, 'Archive'), folder(11, 'Sales', 10), folder(12, 'Q1', 11)]
    const names = nameIn({ folders, workbooks: [inQ1('Sales/Q1')] }, declared)
    expect(paths(names, 10, 11, 12)).toEqual(['Archive', 'Sales', 'Sales/Q1'])
    expect([...names.moved]).toEqual([['folder/Sales', ['Archive']]])
  })

  test('that was moved to a path that the tree has by now gets that path', () => {
    const folders = [folder(10, 'Archive'), folder(12, 'Q1', 10)]
    const both = {
      ...declared,
      folders: [...(declared.folders ?? []), { path: ['Archive'] }, { path: ['Archive', 'Q1'] }],
    }
    const names = nameIn({ folders, workbooks: [inQ1('Sales/Q1')] }, both)
    expect(paths(names, 12)).toEqual(['Archive/Q1'])
    expect([...names.moved]).toEqual([])
  })

  test.each([
    ['the tree moved the workbook since', [folder(11, 'Turnover'), folder(12, 'Q1', 11)], inQ1('Elsewhere/Q1')],
    [
      'live has a folder of the old name',
      [folder(11, 'Turnover'), folder(12, 'Q1', 11), folder(13, 'Sales')],
      inQ1('Sales/Q1'),
    ],
    ['the ledger is a copy', [folder(11, 'Turnover'), folder(12, 'Q1', 11)], inQ1('Sales/Q1', { self: [2, 99] })],
    [
      'the ledger has another canonical form',
      [folder(11, 'Turnover'), folder(12, 'Q1', 11)],
      inQ1('Sales/Q1', { canon: 2 }),
    ],
  ])('has its live name if %s', (_, folders, holder) => {
    const names = nameIn({ folders, workbooks: [holder] }, declared)
    expect(names.pathOf(folders[0]?.id)).toEqual(['Turnover'])
    expect([...names.renamed]).toEqual([])
  })

  test('with a duplicate shares its path, and so do equal folders in both', () => {
    const folders = [folder(11, 'Sales'), folder(12, 'Sales'), folder(13, 'Q1', 11), folder(14, 'Q1', 12)]
    const names = nameIn({ folders })
    expect(paths(names, 11, 12, 13, 14)).toEqual(['Sales', 'Sales', 'Sales/Q1', 'Sales/Q1'])
    expect(names.twins.map(({ id }) => id)).toEqual([12, 14])
  })
})
