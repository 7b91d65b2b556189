import type { SourceNode } from '@boardwright/platform'

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: Map<string, string>
}

const emptyFolder = (): Folder => ({ folders: new Map(), files: new Map() })

/** Files as the nested list that the platform shows: with leading slashes, sorted by name, without empty folders. */
export function sourceTree(
  blobs: ReadonlyMap<string, string>,
  contentOf: (blob: string) => string | undefined,
): SourceNode[] {
  const root = emptyFolder()
  for (const [path, blob] of blobs) {
    const names = path.split('/')
    const file = names.pop() ?? ''
    let folder = root
    for (const name of names) {
      const next = folder.folders.get(name) ?? emptyFolder()
      folder.folders.set(name, next)
      folder = next
    }
    folder.files.set(file, blob)
  }
  return toNodes(root, '', contentOf)
}

function toNodes(folder: Folder, above: string, contentOf: (blob: string) => string | undefined): SourceNode[] {
  const folders = [...folder.folders].map(([name, below]): SourceNode => {
    const path = `${above}/${name}`
    return { path, name, type: 'directory', children: toNodes(below, path, contentOf) }
  })
  const files = [...folder.files].map(([name, blob]): SourceNode => {
    const content = contentOf(blob)
    return { path: `${above}/${name}`, name, type: 'file', ...(content === undefined ? {} : { content }) }
  })
  return [...folders, ...files].sort((a, b) => (a.path < b.path ? -1 : 1))
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of a file, or undefined if its bytes are not text: this endpoint carries text only. */
export function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined || bytes.includes(0)) return undefined
  try {
    return strict.decode(bytes)
  } catch (cause) {
    if (cause instanceof TypeError) return undefined
    throw cause
  }
}
