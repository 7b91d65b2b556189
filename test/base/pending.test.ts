import { expect, test } from 'vitest'
import type { Pending } from '../../src/base/ledger.ts'
import { pendingOf, type Unreached } from '../../src/base/pending.ts'

const lastApplied = { live: 7, commit: '41ab9c0', base: { name: 'abcdefghij' } }
const HELD: Unreached = {
  ...{ key: 'report/a', why: 'held', isOwned: true, isDeclared: true, isThere: true, isOurs: true },
  ...{ wasNeverApplied: false, isAsDeclared: false, lastApplied, hasEntry: false },
}
const FOLDER: Partial<Unreached> = { key: 'folder/F', isOwned: false }
const entry = { live: 7, commit: '41ab9c0' }

const ROWS: readonly [string, Partial<Unreached>, Pending | undefined][] = [
  ['a change that is held', {}, { key: 'report/a', why: 'held', was: lastApplied }],
  ['the same, if an entry has the digests', { hasEntry: true }, { key: 'report/a', why: 'held', was: entry }],
  ['an object that matches the commit', { isAsDeclared: true }, undefined],
  [
    'a new object that was not created',
    { isThere: false, isOurs: false, lastApplied: undefined, why: 'cut off' },
    { key: 'report/a', why: 'cut off' },
  ],
  [
    'a new object that an applied, unknown commit no longer has',
    { isThere: false, isOurs: false, lastApplied: undefined, awaits: '41ab9c0' },
    { key: 'report/a', why: 'held', awaits: '41ab9c0' },
  ],
  ['an object of somebody else', { isOurs: false, why: 'not managed' }, { key: 'report/a', why: 'not managed' }],
  ['an object that was deleted in the UI', { isThere: false }, undefined],
  [
    'an object that was never created, nor by an earlier commit',
    { isThere: false, wasNeverApplied: true },
    { key: 'report/a', why: 'held' },
  ],
  ['what the tree has no more: its entry says it', { isDeclared: false, hasEntry: true }, undefined],
  [
    'an object that left the tree, and its entry is gone',
    { isDeclared: false },
    { key: 'report/a', why: 'to delete', was: lastApplied },
  ],
  [
    'a folder that left the tree',
    { ...FOLDER, isDeclared: false },
    { key: 'folder/F', why: 'to delete', was: lastApplied },
  ],
  ['a folder that already exists', { ...FOLDER, isOurs: false, lastApplied: undefined }, undefined],
  [
    'a folder last applied by a commit that this clone lacks',
    { ...FOLDER, isOurs: false, lastApplied: undefined, awaits: '41ab9c0' },
    { key: 'folder/F', why: 'held', awaits: '41ab9c0' },
  ],
  [
    'a folder that is new',
    { ...FOLDER, isOurs: false, isThere: false, lastApplied: undefined },
    { key: 'folder/F', why: 'held' },
  ],
  ['an object without a known base', { lastApplied: undefined }, undefined],
]

test.each(ROWS)('%s', (_, change, expected) => {
  expect(pendingOf([{ ...HELD, ...change }])).toEqual(expected ? [expected] : [])
})
