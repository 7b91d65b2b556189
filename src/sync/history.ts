import type { Target } from '../config/model.ts'
import { renamedIn } from '../content/readable.ts'
import type { Rename } from '../content/references.ts'
import { BoardwrightError } from '../errors.ts'
import type { History, Relation, TreeThen } from '../plan/inputs.ts'
import { projectIdIn } from '../project/id.ts'
import { createTrees, type OldTree } from '../project/old-trees.ts'
import type { SoundProject } from '../project/project.ts'
import type { TargetTree } from '../project/target-tree.ts'
import { openRepository, type Repository, type RepositoryStart } from '../workspace/history.ts'

export interface HistoryReader extends Pick<History, 'head' | 'dirty' | 'relations' | 'applied'> {
  /** Where a commit left the line of HEAD. */
  readonly forkOf: (commit: string) => Promise<string | undefined>
  /** Undefined where nothing of it can be read: `notes` says why. The same tree is the same value. */
  readonly treeAt: (commit: string) => Promise<OldTree | undefined>
  /** What a plan needs to know, with those of the trees at these commits that can be read. */
  readonly read: (trees: Iterable<string>, rename?: Rename) => Promise<History>
  /** The commits that ledgers name and that are here, the newest first. */
  readonly newestFirst: readonly string[]
  /** What people should know of the history: it grows as trees are read. */
  readonly notes: readonly string[]
}

export interface HistoryOptions {
  /** Every commit that the ledgers of the target name. */
  readonly commits: Iterable<string>
  /** The tree of the project as it is on disk, for the same target. */
  readonly current: Pick<TargetTree, 'tree' | 'files'>
  /** The public id of a report in the target, as `current` was rendered with. */
  readonly publicId?: ((id: string) => string) | undefined
  readonly started?: RepositoryStart | undefined
}

/** The newest of commits that were applied. */
export const newestOf = (commits: readonly string[], { newestFirst }: HistoryReader): string | undefined =>
  newestFirst.find((commit) => commits.includes(commit)) ?? (commits.length === 1 ? commits[0] : undefined)

/** The history of a project, as far as what was applied to a target needs it. */
export async function openHistory(
  project: SoundProject,
  target: Target,
  options: HistoryOptions,
): Promise<HistoryReader> {
  const names = [...new Set(options.commits)]
  const repository = await openRepository(project.root, {
    files: project.at?.workFiles ?? project.files,
    at: project.at?.commit,
    commits: names,
    isOurs: (config) => projectIdIn(config) === target.projectId,
    started: options.started,
  })
  if (repository.head === undefined) return withoutHistory(repository.dirty, names, repository.because)
  const { head, dirty, commits } = repository
  requireWhole(repository, target)

  const notes: string[] = []
  const treeAt = createTrees(repository, project, target, { ...options, tell: (note) => notes.push(note) })
  const newest = commits.newest ?? (names.length === 1 ? names[0] : undefined)
  const facts = { head, dirty, relations: commits.relations, applied: newest }
  return {
    ...facts,
    forkOf: commits.forkOf,
    newestFirst: commits.newestFirst,
    treeAt,
    notes,
    read: async (wanted, rename = (reference) => reference) => {
      const forks = new Map<string, string>()
      for (const [commit, relation] of commits.relations) {
        const fork = relation === 'diverged' ? await commits.forkOf(commit) : undefined
        if (fork !== undefined) forks.set(commit, fork)
      }
      const parted = new Set(forks.values())
      const trees = new Map<string, TreeThen>()
      for (const commit of new Set(wanted)) {
        const tree = await treeAt(commit)
        // Where lines parted it counts that an object is not in a tree; of the past few plans ask for more than its outline.
        const isPast = PAST.has(commits.relations.get(commit)) && !parted.has(commit)
        const read = isPast ? undefined : tree?.read()
        if (tree && isPast) trees.set(commit, { content: tree.outline, isOutline: true })
        else if (read) trees.set(commit, { content: renamedIn(read, rename).summary, isOutline: false })
      }
      return { ...facts, trees, forks }
    },
  }
}

function withoutHistory(dirty: boolean, names: readonly string[], because: string | undefined): HistoryReader {
  const relations = new Map(names.map((name): [string, Relation] => [name, 'lacking']))
  const applied = names.length === 1 ? names[0] : undefined
  const facts = { head: undefined, dirty, relations, applied }
  return {
    ...facts,
    forkOf: async () => undefined,
    newestFirst: applied === undefined ? [] : [applied],
    treeAt: async () => undefined,
    read: async () => ({ ...facts, trees: new Map(), forks: new Map() }),
    notes: because === undefined ? [] : [`the history of this project cannot be seen: ${because}`],
  }
}

const PAST: ReadonlySet<Relation | undefined> = new Set(['same', 'older'])

const short = (commit: string): string => commit.slice(0, 7)

/** What a shallow clone does not have may be the very thing that this tree must not overwrite. */
export function requireWhole(
  { shallow, commits }: Pick<Repository, 'shallow' | 'commits'>,
  { name }: Pick<Target, 'name'>,
): void {
  if (!shallow) return
  for (const [commit, relation] of commits.relations) {
    const what =
      relation === 'lacking'
        ? `lacks ${short(commit)}, which was applied to ${name}`
        : relation === 'diverged' && commits.cut
          ? `does not show how ${short(commit)}, which was applied to ${name}, relates to HEAD`
          : undefined
    if (what !== undefined) throw new BoardwrightError('SHALLOW_CLONE', `this clone is shallow: it ${what}`)
  }
}
