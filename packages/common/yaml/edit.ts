import { BoardwrightError } from '../errors.ts'
import { outlineOf } from './outline.ts'
import { printYaml } from './print.ts'
import { readYaml } from './read.ts'
import { type EditStyle, rewriteText } from './rewrite.ts'
import { isSame } from './same.ts'

/**
 * The text with another value, rewriting only what differs: comments, order, quoting and empty lines elsewhere stay. A
 * comment directly above a key goes with the key. The result is read again. If it does not say exactly what it must,
 * ever larger blocks are printed afresh, finally the whole file: a comment may get lost then, a value never.
 */
export function editYaml(text: string, after: unknown, style: EditStyle = {}): string {
  const { value: before, problems } = readYaml(text, '')
  const [problem] = problems
  if (problem !== undefined) throw new BoardwrightError(problem.kind, `cannot edit a broken file: ${problem.message}`)
  const isOrdered = style.isOrdered ?? (() => false)
  if (isSame(before, after, [], isOrdered)) return text

  const complete = text === '' || text.endsWith('\n') ? text : `${text}\n`
  const root = outlineOf(complete)
  for (const depth of DEPTHS) {
    const edited = root && rewriteText(complete, root, before, after, style, depth)
    if (edited === undefined) break
    const read = readYaml(edited, '')
    if (read.problems.length === 0 && isSame(read.value, after, [], isOrdered)) return edited
  }
  return printYaml(after, style)
}

/** Nesting levels edited in place: all, then fewer and fewer. */
const DEPTHS = [Number.POSITIVE_INFINITY, 8, 4, 2, 1]
