import { lazy, oncePerKey } from '@boardwright/common'
import type { Config, Target } from '../../config/model.ts'
import { type Content, filterContent } from '../../content/entity.ts'
import { isContentKind, type Key, kindOf } from '../../content/kinds.ts'
import { OBJECTS } from '../../content/objects.ts'
import { shortCommit } from '../../content/printable.ts'
import type { Problem } from '../../content/problem.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { createRoles, fileOf, MODEL, placeOfFile, type Role, workbookDirectories } from '../../serialize/layout.ts'
import { decodeText } from '../../serialize/text.ts'
import type { Repository } from '../../workspace/history.ts'
import { gitReason } from '../../workspace/run-git.ts'
import { isSetting } from '../../workspace/tree.ts'
import { filesWhere } from '../../workspace/unread.ts'
import { EARLIEST_DAY, type Project, readProjectConfig, type SoundProject } from './project.ts'
import { readTreeFor, type TargetTree } from './render.ts'
import { CONFIG_FILE } from './root.ts'
import { madeOnce } from './shared.ts'

/** The tree at a commit, as the target sees it. */
export interface OldTree {
  /** In outline: what ledgers do not cover. */
  readonly outline: Content
  /** Complete; undefined if its workbooks and reports cannot be read. */
  readonly read: () => Content | undefined
  /** The object that a place declared: the file of a report, the directory of a workbook. */
  readonly declaredAt: (place: string) => Key | undefined
  /** Its files, from the project root. */
  readonly paths: () => Iterable<string>
  /** The texts of its data model, by path; other files are left out. */
  readonly modelTexts: () => ReadonlyMap<string, string>
}

export interface OldTreesOptions {
  /** The tree on disk, for the same target. */
  readonly current: Pick<TargetTree, 'tree' | 'files'>
  /** The public id of a report in the target, as used for `current`. */
  readonly publicId?: ((id: string) => string) | undefined
  /** Receives notes on what cannot be read, and why. */
  readonly tell: (note: string) => void
}

/** Trees at commits, as a target sees them. Each is read once. */
export function createTrees(
  repository: Repository,
  project: SoundProject,
  target: Target,
  { current, publicId, tell }: OldTreesOptions,
): (commit: string) => Promise<OldTree | undefined> {
  const byFiles = new Map<TreeFiles, OldTree | string>([[project.files, whole(current)]])

  async function read(commit: string): Promise<OldTree | undefined> {
    if (commit === project.at?.commit) return whole(current)
    const tellWhy = (why: string): void => tell(`the tree at ${shortCommit(commit)} cannot be read: ${why}`)
    const full = await repository.resolve(commit)
    if (full === undefined) return undefined
    const files = (await repository.filesAt(full).catch(gitReason)) ?? NOT_THERE
    const tree = typeof files === 'string' ? files : (byFiles.get(files) ?? parse(files, tellWhy))
    if (typeof files !== 'string') byFiles.set(files, tree)
    if (typeof tree !== 'string') return tree
    tellWhy(tree)
    return undefined
  }

  const settingsIn = (files: TreeFiles): Pick<Project, 'config' | 'problems'> =>
    madeOnce(project, files, 'settings', () => readProjectConfig(files, EARLIEST_DAY))

  function parse(files: TreeFiles, tellWhy: (why: string) => void): OldTree | string {
    const memory = project.memory?.within(files)
    const old: Project = { ...project, files, memory, ...settingsIn(files) }
    const { config } = old
    if (!config) {
      const [wrong] = old.problems.filter(({ warning }) => !warning)
      return `${wrong?.at.file ?? CONFIG_FILE}: ${wrong?.message ?? 'is wrong'}`
    }
    const then = targetThen(config, target)
    const treeOf = (files: TreeFiles): TargetTree => readTreeFor({ ...old, files }, config, then, publicId)
    const outline = treeOf(madeOnce(project, files, 'outline', () => filesWhere(files, outlineOf(files))))
    const all = lazy(() => treeOf(files))
    return problemIn(outline) === undefined
      ? outlined(outline, { every: files, all, tell: tellWhy })
      : (problemIn(all()) ?? whole(all()))
  }

  return oncePerKey(read)
}

/** The files of the outline: of folders, of settings, and of the data model. */
function outlineOf(files: TreeFiles): (file: string) => boolean {
  const roleOf = createRoles(workbookDirectories(files.keys()))
  const isOfOutline = (role: Role): boolean =>
    role.role !== 'unknown' && isContentKind(role.kind) && !OBJECTS[role.kind].hasEntries
  return (file) => file.startsWith(`${MODEL}/`) || isSetting(file) || isOfOutline(roleOf(file))
}

/** Whether it is about line ends in a side file. Older versions accepted any, so old trees may have them. */
const isOldMark = ({ kind, at }: Problem): boolean =>
  kind === 'FILE_ENCODING' && at.line !== undefined && !at.file.endsWith('.yaml')

function problemIn({ problems }: TargetTree): string | undefined {
  const [problem] = problems.filter((each) => !each.warning && !isOldMark(each))
  return problem && `${problem.at.file}: ${problem.message}`
}

const whole = ({ tree, files }: Pick<TargetTree, 'tree' | 'files'>): OldTree => {
  const declared = lazy(() => declaredIn(tree))
  return {
    outline: outlineIn(tree.content),
    read: () => tree.content,
    paths: () => files.keys(),
    declaredAt: (place) => declared().get(place),
    modelTexts: () => modelTextsOf(files),
  }
}

/** Most objects are as applied, so old trees are rarely needed in full. */
const outlined = (
  { tree, files }: TargetTree,
  { every, all, tell }: { every: TreeFiles; all: () => TargetTree; tell: (why: string) => void },
): OldTree => ({
  outline: outlineIn(tree.content),
  paths: () => every.keys(),
  declaredAt: (place) =>
    every.has(place) || every.has(fileOf('workbook', place)) ? declaredIn(all().tree).get(place) : undefined,
  read: lazy(() => {
    const problem = problemIn(all())
    if (problem === undefined) return all().tree.content
    tell(problem)
    return undefined
  }),
  modelTexts: () => modelTextsOf(files),
})

const declaredIn = ({ sources }: TargetTree['tree']): ReadonlyMap<string, Key> =>
  new Map([...sources].map(([key, { document }]) => [placeOfFile(document.kind, document.file), key]))

const outlineIn = (content: Content): Content => filterContent(content, (key) => !OBJECTS[kindOf(key)].hasEntries)

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
 * The target in an old configuration: the one with the same deployment, preferably with the same name. If the commit is
 * older than the target, as it may be in a promotion, the target as it is now.
 */
function targetThen({ targets }: Config, now: Target): Target {
  const same = targets.filter(({ url, deployment }) => url === now.url && deployment === now.deployment)
  const isNamesake = ({ name }: Target): boolean => name === now.name
  return same.find(isNamesake) ?? same[0] ?? targets.find(isNamesake) ?? now
}
