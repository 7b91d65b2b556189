import type { SourceNode } from '../api/data-model.ts'
import type { Client } from '../client/client.ts'
import { sha1Of } from '../content/digest.ts'
import type { ModelFile } from '../content/model.ts'
import { isLeftOut } from '../content/model-files.ts'
import { BoardwrightError } from '../errors.ts'
import { isModelLedger, type ModelLedger, modelLedgerPath, readModelLedger, writeModelLedger } from '../ledger/model.ts'
import { readDeployBranch } from './write/model/scratch.ts'

export interface ModelRead {
  readonly files: readonly ModelFile[]
  /** The record of this project on the branch. */
  readonly record: ModelLedger | undefined
  /** Bytes of the files that the tree does not have as they are. */
  readonly bytes: ReadonlyMap<string, Uint8Array>
  /** Files whose bytes this way of reading cannot give: they are not text. */
  readonly unreadable: readonly string[]
}

/** Of a branch: the hash of each file, by its path. */
export type ModelHashes = Awaited<ReturnType<Client['uploads']['fileHashes']>>

export const readHashes = (client: Client, deploymentId: number, branchName: string): Promise<ModelHashes> =>
  client.uploads.fileHashes({ path: { deploymentId }, query: { branchName } })

export interface ModelOptions {
  readonly branchName: string
  /** Those of the branch, where they were asked for already. */
  readonly hashes?: Promise<ModelHashes> | undefined
  readonly projectId: string
  readonly declared: readonly ModelFile[]
  readonly isInScope: (path: string) => boolean
  /** Commits that the record may name: one of them is known by the hash of the record alone. */
  readonly commits: readonly string[]
}

/** The hashes of a branch; and, only when the tree lacks one of them, all contents in one call. */
export async function readModel(
  client: Client,
  deploymentId: number,
  { branchName, projectId, declared, isInScope, commits, hashes: asked }: ModelOptions,
): Promise<ModelRead> {
  const path = { deploymentId }
  const hashes = await (asked ?? readHashes(client, deploymentId, branchName))
  const files = Object.entries(hashes)
    .filter(([file]) => !isModelLedger(file) && !isLeftOut(file) && isInScope(file))
    .map(([file, { hash }]) => ({ path: file, hash }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const have = new Map(declared.map((file) => [file.path, file.hash]))
  const wanted = files.filter((file) => have.get(file.path) !== file.hash)
  const file = modelLedgerPath(projectId)
  const recorded = hashes[file]?.hash
  const known = commits
    .map((commit): ModelLedger => ({ commit, pending: new Map() }))
    .find((each) => hashOf(writeModelLedger(projectId, each)) === recorded)
  if (wanted.length === 0 && (recorded === undefined || known !== undefined)) {
    return { files, record: known, bytes: new Map(), unreadable: [] }
  }

  const { items } = await client.dataModel.listFiles({ path, query: { branchName, withContent: true } })
  const texts = new Map(textsIn(items))
  const bytes = new Map<string, Uint8Array>()
  const unreadable: string[] = []
  for (const { path: wantedFile, hash } of wanted) {
    const text = texts.get(wantedFile)
    const read = text === undefined ? undefined : new TextEncoder().encode(text)
    // A file that was changed in between, or that is no text, has other bytes than its hash says.
    if (read && sha1Of(read) === hash) bytes.set(wantedFile, read)
    else unreadable.push(wantedFile)
  }
  return { files, record: known ?? readModelLedger(texts.get(file) ?? '', projectId), bytes, unreadable }
}

/** What of the data model of a deployment is read. */
export interface ModelScope {
  readonly deployment: number
  readonly projectId: string
  /** Undefined leaves it out. */
  readonly branch?: string | undefined
  readonly hashes?: Promise<ModelHashes> | undefined
  readonly declared: readonly ModelFile[]
  /** All of it when left out. */
  readonly modelScope?: ((path: string) => boolean) | undefined
  /** Commits that its record may name. */
  readonly commits?: readonly string[] | undefined
}

const NO_MODEL: ModelRead = { files: [], record: undefined, bytes: new Map(), unreadable: [] }

export function startModel(
  client: Client,
  { deployment, branch, hashes, projectId, declared, modelScope: isInScope = () => true, commits = [] }: ModelScope,
): Promise<ModelRead> {
  if (branch === undefined) return Promise.resolve(NO_MODEL)
  const options = { branchName: branch, hashes, projectId, declared, isInScope, commits }
  const reading = readModelOf(client, deployment, options)
  // Whoever waits for it learns of a failure.
  void Promise.allSettled([reading])
  return reading
}

/** A branch that is not there yet will be made of the deploy branch: until then it says what that says. */
export async function readModelOf(client: Client, deploymentId: number, options: ModelOptions): Promise<ModelRead> {
  try {
    return await readModel(client, deploymentId, options)
  } catch (cause) {
    if (!(cause instanceof BoardwrightError) || cause.kind !== 'NOT_FOUND') throw cause
    const branchName = await readDeployBranch(client, deploymentId)
    if (branchName === undefined || branchName === options.branchName) throw cause
    return readModel(client, deploymentId, { ...options, branchName, hashes: undefined })
  }
}

const hashOf = (text: string): string => sha1Of(new TextEncoder().encode(text))

/** The tree of files writes paths with a leading slash, the map of hashes without. */
const textsIn = (nodes: readonly SourceNode[]): [string, string][] =>
  nodes.flatMap(({ path, content, children }) => [
    ...(typeof content === 'string' ? [[path.replace(/^\/+/, ''), content] as [string, string]] : []),
    ...textsIn(children ?? []),
  ])
