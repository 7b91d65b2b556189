import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { parse } from 'junit2json'
import { describe, expect, test } from 'vitest'
import { type ProblemFormat, printProblems } from '../../src/cli/problems.ts'
import type { Problem } from '../../src/content/problem.ts'

const PROBLEMS: readonly Problem[] = [
  {
    kind: 'SCHEMA',
    at: { file: 'content/a b/ä#1.yaml', line: 3, column: 5 },
    length: 4,
    message: 'is <wrong> & "bad"',
  },
  {
    kind: 'SCHEMA',
    at: { file: 'content/a b/ä#1.yaml', line: 9 },
    message: 'has \u0000 and \u001b[31m in it',
    before: true,
    warning: true,
  },
  { kind: 'MEMBER_UNKNOWN', at: { file: 'content/c.yaml', line: 1, column: 1 }, message: 'two\nlines', warning: true },
  { kind: 'REFERENCE_DANGLING', at: { file: 'boardwright.yaml' }, message: ']]> and \ufffe', hint: 'Do it.' },
  {
    ...{ kind: 'RULE', rule: 'owned', why: 'https://wiki.example/owners', message: 'has no owner' },
    at: { file: 'content/c.yaml', line: 2 },
  },
]
const KNOWN = { known: true, branch: 'main', commit: '0123456789012345678901234567890123456789' } as const
const UNKNOWN = { known: false, because: 'no git', hint: 'Use git.' } as const

const printed = (
  problems: readonly Problem[],
  format: Exclude<ProblemFormat, 'github'>,
  comparedWith: typeof KNOWN | typeof UNKNOWN = KNOWN,
) => printProblems(problems, format, () => undefined, { comparedWith, directory: 'analytics/' })

const require = createRequire(import.meta.url)

describe('SARIF', () => {
  // Its `id` and `$schema` are of the draft before the one that the validator knows; the rest means the same.
  const { id: _, $schema: __, ...schema } = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(schema)
  const results = (problems: readonly Problem[], compared?: typeof KNOWN | typeof UNKNOWN) =>
    JSON.parse(printed(problems, 'sarif', compared)).runs[0].results

  test.each([
    ['problems of every kind', PROBLEMS, KNOWN],
    ['no problems', [], KNOWN],
    ['problems that were compared with nothing', PROBLEMS, UNKNOWN],
  ])('of %s is as the official schema wants it', (_, problems, compared) => {
    const log = JSON.parse(printed(problems, 'sarif', compared))
    expect([isSarif(log), isSarif.errors]).toEqual([true, null])
    expect(log).toMatchObject({ version: '2.1.0', runs: [{ tool: { driver: { name: 'Boardwright' } } }] })
  })

  test('has what waivers cover as suppressed, with the reason', () => {
    const [problem] = PROBLEMS
    if (!problem) throw new Error('there is no problem')
    const at = { at: { file: 'boardwright.yaml' }, length: 1 }
    const waiver = { rule: 'schema', path: 'content/a', reason: 'Later', owner: 'us', expires: '2027-01-01', at }
    const waived = [{ problem, waiver }]
    const log = JSON.parse(printProblems([], 'sarif', () => undefined, { comparedWith: KNOWN, waived }))
    expect([isSarif(log), isSarif.errors]).toEqual([true, null])
    expect(log.runs[0].results).toMatchObject([
      { suppressions: [{ kind: 'external', status: 'accepted', justification: 'Later' }] },
    ])
  })

  test('that is wrong is noticed by that schema', () => {
    expect(
      isSarif({ version: '2.1.0', runs: [{ tool: { driver: { name: 'x' } }, results: [{ message: 'text' }] }] }),
    ).toBe(false)
  })

  test('says what was there before, and nothing of it where nobody knows', () => {
    expect(results(PROBLEMS).map(({ baselineState }: { baselineState: string }) => baselineState)).toEqual([
      'new',
      'unchanged',
      'new',
      'new',
      'new',
    ])
    expect(JSON.stringify(results(PROBLEMS, UNKNOWN))).not.toContain('baselineState')
  })

  test('has places from the root of the repository, as addresses', () => {
    expect(results(PROBLEMS)[0].locations).toEqual([
      {
        physicalLocation: {
          artifactLocation: { uri: 'analytics/content/a%20b/%C3%A4%231.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 3, startColumn: 5, endColumn: 9 },
        },
      },
    ])
  })

  test('knows a problem again on another line', () => {
    const [first] = PROBLEMS as readonly [Problem]
    const moved = { ...first, at: { ...first.at, line: 99 } }
    const [one] = results([first])
    const [other] = results([moved])
    expect(other.partialFingerprints).toEqual(one.partialFingerprints)
  })

  test('describes each of its rules once', () => {
    const { rules } = JSON.parse(printed(PROBLEMS, 'sarif')).runs[0].tool.driver
    expect(rules.map(({ id }: { id: string }) => id)).toEqual(
      [...new Set(results(PROBLEMS).map(({ ruleId }: { ruleId: string }) => ruleId))].sort(),
    )
    expect(rules).toContainEqual(expect.objectContaining({ name: 'owned', helpUri: 'https://wiki.example/owners' }))
    for (const { ruleId, ruleIndex } of results(PROBLEMS)) expect(rules[ruleIndex].id).toBe(ruleId)
  })
})

describe('JUnit', () => {
  test('is read by a stock reader as it was meant', async () => {
    const read = await parse(printed(PROBLEMS, 'junit'))
    expect(read).toMatchObject({ tests: 5, failures: 3, errors: 0 })
    const suites = read && 'testsuite' in read ? (read.testsuite ?? []) : []
    expect(suites.map(({ name, tests, failures, skipped }) => [name, tests, failures, skipped])).toEqual([
      ['analytics/content/a b/ä#1.yaml', 2, 1, 1],
      ['analytics/content/c.yaml', 2, 1, 1],
      ['analytics/boardwright.yaml', 1, 1, 0],
    ])
    const [failed, skipped] = suites[0]?.testcase ?? []
    expect(failed).toMatchObject({
      name: 'BW-E1201 analytics/content/a b/ä#1.yaml:3:5 is <wrong> & "bad"',
      classname: 'analytics/content/a b/ä#1.yaml',
      failure: [
        { message: 'is <wrong> & "bad"', type: 'BW-E1201', inner: expect.stringContaining(':3:5  is <wrong>') },
      ],
    })
    expect(skipped).toMatchObject({ skipped: [{ message: 'has \\u0000 and \\u001b[31m in it' }] })
  })

  test('has a test that passed where nothing is wrong', async () => {
    const read = await parse(printed([], 'junit'))
    expect(read).toMatchObject({ tests: 1, failures: 0, testsuite: [{ tests: 1, testcase: [{ name: 'every file' }] }] })
  })

  /** What the schema that Jenkins and Ant share requires of each element, and the attributes that it allows. */
  const ELEMENTS: Readonly<
    Record<string, { readonly needs: readonly string[]; readonly allows: readonly string[]; readonly in: string }>
  > = {
    testsuites: { needs: [], allows: ['name', 'time', 'tests', 'failures', 'disabled', 'errors'], in: '' },
    testsuite: {
      needs: ['name'],
      allows: ['tests', 'failures', 'errors', 'time', 'disabled', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
      in: 'testsuites',
    },
    testcase: { needs: ['name'], allows: ['assertions', 'time', 'classname', 'status'], in: 'testsuite' },
    skipped: { needs: [], allows: ['message'], in: 'testcase' },
    failure: { needs: [], allows: ['type', 'message'], in: 'testcase' },
  }

  test.each([[PROBLEMS], [[]]])('has only elements, places and attributes that the common schema has', (problems) => {
    const open: string[] = []
    for (const [, closes, name = '', attributes = '', isEmpty] of printed(problems, 'junit').matchAll(
      /<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)(\/?)>/g,
    )) {
      if (closes) {
        expect(open.pop()).toBe(name)
        continue
      }
      const { needs, allows, in: parent } = ELEMENTS[name] ?? { needs: [], allows: [], in: `no ${name}` }
      expect(open.at(-1) ?? '').toBe(parent)
      const given = [...attributes.matchAll(/ ([a-z]+)=/g)].map(([, attribute = '']) => attribute)
      expect(given).toEqual(expect.arrayContaining([...needs]))
      expect(given.filter((each) => !needs.includes(each) && !allows.includes(each))).toEqual([])
      if (!isEmpty) open.push(name)
    }
    expect(open).toEqual([])
  })
})
