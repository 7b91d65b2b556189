import { expect, test } from 'vitest'
import { isModelLedger, readModelLedger, writeModelLedger } from '../../src/base/model.ts'

const PROJECT = '7f3kQ2m9'

test.each([
  ['boardwright/7f3kQ2m9.json', true],
  ['boardwright/a/b.json', false],
  ['model/boardwright/7f3kQ2m9.json', false],
  ['boardwright/readme.md', false],
])('%s is the ledger of a data model: %s', (path, expected) => {
  expect(isModelLedger(path)).toBe(expected)
})

test('it says what of its commit is pending, and reads back as it was written', () => {
  const ledger = {
    commit: '41ab9c0',
    pending: new Map([
      ['new.yml', { why: 'not selected' }],
      ['old.yml', { why: 'held', was: 'a'.repeat(40), awaits: 'abcdef0' }],
    ] as const),
  }
  const text = writeModelLedger(PROJECT, ledger)
  expect(text).toBe(
    '{"v":1,"p":"7f3kQ2m9","commit":"41ab9c0","pending":[{"path":"new.yml","why":"not selected"},' +
      `{"path":"old.yml","why":"held","was":"${'a'.repeat(40)}","awaits":"abcdef0"}]}\n`,
  )
  expect(readModelLedger(text, PROJECT)).toEqual(ledger)
  expect(readModelLedger(text, 'other')).toBeUndefined()
})

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['a later version', `{"v":2,"p":"${PROJECT}","commit":"41ab9c0"}`],
  ['no commit', `{"v":1,"p":"${PROJECT}","commit":"HEAD"}`],
  ['another key', `{"v":1,"p":"${PROJECT}","commit":"41ab9c0","extra":1}`],
  ['a file without a reason', `{"v":1,"p":"${PROJECT}","commit":"41ab9c0","pending":[{"path":"x"}]}`],
])('%s is not a ledger', (_, text) => {
  expect(readModelLedger(text, PROJECT)).toBeUndefined()
})
