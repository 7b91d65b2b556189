import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/support/long.ts'
import { objectOf } from '../../json.ts'
import { commentsOf } from '../../yaml/comments.ts'
import { formatYaml } from '../../yaml/format.ts'
import { printYaml } from '../../yaml/print.ts'
import { readYaml } from '../../yaml/read.ts'
import { printNoisy, randomFrom } from './noisy.ts'
import { exactText, jsonValue, tree } from './values.ts'

const RUNS = isLong ? 200 : 30

const read = (text: string): unknown => {
  const { value, problems } = readYaml(text, 'a.yaml')
  expect(problems).toEqual([])
  return value
}

const format = (text: string): string => formatYaml(text, read(text))

/** The same value with the keys of every map turned around. */
function turned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turned)
  if (typeof value !== 'object' || value === null) return value
  return objectOf(
    Object.entries(value)
      .map(([key, each]) => [key, turned(each)] as const)
      .toReversed(),
  )
}

const commentsIn = (text: string): string[] =>
  commentsOf(text)
    .map((comment) => comment.text)
    .sort()

/** How the line of an entry starts. */
function entryAt(path: string): RegExp {
  const step = path.slice(path.lastIndexOf('/') + 1)
  return step.startsWith('id=') ? /^ *-/ : new RegExp(`^ *(?:- +)*['"]?${step}['"]?:`)
}

describe('formatYaml', () => {
  test('leaves alone what printYaml printed', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const text = printYaml(value)
        expect(formatYaml(text, value)).toBe(text)
      }),
      { numRuns: RUNS / 2 },
    )
  })

  test('without comments and empty lines it prints what printYaml prints', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(formatYaml(`${JSON.stringify(value)}\n`, value)).toBe(printYaml(value))
        expect(formatYaml(printYaml(value), turned(value))).toBe(printYaml(turned(value)))
      }),
      { numRuns: RUNS / 2 },
    )
  })

  test('keeps the value, every comment and its place, and changes nothing the second time', () => {
    fc.assert(
      fc.property(tree, fc.integer(), fc.boolean(), (value, seed, turn) => {
        const text = printNoisy(value, randomFrom(seed))
        const wanted = turn ? turned(value) : value
        const formatted = formatYaml(text, wanted)
        expect(exactText(read(formatted))).toBe(exactText(wanted))
        expect(commentsIn(formatted)).toEqual(commentsIn(text))
        expect(formatYaml(formatted, wanted)).toBe(formatted)
        expect(formatted).not.toMatch(/\n\n$/)
        for (const [, path, below] of formatted.matchAll(/# above (\/.*)\n(?:\n| *#.*\n)*(.*)/g)) {
          if (!/\/id=\w+\/\w+$/.test(path ?? ''))
            expect([path, below]).toEqual([path, expect.stringMatching(entryAt(path ?? ''))])
        }
      }),
      { numRuns: RUNS },
    )
  })

  const table: [name: string, before: string, after: string][] = [
    ['quotes and indentation', '"a":   "x"\nb:\n    -   1\n', 'a: x\nb:\n  - 1\n'],
    ['several empty lines become one', 'a: 1\n\n\n\nb: 2\n\n', 'a: 1\n\nb: 2\n'],
    ['no empty line opens or closes a block', 'a:\n\n  b: 1\n\nc: 2\n', 'a:\n  b: 1\n\nc: 2\n'],
    ['an empty line behind a literal', 'a: |\n  x\n\n\nb: 2\n', 'a: |\n  x\n\nb: 2\n'],
    [
      'the file has its own comment',
      '# top\n\n# of a\na: 1 # beside a\n# end\n',
      '# top\n\n# of a\na: 1 # beside a\n# end\n',
    ],
    ['a document mark goes, its comment stays', '--- # top\na: 1\n... # end\n', '# top\na: 1\n# end\n'],
    ['a value below its key', 'a: # beside\n  x\n', 'a: x # beside\n'],
    ['a value between comments', 'a: # one\n  # two\n  x # three\n', '# one\n# two\na: x # three\n'],
    [
      'a flow map over lines',
      'a: { # one\n  x: 1, # two\n  y: 2 } # three\n',
      '# one\n# two\na: # three\n  x: 1\n  y: 2\n',
    ],
    ['an empty map', 'a: { # one\n  }\n', 'a: {} # one\n'],
    ['a comment behind a dash', 'a:\n- # one\n  # two\n  x: 1\n', 'a:\n  # one\n  # two\n  - x: 1\n'],
    ['a comment deeper than its key', 'a: 1\n   # one\nb: 2\n', 'a: 1\n# one\nb: 2\n'],
    ['the end of a nested list', 'a:\n  - 1\n  # end of a\n# of b\nb: 2\n', 'a:\n  - 1\n  # end of a\n# of b\nb: 2\n'],
    ['a folded text', 'a: > # one\n  x\n  y\n', 'a: | # one\n  x y\n'],
    ['a literal that needs quotes', 'a: |- # one\n  x \n  y\n', 'a: "x \\ny" # one\n'],
    ['an explicit key', '? a # one\n: x # two\n', '# one\n# two\na: x\n'],
    ['a null', 'a: # one\nb:\n', 'a: null # one\nb: null\n'],
    ['a # that starts no comment', 'a: x#y\nb: "# z"\nc: |\n  # w\n', "a: x#y\nb: '# z'\nc: |\n  # w\n"],
    ['a root between brackets', '# one\n{a: 1, # two\n b: 2}\n# three\n', '# one\n# two\n# three\na: 1\nb: 2\n'],
    ['lists in lists', 'a:\n- - 1 # one\n  # two\n  - 2\n', 'a:\n  - - 1 # one\n    # two\n    - 2\n'],
    ['no final line feed', 'a: 1 # one', 'a: 1 # one\n'],
    ['nothing but comments', '# one\n', '# one\n'],
  ]

  test.each(table)('%s', (_, before, after) => {
    expect(format(before)).toBe(after)
    expect(format(after)).toBe(after)
  })

  test('a key that moves takes its comments along; those of a removed key stay', () => {
    const text =
      '# top\nname: x # beside name\n\n# above sql\nsql: |- # beside sql\n  select 1\n  # no comment\n# above id\nid: b\n'
    expect(formatYaml(text, { id: 'b', name: 'x' })).toBe(
      '# top\n\n# above sql\n# beside sql\n# above id\nid: b\nname: x # beside name\n',
    )
  })
})
