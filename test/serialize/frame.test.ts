import { describe, expect, test } from 'vitest'
import { codeFrame } from '../../src/serialize/frame.ts'

const frame = (text: string, line: number, column: number, length?: number): string[] =>
  codeFrame(text.split('\n'), { file: 'a.yaml', line, column }, length).split('\n')

describe('codeFrame', () => {
  test('shows the line, the one before, and carets', () => {
    const text = `${'#\n'.repeat(12)}    type: CHART\n    report: revenu-by-month\n`
    expect(frame(text, 14, 13, 15)).toEqual([
      '   13 |     type: CHART',
      '   14 |     report: revenu-by-month',
      '      |             ^^^^^^^^^^^^^^^',
    ])
  })

  test('aligns line numbers of different width', () => {
    expect(frame(`${'a: 1\n'.repeat(10)}`, 10, 4)).toEqual(['    9 | a: 1', '   10 | a: 1', '      |    ^'])
  })

  test('works for the first line, an empty line, the end of a text', () => {
    expect(frame('a: b', 1, 4)).toEqual(['   1 | a: b', '     |    ^'])
    expect(frame('a: b\n\n', 2, 1)).toEqual(['   1 | a: b', '   2 |', '     | ^'])
    expect(frame('a: "b\n', 1, 6)).toEqual(['   1 | a: "b', '     |      ^'])
    expect(frame('', 1, 1)).toEqual(['   1 |', '     | ^'])
    expect(codeFrame(['a'], { file: 'a.yaml' })).toBe('')
  })

  test('aligns carets below wide characters, tabs and escapes', () => {
    expect(frame('a: 漢字 🎉👨‍👩‍👧 e\u0301 x\n', 1, 'a: 漢字 🎉👨‍👩‍👧 e\u0301 '.length + 1)).toEqual([
      '   1 | a: 漢字 🎉👨‍👩‍👧 e\u0301 x',
      '     |                ^',
    ])
    expect(frame('a:\tb\n', 1, 4)).toEqual(['   1 | a:  b', '     |     ^'])
    expect(frame('a: \x1b[31m\u202ered\n', 1, 4, 1)).toEqual(['   1 | a: \\u001b[31m\\u202ered', '     |    ^^^^^^'])
  })

  test('cuts a long line around the place', () => {
    const lines = frame(`${'before '.repeat(40)}\nk: ${'left '.repeat(30)}HERE${' right'.repeat(30)}\n`, 2, 154, 4)
    expect(lines.every((line) => line.length <= 110)).toBe(true)
    expect(lines[1]).toContain('HERE')
    expect(lines[2]?.indexOf('^^^^')).toBe(lines[1]?.indexOf('HERE'))
    expect(frame('x'.repeat(5_000_000), 1, 4_000_000, 1_000_000).every((line) => line.length <= 110)).toBe(true)
  })
})
