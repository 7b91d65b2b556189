import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasEdits, mergeLines } from '../../src/content/merge-lines.ts'

const lines = (text: string): string => text.split('').join('\n')

test.each([
  ['only live changed', 'abc', 'abc', 'abX', 'abX'],
  ['only the repo changed', 'abc', 'Xbc', 'abc', 'Xbc'],
  ['each changed another line', 'abcde', 'Xbcde', 'abcdY', 'XbcdY'],
  ['both made the same change', 'abc', 'aXc', 'aXc', 'aXc'],
  ['both made the same change, and each another one', 'abcdefg', 'XbcMefg', 'abcMefY', 'XbcMefY'],
  ['one added and the other removed elsewhere', 'abcd', 'abcXd', 'bcd', 'bcXd'],
  ['one emptied it and the other left it', 'abc', '', 'abc', ''],
  ['one removed what the other left alone', 'abcde', 'acde', 'abce', 'ace'],
])('%s', (_, base, repo, live, expected) => {
  expect(mergeLines(lines(base), lines(repo), lines(live))).toEqual({ text: lines(expected) })
})

test.each([
  ['both changed one line', 'abc', 'aXc', 'aYc', 2],
  ['the lines touch', 'abcd', 'aXcd', 'abYd', 2],
  ['both added at the end', 'abc', 'abcX', 'abcY', 4],
  ['one removed what the other changed', 'abc', 'ac', 'aXc', 2],
  ['one emptied it and the other changed it', 'abc', '', 'aXc', 1],
  ['the first of two', 'abcde', 'abXde', 'abYde', 3],
])('is a conflict: %s', (_, base, repo, live, line) => {
  expect(mergeLines(lines(base), lines(repo), lines(live))).toEqual({ conflictAt: line })
})

test('the end of the last line counts as a line, and a carriage return belongs to its line', () => {
  expect(mergeLines('a\nb\n', 'X\nb\n', 'a\nb\nc\n')).toEqual({ text: 'X\nb\nc\n' })
  expect(mergeLines('a\r\nb\r\n', 'a\nb\r\n', 'a\r\nb\r\n')).toEqual({ text: 'a\nb\r\n' })
})

test('the repo contains an edit if merging the edit changes nothing', () => {
  expect(hasEdits(lines('abcde'), lines('XbcdY'), lines('abcdY'))).toBe(true)
  expect(hasEdits(lines('abcde'), lines('Xbcde'), lines('abcdY'))).toBe(false)
  expect(hasEdits(lines('abc'), lines('aXc'), lines('aYc'))).toBe(false)
})

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 }).map((all) => all.join('\n'))

test('whatever they are: one side alone wins, the sides are alike, and merging again changes nothing', () => {
  fc.assert(
    fc.property(text, text, text, (base, repo, live) => {
      expect(mergeLines(base, base, live)).toEqual({ text: live })
      expect(mergeLines(base, repo, base)).toEqual({ text: repo })
      expect(mergeLines(base, repo, repo)).toEqual({ text: repo })
      const [one, other] = [mergeLines(base, repo, live), mergeLines(base, live, repo)]
      expect('text' in one ? one : {}).toEqual('text' in other ? other : {})
    }),
  )
})
