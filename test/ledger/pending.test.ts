import { expect, test } from 'vitest'
import type { Pending } from '../../src/ledger/ledger.ts'
import { pendingOf, type Unreached } from '../../src/ledger/pending.ts'

const lastApplied = { live: 7, commit: '41ab9c0', base: { name: 'abcdefghij' } }
const HELD: Unreached = {
  ...{ key: 'report/a', why: 'held', isOwned: true, isDeclared: true, isThere: true, isOurs: true },
  ...{ wasNeverApplied: false, isAsDeclared: false, lastApplied, hasEntry: false },
}
const FOLDER: Partial<Unreached> = { key: 'folder/F', isOwned: false }
const entry = { live: 7, commit: '41ab9c0' }

const ROWS: readonly [string, Partial<Unreached>, Pending | undefined][] = [
  ['a change that is held', {}, { key: 'report/a', why: 'held', was: lastApplied }],
  ['the same, where an entry says the digests', { hasEntry: true }, { key: 'report/a', why: 'held', was: entry }],
  ['what is as the commit says', { isAsDeclared: true }, undefined],
  [
    'what is new, and not created',
    { isThere: false, isOurs: false, lastApplied: undefined, why: 'cut off' },
    { key: 'report/a', why: 'cut off' },
  ],
  [
    'what is new here, and an applied commit that this one does not know has no more',
    { isThere: false, isOurs: false, lastApplied: undefined, awaits: '41ab9c0' },
    { key: 'report/a', why: 'held', awaits: '41ab9c0' },
  ],
  ['what somebody else has there', { isOurs: false, why: 'not managed' }, { key: 'report/a', why: 'not managed' }],
  ['what was deleted in the UI', { isThere: false }, undefined],
  [
    'what was never created, by an earlier commit too',
    { isThere: false, wasNeverApplied: true },
    { key: 'report/a', why: 'held' },
  ],
  ['what the tree has no more: its entry says it', { isDeclared: false, hasEntry: true }, undefined],
  [
    'what the tree has no more, and its entry is gone',
    { isDeclared: false },
    { key: 'report/a', why: 'to delete', was: lastApplied },
  ],
  [
    'a folder that the tree has no more',
    { ...FOLDER, isDeclared: false },
    { key: 'folder/F', why: 'to delete', was: lastApplied },
  ],
  ['a folder that already exists', { ...FOLDER, isOurs: false, lastApplied: undefined }, undefined],
  [
    'a folder of which only a commit that this clone lacks says what was applied',
    { ...FOLDER, isOurs: false, lastApplied: undefined, awaits: '41ab9c0' },
    { key: 'folder/F', why: 'held', awaits: '41ab9c0' },
  ],
  [
    'a folder that is new',
    { ...FOLDER, isOurs: false, isThere: false, lastApplied: undefined },
    { key: 'folder/F', why: 'held' },
  ],
  ['what nobody knows the last state of', { lastApplied: undefined }, undefined],
]

test.each(ROWS)('%s', (_, change, expected) => {
  expect(pendingOf([{ ...HELD, ...change }])).toEqual(expected ? [expected] : [])
})
