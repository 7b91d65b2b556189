import { describe, expect, test } from 'vitest'
import { diffTexts } from '../../../src/words/values/texts.ts'

/** Before and after; the lines of the difference, as people read them. */
const ROWS: readonly (readonly [what: string, before: string, after: string, lines: readonly string[]])[] = [
  [
    'a line appended to a text without a final line end',
    'select 1\nfrom a',
    'select 1\nfrom a\nlimit 5',
    [' from a', '+limit 5'],
  ],
  ['a line appended to one with it', 'select 1\nfrom a\n', 'select 1\nfrom a\nlimit 5\n', [' from a', '+limit 5']],
  ['the last line removed', 'select 1\nfrom a', 'select 1', [' select 1', '-from a']],
  ['the last line changed', 'select 1\nfrom a', 'select 1\nfrom b', [' select 1', '-from a', '+from b']],
  ['a new text', '', 'select 1', ['+select 1']],
  ['a removed text', 'select 1', '', ['-select 1']],
  ['nothing but the final line end', 'a', 'a\n', ['-a', ' (no line end here)', '+a']],
]

describe('the lines of a text that changed', () => {
  test.for(ROWS)('%s', ([, before, after, lines]) => {
    const diff = diffTexts(before, after)
    expect(diff?.hunks.flatMap((hunk) => hunk.lines.map(({ mark, text }) => `${mark}${text}`))).toEqual(lines)
    expect(diff?.added).toBe(lines.filter((line) => line.startsWith('+')).length)
  })
})
