import { describe, expect, test } from 'vitest'
import { JsonNumber, objectOf } from '../../json.ts'
import { editYaml } from '../../yaml/edit.ts'
import { printYaml } from '../../yaml/print.ts'
import { readYaml } from '../../yaml/read.ts'

const REPORT = `# yaml-language-server: $schema=../report.json
# Ask the finance team before changing this.

id: aB3dE5fG7h1K
'title':   "Revenue"   # shown to viewers

# --- the query ---

query:
    # in the order of the table
    measures: [orders.revenue, orders.count]
    dimensions:
    - orders.region   # never the city
    # only for the board
    - orders.country
    limit: 0100

sql: | # reviewed
  select 1
  from orders

# the end
`

interface Report {
  id: string
  title?: unknown
  kind?: string
  query: { measures: string[]; dimensions: string[]; limit?: unknown; order?: unknown }
  sql?: unknown
}

/** The lines that an edit takes out and puts in. */
function changed(
  text: string,
  change: (report: Report) => unknown,
  style: object = {},
): { out: string[]; in: string[] } {
  const report = readYaml(text, 'a.yaml').value as Report
  const after = change(report)
  const edited = editYaml(text, after, style)
  expect(readYaml(edited, 'a.yaml')).toMatchObject({ value: after, problems: [] })
  const [old, now] = [text.split('\n'), edited.split('\n')]
  while (old.length > 0 && now.length > 0 && old[0] === now[0]) [old, now].map((lines) => lines.shift())
  while (old.length > 0 && now.length > 0 && old.at(-1) === now.at(-1)) [old, now].map((lines) => lines.pop())
  return { out: old, in: now }
}

describe('one key', () => {
  test('without a change nothing changes', () => {
    expect(editYaml(REPORT, readYaml(REPORT, '').value)).toBe(REPORT)
    expect(editYaml('a: 1.0', { a: 1 })).toBe('a: 1.0')
    expect(editYaml('a: 1e400', { a: new JsonNumber('10E+399') })).toBe('a: 1e400')
    expect(editYaml('a: 1e400 # x\n', { a: new JsonNumber('2e400') })).toBe('a: 2e400 # x\n')
  })

  test('a changed value keeps its line, the notation of its key, and its comment', () => {
    expect(changed(REPORT, (report) => ({ ...report, title: 'Sales: all' }))).toEqual({
      out: [`'title':   "Revenue"   # shown to viewers`],
      in: [`'title':   'Sales: all'   # shown to viewers`],
    })
    expect(changed(REPORT, ({ query, ...rest }) => ({ ...rest, query: { ...query, limit: 200 } }))).toEqual({
      out: ['    limit: 0100'],
      in: ['    limit: 200'],
    })
  })

  test('a value of one line becomes one of several, and back, with its comment', () => {
    expect(changed(REPORT, (report) => ({ ...report, title: 'one\ntwo\n' }))).toEqual({
      out: [`'title':   "Revenue"   # shown to viewers`],
      in: [`'title': | # shown to viewers`, '  one', '  two'],
    })
    expect(changed(REPORT, (report) => ({ ...report, title: { en: 'one', de: 'eins' } }))).toEqual({
      out: [`'title':   "Revenue"   # shown to viewers`],
      in: [`'title': # shown to viewers`, '  en: one', '  de: eins'],
    })
    expect(changed(REPORT, (report) => ({ ...report, sql: 'select 2' }))).toEqual({
      out: ['sql: | # reviewed', '  select 1', '  from orders'],
      in: ['sql: select 2 # reviewed'],
    })
    expect(changed(REPORT, ({ query, ...rest }) => ({ ...rest, query: { ...query, dimensions: [] } }))).toEqual({
      out: [
        '    dimensions:',
        '    - orders.region   # never the city',
        '    # only for the board',
        '    - orders.country',
      ],
      in: ['    dimensions: []'],
    })
  })

  test('a removed key takes only the comments right above it along', () => {
    expect(changed('a: 1\n# about b\n#  and more\nb: 2\n\n# about c\nc: 3\n', () => ({ a: 1, c: 3 }))).toEqual({
      out: ['# about b', '#  and more', 'b: 2'],
      in: [],
    })
    expect(changed(REPORT, ({ title, ...rest }) => rest)).toEqual({
      out: [`'title':   "Revenue"   # shown to viewers`],
      in: [],
    })
    expect(changed('# of the file\na: 1\nb: 2\n', () => ({ b: 2 }))).toEqual({ out: ['a: 1'], in: [] })
    expect(changed('# of the file\n\n# of a\na: 1\nb: 2\n', () => ({ b: 2 }))).toEqual({
      out: ['# of a', 'a: 1'],
      in: [],
    })
    expect(changed('a:\n  # of b\n  b: 1\n  # rest\n', () => ({ a: {} }))).toEqual({
      out: ['a:', '  # of b', '  b: 1', '  # rest'],
      in: ['a: {}'],
    })
  })

  test('a new key goes to its place in the order of keys', () => {
    const style = { keyOrder: () => ['id', 'kind', 'title', 'query', 'sql'] }
    const withKind = (report: Report): Report => ({ ...report, kind: 'table' })
    expect(changed(REPORT, withKind, style)).toEqual({ out: [], in: ['kind: table'] })
    expect(editYaml(REPORT, withKind(readYaml(REPORT, '').value as Report), style)).toContain(
      "aB3dE5fG7h1K\nkind: table\n'title'",
    )
    expect(editYaml('title: a\nid: b\n', { id: 'b', title: 'a', kind: 'c', other: 1 }, style)).toBe(
      'title: a\nother: 1\nid: b\nkind: c\n',
    )
    expect(editYaml('b: 1\n', { a: 0, b: 1, c: 2 })).toBe('a: 0\nb: 1\nc: 2\n')
    expect(editYaml('# top\nb: 1\n', { a: 0, b: 1 })).toBe('# top\na: 0\nb: 1\n')
  })

  test('a new key gets empty lines around it if all keys have them', () => {
    expect(editYaml('a: 1\n\nb: 2\n', { a: 1, b: 2, c: 3 })).toBe('a: 1\n\nb: 2\n\nc: 3\n')
    expect(editYaml('a: 1\n\nc: 2\n', { a: 1, b: 2, c: 2 })).toBe('a: 1\n\nb: 2\n\nc: 2\n')
    expect(editYaml('b: 1\n\nc: 2\n', { a: 1, b: 1, c: 2 })).toBe('a: 1\n\nb: 1\n\nc: 2\n')
    expect(editYaml('a: 1\n\nb: 2\n', { a: 1 })).toBe('a: 1\n')
  })

  test('the order of keys changes only if it has a meaning', () => {
    const text = 'order:\n  # first\n  10: asc\n  9: desc # last\n'
    const after = {
      order: objectOf([
        ['9', 'desc'],
        ['10', 'asc'],
      ]),
    }
    expect(editYaml(text, after)).toBe(text)
    expect(editYaml(text, after, { isOrdered: (path) => path.at(-1) === 'order' })).toBe(
      'order:\n  9: desc # last\n  # first\n  10: asc\n',
    )
    expect(editYaml('o: {b: 1, a: 2}\n', { o: { a: 2, b: 1 } }, { isOrdered: () => true })).toBe('o: {a: 2, b: 1}\n')
  })
})

describe('lists', () => {
  const WIDGETS = `widgets:
  # the big one
  - id: w1
    title: Revenue # in euros
    position: {x: 0,  y: 0, w: 6}

  - title: Count
    # never change
    id: w2

  # at the bottom
  - id: w3
`
  const [w1, w2, w3] = (readYaml(WIDGETS, '').value as { widgets: [object, object, object] }).widgets

  test('items with ids move with their comments', () => {
    expect(editYaml(WIDGETS, { widgets: [w3, w1, w2] })).toBe(`widgets:
  # at the bottom
  - id: w3

  # the big one
  - id: w1
    title: Revenue # in euros
    position: {x: 0,  y: 0, w: 6}

  - title: Count
    # never change
    id: w2
`)
  })

  test('items with ids are changed, removed and inserted', () => {
    expect(
      editYaml(WIDGETS, { widgets: [{ ...w1, position: { x: 0, y: 3, w: 6 } }, { id: 'w4', a: [1] }, w3] }),
    ).toBe(`widgets:
  # the big one
  - id: w1
    title: Revenue # in euros
    position: {x: 0,  y: 3, w: 6}

  - id: w4
    a:
      - 1

  # at the bottom
  - id: w3
`)
  })

  test('other items keep their comments', () => {
    const text = 'a:\n  - one # 1\n  # about two\n  - two\n  - three\n'
    expect(editYaml(text, { a: ['zero', 'one', 'two'] })).toBe('a:\n  - zero\n  - one # 1\n  # about two\n  - two\n')
    expect(editYaml(text, { a: ['one', 'TWO', 'three'] })).toBe('a:\n  - one # 1\n  # about two\n  - TWO\n  - three\n')
    expect(editYaml('- a: 1 # one\n  b: 2\n- c: 3\n', [{ a: 1, b: 3 }, { c: 3 }, { d: 4 }])).toBe(
      '- a: 1 # one\n  b: 3\n- c: 3\n- d: 4\n',
    )
    expect(editYaml('- - a # x\n  - b\n- c\n', [['a', 'B'], 'c'])).toBe('- - a # x\n  - B\n- c\n')
  })

  test('when the first key of an item is removed, the comment of the next one stays above it', () => {
    expect(editYaml('- a: 1\n  # about b\n  b: 2\n', [{ b: 2 }])).toBe('-\n  # about b\n  b: 2\n')
    expect(editYaml('- a: 1\n  b: 2\n', [{ b: 2 }])).toBe('- b: 2\n')
    expect(editYaml('- b: 2\n', [{ a: 1, b: 2 }])).toBe('- a: 1\n  b: 2\n')
  })
})

describe('between brackets', () => {
  test.each([
    ['a: [ 1, 2 ] # x\n', { a: [1, 3] }, 'a: [ 1, 3 ] # x\n'],
    ['a: [ 1, 2 ] # x\n', { a: [1] }, 'a: [1] # x\n'],
    ['a: { b: {c: 1 }, d: x }\n', { a: { b: { c: 2 }, d: 'x' } }, 'a: { b: {c: 2 }, d: x }\n'],
    ['a: { b: {c: 1 }, d: x }\n', { a: { b: { c: 1, e: 'x, y' }, d: 'x' } }, "a: { b: {c: 1, e: 'x, y'}, d: x }\n"],
    ['a: [1, 2]\n', { a: [] }, 'a: []\n'],
    ['a: [] # x\n', { a: [1] }, 'a: # x\n  - 1\n'],
    ['a: [1]\n', { a: ['b\nc'] }, 'a:\n  - |-\n    b\n    c\n'],
    ['a: [\n  1, # one\n  2,\n]\n', { a: [1, 3] }, 'a: [\n  1, # one\n  3,\n]\n'],
    ['a: [1]\n', { a: Array.from({ length: 60 }, () => 1) }, `a:\n${'  - 1\n'.repeat(60)}`],
    ['{a: 1, b: 2}\n', { a: 1, b: 3 }, '{a: 1, b: 3}\n'],
  ])('%j', (text, after, edited) => {
    expect(editYaml(text, after)).toBe(edited)
  })
})

describe('odd texts', () => {
  test.each<[string, unknown, string]>([
    ['', { a: 1 }, 'a: 1\n'],
    ['# nothing yet\n', { a: 1 }, 'a: 1\n'],
    ['a: 1', { a: 1, b: 2 }, 'a: 1\nb: 2\n'],
    ['a:\nb: 1\n', { a: 'x', b: 1 }, 'a: x\nb: 1\n'],
    ['a: # note\nb: 1\n', { a: { c: 1 }, b: 1 }, 'a: # note\n  c: 1\nb: 1\n'],
    ['a: one\n  two # x\nb: 1\n', { a: 'three', b: 1 }, 'a: three # x\nb: 1\n'],
    ['a: >-\n  one\n  two\nb: 1\n', { a: 'one two', b: 2 }, 'a: >-\n  one\n  two\nb: 2\n'],
    ['? a\n: b\nc: d\n', { a: 'x', c: 'd' }, 'a: x\nc: d\n'],
    ['---\na: 1\n...\n', { a: 2, b: 3 }, '---\na: 2\nb: 3\n...\n'],
    ['# top\n--- # doc\n# of the file\na: 1\n', { b: 3 }, '# top\n--- # doc\n# of the file\nb: 3\n'],
    ['a: |+\n  x\n\nb: 1\n', { a: 'x\n\n', b: 2 }, 'a: |+\n  x\n\nb: 2\n'],
    ['a:\n    b:\n        - c\n', { a: { b: ['c', 'd'], e: 1 } }, 'a:\n    b:\n        - c\n        - d\n    e: 1\n'],
    ['a:\n  b: 1\n    # deeper\n  c: 2\n', { a: { c: 2 } }, 'a:\n  c: 2\n'],
    ['just text\n', { a: 1 }, 'a: 1\n'],
    ['a: 1\n', 'text', 'text\n'],
    ['a: 1\n', {}, '{}\n'],
    ['-   a: 1\n    b: 2\n', [{ b: 3 }], '-   b: 3\n'],
  ])('%j', (text, after, edited) => {
    expect(editYaml(text, after)).toBe(edited)
    expect(readYaml(edited, '').value).toEqual(after)
  })

  test('a value that cannot be edited in place is printed again, and means the same', () => {
    // A literal that keeps the empty lines behind it takes those of its new neighbour.
    const text = '- id: a\n\n- id: b\n  c: |+\n    x\n- id: d\n'
    const [a, b, d] = readYaml(text, '').value as object[]
    const after = [b, a, d]
    expect(readYaml(editYaml(text, after), '').value).toEqual(after)
  })

  test('a broken file is not touched', () => {
    expect(() => editYaml('a: [1\n', {})).toThrow(/^cannot edit a broken file: the closing/)
  })

  test('an undefined value counts as absent', () => {
    expect(editYaml('a: 1 # x\nb: 2\n', { a: 1, b: undefined })).toBe('a: 1 # x\n')
    expect(printYaml({ a: 1, b: undefined })).toBe('a: 1\n')
  })
})
