import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unquote } from '../packages/common/yaml/unquote.ts'
import { withoutComments } from '../packages/pictures/viewer/widgets/template.ts'
import { withoutStrings } from '../src/content/uses.ts'

const textOf = (...pieces: string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((all) => all.join(''))
const always = (text: fc.Arbitrary<string>, holds: (text: string) => void): void =>
  fc.assert(fc.property(text, holds), { numRuns: 3_000 })

describe('a quick expression finds what the plain one finds', () => {
  test('of texts in double quotes, with blanks, lines and escapes', () => {
    const plain = /\\(?:\r?\n[ \t]*|([\s\S]))|[ \t]*(?:\r?\n[ \t]*)+|[\s\S]/g
    const meaning = (piece: string): string => {
      if (piece.startsWith('\\')) return piece.includes('\n') ? '' : piece === '\\ ' ? ' ' : '\\'
      const lines = piece.split('\n').length - 1
      return lines === 0 ? piece : lines === 1 ? ' ' : '\n'.repeat(lines - 1)
    }
    always(textOf(' ', '\t', '\n', '\r\n', '\\ ', '\\\\', '\\\n', 'a'), (text) => {
      const pieces = [...text.matchAll(plain)].map(([piece]) => meaning(piece))
      expect(unquote(`"${text}"`)?.text).toBe(pieces.join(''))
    })
  })

  test('of comments in templates', () => {
    always(textOf('{{!', '--', '}}', '}', '{', '{{', ' ', 'a', '{{!--', '--}}'), (text) => {
      expect(withoutComments(text)).toBe(text.replace(/\{\{!(--[\s\S]*?--|[^}]*)\}\}/g, ''))
    })
  })

  test('of comments and strings in SQL', () => {
    always(textOf('/*', '*/', "'", '--', '\n', ' ', 'a', '"', '/', '*'), (text) => {
      expect(withoutStrings(text)).toBe(text.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, ' '))
    })
  })
})
