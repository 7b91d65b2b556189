import { describe, expect, test } from 'vitest'
import type { Key, ObjectPlace } from '../../src/content/model.ts'
import { type Evidence, findRenamed, type OneSided } from '../../src/plan/renamed.ts'

const says = (units: Readonly<Record<string, string>>) => new Map(Object.entries(units))

const one = (key: Key, units: Readonly<Record<string, string>> = {}, place: ObjectPlace = {}): OneSided => ({
  key,
  place,
  says: [says(units)],
})

const inWorkbook = (workbook: string): ObjectPlace => ({ workbook })
const inFolder = (...folder: string[]): ObjectPlace => ({ folder })

const SHOWN = { description: 'All of it', 'widget a': '1', 'widget b': '2' }

type Row = Pick<Evidence, 'created' | 'gone'> & Partial<Evidence>

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
    'not a workbook that a report left, if a file still declares it',
    { created: [one('workbook/new')], gone: [], moves: [{ now: inWorkbook('new'), before: inWorkbook('kept') }] },
    {},
  ],
  [
    'not an existing workbook that a report moved into',
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
    'a workbook by its whole content, even in another folder',
    {
      created: [one('workbook/new', { name: 'Cash', title: 'Cash', slug: 'b' }, inFolder('Finance'))],
      gone: [one('workbook/old', { name: 'Cash', title: 'Cash', slug: 'a' })],
    },
    { 'workbook/new': 'workbook/old' },
  ],
  [
    'a report by its whole content, even in another workbook, and each once',
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
    'not by a similar name in its folder',
    {
      created: [one('workbook/new', { name: 'Cash', meta: '1' })],
      gone: [one('workbook/old', { name: 'No', meta: '1' })],
    },
    {},
  ],
  [
    'a workbook by what nothing else shows, whatever its name and folder',
    {
      created: [one('workbook/new', { name: 'Now', title: 'Now', ...SHOWN, 'widget b': 'new' }, inFolder('Sales'))],
      gone: [one('workbook/old', { name: 'Then', title: 'Then', ...SHOWN }, inFolder('Finance'))],
    },
    { 'workbook/new': 'workbook/old' },
  ],
  [
    'also if people edited it since it was applied',
    {
      created: [one('workbook/new', { name: 'Now', ...SHOWN })],
      gone: [{ ...one('workbook/old'), says: [says({ description: 'edited' }), says({ name: 'Then', ...SHOWN })] }],
    },
    { 'workbook/new': 'workbook/old' },
  ],
  [
    'not by less than half of it',
    {
      created: [one('workbook/new', { name: 'Now', ...SHOWN, 'widget a': 'new', 'widget b': 'new' })],
      gone: [one('workbook/old', { name: 'Then', ...SHOWN })],
    },
    {},
  ],
  [
    'not by what others show, too',
    {
      created: [one('workbook/new', { name: 'EU', ...SHOWN })],
      gone: [one('workbook/old', { name: 'US', ...SHOWN })],
      kept: [one('workbook/kept', { name: 'UK', ...SHOWN })],
    },
    {},
  ],
  [
    'the most similar first',
    {
      created: [
        one('workbook/a', { name: 'A', ...SHOWN, 'widget b': 'new' }),
        one('workbook/b', { name: 'B', ...SHOWN }),
      ],
      gone: [one('workbook/old', { name: 'Then', ...SHOWN })],
    },
    { 'workbook/b': 'workbook/old' },
  ],
  [
    'a report by all its content except its name, wherever it is, if nothing else has that content',
    {
      created: [one('report/new', { name: 'Now', sql: '1' }, inWorkbook('one'))],
      gone: [one('report/old', { name: 'Then', sql: '1' }, inWorkbook('other'))],
    },
    { 'report/new': 'report/old' },
  ],
  [
    'not if a report that stays has that content',
    {
      created: [one('report/new', { name: 'Now', sql: '1' }, inWorkbook('one'))],
      gone: [one('report/old', { name: 'Then', sql: '1' }, inWorkbook('other'))],
      kept: [one('report/kept', { sql: '1' })],
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
    'a report by its name in its workbook, whatever its content',
    {
      created: [one('report/new', { name: 'Sales', sql: '1' }, inWorkbook('w'))],
      gone: [one('report/old', { name: 'Sales', sql: '2' }, inWorkbook('w'))],
    },
    { 'report/new': 'report/old' },
  ],
  [
    'a report by all its content except its name',
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
    'a report that another took the file of, unless its content is elsewhere',
    {
      created: [
        one('report/a', { name: 'Now', sql: '1' }),
        one('report/b', { name: 'Then', sql: '2' }),
        one('report/c', { name: 'Soon', sql: '4' }),
      ],
      gone: [
        one('report/was-a', { name: 'Then', sql: '2' }),
        one('report/was-b', { name: 'Old', sql: '3' }),
        one('report/was-c', { name: 'Older', sql: '5' }),
      ],
      declaredBefore: new Map<Key, Key>([
        ['report/a', 'report/was-a'],
        ['report/b', 'report/kept'],
        ['report/c', 'report/was-c'],
      ]),
    },
    { 'report/b': 'report/was-a', 'report/c': 'report/was-c' },
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
    'a folder by its content, at any depth',
    {
      created: [one('folder/Sales and more'), one('folder/Sales and more/EU')],
      gone: [one('folder/Sales'), one('folder/Sales/EU')],
      moves: [{ now: inFolder('Sales and more', 'EU'), before: inFolder('Sales', 'EU') }],
    },
    { 'folder/Sales and more': 'folder/Sales' },
  ],
  [
    'a folder below a folder that was renamed, too',
    {
      created: [one('folder/New'), one('folder/New/2025')],
      gone: [one('folder/Old'), one('folder/Old/2024')],
      moves: [{ now: inFolder('New', '2025'), before: inFolder('Old', '2024') }],
    },
    { 'folder/New': 'folder/Old', 'folder/New/2025': 'folder/Old/2024' },
  ],
  [
    'a folder by a workbook that was renamed in the same commit',
    {
      created: [one('folder/New'), one('workbook/new', { name: 'Cash', sql: '1' }, inFolder('New'))],
      gone: [one('folder/Old'), one('workbook/old', { name: 'Cash', sql: '1' }, inFolder('Old'))],
    },
    { 'folder/New': 'folder/Old', 'workbook/new': 'workbook/old' },
  ],
  [
    'a workbook by its name in a folder that was renamed in the same commit',
    {
      created: [one('folder/New'), one('workbook/new', { name: 'Cash' }, inFolder('New'))],
      gone: [one('folder/Old'), one('workbook/old', { name: 'Cash', meta: '1' }, inFolder('Old'))],
      moves: [{ now: inFolder('New'), before: inFolder('Old') }],
    },
    { 'folder/New': 'folder/Old', 'workbook/new': 'workbook/old' },
  ],
  [
    'a workbook by a report that is recognised by its whole content',
    {
      created: [one('report/new', { name: 'Sales', sql: '1' }, inWorkbook('new')), one('workbook/new', { name: 'B' })],
      gone: [one('report/old', { name: 'Sales', sql: '1' }, inWorkbook('old')), one('workbook/old', { name: 'A' })],
    },
    { 'workbook/new': 'workbook/old', 'report/new': 'report/old' },
  ],
  [
    'not a folder whose content moved to another level',
    {
      created: [one('folder/New')],
      gone: [one('folder/Old'), one('folder/Old/EU')],
      moves: [{ now: inFolder('New'), before: inFolder('Old', 'EU') }],
    },
    {},
  ],
]

describe('what was renamed in a file without a word', () => {
  test.for(ROWS)('%s', ([, row, renamed]) => {
    expect(Object.fromEntries(findRenamed({ kept: [], moves: [], ...row }))).toEqual(renamed)
  })
})
