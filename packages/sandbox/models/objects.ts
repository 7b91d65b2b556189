import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate, deflateSync } from 'node:zlib'

type Type = 'blob' | 'tree' | 'commit'

interface StoredObject {
  readonly type: Type
  readonly bytes: Uint8Array
}

const deflateBeside = promisify(deflate)
const FASTEST = { level: 1 }
/** Larger objects would keep everybody waiting for too long. */
const LARGE = 256 * 1024

const headerOf = ({ type, bytes }: StoredObject): Buffer => Buffer.from(`${type} ${bytes.length}\0`)

/**
 * The id that git gives an object. For a file it differs from the hash that the platform shows, which is over the
 * bytes alone.
 */
const objectId = (object: StoredObject): string =>
  createHash('sha1').update(headerOf(object)).update(object.bytes).digest('hex')

export const blobId = (bytes: Uint8Array): string => objectId({ type: 'blob', bytes })

/**
 * Stores objects that no ref leads to yet, as git itself would, and returns their ids. A commit of one file takes
 * three objects, and starting git for each would be most of the time of a write.
 */
export async function writeObjects(repository: string, objects: readonly StoredObject[]): Promise<string[]> {
  const ids: string[] = []
  for (const object of objects) {
    const id = objectId(object)
    const folder = join(repository, 'objects', id.slice(0, 2))
    if (!existsSync(join(folder, id.slice(2)))) store(folder, id, await packed(object))
    ids.push(id)
  }
  return ids
}

async function packed(object: StoredObject): Promise<Uint8Array> {
  const whole = Buffer.concat([headerOf(object), object.bytes])
  return whole.length > LARGE ? deflateBeside(whole, FASTEST) : deflateSync(whole, FASTEST)
}

/** Written under another name first, so that nobody reads half of it. */
function store(folder: string, id: string, bytes: Uint8Array): void {
  mkdirSync(folder, { recursive: true })
  const half = join(folder, `tmp_obj_${id}`)
  rmSync(half, { force: true })
  writeFileSync(half, bytes, { mode: 0o444, flag: 'wx' })
  renameSync(half, join(folder, id.slice(2)))
}

/** A folder under construction: a name leads to the id of a file, or to another folder. */
type Folder = Map<string, string | Folder>

/** The tree objects for these files, the root last. */
export function treesOf(files: ReadonlyMap<string, string>): StoredObject[] {
  const root: Folder = new Map()
  for (const [path, blob] of files) {
    const names = path.split('/')
    const name = names.pop() ?? ''
    const folder = names.reduce((above, part) => openFolder(above, part, path), root)
    if (folder.has(name)) throw new Error(`${path} is a file and a folder`)
    folder.set(name, blob)
  }
  const trees: StoredObject[] = []
  addTree(root, trees)
  return trees
}

function openFolder(above: Folder, name: string, path: string): Folder {
  const there = above.get(name) ?? new Map<string, string | Folder>()
  if (typeof there === 'string') throw new Error(`${name} is a file, so ${path} cannot be in it`)
  above.set(name, there)
  return there
}

function addTree(folder: Folder, trees: StoredObject[]): string {
  const entries = [...folder].map(([name, below]) => {
    const isFile = typeof below === 'string'
    const id = isFile ? below : addTree(below, trees)
    // Git sorts by bytes, and a folder as if its name ended with a slash.
    const order = Buffer.from(isFile ? name : `${name}/`)
    const entry = Buffer.concat([Buffer.from(`${isFile ? '100644' : '40000'} ${name}\0`), Buffer.from(id, 'hex')])
    return { order, entry }
  })
  entries.sort((a, b) => Buffer.compare(a.order, b.order))
  const tree: StoredObject = { type: 'tree', bytes: Buffer.concat(entries.map(({ entry }) => entry)) }
  trees.push(tree)
  return objectId(tree)
}
