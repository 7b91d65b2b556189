import { commentsOf } from '@boardwright/common/yaml'
import type { TextVersions } from './merge.ts'

type Counts = ReadonlyMap<string, number>

/** The text that has the comments of both branches; undefined if both changed comments. */
export function textWithAllComments(texts: TextVersions<string>): string | undefined {
  const [base, ours, theirs] = [texts.base, texts.ours, texts.theirs].map((text) => commentLines(text).join('\n'))
  if (ours === base) return texts.theirs
  return theirs === base || theirs === ours ? texts.ours : undefined
}

/** Whether no branch's edit of a comment is lost: one that it added, or one that it removed. */
export function keepsComments(texts: TextVersions<string>, merged: string): boolean {
  const [base, ours, theirs, result] = [texts.base, texts.ours, texts.theirs, merged].map(countComments)
  const all = [base, ours, theirs, result].flatMap((counts) => [...(counts?.keys() ?? [])])
  return all.every((comment) => {
    const [before, here, there] = [of(base, comment), of(ours, comment), of(theirs, comment)]
    const expected = here === there ? here : here + there - before
    return of(result, comment) === expected
  })
}

/** Whether each comment that a branch added is in one of these texts. */
export function showsComments(texts: TextVersions<string>, shown: readonly string[]): boolean {
  const [before, ...sides] = [texts.base, texts.ours, texts.theirs].map(countComments)
  const counts = shown.map(countComments)
  return sides.every((side) =>
    [...side].every(
      ([comment, count]) => count <= of(before, comment) || counts.some((each) => of(each, comment) >= count),
    ),
  )
}

const of = (counts: Counts | undefined, comment: string): number => counts?.get(comment) ?? 0

const commentLines = (text: string): string[] => commentsOf(text).map((comment) => comment.text)

function countComments(text: string): Counts {
  const counts = new Map<string, number>()
  for (const line of commentLines(text)) counts.set(line, (counts.get(line) ?? 0) + 1)
  return counts
}
