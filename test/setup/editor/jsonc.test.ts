import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withSettings } from '../../../src/setup/editor/jsonc.ts'

const add = (text: string) => withSettings(text, 'k', { new: ['x'] })

/** A new entry, in a new map. */
const ADDED = '"k": {\n    "new": [\n      "x"\n    ]\n  }'

const table: [name: string, before: string, after: string][] = [
  ['nothing', '{}\n', `{\n  ${ADDED}\n}\n`],
  ['one line', '{ "a": 1 }', `{ "a": 1, \n  ${ADDED}\n}`],
  [
    'comments',
    '// top\n{\n  "a": "// no", // why\n  /* b */ "b": [1, 2,], // last\n}\n',
    `// top\n{\n  "a": "// no", // why\n  /* b */ "b": [1, 2,], // last\n  ${ADDED}\n}\n`,
  ],
  [
    'no comma at the end, and a comment behind',
    '{\n  "a": {"b": "}"} // why\n}\n',
    `{\n  "a": {"b": "}"}, // why\n  ${ADDED}\n}\n`,
  ],
  [
    'a map that is there',
    '{\n  "k": {\n    // mine\n    "old": 1\n  }\n}\n',
    '{\n  "k": {\n    // mine\n    "old": 1,\n    "new": ["x"]\n  }\n}\n',
  ],
  ['an entry that is old', '{"k": {"new": ["y"], "z": 1}}', '{"k": {"new": ["x"], "z": 1}}'],
  ['an entry that is right', '{"k": {"new": [ "x" ]}}', '{"k": {"new": [ "x" ]}}'],
  ['an empty map', '{"k": {}}', '{"k": {\n    "new": ["x"]\n  }}'],
  [
    'Windows line ends',
    '{\r\n  "a": 1\r\n}\r\n',
    '{\r\n  "a": 1,\r\n  "k": {\r\n    "new": [\r\n      "x"\r\n    ]\r\n  }\r\n}\r\n',
  ],
]

describe('withSettings', () => {
  test.each(table)('%s', (_, before, after) => {
    expect(add(before)).toBe(after)
    expect(add(after)).toBe(after)
  })

  test.each([
    '',
    '[]',
    'null',
    '{"a": }',
    '{"a": 1',
    '{"k": 1}',
    '{"k": []}',
    '{"k": null}',
    '{a: 1}',
    '\ufeff{}',
    '{"k": {}, "k": 1}',
    '{} /* open',
    '{} /*/',
    '{"a": "\\',
  ])('leaves alone what it cannot read: %s', (text) => {
    expect(add(text)).toBeUndefined()
  })

  test('adds to any JSON, and changes nothing else', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const edited = withSettings(text, 'yaml.schemas', { a: ['b'] })
        expect(JSON.parse(edited ?? '')).toEqual({ ...JSON.parse(text), 'yaml.schemas': { a: ['b'] } })
      }),
    )
  })
})
