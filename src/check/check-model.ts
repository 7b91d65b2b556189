import { BoardwrightError } from '@boardwright/common'
import type { Client } from '@boardwright/platform'
import type { DataModel, Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import { sha1Of } from '../content/digest.ts'
import { modelFilesIn } from '../content/entity.ts'
import type { Problem } from '../content/problem.ts'
import {
  loadWriting,
  type ModelChanges,
  type ModelEvent,
  type ModelHashes,
  type ModelProblem,
  type ModelRead,
  namingDeployments,
  readHashes,
  readModel,
  type Scratch,
} from '../live/index.ts'
import { ProblemsFound, type SoundProject } from '../project/local/project.ts'
import { readTreeFor, type TargetTree } from '../project/local/render.ts'
import { connect, type ReachOptions } from '../project/target/connect.ts'
import { MODEL } from '../serialize/layout.ts'
import { decodeText } from '../serialize/text.ts'
import { recentCommits } from '../workspace/git.ts'
import { appliedFiles, changesOfCheck } from './check-model/changes.ts'
import { definitionLine } from './compiler/refusals.ts'

export type { ModelEvent } from '../live/index.ts'

export interface CheckOptions extends ReachOptions {
  readonly target?: string | undefined
  /** The only platform branch to write to. */
  readonly branch: string
  readonly serve?: boolean | undefined
  /** Stops cleanly, leaving dev mode. `signal` aborts at once. */
  readonly stop?: AbortSignal | undefined
  readonly onEvent?: ((event: ModelEvent) => void) | undefined
}

export interface Checked {
  readonly target: Target
  readonly branch: string
  /** The branch it was created from. */
  readonly base: string
  readonly created: boolean
  readonly written: number
  readonly deleted: number
  /** Empty if the data model compiles. */
  readonly problems: readonly Problem[]
  /** Files that were left out because only an upload can write them. */
  readonly leftOut: readonly string[]
  readonly serving: { readonly api: string | undefined } | undefined
  readonly remains: readonly string[]
  /** What stopped the check, other than compile errors. */
  readonly error: BoardwrightError | undefined
}

/** Compiles the tree's data model on the platform, on a separate branch. */
export async function checkModel(project: SoundProject, options: CheckOptions): Promise<Checked> {
  const target = selectTarget(project.config, options.target)
  const managed = requireManaged(target)
  const local = readTreeFor(project, project.config, target)
  const broken = local.problems.filter(({ warning, at }) => !warning && at.file.startsWith(`${MODEL}/`))
  if (broken.length > 0) throw new ProblemsFound(broken, project.files)

  const { applyModel, compileBranch, readScratch, scratchMark, serveBranch } = await loadWriting()
  const client = connect(target, { ...options, readOnly: false })
  try {
    const { scratch, base, live } = await namingDeployments(client, target, () =>
      readBase(client, project, target, managed, options.branch, local),
    )
    const now = await readScratch(client, scratch)
    const before = now ?? scratch.base
    const { changes, leftOut } = await changesOfCheck(project, target, managed, local, live, before)
    const result = await applyModel(
      client,
      {
        ...{ deployment: target.deployment, branch: scratch.branch, from: base, route: 'fork', merge: 'none' },
        ...{ changes, projectId: target.projectId, commit: '', message: `Check of ${project.config.project}` },
        expected: new Map([...changes.keys()].map((path) => [path, before.get(path)])),
        ...{ record: scratchMark(scratch, hashesAfter(before, changes)), adopt: true, fork: 'remove' },
      },
      { signal: options.stop, onEvent: options.onEvent },
    )
    const isInvalid = result.error?.kind === 'MODEL_INVALID'
    const isUnseen = result.error === undefined && result.route === undefined
    const found = isUnseen ? await compileBranch(client, target.deployment, scratch.branch) : result.problems
    const problems = isInvalid || isUnseen ? found.map((each) => toProblem(each, local, base)) : []
    const error = isInvalid ? undefined : result.error
    const isServed = options.serve === true && error === undefined && problems.length === 0
    const api = isServed ? await serveBranch(client, target.deployment, scratch.branch) : undefined
    return {
      ...{ target, branch: scratch.branch, base, created: result.created, problems, leftOut, error },
      ...{ written: result.written, deleted: result.deleted, remains: result.remains },
      serving: isServed ? { api } : undefined,
    }
  } finally {
    await client.close()
  }
}

function hashesAfter(before: ReadonlyMap<string, string>, changes: ModelChanges): ReadonlyMap<string, string> {
  const after = new Map(before)
  for (const [path, bytes] of changes) {
    if (bytes === null) after.delete(path)
    else after.set(path, sha1Of(bytes))
  }
  return after
}

/** Removes the branch of a check. False if there was none. */
export async function dropCheck(
  project: SoundProject,
  options: Omit<CheckOptions, 'serve' | 'onEvent' | 'stop'>,
): Promise<{ readonly target: Target; readonly dropped: boolean }> {
  const target = selectTarget(project.config, options.target)
  const managed = requireManaged(target)
  const client = connect(target, { ...options, readOnly: false })
  try {
    const local = readTreeFor(project, project.config, target)
    const { scratch } = await readBase(client, project, target, managed, options.branch, local)
    const { dropScratch } = await loadWriting()
    return { target, dropped: await dropScratch(client, scratch) }
  } finally {
    await client.close()
  }
}

function requireManaged({ dataModel, name }: Target): DataModel {
  if (dataModel) return dataModel
  throw new BoardwrightError('TARGET_INCOMPLETE', `nothing to check: ${name} has no "dataModel"`)
}

interface Base {
  readonly scratch: Scratch
  /** The branch of the target's data model; if it does not exist yet, the one it will be created from. */
  readonly base: string
  readonly live: ModelRead
}

async function readBase(
  client: Client,
  project: SoundProject,
  target: Target,
  managed: DataModel,
  branch: string,
  local: TargetTree,
): Promise<Base> {
  const { deployment, projectId, url } = target
  const { readDeployBranch } = await loadWriting()
  const [deployBranch, commits] = await Promise.all([readDeployBranch(client, deployment), recentCommits(project.root)])
  const readFiles = (branchName: string, hashes?: Promise<ModelHashes>) =>
    readModel(client, deployment, {
      ...{ branchName, projectId, commits, declared: modelFilesIn(local.tree.content), hashes },
      isInScope: () => true,
    })
  const read = (branchName: string) => {
    const hashes = readHashes(client, deployment, branchName)
    return Promise.all([readFiles(branchName, hashes), hashes])
  }
  let base = managed.branch
  const [live, hashes] = await read(base).catch((cause: unknown) => {
    const isMissing = cause instanceof BoardwrightError && cause.kind === 'NOT_FOUND'
    if (!isMissing || deployBranch === undefined || deployBranch === base) throw cause
    base = deployBranch
    return read(base)
  })
  const taken = project.config.targets
    .filter((each) => each.url === url && each.deployment === deployment)
    .flatMap((each) => each.dataModel?.branch ?? [])
  const scratch: Scratch = {
    ...{ deployment, branch, projectId },
    taken: [...taken, ...(deployBranch === undefined ? [] : [deployBranch])],
    base: new Map(Object.entries(hashes).map(([file, { hash }]) => [file, hash])),
    applied: async () => appliedFiles(project, target, local, await readFiles(branch)),
  }
  return { scratch, base, live }
}

/** Finds the place of a platform error in the tree. It rarely names a line, but usually the cube or view. */
function toProblem({ file, message, line, column }: ModelProblem, { files }: TargetTree, base: string): Problem {
  const bytes = file === undefined ? undefined : files.get(file)
  if (file === undefined || !bytes) {
    const where = file === undefined ? '' : `: the file is on branch ${base} and not in the tree`
    return { kind: 'MODEL_INVALID', message: `${message}${where}`, at: { file: file ?? MODEL } }
  }
  const found = line ?? lineOf(decodeText(bytes, file), message)
  const place = { ...(found === undefined ? {} : { line: found }), ...(column === undefined ? {} : { column }) }
  return { kind: 'MODEL_INVALID', message, at: { file, ...place } }
}

function lineOf(text: string | Problem, message: string): number | undefined {
  const [, name] = /^(\w+) (?:cube|view)\b/.exec(message) ?? []
  return typeof text !== 'string' || name === undefined ? undefined : definitionLine(text, name)
}
