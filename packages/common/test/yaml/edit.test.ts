import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/support/long.ts'
import { editYaml } from '../../yaml/edit.ts'
import { printYaml } from '../../yaml/print.ts'
import { readYaml } from '../../yaml/read.ts'
import { printNoisy, randomFrom } from './noisy.ts'
import { jsonMap, tree } from './values.ts'

const RUNS = isLong ? 150 : 25

const read = (text: string): unknown => {
  const { value, problems } = readYaml(text, 'a.yaml')
  expect(problems).toEqual([])
  return value
}

/** The paths that are in both, as comments of a noisy text name them. */
function keptPaths(before: unknown, after: unknown, path: string): Set<string> {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return new Set()
  if (Array.isArray(before) !== Array.isArray(after)) return new Set()
  const others = new Map(steps(after))
  return new Set(
    steps(before).flatMap(([step, value]) =>
      others.has(step) ? [`${path}/${step}`, ...keptPaths(value, others.get(step), `${path}/${step}`)] : [],
    ),
  )
}

const steps = (value: object): [string, unknown][] =>
  Array.isArray(value) ? value.map((item) => [`id=${item.id}`, item]) : Object.entries(value)

/** How the line of an entry starts. */
function entryAt(path: string): RegExp {
  const step = path.slice(path.lastIndexOf('/') + 1)
  return step.startsWith('id=') ? /^ *-/ : new RegExp(`^ *(?:- +)?['"]?${step}['"]?:`)
}

describe('editYaml', () => {
  test('a canonical text becomes the canonical text of the new value', () => {
    fc.assert(
      fc.property(tree, tree, (before, after) => {
        expect(editYaml(printYaml(before), after)).toBe(printYaml(after))
      }),
      { numRuns: RUNS },
    )
  })

  test('any value becomes any other', () => {
    fc.assert(
      fc.property(jsonMap, jsonMap, (before, after) => {
        expect(read(editYaml(printYaml(before), after))).toEqual(after)
      }),
      { numRuns: RUNS },
    )
  })

  test('comments of unchanged values stay where they belong', () => {
    fc.assert(
      fc.property(tree, tree, fc.integer(), (before, after, seed) => {
        const text = printNoisy(before, randomFrom(seed))
        expect(read(text)).toEqual(before)
        expect(editYaml(text, before)).toBe(text)
        const edited = editYaml(text, after)
        expect(read(edited)).toEqual(after)
        const kept = keptPaths(before, after, '')
        const comments = text.split('\n').flatMap((line) => /# (above|beside) (.*)/.exec(line)?.[0] ?? [])
        expect(
          comments.filter((comment) => kept.has(comment.replace(/^# \w+ /, '')) && !edited.includes(comment)),
        ).toEqual([])
        for (const [, path, below] of edited.matchAll(/# above (\/.*)\n(?: *#.*\n)*(.*)/g)) {
          expect([path, below]).toEqual([path, expect.stringMatching(entryAt(path ?? ''))])
        }
      }),
      { numRuns: RUNS },
    )
  })
})
