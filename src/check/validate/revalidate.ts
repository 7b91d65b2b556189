import { addAll } from '@boardwright/common'
import type { KnownTree } from '../../cache/tree.ts'
import type { Config } from '../../config/model.ts'
import { groupBy } from '../../content/group-by.ts'
import type { Problem } from '../../content/problem.ts'
import { areaOf, namingAbove, reportsOf } from '../../lint/areas.ts'
import type { Members } from '../../lint/members.ts'
import type { JudgeModel } from '../../lint/model/judged.ts'
import type { House } from '../../project/local/house.ts'
import type { Project } from '../../project/local/project.ts'
import { CONFIG_FILE } from '../../project/local/root.ts'
import type { Judging } from '../../project/local/rules.ts'
import type { TreeFiles } from '../../serialize/documents.ts'
import { directoryOf, workbookDirectories } from '../../serialize/layout.ts'
import type { AskedBase } from '../../workspace/base.ts'
import { digestText } from '../../workspace/digests.ts'
import { namesJoined } from '../../workspace/looks.ts'
import type { ModelCompiler } from '../compiler/judge.ts'
import { inOrder } from '../in-order.ts'
import { type Facts, type JudgedBy, type Validation, validateWithFacts } from '../validate.ts'
import {
  type RememberedCheck,
  type RememberedDirectory,
  readFramed,
  recallIds,
  recallMembers,
  rememberChanges,
  rememberDirectories,
  rememberIds,
  rememberMembers,
  rememberValidated,
  ruleFilesIn,
} from './remembered.ts'

export type OnMembers = (members: Members) => Promise<void>
export type CompilerFor = (config: Config | undefined) => Promise<ModelCompiler | undefined>

interface Run {
  readonly root: string
  readonly today: string
  readonly target: string | undefined
  readonly compilerFor: CompilerFor
  readonly onMembers: OnMembers | undefined
  /** What else an answer depends on, besides the files. */
  readonly contextWith: (compiler: ModelCompiler | undefined, house: House | undefined) => string
  readonly env: AskedBase['env']
  /** The rules of another branch, as far as is known before the tree is read. */
  readonly house: House | undefined
}

interface Result extends Validation {
  readonly files: TreeFiles
  readonly config: Config | undefined
  /** For what was there before: the rules and facts of now. */
  readonly judging: () => Promise<Judging>
}

export interface ValidatedWhole extends Result {
  /** Who judged the data model, if a compiler did. */
  readonly judge: JudgeModel | undefined
}

export async function validateAll(run: Run): Promise<ValidatedWhole> {
  const { root, today, target } = run
  const { openKnownProject } = await import('../../project/local/project.ts')
  const project = await openKnownProject(root, today, { env: run.env })
  const compiler = await run.compilerFor(project.config)
  const judged = await compiler?.judge(project.files)
  const {
    validation: found,
    facts,
    members,
    ids,
    judging,
  } = validateWithFacts(project, {
    pattern: target,
    judged,
  })
  await run.onMembers?.(members)
  const validation = compiler ? { ...found, judgedBy: judgedBy(compiler, project.config) } : found
  const workbooks = workbookDirectories(project.files.keys())
  const area = (directory: string): string => areaOf(directory, workbooks)
  const { known } = project
  if (known) {
    await rememberValidated(root, {
      ...{ context: run.contextWith(compiler, project.house), paths: known.paths(), config: project.config },
      ...{ members: rememberMembers(members), around: judging.facts.around },
      directories: rememberDirectories(known, area, digestFacts(facts)),
      ...{ ids: rememberIds(ids), validation },
    })
    await known.save()
  }
  return {
    ...validation,
    files: project.files,
    config: project.config,
    judge: compiler?.judge,
    judging: async () => judging,
  }
}

function judgedBy({ version }: ModelCompiler, config: Config | undefined): JudgedBy {
  const said = (config?.targets ?? []).flatMap(({ dataModel }) => dataModel?.compiler ?? [])
  const isOther = (each: true | string): each is string =>
    each !== true && version !== each && !version.startsWith(`${each}.`)
  return { version, deployed: [...new Set(said.filter(isOther))] }
}

/**
 * Validates only the changed areas, and the names of the folders above them, and takes the rest from last time. That
 * gives the same result as validating everything, as long as the changed documents look the same to all others: the
 * same objects in the same files, and the same variables. Undefined if they do not, or if an error may have its cause
 * in another area.
 */
export async function validateChanges(
  { root, target, house }: Run,
  before: RememberedCheck,
  known: KnownTree,
  changed: ReadonlySet<string>,
): Promise<Result | undefined> {
  const wanted = new Map<string, RememberedDirectory>()
  const paths: string[] = []
  const reports = new Set([...changed].map(reportsOf))
  const isNamedAbove = namingAbove(changed)
  for (const [directory, remembered] of before.directories) {
    const { area = directory } = remembered
    if (changed.has(area)) wanted.set(directory, remembered)
    const isInside = changed.has(area) || reports.has(area)
    if (!isInside && !isNamedAbove(`${directory}/folder.yaml`)) continue
    const all = namesJoined(known.looks.get(directory)?.files ?? '').map((name) => `${directory}/${name}`)
    addAll(paths, isInside ? all : all.filter(isNamedAbove))
  }
  addAll(paths, ruleFilesIn(known))
  const files = new Map(paths.sort().map((path) => [path, known.files.get(path) ?? new Uint8Array()]))
  const isChanged = (file: string): boolean => wanted.has(directoryOf(file))

  const { validation, facts, judging } = validateWithFacts(partOf(root, files, before, house), {
    ...{
      pattern: target,
      members: recallMembers(before.members),
      ids: recallIds(before.ids),
      around: before.around,
    },
  })
  if (validation.problems.some(isOfRun)) return undefined
  const found = validation.problems.filter(({ at }) => isChanged(at.file))
  if (found.some(({ warning, fault }) => !warning && fault === undefined)) return undefined
  const said = digestFacts(facts)
  if ([...wanted].some(([directory, remembered]) => (said.get(directory) ?? '') !== remembered.facts)) return undefined

  const rest = before.validation.problems.filter(({ at }) => !isChanged(at.file))
  const after = { ...before.validation, problems: inOrder([...rest, ...found]) }
  await rememberChanges(root, before, known, after)
  await known.save()
  const framed = await readFramed(root, known, after.problems)
  return { ...after, files: new Map([...files, ...framed]), config: before.config, judging: async () => judging }
}

/** Rules that were not asked of everything, which no file says. */
const isOfRun = ({ kind, key }: Problem): boolean => kind === 'RULE' && key === undefined

/** A project reduced to these files. Unused variables cannot be detected in it. */
const partOf = (root: string, files: TreeFiles, { config }: RememberedCheck, house: House | undefined): Project => ({
  root,
  files,
  house,
  config: config && {
    ...config,
    targets: config.targets.map((target) => ({
      ...target,
      at: () => ({ at: { file: CONFIG_FILE }, length: 1 }),
      variablesAt: () => new Map(),
    })),
  },
  problems: [],
})

function digestFacts(facts: Facts): ReadonlyMap<string, string> {
  const byDirectory = groupBy([...facts], ([file]) => directoryOf(file))
  return new Map(
    [...byDirectory].map(([directory, own]) => {
      const all = own.flatMap(([file, said]) => said.map((fact) => `${file} ${fact}`))
      return [directory, digestText(all.sort().join('\n'))]
    }),
  )
}
