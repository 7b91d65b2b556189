import { BoardwrightError, lazy } from '@boardwright/common'
import type { Target } from '../../config/model.ts'
import type { CommitRelation } from '../../content/commit-relation.ts'
import { shortCommit } from '../../content/printable.ts'
import { hasRemote, stepFor } from '../../workspace/git.ts'
import { openRepository, type Repository, type RepositoryStart } from '../../workspace/history.ts'
import { projectIdIn } from './id.ts'
import { declaredIgnored } from './ignored.ts'
import { createTrees, type OldTree } from './old-trees.ts'
import type { SoundProject } from './project.ts'
import type { TargetTree } from './render.ts'
import { madeOnce } from './shared.ts'

export interface HistoryReader {
  /** Undefined without git, or before the first commit. */
  readonly head: string | undefined
  readonly dirty: boolean
  /** Set if the tree was made from another project: then it names everything anew. */
  readonly isMade?: true | undefined
  /** How each commit in ledgers relates to HEAD. */
  readonly relations: ReadonlyMap<string, CommitRelation>
  readonly applied: string | undefined
  /** Where a commit left HEAD's history. */
  readonly forkOf: (commit: string) => Promise<string | undefined>
  /** Undefined if unreadable: `notes` says why. Equal trees are the same value. */
  readonly treeAt: (commit: string) => Promise<OldTree | undefined>
  /** The commits in ledgers that exist here, newest first. */
  readonly newestFirst: readonly string[]
  /** Notes on the history; grows as trees are read. */
  readonly notes: readonly string[]
}

export interface HistoryOptions {
  /** Every commit in the target's ledgers. */
  readonly commits: Iterable<string>
  /** The tree on disk, for the same target. */
  readonly current: Pick<TargetTree, 'tree' | 'files'>
  /** The public id of a report in the target, as used for `current`. */
  readonly publicId?: ((id: string) => string) | undefined
  readonly started?: RepositoryStart | undefined
}

export const newestOf = (commits: readonly string[], { newestFirst }: HistoryReader): string | undefined =>
  newestFirst.find((commit) => commits.includes(commit)) ?? (commits.length === 1 ? commits[0] : undefined)

/** A model file as last applied, if known. */
export async function lastModelTexts(
  { treeAt }: Pick<HistoryReader, 'treeAt'>,
  record: { readonly commit: string; readonly pending: Pick<ReadonlySet<string>, 'has'> } | undefined,
): Promise<(path: string) => string | undefined> {
  const tree = record && (await treeAt(record.commit))
  const texts = lazy(() => tree?.modelTexts())
  return (path) => (record?.pending.has(path) ? undefined : texts()?.get(path))
}

/** A project's history, as far as needed for what was applied to a target. */
export async function openHistory(
  project: SoundProject,
  target: Target,
  options: HistoryOptions,
): Promise<HistoryReader> {
  const names = [...new Set(options.commits)]
  if (project.madeAt !== undefined) return withoutPast(project.madeAt, names)
  const repository = await openRepository(project.root, {
    files: project.workFiles ?? project.files,
    at: project.at?.commit,
    commits: names,
    isOurs: (config) => projectIdIn(config) === target.projectId,
    started: options.started,
  })
  const hasIgnored = (): boolean => declaredIgnored(project.files.keys(), repository).length > 0
  const dirty = repository.dirty || (!project.at && madeOnce(project, project.files, 'ignored', hasIgnored))
  if (repository.head === undefined) return withoutHistory(dirty, names, repository.because)
  const { head, commits } = repository
  requireWhole(repository, target)

  const notes = (await isCopy(project.root, commits)) ? [copyNote(target, head)] : []
  const treeAt = createTrees(repository, project, target, { ...options, tell: (note) => notes.push(note) })
  const newest = commits.newest ?? (names.length === 1 ? names[0] : undefined)
  return {
    ...{ head, dirty, relations: commits.relations, applied: newest },
    forkOf: commits.forkOf,
    newestFirst: commits.newestFirst,
    treeAt,
    notes,
  }
}

/**
 * Whether the repository has none of the applied commits and no remote to fetch them from. It was probably unpacked
 * from an archive.
 */
const isCopy = async (root: string, { relations }: Repository['commits']): Promise<boolean> =>
  relations.size > 0 && [...relations.values()].every((each) => each === 'missing') && !(await hasRemote(root))

const copyNote = ({ name }: Target, head: string): string =>
  `This repository has none of the commits that were applied to ${name}, and no remote to fetch them from: it looks like a copy ` +
  'without its history, such as an unpacked archive. Run `git clone` where the history is, and bring the changes there. ' +
  `If the history begins anew here, go on: apply records commit ${shortCommit(head)}.`

function withoutHistory(dirty: boolean, names: readonly string[], because: string | undefined): HistoryReader {
  const relations = new Map(names.map((name): [string, CommitRelation] => [name, 'missing']))
  const applied = names.length === 1 ? names[0] : undefined
  return {
    ...{ head: undefined, dirty, relations, applied },
    forkOf: async () => undefined,
    newestFirst: applied === undefined ? [] : [applied],
    treeAt: async () => undefined,
    notes: because === undefined ? [] : [`the history of this project cannot be seen: ${because}. ${stepFor(because)}`],
  }
}

/** A history in which every other applied commit counts as older. */
function withoutPast(head: string, names: readonly string[]): HistoryReader {
  const relations = names.map((name): [string, CommitRelation] => [name, name === head ? 'same' : 'older'])
  const newestFirst = [...new Set([head, ...names])]
  return {
    ...{ head, dirty: false, isMade: true, relations: new Map(relations), applied: names[0], newestFirst, notes: [] },
    forkOf: async () => undefined,
    treeAt: async () => undefined,
  }
}

/**
 * Refuses a shallow clone that lacks applied commits, because it may lack exactly what this tree must not overwrite.
 */
export function requireWhole({ shallow, commits }: Repository, { name }: { readonly name: string }): void {
  if (!shallow) return
  for (const [commit, relation] of commits.relations) {
    const what =
      relation === 'missing'
        ? `lacks ${shortCommit(commit)}, which was applied to ${name}`
        : relation === 'diverged' && commits.cut
          ? `does not show how ${shortCommit(commit)}, which was applied to ${name}, relates to HEAD`
          : undefined
    if (what !== undefined) throw new BoardwrightError('SHALLOW_CLONE', `this clone is shallow: it ${what}`)
  }
}
