import { describe, expect, test } from 'vitest'
import { MOST_RULE_BYTES, MOST_RULES, readBook } from '../../src/rules/book.ts'
import { RULE_KIND_NAMES } from '../../src/rules/kinds.ts'
import { LONGEST_RULE, readRule } from '../../src/rules/read.ts'
import { filesOf } from './support.ts'

const SOUND = 'on: {kind: dashboard}\nmust: {title: present}\nmessage: "{name} has no title"\n'

const wrong = (text: string): string[] =>
  readRule('rule', text, 'rules/rule.yaml').problems.map(
    ({ at, message, hint }) => `${at.line}:${at.column} ${message}. ${hint}`,
  )

describe('a rule that cannot be read is a problem at its place, and never a pass', () => {
  test('a sound one is none', () => expect(wrong(SOUND)).toEqual([]))
  test.each([
    [
      'a field that is misspelt',
      SOUND.replace('title:', 'titel:'),
      '2:8 there is no field "titel". did you mean "title"?',
    ],
    [
      'a field of `on`',
      SOUND.replace('kind: dashboard', 'kind: dashboard, publishd: true'),
      '1:23 there is no field "publishd"',
    ],
    ['a kind', SOUND.replace('dashboard', 'dashbord'), '1:12 "on.kind" must be one of folder'],
    [
      'a word',
      SOUND.replace('present', '{minLenght: 3}'),
      '2:16 there is no word "minLenght". did you mean "minLength"?',
    ],
    [
      'a word of another type',
      SOUND.replace('title: present', 'widgets: {minLength: 3}'),
      '2:18 "minLength" cannot be asked of a number',
    ],
    [
      'a bare word',
      SOUND.replace('title: present', 'widgets: presnt'),
      '2:17 "widgets" cannot be asked like this. did you mean "present"?',
    ],
    [
      'a slip in a bare word',
      SOUND.replace('present', 'presnt'),
      '2:15 "presnt" is nearly a word. Did you mean "present"? If the text is meant, write {equals: presnt}.',
    ],
    [
      'what stands behind a word',
      SOUND.replace('present', '{minLength: many}'),
      '"minLength" takes a whole number of at least 0',
    ],
    ['a field in a message', SOUND.replace('{name}', '{nmae}'), '3:10 there is no field "nmae". did you mean "name"?'],
    ['a key', `${SOUND}sevrity: error\n`, '4:1 unknown key "sevrity". did you mean "severity"?'],
    ['no words', SOUND.replace('present', '{}'), 'there is no word in it'],
    ['nothing that is asked', 'on: {kind: dashboard}\nmessage: m\n', '1:1 the rule asks for nothing'],
    ['an empty `must`', 'on: {kind: dashboard, title: present}\nmust: {}\nmessage: m\n', '"must" has no condition'],
    ['an example', `${SOUND}examples: {bad: [{titel: x}]}\n`, 'there is no field "titel"'],
    ['a value of an example', `${SOUND}examples: {bad: [{widgets: many}]}\n`, '"widgets" is a number'],
    ['a name that JavaScript knows', SOUND.replace('title:', 'constructor:'), 'there is no field "constructor"'],
    ['an expression', SOUND.replace('must: {title: present}', 'check: title != "" && titel != "x"'), '2:23 '],
    ['an expression that is no condition', SOUND.replace('must: {title: present}', 'check: title'), '2:8 '],
    ['a pattern', SOUND.replace('present', '{matches: "(a"}'), 'the pattern cannot be used'],
  ])('%s', (_what, text, expected) => {
    expect(wrong(text)).toEqual([expect.stringContaining(expected)])
  })

  test.each(['percent', 'parent', 'equals', '{equals: presnt}', '{oneOf: [absnt]}', 'Revenue', 'map'])(
    'a text may be %s',
    (text) => {
      expect(wrong(SOUND.replace('present', text))).toEqual([])
    },
  )

  test('one that is too long', () => {
    expect(readRule('rule', `${SOUND}# ${'x'.repeat(LONGEST_RULE)}`, 'rules/rule.yaml')).toMatchObject({
      rule: undefined,
      problems: [{ kind: 'FILE_TOO_LARGE' }],
    })
  })
})

describe('the rules of a project', () => {
  const problemsOf = (files: Readonly<Record<string, string>>, weights: readonly string[] = []) =>
    readBook(filesOf(files), {
      used: [],
      timeZone: 'UTC',
      waivers: [],
      weights: weights.map((rule) => ({
        rule,
        severity: 'off',
        at: { at: { file: 'boardwright.yaml', line: 3 }, length: 1 },
      })),
    }).problems

  test('are files of rules/, where notes for people may be too', () => {
    const files = filesOf({ 'rules/owner.yaml': SOUND, 'rules/README.md': 'Ours.', 'content/x.yaml': '' })
    expect(readBook(files, undefined)).toMatchObject({ rules: [{ name: 'owner' }], problems: [] })
  })
  test.each(['rules/owner.yml', 'rules/Owner.yaml', 'rules/more/owner.yaml', 'rules/owner'])(
    '%s is no rule',
    (file) => {
      expect(problemsOf({ [file]: SOUND })).toMatchObject([{ kind: 'FILE_UNKNOWN', at: { file } }])
    },
  )
  test.each(['dashboard-title', 'member-unknown'])('two of one name, with a built-in one: %s', (name) => {
    expect(problemsOf({ [`rules/${name}.yaml`]: SOUND })).toMatchObject([
      { kind: 'DUPLICATE', at: { file: `rules/${name}.yaml` } },
    ])
  })
  test('ten thousand are refused at once', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`rules/r${index}.yaml`, SOUND]))
    const { rules, problems } = readBook(filesOf(many), undefined)
    expect(rules).toEqual([])
    expect(problems).toMatchObject([
      { message: `there are 10,000 files with rules, and at most ${MOST_RULES} are read` },
    ])
  })
  test('more than a megabyte of rules is refused at once', () => {
    const long = `${SOUND}# ${'x'.repeat(50_000)}\n`
    const count = Math.ceil(MOST_RULE_BYTES / long.length)
    const many = (length: number) =>
      Object.fromEntries(Array.from({ length }, (_, index) => [`rules/r${100 + index}.yaml`, long]))
    expect(readBook(filesOf(many(count)), undefined)).toMatchObject({
      rules: [],
      problems: [
        { at: { file: `rules/r${99 + count}.yaml` }, message: 'the files with rules have more than 1 MB together' },
      ],
    })
    expect(readBook(filesOf(many(count - 1)), undefined).problems).toEqual([])
  })
  test('built-in ones are used all, or by name', () => {
    const at = { at: { file: 'boardwright.yaml', line: 3 }, length: 1 }
    const using = (...names: readonly string[]) => {
      const used = names.map((rule) => ({ rule, at }))
      return readBook(filesOf({}), { used, weights: [], timeZone: 'UTC', waivers: [] })
    }
    expect(using('recommended').rules.length).toBeGreaterThan(20)
    expect(using('table-limit', 'chart-title').rules.map(({ name }) => name)).toEqual(['chart-title', 'table-limit'])
    expect(using('table-limits').problems).toMatchObject([
      { message: 'there is no built-in rule "table-limits"', hint: 'did you mean "table-limit"?', at: at.at },
    ])
  })
  test('a weight of a rule that is not there has its place', () => {
    expect(problemsOf({ 'rules/owner.yaml': SOUND }, ['owner', 'member-unknown', 'onwer'])).toMatchObject([
      { message: 'there is no rule "onwer"', hint: 'did you mean "owner"?', at: { file: 'boardwright.yaml', line: 3 } },
    ])
  })
  test('every kind can have a rule', () => {
    for (const kind of RULE_KIND_NAMES)
      expect(wrong(`on: {kind: ${kind}, name: x}\nmessage: m\n`).join()).not.toContain('kind')
  })
})
