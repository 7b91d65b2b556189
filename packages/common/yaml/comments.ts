import { yamlLibrary } from './library.ts'

/** A comment, from its `#` to the end of its line, trimmed. */
export interface Comment {
  readonly from: number
  readonly text: string
}

/** Zero-width lexer tokens, and the one that precedes a scalar. */
export const MARKS: ReadonlySet<string> = new Set(['\x02', '\x18', '\x1f'])
export const SCALAR_FOLLOWS = '\x1f'

/** All comments, in order. A `#` inside a text or literal does not start one. */
export function commentsOf(text: string): readonly Comment[] {
  if (!text.includes('#')) return []
  const comments: Comment[] = []
  let offset = 0
  let inScalar = false
  const { Lexer } = yamlLibrary()
  for (const token of new Lexer().lex(text)) {
    if (!inScalar && token.startsWith('#')) comments.push({ from: offset, text: token.trimEnd() })
    if (inScalar || !MARKS.has(token)) offset += token.length
    inScalar = token === SCALAR_FOLLOWS && !inScalar
  }
  return comments
}

/** Lines between entries: comments without indentation, or empty. Document markers are dropped. */
export type Lines = readonly string[]

export const linesOf = (between: string): Lines =>
  between === ''
    ? []
    : between
        .replace(/\n$/, '')
        .split('\n')
        .flatMap((line) => {
          const comment = /(?:^|[ \t])(#.*)$/s.exec(line)?.[1]
          return comment === undefined ? (line.trim() === '' ? [''] : []) : [comment.trimEnd()]
        })

const dropLeading = (lines: Lines): Lines => lines.slice(lines.findIndex((line) => line !== ''))
const isEmpty = (lines: Lines): boolean => lines.every((line) => line === '')

export const collapse = (lines: Lines): Lines =>
  lines.filter((line, index) => line !== '' || lines[index - 1] !== '' || index === 0)

export const withoutLeading = (lines: Lines): Lines => (isEmpty(lines) ? [] : dropLeading(lines))

export const withoutTrailing = (lines: Lines): Lines => withoutLeading(lines.toReversed()).toReversed()

export const indentLines = (lines: Lines, column: number): string =>
  lines.map((line) => (line === '' ? '\n' : `${' '.repeat(column)}${line}\n`)).join('')
