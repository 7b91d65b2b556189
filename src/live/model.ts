import { BoardwrightError } from '@boardwright/common'
import type { Client, SourceNode } from '@boardwright/platform'
import { isModelLedger, type ModelLedger, modelLedgerPath, readModelLedger, writeModelLedger } from '../base/model.ts'
import { sha1Of } from '../content/digest.ts'
import type { ModelFile } from '../content/model.ts'
import { isLeftOut } from '../content/model-files.ts'
import { isAbsence, lookUp } from './look-up.ts'
import { listBranches } from './write/model/run.ts'
import { readDeployBranch } from './write/model/scratch.ts'

export interface ModelRead {
  readonly files: readonly ModelFile[]
  /** Whether these are all files of the branch. */
  readonly isWhole: boolean
  /** This project's ledger on the branch, if there is one. */
  readonly record: ModelLedger | undefined
  /** The bytes of files that differ from the tree's. */
  readonly bytes: ReadonlyMap<string, Uint8Array>
  /** Files whose bytes cannot be read here, because they are not text or have just changed. */
  readonly unreadable: readonly string[]
  /** Set if the branch does not exist: `files` are then those of the branch that it would be created from. */
  readonly absent?: AbsentBranch | undefined
}

export interface AbsentBranch {
  readonly name: string
  /** The branch that it would be created from. */
  readonly from: string
  /** The existing branches; empty if this key may not list them. */
  readonly others: readonly string[]
}

export type ModelHashes = Awaited<ReturnType<Client['uploads']['fileHashes']>>

export const readHashes = (client: Client, deploymentId: number, branchName: string): Promise<ModelHashes> =>
  client.uploads.fileHashes({ path: { deploymentId }, query: { branchName } })

export interface ModelOptions {
  readonly branchName: string
  /** The branch's hashes, if already requested. */
  readonly hashes?: Promise<ModelHashes> | undefined
  readonly projectId: string
  readonly declared: readonly ModelFile[]
  readonly isInScope: (path: string) => boolean
  /** Commits that the ledger may name. A ledger of one of these is recognised by its hash, without reading it. */
  readonly commits: readonly string[]
}

/** Reads the hashes of a branch and, if the tree lacks any of these files, all contents in one call. */
export async function readModel(
  client: Client,
  deploymentId: number,
  { branchName, projectId, declared, isInScope, commits, hashes: requested }: ModelOptions,
): Promise<ModelRead> {
  const path = { deploymentId }
  const hashes = await (requested ?? readHashes(client, deploymentId, branchName))
  const all = Object.entries(hashes).filter(([file]) => !isModelLedger(file) && !isLeftOut(file))
  const files = all
    .filter(([file]) => isInScope(file))
    .map(([file, { hash }]) => ({ path: file, hash }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const isWhole = files.length === all.length
  const have = new Map(declared.map((file) => [file.path, file.hash]))
  const wanted = files.filter((file) => have.get(file.path) !== file.hash)
  const file = modelLedgerPath(projectId)
  const recorded = hashes[file]?.hash
  const known = commits
    .map((commit): ModelLedger => ({ commit, pending: new Map() }))
    .find((each) => hashOf(writeModelLedger(projectId, each)) === recorded)
  if (wanted.length === 0 && (recorded === undefined || known !== undefined)) {
    return { files, isWhole, record: known, bytes: new Map(), unreadable: [] }
  }

  const { items } = await client.dataModel.listFiles({ path, query: { branchName, withContent: true } })
  const texts = new Map(textsIn(items))
  const bytes = new Map<string, Uint8Array>()
  const unreadable: string[] = []
  for (const { path: wantedFile, hash } of wanted) {
    const text = texts.get(wantedFile)
    const read = text === undefined ? undefined : new TextEncoder().encode(text)
    // The file has just changed, or is not text: its bytes do not match its hash.
    if (read && sha1Of(read) === hash) bytes.set(wantedFile, read)
    else unreadable.push(wantedFile)
  }
  return { files, isWhole, record: known ?? readModelLedger(texts.get(file) ?? '', projectId), bytes, unreadable }
}

const NO_MODEL: ModelRead = { files: [], isWhole: false, record: undefined, bytes: new Map(), unreadable: [] }

/** Without a branch, the data model is left out. */
export function startModel(
  client: Client,
  deploymentId: number,
  branchName: string | undefined,
  options: Omit<ModelOptions, 'branchName'>,
): Promise<ModelRead> {
  if (branchName === undefined) return Promise.resolve(NO_MODEL)
  const reading = readModelOf(client, deploymentId, { ...options, branchName })
  // Prevents an unhandled rejection; whoever awaits it gets the failure.
  void Promise.allSettled([reading])
  return reading
}

/** If the branch does not exist yet, reads the deploy branch, from which it would be created. */
async function readModelOf(client: Client, deploymentId: number, options: ModelOptions): Promise<ModelRead> {
  try {
    return await readModel(client, deploymentId, options)
  } catch (cause) {
    if (!(cause instanceof BoardwrightError) || cause.kind !== 'NOT_FOUND') throw cause
    const branchName = await readDeployBranch(client, deploymentId)
    if (branchName === undefined || branchName === options.branchName) throw cause
    const [read, branches] = await Promise.all([
      readModel(client, deploymentId, { ...options, branchName, hashes: undefined }),
      lookUp(() => listBranches({ client, path: { deploymentId } })),
    ])
    const others = isAbsence(branches) ? [] : branches.map(({ name }) => name).sort()
    return { ...read, absent: { name: options.branchName, from: branchName, others } }
  }
}

const hashOf = (text: string): string => sha1Of(new TextEncoder().encode(text))

/** Paths in the file tree begin with a slash; those in the map of hashes do not. */
export const filesIn = (nodes: readonly SourceNode[]): [string, string | undefined][] =>
  nodes.flatMap(({ path, type, content, children }) => [
    ...(type === 'file' ? [[path.replace(/^\/+/, ''), content ?? undefined] as [string, string | undefined]] : []),
    ...filesIn(children ?? []),
  ])

export const textsIn = (nodes: readonly SourceNode[]): [string, string][] =>
  filesIn(nodes).flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as [string, string]]))
