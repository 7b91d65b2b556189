import { yamlLibrary } from './library.ts'

/** A comment of a text, from its `#` to the end of its line, without spaces there. */
export interface Comment {
  readonly from: number
  readonly text: string
}

/** Tokens of the lexer that stand for no character, and the one of them behind which a text follows. */
const MARKS: ReadonlySet<string> = new Set(['\x02', '\x18', '\x1f'])
const SCALAR_FOLLOWS = '\x1f'

/** Every comment of a text, in its order. A `#` in a text or a literal starts none. */
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

/** Lines between entries: each a comment without its indentation, or empty. Marks of documents are dropped. */
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

/** Several empty lines are one. */
export const collapse = (lines: Lines): Lines =>
  lines.filter((line, index) => line !== '' || lines[index - 1] !== '' || index === 0)

export const withoutLeading = (lines: Lines): Lines => (isEmpty(lines) ? [] : dropLeading(lines))

export const withoutTrailing = (lines: Lines): Lines => withoutLeading(lines.toReversed()).toReversed()

/** The lines at a column. */
export const indentLines = (lines: Lines, column: number): string =>
  lines.map((line) => (line === '' ? '\n' : `${' '.repeat(column)}${line}\n`)).join('')
