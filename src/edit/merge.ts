import { type MergedByLines, mergeText, type Texts } from '../workspace/merge-text.ts'
import { editedTo, type MergedText, mergeDocuments, sameValue, valueOfText } from './decide/merge.ts'
import { keepsComments, showsComments, textWithAllComments } from './decide/merge-comments.ts'

export interface MergeEnd {
  /** The merged text, with git's conflict markers around any conflicts. */
  readonly text: string
  readonly conflicts: readonly string[]
}

/**
 * Merges a file of the tree both by lines and by units. It ends without a conflict only if a merge by lines says
 * nothing else than the units, no comment is lost, and the result has no fault that neither branch has.
 */
export async function mergeFile(texts: Texts, path: string): Promise<MergeEnd> {
  const lines = await mergeText(texts)
  const merged = mergeDocuments(texts, path)
  if (!merged) return asLines(lines)
  if (merged.conflicts.length > 0) return marked(texts, merged, merged.conflicts)
  if (lines.conflicts === 0) return agreed(texts, merged, lines.text)
  const start = textWithAllComments(texts)
  const text = start === undefined ? undefined : editedTo(start, merged.ours)
  if (text !== undefined && keepsComments(texts, text)) return { text, conflicts: [] }
  return marked(texts, merged, ['comments that both branches changed, or on what the other removed'])
}

/** A file that is not YAML has no units. */
function asLines({ text, conflicts }: MergedByLines): MergeEnd {
  if (conflicts > 0) return { text, conflicts: ['lines that both branches changed'] }
  return { text, conflicts: valueOfText(text) === undefined ? ['the file is not valid YAML'] : [] }
}

async function agreed(texts: Texts, { ours: value }: MergedText, byLines: string): Promise<MergeEnd> {
  const read = valueOfText(byLines)
  if (sameValue(read, value)) return { text: byLines, conflicts: [] }
  const start = read === undefined ? (textWithAllComments(texts) ?? texts.ours) : byLines
  const labels = { ours: 'merged by lines', base: 'before both', theirs: 'merged by widgets and keys' }
  const { text } = await mergeText({ base: '', ours: byLines, theirs: editedTo(start, value) }, labels)
  return { text, conflicts: ['merged by lines, the file says something else than merged by widgets and keys'] }
}

/** Marks each line where the branches still differ after the merge. */
async function marked(texts: Texts, merged: MergedText, conflicts: readonly string[]): Promise<MergeEnd> {
  const start = textWithAllComments(texts)
  const pairs = [
    ...(start === undefined ? [] : [{ ours: start, theirs: start }]),
    { ours: texts.ours, theirs: texts.theirs },
  ].map(({ ours, theirs }) => ({ ours: editedTo(ours, merged.ours), theirs: editedTo(theirs, merged.theirs) }))
  const isWhole = ({ ours, theirs }: { readonly ours: string; readonly theirs: string }): boolean =>
    ours !== theirs && showsComments(texts, [ours, theirs])
  // Without a base, git marks every line that differs. With one, it would combine lines within a unit.
  const { text } = await mergeText({ ...(pairs.find(isWhole) ?? texts), base: '' })
  return { text, conflicts }
}
