import { describe, expect, test } from 'vitest'
import type { Key, Place } from '../../src/content/model.ts'
import { findRenamed, type Move, type OneSided } from '../../src/plan/renamed.ts'

const says = (units: Readonly<Record<string, string>>) => new Map(Object.entries(units))

const one = (key: Key, units: Readonly<Record<string, string>> = {}, place: Place = {}): OneSided => ({
  key,
  place,
  says: [says(units)],
})

const inWorkbook = (workbook: string): Place => ({ workbook })
const inFolder = (...folder: string[]): Place => ({ folder })

interface Row {
  readonly created: readonly OneSided[]
  readonly gone: readonly OneSided[]
  readonly moves?: readonly Move[]
}

const ROWS: readonly (readonly [what: string, row: Row, renamed: Readonly<Record<Key, Key>>])[] = [
  [
    'a workbook by the report that is in it, whatever it is called',
    {
      created: [one('workbook/new', { name: 'New' })],
      gone: [one('workbook/old', { name: 'Old' })],
      moves: [{ now: inWorkbook('new'), before: inWorkbook('old') }],
    },
    { 'workbook/new': 'workbook/old' },
  ],
  [
    'not one that a report leaves, and that a file still declares',
    { created: [one('workbook/new')], gone: [], moves: [{ now: inWorkbook('new'), before: inWorkbook('kept') }] },
    {},
  ],
  [
    'not one that was there, and that takes a report in',
    { created: [], gone: [one('workbook/old')], moves: [{ now: inWorkbook('kept'), before: inWorkbook('old') }] },
    {},
  ],
  [
    'a workbook by its name in its folder',
    {
      created: [one('workbook/new', { name: 'Cash' }, inFolder('Finance'))],
      gone: [one('workbook/old', { name: 'Cash' }, inFolder('Finance'))],
    },
    { 'workbook/new': 'workbook/old' },
  ],
  [
    'a workbook by everything it says, in another folder too',
    {
      created: [one('workbook/new', { name: 'Cash', title: 'Cash', slug: 'b' }, inFolder('Finance'))],
      gone: [one('workbook/old', { name: 'Cash', title: 'Cash', slug: 'a' })],
    },
    { 'workbook/new': 'workbook/old' },
  ],
  [
    'a report by everything it says, in another workbook too, and each of them once',
    {
      created: [
        one('report/new', { name: 'Cash', sql: 'a' }, inWorkbook('one')),
        one('report/newer', { name: 'Cash', sql: 'a' }, inWorkbook('two')),
      ],
      gone: [one('report/old', { name: 'Cash', sql: 'a', workbook: 'three' }, inWorkbook('three'))],
    },
    { 'report/new': 'report/old' },
  ],
  [
    'not by its name in another folder',
    {
      created: [one('workbook/new', { name: 'Cash', title: 'Cash' }, inFolder('Finance'))],
      gone: [one('workbook/old', { name: 'Cash', title: 'Money' })],
    },
    {},
  ],
  [
    'not by another name in its folder, however alike',
    {
      created: [one('workbook/new', { name: 'Cash', meta: '1' })],
      gone: [one('workbook/old', { name: 'No', meta: '1' })],
    },
    {},
  ],
  [
    'by the name that it had when it was applied',
    {
      created: [one('workbook/new', { name: 'Cash' })],
      gone: [{ ...one('workbook/old'), says: [says({ name: 'Edited in the UI' }), says({ name: 'Cash' })] }],
    },
    { 'workbook/new': 'workbook/old' },
  ],
  [
    'a report by its name in its workbook, whatever it says',
    {
      created: [one('report/new', { name: 'Sales', sql: '1' }, inWorkbook('w'))],
      gone: [one('report/old', { name: 'Sales', sql: '2' }, inWorkbook('w'))],
    },
    { 'report/new': 'report/old' },
  ],
  [
    'a report by all that it says beside its name',
    {
      created: [one('report/new', { name: 'Now', title: 'Now', sql: '1' })],
      gone: [one('report/old', { name: 'Then', title: 'Then', sql: '1' })],
    },
    { 'report/new': 'report/old' },
  ],
  [
    'not another report in its place',
    { created: [one('report/new', { name: 'Now', sql: '1' })], gone: [one('report/old', { name: 'Then', sql: '2' })] },
    {},
  ],
  [
    'a workbook with its reports, all of them with new ids',
    {
      created: [one('workbook/new', { name: 'Cash' }), one('report/b', { name: 'Sales' }, inWorkbook('new'))],
      gone: [one('workbook/old', { name: 'Cash' }), one('report/a', { name: 'Sales' }, inWorkbook('old'))],
    },
    { 'workbook/new': 'workbook/old', 'report/b': 'report/a' },
  ],
  [
    'each once',
    {
      created: [one('report/x', { name: 'Sales' }), one('report/y', { name: 'Sales' })],
      gone: [one('report/a', { name: 'Sales' })],
    },
    { 'report/x': 'report/a' },
  ],
  [
    'a folder by what is in it, at any depth',
    {
      created: [one('folder/Sales and more'), one('folder/Sales and more/EU')],
      gone: [one('folder/Sales'), one('folder/Sales/EU')],
      moves: [{ now: inFolder('Sales and more', 'EU'), before: inFolder('Sales', 'EU') }],
    },
    { 'folder/Sales and more': 'folder/Sales' },
  ],
  [
    'not one that things leave for another level',
    {
      created: [one('folder/New')],
      gone: [one('folder/Old'), one('folder/Old/EU')],
      moves: [{ now: inFolder('New'), before: inFolder('Old', 'EU') }],
    },
    {},
  ],
]

describe('what was renamed in a file without a word', () => {
  test.for(ROWS)('%s', ([, { created, gone, moves = [] }, renamed]) => {
    expect(Object.fromEntries(findRenamed(created, gone, moves))).toEqual(renamed)
  })
})
