import { setTimeout as wait } from 'node:timers/promises'
import { BoardwrightError, type ErrorName } from '@boardwright/common'
import { type BranchResponse, branches, type Client } from '@boardwright/platform'
import { modelLedgerPath, type PendingFile, writeModelLedger } from '../../../base/model.ts'
import { someOf as someNames } from '../../../content/counted.ts'
import { sha1Of } from '../../../content/digest.ts'
import { allOf } from '../../lists.ts'
import { isError } from '../repeat.ts'
import type { DeploySettings } from './route.ts'
import type {
  BuildEnd,
  ModelChanges,
  ModelEvent,
  ModelProblem,
  ModelRequest,
  ModelWriteOptions,
  Route,
} from './types.ts'

/** One run on one branch: the request and the results so far. */
export interface Run {
  readonly client: Client
  readonly path: { readonly deploymentId: number }
  readonly request: ModelRequest
  /** The changes, including the project's ledger if it has to be written. */
  readonly changes: ModelChanges
  readonly wanted: BranchWanted
  readonly record: RunRecord
  readonly emit: (event: ModelEvent) => void
  /** Throws once the run is interrupted: nothing new may start. */
  readonly guard: () => void
  readonly signal: AbortSignal | undefined
  readonly concurrency: number
  readonly buildWaitMs: number
  readonly now: () => number
  readonly sleep: (ms: number, signal?: AbortSignal | undefined) => Promise<void>
  readonly onRetry: (event: { endpoint: string; reason: string; waitMs: number }) => void
  readonly done: Done
}

interface RunRecord {
  readonly path: string
  readonly text: string
  /** What it says while the changes are being written: that they are pending. */
  readonly begun?: string | undefined
}

export interface Done {
  route: Route | undefined
  changed: boolean
  created: boolean
  mergedInto: string | undefined
  build: BuildEnd | undefined
  problems: readonly ModelProblem[]
  readonly remains: string[]
}

const BUILD_WAIT_MS = 15 * 60_000
const AT_ONCE = 10

export function createRun(client: Client, request: ModelRequest, options: ModelWriteOptions): Run {
  const { signal, onEvent = () => {} } = options
  const record = request.record ?? ledgerOf(request)
  const isDue = request.changes.size > 0 || request.adopt === true
  const changes: ModelChanges = isDue
    ? new Map([...request.changes, [record.path, new TextEncoder().encode(record.text)]])
    : request.changes
  return {
    ...{ client, request, changes, record, signal },
    path: { deploymentId: request.deployment },
    wanted: wantedOf(changes),
    emit: onEvent,
    guard() {
      if (signal?.aborted) throw new BoardwrightError('INTERRUPTED', 'the data model was interrupted')
    },
    concurrency: options.concurrency ?? AT_ONCE,
    buildWaitMs: options.buildWaitMs ?? BUILD_WAIT_MS,
    now: options.now ?? Date.now,
    sleep: options.sleep ?? sleep,
    onRetry: ({ endpoint, reason, waitMs }) => onEvent({ type: 'retry', endpoint, reason, waitMs }),
    done: {
      ...{ route: undefined, changed: false, created: false, mergedInto: undefined },
      ...{ build: undefined, problems: [], remains: [] },
    },
  }
}

function ledgerOf({ projectId, commit, changes, applied, pending = new Map() }: ModelRequest): RunRecord {
  const cutOff = [...wantedOf(changes)].flatMap(([path, hash]): [string, PendingFile][] => {
    const was = applied?.get(path)
    return was === hash ? [] : [[path, { why: 'cut off', ...(was === undefined ? {} : { was }) }]]
  })
  return {
    path: modelLedgerPath(projectId),
    text: writeModelLedger(projectId, { commit, pending }),
    begun: writeModelLedger(projectId, { commit, pending: new Map([...pending, ...cutOff]) }),
  }
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, signal === undefined ? {} : { signal })
  } catch (cause) {
    // The caller checks the signal next.
    if (!signal?.aborted) throw cause
  }
}

type Reader = Pick<Run, 'client' | 'path'>

/** The files of a branch with their hashes; undefined if there is no such branch. */
export async function readBranchHashes({ client, path }: Reader, branchName: string): Promise<Hashes | undefined> {
  return unless(['NOT_FOUND'], async () => {
    const hashes = await client.uploads.fileHashes({ path, query: { branchName } })
    return new Map(Object.entries(hashes).map(([file, { hash }]) => [file, hash]))
  })
}

export async function requireHashes(run: Reader, branchName: string): Promise<Hashes> {
  const hashes = await readBranchHashes(run, branchName)
  if (!hashes) throw new BoardwrightError('MODEL_BRANCH_GONE', `branch ${branchName} no longer exists`)
  return hashes
}

/** The deployment's settings; undefined if this key may not read them. */
export const readDeploySettings = ({ client, path }: Reader): Promise<DeploySettings | undefined> =>
  unless(['FORBIDDEN', 'NOT_FOUND', 'NO_SUCH_ENDPOINT'], () => client.deployments.getDeploymentSettings({ path }))

/** The branch that calls use by default: the one on which this key has dev mode open, or else the deploy branch. */
export interface Standpoint {
  readonly branchName: string
  readonly isDevMode: boolean
}

export async function readStandpoint({ client, path }: Reader): Promise<Standpoint> {
  const { branchName, mode } = await client.deployments.buildStatus({ path })
  return { branchName, isDevMode: mode === 'dev_mode' }
}

export const sessionOf = ({ branchName, isDevMode }: Standpoint): string | undefined =>
  isDevMode ? branchName : undefined

export const listBranches = ({ client, path }: Reader): Promise<BranchResponse[]> =>
  allOf(client.items(branches.endpoints.listBranches, { path }))

async function unless<T>(kinds: readonly ErrorName[], read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (cause) {
    if (isError(cause, ...kinds)) return undefined
    throw cause
  }
}

export type Hashes = ReadonlyMap<string, string>

/** The wanted state of a branch: the hash of each changed file; undefined if the file is removed. */
export type BranchWanted = ReadonlyMap<string, string | undefined>

const wantedOf = (changes: ModelChanges): BranchWanted =>
  new Map([...changes].map(([path, bytes]) => [path, bytes === null ? undefined : sha1Of(bytes)]))

/** The changes that the branch does not have yet. */
export const missingOf = (wanted: BranchWanted, hashes: Hashes): string[] =>
  [...wanted].filter(([path, hash]) => hashes.get(path) !== hash).map(([path]) => path)

interface Expecting {
  readonly request: Pick<ModelRequest, 'branch' | 'expected'>
  readonly wanted: BranchWanted
  readonly record: { readonly path: string }
}

/**
 * Throws unless each file is either what the plan saw or already as wanted; anything else is somebody's edit. A file
 * missing from `expected` must not exist. The ledger is exempt.
 */
export function requireExpected({ request: { branch, expected }, wanted, record }: Expecting, hashes: Hashes): void {
  const edited = missingOf(wanted, hashes).filter(
    (path) => path !== record.path && hashes.get(path) !== expected.get(path),
  )
  if (edited.length === 0) return
  throw new BoardwrightError(
    'MODEL_CONFLICT',
    `${somePaths(edited)} changed on branch ${branch} since the plan: nothing was written`,
  )
}

export const somePaths = (paths: readonly string[]): string => someNames([...paths].sort())
