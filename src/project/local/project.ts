import { addAll, BoardwrightError, oncePer } from '@boardwright/common'
import { readYaml } from '@boardwright/common/yaml'
import { createFileMemory, type FileMemory } from '../../cache/files.ts'
import { type KnownTree, openKnownTree } from '../../cache/tree.ts'
import { readConfig, targetFileGlobs } from '../../config/config.ts'
import type { Config, RuleSettings } from '../../config/model.ts'
import { withRules } from '../../config/rules.ts'
import { matchesAny } from '../../config/scope.ts'
import { isCredential } from '../../config/secrets.ts'
import type { FileValueRead, Problem } from '../../content/problem.ts'
import { blotted, hideSecrets } from '../../content/secret-forms.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { codeFrame } from '../../serialize/frame.ts'
import { conflictsIn, decodeText } from '../../serialize/text.ts'
import type { AskedBase } from '../../workspace/base.ts'
import { notCheckedOut } from '../../workspace/checked-out.ts'
import { type RepositoryStart, startRepository } from '../../workspace/history.ts'
import { isSetting, readSettings, readTree } from '../../workspace/tree.ts'
import { treeChanged } from '../../workspace/unread.ts'
import { takeBackCutOff } from '../../workspace/write.ts'
import { findHouse, type House, type HouseAsked } from './house.ts'
import { CONFIG_FILE, findRoot } from './root.ts'
import type { SharedReading } from './shared.ts'

/** A project on disk: its files, and its configuration if readable. */
export interface Project {
  readonly root: string
  readonly files: TreeFiles
  readonly config: Config | undefined
  /** Problems of the files as such, and of boardwright.yaml. */
  readonly problems: readonly Problem[]
  /** What is known about its files without reading them. */
  readonly memory?: FileMemory | undefined
  /** What is known of its files by their bytes. */
  readonly known?: KnownTree | undefined
  /** Set when many targets are read one after another. */
  readonly shared?: SharedReading | undefined
  /** Set if its tree comes from a commit. */
  readonly at?: ProjectCommit | undefined
  /** The files on disk, if its tree is not the one on disk. */
  readonly workFiles?: TreeFiles | undefined
  /** The rules of another branch, if they hold instead of those of the tree. `config` has their settings. */
  readonly house?: House | undefined
  /** What the tree itself says of rules, if others hold. */
  readonly ownRules?: RuleSettings | undefined
  /** Set if it was made from another project at this commit. It has no history, so ledgers say what was applied. */
  readonly madeAt?: string | undefined
}

export interface ProjectCommit {
  readonly commit: string
  /** What git said when that commit was looked up. */
  readonly started: RepositoryStart
}

/** A project with a valid configuration. */
export type SoundProject = Project & { readonly config: Config }

/** What git says about a project. Asks now, unless it has been asked already. */
export const repositoryOf = ({ root, at, shared }: SoundProject): RepositoryStart =>
  at?.started ?? shared?.repository ?? startRepository(root)

export interface OpenOptions {
  /** Where a pipeline says into which branch a pull request goes. */
  readonly env?: AskedBase['env']
}

export async function openProject(start: string, today: string, options: OpenOptions = {}): Promise<Project> {
  const root = await findRoot(start)
  await takeBackCutOff(root)
  const [{ files, problems }, lacking] = await Promise.all([readTree(root), notCheckedOut(root)])
  const { problems: wrong, ...read } = await inHouse(root, readProjectConfig(files, today), { ...options, today })
  return { root, files, ...read, problems: [...problems, ...lacking, ...wrong] }
}

/** The settings, with the rules that hold. */
async function inHouse(
  root: string,
  { config, problems }: ConfigOfProject,
  options: Omit<HouseAsked, 'from'>,
): Promise<Pick<Project, 'config' | 'problems' | 'house' | 'ownRules'>> {
  if (!config) return { config, problems }
  const { house, problems: found } = await findHouse(root, { ...options, from: config.rules.from })
  if (!house) return { config, problems: [...problems, ...found] }
  const here = problems.filter(({ kind }) => kind !== 'WAIVER_ENDED')
  const { rules: ownRules } = config
  return { config: withRules(config, house.settings), house, ownRules, problems: [...here, ...found] }
}

export interface OnDemandOptions extends OpenOptions {
  /** Runs before the tree is read, if the configuration is valid. */
  readonly begin?: (root: string, config: Config) => Promise<void>
  readonly now?: () => number
  /** Whether files stay in memory once they are read. */
  readonly keepsAll?: boolean
}

/** Like `openProject`, with files read on demand, for short commands that write nothing. */
export async function openProjectOnDemand(
  start: string,
  today: string,
  { begin = async () => {}, now = Date.now, keepsAll = false, env }: OnDemandOptions = {},
): Promise<Project> {
  const root = await findRoot(start)
  await takeBackCutOff(root)
  const settings = readSettings(root)
  if (!settings) return openProject(start, today, { env })
  const read = await inHouse(root, readProjectConfig(settings, today), { today, env })
  if (read.config) await begin(root, read.config)
  const lacking = await notCheckedOut(root)
  const tree = openKnownTree(root, { now: now(), keepsAll })
  if (!tree) {
    const project = await openProject(start, today, { env })
    requireSameSettings(settings, project.files)
    return project
  }
  const { files } = tree
  requireSameSettings(settings, files)
  const memory = createFileMemory(root, tree, settings, read.house?.commit)
  const save = async (): Promise<void> => {
    await memory.save()
    await tree.save()
  }
  return {
    root,
    files,
    known: tree,
    memory: { ...memory, save },
    ...read,
    problems: [...lacking, ...read.problems],
  }
}

/** Like `openProject`, with what earlier runs found about the same bytes, for commands that write nothing. */
export async function openKnownProject(start: string, today: string, options: OpenOptions = {}): Promise<Project> {
  const project = await openProjectOnDemand(start, today, { ...options, keepsAll: true })
  return { ...project, memory: undefined }
}

/** Throws if the configuration has changed since work started with it. */
function requireSameSettings(settings: TreeFiles, files: TreeFiles): void {
  const all = new Set([...settings.keys(), ...[...files.keys()].filter(isSetting)])
  const other = [...all].find((file) => !Buffer.from(settings.get(file) ?? []).equals(files.get(file) ?? NOTHING))
  if (other !== undefined) throw treeChanged(other)
}

const NOTHING = new Uint8Array()

/** In an old tree, rules that have expired since are not a problem. */
export const EARLIEST_DAY = '0000-01-01'

type ConfigOfProject = Pick<Project, 'config' | 'problems'>

export function readProjectConfig(files: TreeFiles, today: string): ConfigOfProject {
  const problems: Problem[] = []
  const readValue = (file: string): FileValueRead[] => {
    const text = decodeText(files.get(file) ?? new Uint8Array(), file)
    const unread = typeof text === 'string' ? conflictsIn(text, file) : [text]
    addAll(problems, unread)
    if (typeof text !== 'string' || unread.length > 0) return []
    const { value, placeOf, problems: wrong } = readYaml(text, file)
    addAll(problems, wrong)
    return wrong.length > 0 ? [] : [{ file, value, placeOf }]
  }
  const [main] = readValue(CONFIG_FILE)
  if (!main) return { config: undefined, problems }
  const globs = targetFileGlobs(main.value)
  const targets = [...files.keys()].filter((file) => matchesAny(globs, file)).flatMap(readValue)
  const { config, problems: wrong } = readConfig(main, targets, today)
  return { config: problems.length > 0 ? undefined : config, problems: [...problems, ...wrong] }
}

/** The project if its configuration is valid; otherwise throws every problem. */
export function requireConfig(project: Project): SoundProject {
  const config = configOrWhyNot(project)
  if (config instanceof ProblemsFound) throw config
  return project as SoundProject
}

export function configOrWhyNot({ config, problems, files }: Project): Config | ProblemsFound {
  const errors = problems.filter(({ warning }) => !warning)
  return config && errors.length === 0 ? config : new ProblemsFound(errors, files)
}

/** Throws if files of the project are left out on this disk: what they say would be missing without a word. */
export function requireCheckedOut({ problems, files }: Project): void {
  const lacking = problems.filter(({ kind }) => kind === 'NOT_CHECKED_OUT')
  if (lacking.length > 0) throw new ProblemsFound(lacking, files)
}

/** Files with errors. The command line prints all of them. */
export class ProblemsFound extends BoardwrightError {
  readonly problems: readonly Problem[]
  readonly frame: (problem: Problem) => string | undefined

  constructor(problems: readonly Problem[], files: TreeFiles) {
    super(problems[0]?.kind ?? 'SCHEMA', problems[0]?.message ?? 'the project has problems', { at: problems[0]?.at })
    this.problems = problems
    this.frame = (problem) => frameOf({ files }, problem)
  }
}

/** The lines around a problem, marked; undefined if one of them holds a credential. */
export function frameOf({ files }: Pick<Project, 'files'>, { at, length, hidden }: Problem): string | undefined {
  const bytes = files.get(at.file)
  if (!bytes || at.line === undefined || hidden) return undefined
  const lines = linesOf(bytes, at.file)
  if (!lines || lines.slice(Math.max(0, at.line - 2), at.line).some(isCredential)) return undefined
  return codeFrame(lines, at, length)
}

/** Split once for all problems of a file: it may have as many problems as lines. */
const linesOf = oncePer((bytes: Uint8Array, file: string): readonly string[] | undefined => {
  const text = decodeText(bytes, file)
  return typeof text === 'string' ? hideSecrets(text, [], blotted).split(/\r?\n|\r$/) : undefined
})
