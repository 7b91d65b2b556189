import { describeConflict, type MergeConflict, mergeDocuments, sameValue, valueIn } from '../serialize/merge.ts'
import { mergeText, type Texts } from '../workspace/merge-text.ts'

export interface MergeEnd {
  /** The merged text, with git's conflict markers around any conflicts. */
  readonly text: string
  readonly conflicts: readonly string[]
}

/** Merges a file of the tree by meaning. Falls back to merging by line if the file cannot be merged that way. */
export async function mergeFile(texts: Texts): Promise<MergeEnd> {
  const byLine = await mergeText(texts)
  const merged = mergeDocuments(texts)
  if (!merged) return { text: byLine.text, conflicts: byLine.conflicts === 0 ? [] : [BY_LINE] }
  const { ours, theirs, conflicts } = merged
  const saysIt = byLine.conflicts === 0 && sameValue(valueIn(byLine.text), valueIn(ours))
  if (conflicts.length === 0) return { text: saysIt ? byLine.text : ours, conflicts: [] }
  return {
    // Without a base, git marks every line that differs. With one, it would combine lines within a unit.
    text: (await mergeText({ base: '', ours, theirs })).text,
    conflicts: conflicts.map((each: MergeConflict) => describeConflict(each)),
  }
}

const BY_LINE = 'lines or comments that both branches changed'
