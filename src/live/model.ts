import type { SourceNode } from '../api/data-model.ts'
import type { Client } from '../client/client.ts'
import { sha1Of } from '../content/digest.ts'
import { isModelLedger, modelLedgerPath, readModelLedger, writeModelLedger } from '../content/ledger.ts'
import type { ModelFile } from '../content/model.ts'
import { isLeftOut } from '../content/model-files.ts'

export interface ModelRead {
  readonly files: readonly ModelFile[]
  /** The commit that the record of this project on the branch names. */
  readonly commit: string | undefined
  /** Bytes of the files that the tree does not have as they are. */
  readonly bytes: ReadonlyMap<string, Uint8Array>
  /** Files whose bytes this way of reading cannot give: they are not text. */
  readonly unreadable: readonly string[]
}

export interface ModelOptions {
  readonly branchName: string
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
  { branchName, projectId, declared, isInScope, commits }: ModelOptions,
): Promise<ModelRead> {
  const path = { deploymentId }
  const hashes = await client.uploads.fileHashes({ path, query: { branchName } })
  const files = Object.entries(hashes)
    .filter(([file]) => !isModelLedger(file) && !isLeftOut(file) && isInScope(file))
    .map(([file, { hash }]) => ({ path: file, hash }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const have = new Map(declared.map((file) => [file.path, file.hash]))
  const wanted = files.filter((file) => have.get(file.path) !== file.hash)
  const record = modelLedgerPath(projectId)
  const recorded = hashes[record]?.hash
  const known = commits.find((commit) => hashOf(writeModelLedger(projectId, commit)) === recorded)
  if (wanted.length === 0 && (recorded === undefined || known !== undefined)) {
    return { files, commit: known, bytes: new Map(), unreadable: [] }
  }

  const { items } = await client.dataModel.listFiles({ path, query: { branchName, withContent: true } })
  const texts = new Map(textsIn(items))
  const bytes = new Map<string, Uint8Array>()
  const unreadable: string[] = []
  for (const { path: file, hash } of wanted) {
    const text = texts.get(file)
    const read = text === undefined ? undefined : new TextEncoder().encode(text)
    // A file that was changed in between, or that is no text, has other bytes than its hash says.
    if (read && sha1Of(read) === hash) bytes.set(file, read)
    else unreadable.push(file)
  }
  return { files, commit: known ?? readModelLedger(texts.get(record) ?? '', projectId), bytes, unreadable }
}

const hashOf = (text: string): string => sha1Of(new TextEncoder().encode(text))

/** The tree of files writes paths with a leading slash, the map of hashes without. */
const textsIn = (nodes: readonly SourceNode[]): [string, string][] =>
  nodes.flatMap(({ path, content, children }) => [
    ...(typeof content === 'string' ? [[path.replace(/^\/+/, ''), content] as [string, string]] : []),
    ...textsIn(children ?? []),
  ])
