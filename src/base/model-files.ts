import { modelFilesIn } from '../content/entity.ts'
import type { ModelFile } from '../content/model.ts'
import { unlessInHistory } from './history.ts'
import type { Reason } from './ledger.ts'
import type { ModelLedger, PendingFile } from './model.ts'
import type { AppliedSources } from './sources.ts'

/** Hashes of files of a data model, by path. */
export type FileHashes = ReadonlyMap<string, string>

export const hashesOf = (files: readonly ModelFile[]): FileHashes =>
  new Map(files.map(({ path, hash }) => [path, hash]))

/** What was last applied to the branch. */
export function filesApplied({ live: { model }, history }: AppliedSources): FileHashes {
  const tree = history.trees.get(model?.record?.commit ?? '')
  const applied = new Map(tree ? hashesOf(modelFilesIn(tree.outline)) : [])
  for (const [path, { was }] of model?.record?.pending ?? []) {
    if (was === undefined) applied.delete(path)
    else applied.set(path, was)
  }
  return applied
}

/** The files on both sides, and what a plan does with them. */
export interface FilesPlanned {
  readonly wanted: FileHashes
  readonly there: FileHashes
  readonly isPlanned: (path: string) => boolean
  /** Why a file that is not planned is left as it is. */
  readonly reasonOf: (path: string) => Reason
}

/** The files that a plan leaves different from the commit, with the version last applied to each. */
export function filesPending(
  sources: AppliedSources,
  { wanted, there, isPlanned, reasonOf }: FilesPlanned,
): ModelLedger['pending'] {
  const record = sources.live.model?.record
  const applied = filesApplied(sources)
  return new Map(
    [...new Set([...applied.keys(), ...wanted.keys()])].flatMap((path): [string, PendingFile][] => {
      const [was, now, next] = [applied.get(path), there.get(path), wanted.get(path)]
      if (isPlanned(path) || was === next || now === next) return []
      const awaits = unlessInHistory(sources.history, record?.pending.get(path)?.awaits ?? record?.commit)
      const known = { ...(was === undefined ? {} : { was }), ...(awaits === undefined ? {} : { awaits }) }
      return [[path, { why: reasonOf(path), ...known }]]
    }),
  )
}
