import type { Target } from '../../config/model.ts'
import { matchesAny } from '../../config/scope.ts'
import { restoreValue } from '../../config/strings.ts'
import type { ModelFile } from '../../content/model.ts'
import type { Problem } from '../../content/problem.ts'
import type { LiveContent } from '../../live/index.ts'
import type { SoundProject } from '../../project/project.ts'
import type { TargetTree } from '../../project/render.ts'
import { MODEL } from '../../serialize/layout.ts'
import { textIn } from '../../serialize/text.ts'
import { type TextPlace, type UpdateOptions, updateTree } from '../../serialize/update.ts'
import type { TakenFromLive } from './take-live.ts'

/** Files by path from the root; null removes one. */
export type TreeChanges = ReadonlyMap<string, string | Uint8Array | null>

interface Sides {
  readonly target: Target
  readonly local: TargetTree
  readonly live: LiveContent
}

/** The files that an export writes for what it takes from live, and the keys that it cannot write. */
export function changesFrom(
  project: Pick<SoundProject, 'files'>,
  { target, local, live }: Sides,
  taken: TakenFromLive,
  options: Pick<UpdateOptions, 'onProgress' | 'selected'>,
): { readonly changes: TreeChanges; readonly problems: readonly Problem[] } {
  const lost: Lost = new Map()
  const update = updateTree(local.tree, taken.content, {
    ...options,
    restore: (...text) => restoreFor(local, ...text, lost),
    overlay: (file) => local.overlays.get(file),
    home: target.home,
  })
  const restore: Restore = (written, before, after, file) =>
    restoreFor(local, written, before, after, { file, isApp: false }, lost)
  const changes: TreeChanges = new Map([
    ...update.files,
    ...(target.dataModel
      ? modelChanges(local, taken.content.model, live.modelBytes, taken.merged, project, restore)
      : []),
  ])
  return { changes, problems: [...update.problems, ...lostProblems(lost)] }
}

type Restore = (written: string | undefined, before: string | undefined, after: string, file: string) => unknown

/** Model files that differ: raw bytes, and rendered texts with their variables restored. */
function modelChanges(
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

/** Variables that were replaced by plain text, by file. */
type Lost = Map<string, ReadonlySet<string>>

/** Restores variables where they were. App files have variables only if `interpolate` lists them. */
function restoreFor(
  { rendering }: Pick<TargetTree, 'rendering'>,
  written: unknown,
  before: unknown,
  after: unknown,
  { file, isApp }: TextPlace,
  lost: Lost,
): unknown {
  if (isApp && !matchesAny(rendering.interpolate, file)) return after
  const restored = restoreValue(written, before, after, { variables: rendering.target.variables })
  if (restored.lost.length > 0) lost.set(file, new Set([...(lost.get(file) ?? []), ...restored.lost]))
  return restored.value
}

const lostProblems = (lost: Lost): Problem[] =>
  [...lost].map(([file, names]) => ({
    kind: 'VARIABLE_LOST',
    at: { file },
    message: `${[...names].map((name) => `"${name}"`).join(', ')} became plain text: the text around it was changed in the UI`,
    warning: true,
  }))
