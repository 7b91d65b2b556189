import type { Config, Target } from '../config/model.ts'
import { isContentKind } from '../content/kinds.ts'
import type { Content } from '../content/model.ts'
import { contentOf, OBJECTS, objectsIn, summarize } from '../content/objects.ts'
import { type Readable, readable, renamedIn } from '../content/readable.ts'
import type { Rename } from '../content/references.ts'
import type { ContentSummary } from '../content/summary.ts'
import { BoardwrightError } from '../errors.ts'
import { once } from '../once.ts'
import type { History, Relation, TreeThen } from '../plan/inputs.ts'
import type { TreeFiles } from '../serialize/documents.ts'
import { createRoles, MODEL, type Role, workbookDirectories } from '../serialize/layout.ts'
import { decodeText } from '../serialize/text.ts'
import { readYaml } from '../serialize/yaml/read.ts'
import { openRepository, type Repository, type RepositoryStart } from '../workspace/history.ts'
import { gitReason } from '../workspace/run-git.ts'
import { isSetting } from '../workspace/tree.ts'
import { filesWhere } from '../workspace/unread.ts'
import { type Project, readProjectConfig, type SoundProject } from './project.ts'
import { readTreeFor } from './render.ts'
import { CONFIG_FILE } from './root.ts'
import type { TargetTree } from './target-tree.ts'

/** The tree at a commit, as the target sees it. */
export interface OldTree {
  /** Its folders and its data model. */
  readonly outline: ContentSummary
  /** All of it; undefined where its workbooks and reports cannot be read. */
  readonly read: () => Readable | undefined
  /** The texts of its data model, by path. What is no text is not among them. */
  readonly modelTexts: () => ReadonlyMap<string, string>
}

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
  const treeAt = createTrees(repository, project, target, options, notes)
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

/** Rules that ended since then are no problem of an old tree. */
const EARLIEST_DAY = '0000-01-01'

function createTrees(
  repository: Repository,
  project: SoundProject,
  target: Target,
  { current, publicId }: HistoryOptions,
  notes: string[],
): (commit: string) => Promise<OldTree | undefined> {
  const byCommit = new Map<string, Promise<OldTree | undefined>>(
    project.at ? [[project.at.commit, Promise.resolve(whole(current))]] : [],
  )
  const byFiles = new Map<TreeFiles, OldTree | string>([[project.files, whole(current)]])

  async function readOnce(commit: string): Promise<OldTree | undefined> {
    const tell = (why: string): void => void notes.push(`the tree at ${short(commit)} cannot be read: ${why}`)
    const full = await repository.resolve(commit)
    if (full === undefined) return undefined
    const files = (await repository.filesAt(full).catch(gitReason)) ?? NOT_THERE
    const tree = typeof files === 'string' ? files : (byFiles.get(files) ?? parse(files, tell))
    if (typeof files !== 'string') byFiles.set(files, tree)
    if (typeof tree !== 'string') return tree
    tell(tree)
    return undefined
  }

  function parse(files: TreeFiles, tell: (why: string) => void): OldTree | string {
    const memory = project.memory?.within(files)
    const old: Project = { ...project, files, memory, ...readProjectConfig(files, EARLIEST_DAY) }
    const { config } = old
    if (!config) {
      const [wrong] = old.problems.filter(({ warning }) => !warning)
      return `${wrong?.at.file ?? CONFIG_FILE}: ${wrong?.message ?? 'is wrong'}`
    }
    const read = (files: TreeFiles): TargetTree =>
      readTreeFor({ ...old, files }, config, targetThen(config, target), publicId)
    const outline = read(filesWhere(files, outlineOf(files)))
    const all = once(() => read(files))
    return problemIn(outline) === undefined ? outlined(outline, all, tell) : (problemIn(all()) ?? whole(all()))
  }

  return (commit) => {
    const known = byCommit.get(commit) ?? readOnce(commit)
    byCommit.set(commit, known)
    return known
  }
}

/** What can be read without the objects that ledgers speak of: folders and the data model. */
function outlineOf(files: TreeFiles): (file: string) => boolean {
  const roleOf = createRoles(workbookDirectories(files.keys()))
  const isOfOutline = (role: Role): boolean =>
    role.role !== 'unknown' && isContentKind(role.kind) && !OBJECTS[role.kind].isRecorded
  return (file) => file.startsWith(`${MODEL}/`) || isSetting(file) || isOfOutline(roleOf(file))
}

function problemIn({ problems }: TargetTree): string | undefined {
  const [problem] = problems.filter(({ warning }) => !warning)
  return problem && `${problem.at.file}: ${problem.message}`
}

const whole = ({ tree, files }: Pick<TargetTree, 'tree' | 'files'>): OldTree => {
  const read = once(() => readable(tree.content))
  return { outline: outlineIn(tree.content), read, modelTexts: () => modelTextsOf(files) }
}

/** Most objects are as they were applied, and nobody asks what an old tree said of them. */
const outlined = ({ tree, files }: TargetTree, all: () => TargetTree, tell: (why: string) => void): OldTree => ({
  outline: outlineIn(tree.content),
  read: once(() => {
    const problem = problemIn(all())
    if (problem === undefined) return readable(all().tree.content)
    tell(problem)
    return undefined
  }),
  modelTexts: () => modelTextsOf(files),
})

const outlineIn = (content: Content): ContentSummary =>
  summarize(contentOf((kind) => (OBJECTS[kind].isRecorded ? [] : objectsIn(content, kind))))

const NOT_THERE = 'this project is not in it, or more than once'

const modelTextsOf = (files: TreeFiles): ReadonlyMap<string, string> =>
  new Map(
    [...files.keys()]
      .filter((file) => file.startsWith(`${MODEL}/`))
      .flatMap((file): [string, string][] => {
        const text = decodeText(files.get(file) ?? new Uint8Array(), file)
        return typeof text === 'string' ? [[file.slice(MODEL.length + 1), text]] : []
      }),
  )

/**
 * The target of an old configuration that is the same deployment; of several the one of the same name. One that is newer
 * than the commit, because it was promoted there, is what it is now.
 */
function targetThen({ targets }: Config, now: Target): Target {
  const same = targets.filter(({ url, deployment }) => url === now.url && deployment === now.deployment)
  const isNamesake = ({ name }: Target): boolean => name === now.name
  return same.find(isNamesake) ?? same[0] ?? targets.find(isNamesake) ?? now
}

export function projectIdIn(config: Uint8Array): unknown {
  const text = decodeText(config, CONFIG_FILE)
  if (typeof text !== 'string') return undefined
  const { value } = readYaml(text, CONFIG_FILE)
  return typeof value === 'object' && value !== null ? (value as { projectId?: unknown }).projectId : undefined
}
