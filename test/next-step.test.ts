import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ERRORS } from '../packages/common/errors.ts'
import { Query } from '../packages/platform/query/grammar.ts'
import { ConfigFile, TargetFile } from '../src/config/schema.ts'
import { DOCUMENTS } from '../src/content/files.ts'
import type { ValuePath } from '../src/content/problem.ts'
import { schemaProblems } from '../src/content/schema-problems.ts'
import { CHART_WORDS, ReportWords } from '../src/lint/chart-words.ts'
import { filesOfClone } from './support/directory.ts'
import { isNextStep } from './support/next-step.ts'

test('texts without a next step are recognised', () => {
  const none = ['No run was made from this directory.', 'See docs/reference.', 'A KPI widget names no report.', '']
  expect(none.filter(isNextStep)).toEqual([])
})

test.each(Object.entries(ERRORS))('the hint of %s says what to do', (_, { hint }) => {
  expect(hint).toSatisfy(isNextStep)
})

test('so does every hint in the sources', () => {
  // What a question says of a choice is called a hint as well.
  const files = filesOfClone('src/*.ts', ':!*-questions.ts')
  const hints = files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /\bhint:(?:[^,;{}'`]*?[?:])?\s*(?:'([^'\n]+)'|`([^`]+)`)(?:\s*:\s*['`]([^'`]+)['`])?/g,
      ),
    ].flatMap(([, plain, template, other]) =>
      [plain ?? template ?? '', ...(other === undefined ? [] : [other])].map((hint) => [file, hint]),
    ),
  )
  expect(hints.length).toBeGreaterThan(80)
  expect(hints.filter(([, hint = '']) => !isNextStep(hint))).toEqual([])
})

/** A command line that cannot be copied to the end of its text. */
const isInSentence = (line: string): boolean => /\\`[^`]*git add|[a-z] git add\b|git add\b[^'"`]*\. [A-Z]/.test(line)

test('a command that adds files to git ends its text, so that it can be copied', () => {
  const inSentences = ["'then validate and git add'", '`run \\`git add ${file}\\`: it`', "'Add: git add -A. Or not.'"]
  expect(inSentences.filter(isInSentence)).toEqual(inSentences)
  const lines = filesOfClone('src/*.ts', 'packages/*.ts', ':!packages/*/test/*').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /git add\b/.test(line))
      .map((line) => [file, line.trim()]),
  )
  expect(lines.length).toBeGreaterThan(6)
  expect(lines.filter(([, line = '']) => isInSentence(line))).toEqual([])
})

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(Object.entries(DOCUMENTS).map(([kind, { schema }]) => [kind, schema])),
  ...{ project: ConfigFile, target: TargetFile, query: Query, words: ReportWords, ...CHART_WORDS },
}

/** Each place of a schema, with a way to put a value there. Lists and maps have one entry. */
function* places(schema: z.ZodType, path: ValuePath = [], depth = 0): Generator<ValuePath> {
  yield path
  if (depth > 7) return
  const at = schema
  if (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodLazy)
    yield* places(at.unwrap() as z.ZodType, path, depth + 1)
  if (at instanceof z.ZodUnion) for (const one of at.options) yield* places(one as z.ZodType, path, depth + 1)
  if (at instanceof z.ZodArray) yield* places(at.element as z.ZodType, [...path, 0], depth + 1)
  if (at instanceof z.ZodRecord) yield* places(at.valueType as z.ZodType, [...path, 'one'], depth + 1)
  if (at instanceof z.ZodObject)
    for (const [key, inner] of Object.entries(at.shape)) yield* places(inner as z.ZodType, [...path, key], depth + 1)
}

const put = (value: unknown, [step, ...rest]: ValuePath): unknown =>
  step === undefined ? value : typeof step === 'number' ? [put(value, rest)] : { [step]: put(value, rest) }

const WRONG = [
  ...[
    null,
    true,
    'true',
    -1,
    0.5,
    1e12,
    '12',
    '',
    ' ',
    '/x',
    '../x',
    'a\\b',
    'content/x',
    'lots',
    'NUL',
    'x'.repeat(5_000),
  ],
  ...[
    '000000000000',
    [],
    [null],
    [''],
    {},
    { nonsense: 1 },
    { '': 1 },
    { 'a b': 1 },
    { and: [], or: [] },
    { member: 'a.b' },
  ],
]

describe('for a value that a schema refuses, the problem says what is allowed', () => {
  test.each(Object.entries(SCHEMAS))('%s', (_, schema) => {
    const placeOf = () => ({ at: { file: 'x.yaml', line: 1, column: 1 }, length: 1 })
    const paths = new Map([...places(schema)].map((path) => [JSON.stringify(path), path]))
    const problems = [...paths.values()].flatMap((path) =>
      WRONG.flatMap((value) => schemaProblems({ placeOf }, schema, put(value, path))),
    )
    const said = new Set(problems.map(({ message, hint }) => `${message} | ${hint ?? 'NOTHING'}`))
    expect(said.size).toBeGreaterThan(3)
    const bare = [...said].filter(
      (each) => !isNextStep(each.slice(each.lastIndexOf(' | ') + 3)) || /what it must be\./.test(each),
    )
    expect(bare).toEqual([])
  })
})
