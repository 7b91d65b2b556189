import { isModelLedger } from '../../base/model.ts'
import type { DataModel, Target } from '../../config/model.ts'
import { isBelowAny } from '../../config/scope.ts'
import { modelFilesIn } from '../../content/entity.ts'
import { isLeftOut } from '../../content/model-files.ts'
import { loadWriting, type ModelChanges, type ModelRead } from '../../live/index.ts'
import { openHistory } from '../../project/local/history.ts'
import type { SoundProject } from '../../project/local/project.ts'
import type { TargetTree } from '../../project/local/render.ts'
import { MODEL } from '../../serialize/layout.ts'
import { gitFacts, isIgnoredBy } from '../../workspace/git.ts'

/** Changes that make the check's branch equal to the target's branch after applying this tree. */
export async function changesOfCheck(
  project: SoundProject,
  target: Target,
  { paths }: DataModel,
  local: TargetTree,
  live: ModelRead,
  now: ReadonlyMap<string, string>,
): Promise<{ readonly changes: ModelChanges; readonly leftOut: readonly string[] }> {
  const { notForForks } = await loadWriting()
  const isInScope = (path: string): boolean => paths.length === 0 || isBelowAny(paths, path)
  const facts = await (project.shared?.repository.facts ?? gitFacts(project.root))
  const isLeft = (path: string): boolean => facts !== undefined && isIgnoredBy(facts, `${MODEL}/${path}`)
  const declared = modelFilesIn(local.tree.content).filter(({ path }) => isInScope(path) && !isLeft(path))
  const tree = new Map(declared.map(({ path, hash }) => [path, hash]))
  const wanted = new Map([...live.files.map(({ path, hash }) => [path, hash] as const), ...tree])
  const gone = live.files.filter(({ path }) => isInScope(path) && !tree.has(path))
  if (gone.length > 0) {
    const old = await appliedFiles(project, target, local, live)
    for (const { path, hash } of gone) if (old.get(path) === hash) wanted.delete(path)
  }

  const changes = new Map<string, Uint8Array | null>()
  const leftOut: string[] = []
  const known = new Set([...wanted.keys(), ...[...now.keys()].filter((path) => !isIgnoredByCheck(path))])
  for (const path of [...known].sort()) {
    const hash = wanted.get(path)
    if (hash === now.get(path)) continue
    const bytes =
      hash === undefined ? null : hash === tree.get(path) ? local.files.get(`${MODEL}/${path}`) : live.bytes.get(path)
    if (bytes === undefined || notForForks(bytes) !== undefined) leftOut.push(path)
    else changes.set(path, bytes)
  }
  return { changes, leftOut }
}

/** The files of the tree at the commit that a branch's record names. */
export async function appliedFiles(
  project: SoundProject,
  target: Target,
  local: TargetTree,
  { record }: { readonly record?: ModelRead['record'] },
): Promise<ReadonlyMap<string, string>> {
  if (record === undefined) return new Map()
  const history = await openHistory(project, target, { commits: [record.commit], current: local })
  const then = await history.treeAt(record.commit)
  return new Map(then ? modelFilesIn(then.outline).map(({ path, hash }) => [path, hash]) : [])
}

/** Files that a check ignores: ledgers, and files that no tree can contain. */
const isIgnoredByCheck = (path: string): boolean => isModelLedger(path) || isLeftOut(path)
