import { structuredPatch } from 'diff'
import type { Hunk, TextDiff } from './line.ts'

/** Texts that differ in more lines than this have so little in common that a diff would be slow and useless. */
const MOST_EDITS = 2000

/** A diff with one line of context. Undefined if the texts have too little in common. */
export function diffTexts(before: string, after: string): TextDiff | undefined {
  const endAlike = before.endsWith('\n') === after.endsWith('\n') || before === '' || after === ''
  const [was, now] = endAlike ? [withLineEnd(before), withLineEnd(after)] : [before, after]
  const patch = structuredPatch('', '', was, now, '', '', { context: 1, maxEditLength: MOST_EDITS })
  if (patch === undefined) return undefined
  const hunks = patch.hunks.map(({ newStart, newLines, lines }) => ({
    at: [newStart, newLines] as const,
    lines: lines.map(lineOf),
  }))
  const count = (mark: string): number =>
    patch.hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.startsWith(mark)).length, 0)
  return { added: count('+'), removed: count('-'), hunks }
}

/**
 * Texts in content have no final line feed. Without this, a last line would count as changed once another follows it.
 */
const withLineEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

const lineOf = (line: string): Hunk['lines'][number] => {
  if (line.startsWith('\\')) return { mark: ' ', text: '(no line end here)' }
  return { mark: line.startsWith('+') ? '+' : line.startsWith('-') ? '-' : ' ', text: line.slice(1) }
}

export const linesIn = (text: string): number =>
  text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
