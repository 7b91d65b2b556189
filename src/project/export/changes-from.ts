import type { Target } from '../../config/model.ts'
import { matchesAny } from '../../config/scope.ts'
import { restoreValue } from '../../config/strings.ts'
import { modelFilesIn } from '../../content/entity.ts'
import type { Problem } from '../../content/problem.ts'
import { withoutDefaults } from '../../content/target-defaults.ts'
import type { LiveContent } from '../../live/index.ts'
import { MODEL } from '../../serialize/layout.ts'
import { textIn } from '../../serialize/text.ts'
import { type UpdateOptions, updateTree } from '../../serialize/update.ts'
import type { SoundProject } from '../local/project.ts'
import type { TargetTree } from '../local/render.ts'
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
  options: Printing,
): { readonly changes: TreeChanges; readonly problems: readonly Problem[] } {
  const { restore, lost } = createRestorer(local)
  const tree = { ...local.tree, content: withoutDefaults(local.tree.content, target) }
  const update = updateTree(tree, withoutDefaults(taken.content, target), {
    ...options,
    restore,
    overlay: (file) => local.overlays.get(file),
    home: target.home,
  })
  const ofModel = target.dataModel ? modelChanges(project, local, live.modelBytes, taken, restore) : []
  return { changes: new Map([...update.files, ...ofModel]), problems: [...update.problems, ...lost()] }
}

/** Model files that differ: raw bytes, and rendered texts with their variables restored. */
function modelChanges(
  project: Pick<SoundProject, 'files'>,
  { tree, rendering, files }: TargetTree,
  live: ReadonlyMap<string, Uint8Array>,
  { content, merged }: TakenFromLive,
  restore: Restore,
): [string, string | Uint8Array | null][] {
  const now = new Map(modelFilesIn(tree.content).map(({ path, hash }) => [path, hash]))
  const next = modelFilesIn(content)
  const wanted = new Set(next.map(({ path }) => path))
  const changed = next.flatMap(({ path, hash }): [string, string | Uint8Array][] => {
    const content = merged.get(path) ?? (now.get(path) === hash ? undefined : live.get(path))
    if (!content) return []
    const file = `${MODEL}/${path}`
    const after = matchesAny(rendering.interpolate, file) ? textIn(new Map([[file, content]]), file) : undefined
    if (after === undefined) return [[file, content]]
    const place = { file, isApp: false }
    return [[file, restore(textIn(project.files, file), textIn(files, file), after, place) as string]]
  })
  const removed = [...now.keys()]
    .filter((path) => !wanted.has(path))
    .map((path): [string, null] => [`${MODEL}/${path}`, null])
  return [...changed, ...removed]
}

type Restore = UpdateOptions['restore']

interface Printing {
  readonly onProgress?: UpdateOptions['onProgress']
  readonly selected?: UpdateOptions['selected']
}

/** Restores variables where they were. App files have variables only if `interpolate` lists them. */
function createRestorer({ rendering }: Pick<TargetTree, 'rendering'>): {
  readonly restore: Restore
  /** The variables that became plain text so far. */
  readonly lost: () => Problem[]
} {
  const lost = new Map<string, ReadonlySet<string>>()
  return {
    restore(written, before, after, { file, isApp }) {
      if (isApp && !matchesAny(rendering.interpolate, file)) return after
      const restored = restoreValue(written, before, after, { variables: rendering.target.variables })
      if (restored.lost.length > 0) lost.set(file, new Set([...(lost.get(file) ?? []), ...restored.lost]))
      return restored.value
    },
    lost: () => [...lost].map(([file, names]) => lostProblem(file, names)),
  }
}

const lostProblem = (file: string, names: ReadonlySet<string>): Problem => ({
  kind: 'VARIABLE_LOST',
  at: { file },
  message: `${[...names].map((name) => `"${name}"`).join(', ')} became plain text: the text around it was changed in the UI`,
  warning: true,
})
