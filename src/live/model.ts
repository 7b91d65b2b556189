import type { Client } from '../client/client.ts'
import { sha1Of } from '../content/digest.ts'
import type { ModelFile } from '../content/model.ts'

export interface ModelRead {
  readonly files: readonly ModelFile[]
  /** Bytes of the files that the tree does not have as they are. */
  readonly bytes: ReadonlyMap<string, Uint8Array>
  /** Files whose bytes this way of reading cannot give: they are not text. */
  readonly unreadable: readonly string[]
}

interface Node {
  readonly path: string
  readonly type?: string
  readonly content?: string | null
  readonly children?: readonly Node[]
}

/** The hashes of a branch; and, only when the tree lacks one of them, all contents in one call. */
export async function readModel(
  client: Client,
  deploymentId: number,
  branchName: string,
  known: readonly ModelFile[],
): Promise<ModelRead> {
  const path = { deploymentId }
  const hashes = await client.uploads.fileHashes({ path, query: { branchName } })
  const files = Object.entries(hashes)
    .map(([file, { hash }]) => ({ path: file, hash }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const have = new Map(known.map((file) => [file.path, file.hash]))
  const wanted = files.filter((file) => have.get(file.path) !== file.hash)
  if (wanted.length === 0) return { files, bytes: new Map(), unreadable: [] }

  const tree = await client.dataModel.listFiles({ path, query: { branchName, withContent: true } })
  const texts = new Map<string, string>()
  const collect = (nodes: readonly Node[]): void => {
    for (const { path: file, content, children } of nodes) {
      // The tree of files writes paths with a leading slash, the map of hashes without.
      if (typeof content === 'string') texts.set(file.replace(/^\/+/, ''), content)
      if (children) collect(children)
    }
  }
  collect(tree.items as unknown as Node[])

  const bytes = new Map<string, Uint8Array>()
  const unreadable: string[] = []
  for (const { path: file, hash } of wanted) {
    const read = new TextEncoder().encode(texts.get(file) ?? '')
    if (texts.has(file) && sha1Of(read) === hash) bytes.set(file, read)
    else unreadable.push(file)
  }
  return { files, bytes, unreadable }
}
