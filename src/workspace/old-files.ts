import { createHash, randomBytes } from 'node:crypto'
import { isOfProject, isSkipped } from './parts.ts'
import { askGit, runGit } from './run-git.ts'
import type { Files } from './tree.ts'
import { UnreadFiles } from './unread.ts'

/** The files of a project at a commit: path from the root of the project -> id of the blob. */
export interface Listing {
  /** The directory of the project from the top of the repository, with a slash at its end unless it is the top. */
  readonly prefix: string
  readonly blobs: ReadonlyMap<string, string>
  /** Two listings of one digest are the same files. */
  readonly digest: string
  /** All of it as git said it, files of others too. */
  readonly answer: string
}

/** What is a file of the project, by its path. Symbolic links and submodules are none. */
export function isProjectFile(path: string): boolean {
  if (!isOfProject(path)) return false
  if (!path.startsWith('data-model/')) return !HIDDEN.test(path)
  const segments = path.split('/')
  return !segments.some((_, index) => isSkipped(segments.slice(0, index + 1).join('/')))
}

/** Files of editors and systems. */
const HIDDEN = /^(content|overlays)\/(.*\/)?\./

const CONFIG = 'boardwright.yaml'
const FILE = /^100\d{3} blob ([0-9a-f]+)$/

const askTree = (root: string, commit: string, prefix: string): Promise<string> =>
  askGit(root, ['ls-tree', '-r', '-z', '--full-tree', commit, ...(prefix === '' ? [] : ['--', prefix])])

function blobsIn(answer: string): Map<string, string> {
  const blobs = new Map<string, string>()
  for (const entry of answer.split('\0')) {
    const tab = entry.indexOf('\t')
    const [, id] = FILE.exec(entry.slice(0, tab)) ?? []
    if (id !== undefined) blobs.set(entry.slice(tab + 1), id)
  }
  return blobs
}

function listingOf(answer: string, prefix: string): Listing {
  const hash = createHash('sha256')
  const blobs = new Map<string, string>()
  for (const [full, id] of blobsIn(answer)) {
    const path = full.slice(prefix.length)
    if (!full.startsWith(prefix) || !isProjectFile(path)) continue
    blobs.set(path, id)
    hash.update(`${path}\0${id}\0`)
  }
  return { prefix, blobs, digest: hash.digest('base64url'), answer }
}

export const listProject = async (root: string, commit: string, prefix: string): Promise<Listing> =>
  listingOf(await askTree(root, commit, prefix), prefix)

/**
 * The project at another commit: where it is now, or in the one directory whose boardwright.yaml is that of this project.
 * Undefined where there is none, or more than one.
 */
export async function findProject(
  root: string,
  commit: string,
  now: Listing,
  isOurs: (config: Uint8Array) => boolean,
): Promise<Listing | undefined> {
  const answer = await askTree(root, commit, now.prefix)
  if (answer === now.answer) return now
  const here = listingOf(answer, now.prefix)
  const config = here.blobs.get(CONFIG)
  if (config !== undefined) {
    if (config === now.blobs.get(CONFIG)) return here
    const [bytes] = (await readBlobs(root, new Map([[here.prefix + CONFIG, config]]))).values()
    if (bytes && isOurs(bytes)) return here
  }
  const all = now.prefix === '' ? answer : await askTree(root, commit, '')
  const candidates = new Map([...blobsIn(all)].filter(([path]) => path === CONFIG || path.endsWith(`/${CONFIG}`)))
  const ours = [...(await readBlobs(root, candidates))].filter(([, bytes]) => isOurs(bytes)).map(([path]) => path)
  const [path] = ours
  return path === undefined || ours.length > 1 ? undefined : listingOf(all, path.slice(0, -CONFIG.length))
}

/**
 * The bytes of these blobs as a checkout would write them to these paths from the top of the repository: with the line
 * ends of this machine, and what large-file storage holds. Their sizes are not known before, so a mark that nobody can
 * guess stands in front of each.
 */
async function readBlobs(root: string, wanted: ReadonlyMap<string, string>): Promise<Map<string, Uint8Array>> {
  const entries = [...wanted].filter(([path]) => !path.includes('\n'))
  if (entries.length === 0) return new Map()
  const mark = randomBytes(16).toString('hex')
  const input = entries.map(([path, id]) => `${id} ${path}\n`).join('')
  const answer = await runGit(root, ['cat-file', '--filters', `--batch=${mark}`], input)
  const starts: number[] = []
  for (let at = answer.indexOf(mark); at >= 0; at = answer.indexOf(mark, at + mark.length)) starts.push(at)
  if (starts.length !== entries.length) throw new Error('this clone lacks some of its files')
  return new Map(
    entries.map(([path], index) => {
      const from = (starts[index] ?? 0) + mark.length + 1
      const to = (starts[index + 1] ?? answer.length) - 1
      return [path, new Uint8Array(answer.subarray(from, to))]
    }),
  )
}

/** Files whose bytes are known: those of the work tree that are as they were committed. */
export interface KnownFiles {
  readonly listing: Listing
  readonly files: Files
  readonly dirty: ReadonlySet<string>
}

/** The files of a listing. Only what the work tree does not hold is asked of git. */
export async function readListing(root: string, { prefix, blobs }: Listing, known: KnownFiles): Promise<Files> {
  const isAtHand = (path: string): boolean => !known.dirty.has(path) && known.files.has(path)
  const atHand = new Map([...known.listing.blobs].filter(([path]) => isAtHand(path)).map(([path, id]) => [id, path]))
  const wanted = new Map([...blobs].filter(([, id]) => !atHand.has(id)).map(([path, id]) => [prefix + path, id]))
  const read = await readBlobs(root, wanted)
  const reads = [...blobs].flatMap(([path, id]): [string, () => Uint8Array][] => {
    const here = known.listing.blobs.get(path) === id && isAtHand(path) ? path : atHand.get(id)
    const bytes = here === undefined ? read.get(prefix + path) : undefined
    if (here !== undefined) return [[path, readOf(known.files, here)]]
    return bytes ? [[path, () => bytes]] : []
  })
  return new UnreadFiles(new Map(reads.sort(([a], [b]) => (a < b ? -1 : 1))))
}

/** The same file of the work tree is the same here. */
function readOf(files: Files, path: string): () => Uint8Array {
  const known = files instanceof UnreadFiles ? files.readOf(path) : undefined
  return known ?? (() => files.get(path) ?? new Uint8Array())
}
