import type { SourceNode } from '../api/data-model.ts'
import type { Client } from '../client/client.ts'
import { sha1Of } from '../content/digest.ts'
import { isModelLedger } from '../content/ledger.ts'
import type { ModelFile } from '../content/model.ts'
import { isLeftOut } from '../content/model-files.ts'

export interface ModelRead {
  readonly files: readonly ModelFile[]
  /** Bytes of the files that the tree does not have as they are. */
  readonly bytes: ReadonlyMap<string, Uint8Array>
  /** Files whose bytes this way of reading cannot give: they are not text. */
  readonly unreadable: readonly string[]
}

/** The hashes of a branch; and, only when the tree lacks one of them, all contents in one call. */
export async function readModel(
  client: Client,
  deploymentId: number,
  branchName: string,
  declared: readonly ModelFile[],
  isInScope: (path: string) => boolean,
): Promise<ModelRead> {
  const path = { deploymentId }
  const hashes = await client.uploads.fileHashes({ path, query: { branchName } })
  const files = Object.entries(hashes)
    .filter(([file]) => !isModelLedger(file) && !isLeftOut(file) && isInScope(file))
    .map(([file, { hash }]) => ({ path: file, hash }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const have = new Map(declared.map((file) => [file.path, file.hash]))
  const wanted = files.filter((file) => have.get(file.path) !== file.hash)
  if (wanted.length === 0) return { files, bytes: new Map(), unreadable: [] }

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
  return { files, bytes, unreadable }
}

/** The tree of files writes paths with a leading slash, the map of hashes without. */
const textsIn = (nodes: readonly SourceNode[]): [string, string][] =>
  nodes.flatMap(({ path, content, children }) => [
    ...(typeof content === 'string' ? [[path.replace(/^\/+/, ''), content] as [string, string]] : []),
    ...textsIn(children ?? []),
  ])
