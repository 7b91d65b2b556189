import { expect, test } from 'vitest'
import type { Key } from '../../../src/content/model.ts'
import { mergeModelFiles } from '../../../src/project/export/take-live.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const conflict = (key: Key) => ({ kind: 'conflict', key, unit: 'bytes' }) as const

function merge(repo: Uint8Array, live: Uint8Array, base: string | undefined) {
  const outcome = conflict('model/a.yml')
  const { merged, clashes, outcomes } = mergeModelFiles(
    { files: new Map([['data-model/a.yml', repo]]) },
    new Map([['a.yml', live]]),
    new Map(base === undefined ? [] : [['a.yml', base]]),
    [outcome],
  )
  const text = merged.get('a.yml')
  return {
    text: text && new TextDecoder().decode(text),
    line: clashes.get('model/a.yml'),
    outcomes: outcomes.map(({ kind }) => kind),
  }
}

test.each([
  ['different lines', bytes('X\nb\nc'), bytes('a\nb\nY'), 'a\nb\nc', { text: 'X\nb\nY', outcomes: ['merged'] }],
  ['the repo has the edit already', bytes('X\nb\nY'), bytes('a\nb\nY'), 'a\nb\nc', { outcomes: [] }],
  ['the same line', bytes('a\nX\nc'), bytes('a\nY\nc'), 'a\nb\nc', { line: 2, outcomes: ['conflict'] }],
  ['what was applied is not known', bytes('X\nb\nc'), bytes('a\nb\nY'), undefined, { outcomes: ['conflict'] }],
  ['live is not text', bytes('X\nb\nc'), new Uint8Array([0xff, 0xfe]), 'a\nb\nc', { outcomes: ['conflict'] }],
  ['the repo is not text', new Uint8Array([0xff, 0xfe]), bytes('a\nb\nY'), 'a\nb\nc', { outcomes: ['conflict'] }],
] as const)('a file that both changed: %s', (_, repo, live, base, expected) => {
  expect(merge(repo, live, base)).toEqual({ text: undefined, line: undefined, ...expected })
})

test('other outcomes of a model file stay as they are', () => {
  const outcomes = [conflict('report/A'), { kind: 'not-live', key: 'model/b.yml' } as const]
  expect(mergeModelFiles({ files: new Map() }, new Map(), new Map([['b.yml', '']]), outcomes).outcomes).toEqual(
    outcomes,
  )
})
