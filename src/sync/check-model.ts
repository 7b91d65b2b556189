import type { Client } from '../client/client.ts'
import type { DataModel, Target } from '../config/model.ts'
import { isBelowAny } from '../config/scope.ts'
import { selectTarget } from '../config/targets.ts'
import { isLeftOut } from '../content/model-files.ts'
import type { Problem } from '../content/problem.ts'
import { BoardwrightError } from '../errors.ts'
import { isModelLedger } from '../ledger/model.ts'
import { type ModelRead, readModel } from '../live/model.ts'
import { applyModel } from '../live/write/model/apply.ts'
import {
  compileBranch,
  dropScratch,
  readDeployBranch,
  readScratch,
  type Scratch,
  scratchMark,
  serveBranch,
} from '../live/write/model/scratch.ts'
import { notForForks } from '../live/write/model/text.ts'
import type { ModelChanges, ModelEvent, ModelProblem } from '../live/write/model/types.ts'
import { MODEL } from '../serialize/layout.ts'
import { decodeText } from '../serialize/text.ts'
import { ignoredFiles, recentCommits } from '../workspace/git.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { openHistory } from './history.ts'
import { ProblemsFound, type SoundProject } from './project.ts'
import { readTreeFor } from './render.ts'
import type { TargetTree } from './target-tree.ts'

export type { ModelEvent } from '../live/write/model/types.ts'

export interface CheckOptions extends Omit<ConnectOptions, 'readOnly'> {
  readonly target?: string | undefined
  /** The branch of the platform that is written to, and nothing else. */
  readonly branch: string
  /** Keeps a staging environment on it. */
  readonly serve?: boolean | undefined
  /** Ends in order: leaves dev mode. `signal` ends everything at once. */
  readonly stop?: AbortSignal | undefined
  readonly onEvent?: ((event: ModelEvent) => void) | undefined
}

export interface Checked {
  readonly target: Target
  readonly branch: string
  /** The branch that it was made of. */
  readonly base: string
  readonly created: boolean
  readonly written: number
  readonly deleted: number
  /** Empty when the data model compiles. */
  readonly problems: readonly Problem[]
  /** Files that took no part, because only uploads can carry them. */
  readonly leftOut: readonly string[]
  readonly serving: { readonly api: string | undefined } | undefined
  readonly remains: readonly string[]
  /** What stopped the check, other than problems of the model. */
  readonly error: BoardwrightError | undefined
  readonly requests: number
}

/** Has the platform compile the data model of the tree, on a branch of its own. */
export async function checkModel(project: SoundProject, options: CheckOptions): Promise<Checked> {
  const target = selectTarget(project.config, options.target)
  const managed = requireManaged(target)
  const local = readTreeFor(project, project.config, target)
  const broken = local.problems.filter(({ warning, at }) => !warning && at.file.startsWith(`${MODEL}/`))
  if (broken.length > 0) throw new ProblemsFound(broken, project.files)

  const client = connect(target, { ...options, readOnly: false })
  try {
    const side = await readBase(client, project, target, managed, options.branch, local)
    const { scratch, base } = side
    const now = await readScratch(client, scratch)
    const { changes, leftOut } = await changesOf(project, target, managed, local, side, now ?? scratch.base)
    const result = await applyModel(
      client,
      {
        ...{ deployment: target.deployment, branch: scratch.branch, from: base, route: 'fork', merge: 'none' },
        ...{ changes, projectId: target.projectId, commit: '', message: `Check of ${project.config.project}` },
        expected: new Map([...changes.keys()].map((path) => [path, (now ?? scratch.base).get(path)])),
        ...{ record: scratchMark(scratch), adopt: true, fork: 'remove', wasOurs: () => true },
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
    const { GET, POST, PUT, PATCH, DELETE } = client.counts
    return {
      ...{ target, branch: scratch.branch, base, created: result.created, problems, leftOut, error },
      ...{ written: result.written, deleted: result.deleted, remains: result.remains },
      serving: isServed ? { api } : undefined,
      requests: GET + POST + PUT + PATCH + DELETE,
    }
  } finally {
    await client.close()
  }
}

/** Removes the branch of a check. False where there was none. */
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
    return { target, dropped: await dropScratch(client, scratch) }
  } finally {
    await client.close()
  }
}

function requireManaged({ dataModel, name }: Target): DataModel {
  if (dataModel) return dataModel
  throw new BoardwrightError('TARGET_INCOMPLETE', `the data model of ${name} is off, so there is nothing to check`)
}

interface Base {
  readonly scratch: Scratch
  /** The branch that the target's data model is on; where that is not there yet, what it will be made of. */
  readonly base: string
  readonly live: ModelRead
}

async function readBase(
  client: Client,
  project: SoundProject,
  target: Target,
  managed: DataModel,
  branch: string,
  { tree }: TargetTree,
): Promise<Base> {
  const { deployment, projectId, url } = target
  const [deployBranch, commits] = await Promise.all([readDeployBranch(client, deployment), recentCommits(project.root)])
  const path = { deploymentId: deployment }
  const read = (branchName: string) =>
    Promise.all([
      readModel(client, deployment, {
        ...{ branchName, projectId, commits, declared: tree.content.model },
        isInScope: () => true,
      }),
      client.uploads.fileHashes({ path, query: { branchName } }),
    ])
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
  }
  return { scratch, base, live }
}

/** What makes the branch of the check hold what the target's branch would hold once this tree is applied to it. */
async function changesOf(
  project: SoundProject,
  target: Target,
  { paths }: DataModel,
  local: TargetTree,
  { live }: Base,
  now: ReadonlyMap<string, string>,
): Promise<{ readonly changes: ModelChanges; readonly leftOut: readonly string[] }> {
  const isInScope = (path: string): boolean => paths.length === 0 || isBelowAny(paths, path)
  const ignored = await ignoredFiles(project.root, MODEL)
  const declared = local.tree.content.model.filter(({ path }) => isInScope(path) && !ignored.has(`${MODEL}/${path}`))
  const tree = new Map(declared.map(({ path, hash }) => [path, hash]))
  const wanted = new Map([...live.files.map(({ path, hash }) => [path, hash] as const), ...tree])
  const gone = live.files.filter(({ path }) => isInScope(path) && !tree.has(path))
  const commit = live.record?.commit
  if (gone.length > 0 && commit !== undefined) {
    const history = await openHistory(project, target, { commits: [commit], current: local })
    const old = new Map((await history.treeAt(commit))?.outline.model.map(({ path, hash }) => [path, hash]))
    for (const { path, hash } of gone) if (old.get(path) === hash) wanted.delete(path)
  }

  const changes = new Map<string, Uint8Array | null>()
  const leftOut: string[] = []
  const known = new Set([...wanted.keys(), ...[...now.keys()].filter((path) => !isApart(path))])
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

/** Records of projects, and what no tree of a data model holds. */
const isApart = (path: string): boolean => isModelLedger(path) || isLeftOut(path)

/** A problem of the platform at its place in the tree. It names lines seldom, but mostly the cube or the view. */
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
  if (typeof text !== 'string' || name === undefined) return undefined
  const at = text.split('\n').findIndex((line) => new RegExp(`^\\s*(-\\s+)?name:\\s*["']?${name}["']?\\s*$`).test(line))
  return at < 0 ? undefined : at + 1
}
