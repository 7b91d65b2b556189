import { matchesAny } from '../../config/scope.ts'
import { isKind } from '../../content/kinds.ts'
import { mergeLines } from '../../content/merge-lines.ts'
import type { MergeOutcome } from '../../content/merge-live.ts'
import { idIn, type Key, type ModelFile } from '../../content/model.ts'
import type { SoundProject } from '../../project/project.ts'
import type { TargetTree } from '../../project/target-tree.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { MODEL } from '../../serialize/layout.ts'
import { decodeText } from '../../serialize/text.ts'

export type ModelOutcome = MergeOutcome | { readonly kind: 'merged'; readonly key: Key }

/** Files that both sides changed, merged line by line. */
export interface MergedModel {
  readonly merged: ReadonlyMap<string, Uint8Array>
  /** The first conflicting line in the repo's file. */
  readonly clashes: ReadonlyMap<Key, number>
  /** What is left to report. Files that already contain the edit are not listed. */
  readonly outcomes: readonly ModelOutcome[]
}

/** Only text files with a known last applied version can be merged by line. */
export function mergeModelFiles(
  { files }: Pick<TargetTree, 'files'>,
  live: ReadonlyMap<string, Uint8Array>,
  lastApplied: (path: string) => string | undefined,
  outcomes: readonly MergeOutcome[],
): MergedModel {
  const merged = new Map<string, Uint8Array>()
  const clashes = new Map<Key, number>()
  const mergeOne = (outcome: MergeOutcome): readonly ModelOutcome[] => {
    const { kind, key } = outcome
    if (kind !== 'conflict' || !isKind(key, 'model')) return [outcome]
    const path = idIn(key)
    const [base, repo, theirs] = [lastApplied(path), textIn(files, `${MODEL}/${path}`), textIn(live, path)]
    if (base === undefined || repo === undefined || theirs === undefined) return [outcome]
    const lines = mergeLines(base, repo, theirs)
    if ('conflictAt' in lines) {
      clashes.set(key, lines.conflictAt)
      return [outcome]
    }
    if (lines.text === repo) return []
    merged.set(path, new TextEncoder().encode(lines.text))
    return [{ kind: 'merged', key }]
  }
  return { outcomes: outcomes.flatMap(mergeOne), merged, clashes }
}

function textIn(files: TreeFiles, path: string): string | undefined {
  const bytes = files.get(path)
  const text = bytes && decodeText(bytes, path)
  return typeof text === 'string' ? text : undefined
}

export type Restore = (written: string | undefined, before: string | undefined, after: string, file: string) => unknown

/** Model files that differ: raw bytes, and rendered texts with their variables restored. */
export function modelChanges(
  { tree, rendering, files }: TargetTree,
  next: readonly ModelFile[],
  taken: ReadonlyMap<string, Uint8Array>,
  merged: ReadonlyMap<string, Uint8Array>,
  project: Pick<SoundProject, 'files'>,
  restore: Restore,
): [string, string | Uint8Array | null][] {
  const now = new Map(tree.content.model.map(({ path, hash }) => [path, hash]))
  const wanted = new Set(next.map(({ path }) => path))
  const changed = next.flatMap(({ path, hash }): [string, string | Uint8Array][] => {
    const content = merged.get(path) ?? (now.get(path) === hash ? undefined : taken.get(path))
    if (!content) return []
    const file = `${MODEL}/${path}`
    const after = matchesAny(rendering.interpolate, file) ? textIn(new Map([[file, content]]), file) : undefined
    if (after === undefined) return [[file, content]]
    return [[file, restore(textIn(project.files, file), textIn(files, file), after, file) as string]]
  })
  const removed = [...now.keys()]
    .filter((path) => !wanted.has(path))
    .map((path): [string, null] => [`${MODEL}/${path}`, null])
  return [...changed, ...removed]
}
