import { randomBytes } from 'node:crypto'
import { isOfProject, isSkipped } from './parts.ts'
import { askGit, runGit } from './run-git.ts'
import type { Files } from './tree.ts'
import { readOf, UnreadFiles } from './unread.ts'

/** The project's files at a commit: path from the project root -> blob id. */
export interface FilesThen {
  /** The project's path in the repository, with a trailing slash, or empty at the top. */
  readonly prefix: string
  readonly blobs: ReadonlyMap<string, string>
  /** Equal marks mean equal files. */
  readonly mark: string
}

/** The project's files by path. Symbolic links and submodules do not count. */
export function isProjectFile(path: string): boolean {
  if (!isOfProject(path)) return false
  if (!path.startsWith('data-model/')) return !HIDDEN.test(path)
  const segments = path.split('/')
  return !segments.some((_, index) => isSkipped(segments.slice(0, index + 1).join('/')))
}

const HIDDEN = /^(content|overlays)\/(.*\/)?\./

const CONFIG = 'boardwright.yaml'

const askTree = (root: string, commit: string, prefix: string): Promise<string> =>
  askGit(root, ['ls-tree', '-r', '-z', '--full-tree', commit, ...(prefix === '' ? [] : ['--', prefix])])

const isFile = (mode: string): boolean => mode.startsWith('100')

const ID_AT = '100644 blob '.length

/** The blobs of files that `nameOf` gives a name, by that name. */
function blobsIn(answer: string, nameOf: (full: string) => string | undefined = (full) => full): Map<string, string> {
  const blobs = new Map<string, string>()
  for (const entry of answer.split('\0')) {
    if (!isFile(entry)) continue
    const tab = entry.indexOf('\t')
    const name = nameOf(entry.slice(tab + 1))
    if (name !== undefined) blobs.set(name, entry.slice(ID_AT, tab))
  }
  return blobs
}

const projectBlobs = (answer: string, prefix: string): Map<string, string> =>
  blobsIn(answer, (full) => {
    const path = full.slice(prefix.length)
    return full.startsWith(prefix) && isProjectFile(path) ? path : undefined
  })

/** Those of these files and directories that a commit has, by their paths from the project root. */
export async function filesOfCommit(
  root: string,
  { commit, prefix, paths }: { readonly commit: string; readonly prefix: string; readonly paths: readonly string[] },
): Promise<Files> {
  const asked = paths.map((path) => prefix + path)
  const listed = await askGit(root, ['ls-tree', '-r', '-z', '--full-tree', commit, '--', ...asked])
  const read = await readBlobs(root, blobsIn(listed))
  return new Map([...read].map(([path, bytes]) => [path.slice(prefix.length), bytes]))
}

/** Listings are kept, because a commit never changes and a server for agents plans again and again. */
const listed = new Map<string, Promise<FilesThen>>()
const MOST_LISTED = 4

export function listProject(root: string, commit: string, prefix: string): Promise<FilesThen> {
  const key = [root, commit, prefix].join('\0')
  const listing = listed.get(key) ?? readListed(root, commit, prefix)
  listed.delete(key)
  listed.set(key, listing)
  listing.catch(() => listed.delete(key))
  for (const oldest of [...listed.keys()].slice(0, -MOST_LISTED)) listed.delete(oldest)
  return listing
}

const readListed = async (root: string, commit: string, prefix: string): Promise<FilesThen> => ({
  prefix,
  blobs: projectBlobs(await askTree(root, commit, prefix), prefix),
  mark: commit,
})

/** Project files that differ at the second commit: the new blob, or undefined if removed. */
async function changesBetween(
  root: string,
  [one, other]: readonly [string, string],
  prefix: string,
): Promise<ReadonlyMap<string, string | undefined>> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', '--no-renames', one, other, '--', '.']
  const changes = new Map<string, string | undefined>()
  const fields = (await askGit(root, args)).split('\0')
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [, mode = '', , id] = fields[index]?.split(' ') ?? []
    const path = fields[index + 1]?.slice(prefix.length) ?? ''
    if (isProjectFile(path)) changes.set(path, isFile(mode) ? id : undefined)
  }
  return changes
}

/**
 * The project at another commit: in its current place, or in the only directory whose boardwright.yaml belongs to it.
 * Undefined if there is none, or several.
 */
export async function findProject(
  root: string,
  [head, commit]: readonly [string, string],
  now: FilesThen,
  isOurs: (config: Uint8Array) => boolean,
): Promise<FilesThen | undefined> {
  const { prefix } = now
  const changes = commit === head ? new Map() : await changesBetween(root, [head, commit], prefix)
  if (changes.size === 0 && now.blobs.has(CONFIG)) return now
  const config = (changes.has(CONFIG) ? changes : now.blobs).get(CONFIG)
  if (config !== undefined) {
    const isSame = config === now.blobs.get(CONFIG)
    const [bytes] = isSame ? [] : (await readBlobs(root, new Map([[prefix + CONFIG, config]]))).values()
    if (isSame || (bytes && isOurs(bytes))) return changed(now, changes)
  }
  const all = await askTree(root, commit, '')
  const candidates = new Map([...blobsIn(all)].filter(([path]) => path === CONFIG || path.endsWith(`/${CONFIG}`)))
  const ours = [...(await readBlobs(root, candidates))].filter(([, bytes]) => isOurs(bytes)).map(([path]) => path)
  const [path] = ours
  if (path === undefined || ours.length > 1) return undefined
  const there = path.slice(0, -CONFIG.length)
  return { prefix: there, blobs: projectBlobs(all, there), mark: commit }
}

function changed({ prefix, blobs, mark }: FilesThen, changes: ReadonlyMap<string, string | undefined>): FilesThen {
  const then = new Map(blobs)
  for (const [path, id] of changes) {
    if (id === undefined) then.delete(path)
    else then.set(path, id)
  }
  return { prefix, blobs: then, mark: JSON.stringify([mark, ...changes]) }
}

/**
 * The bytes of these blobs as a checkout would write them to these paths: with local line ends and large files. Sizes
 * are unknown beforehand, so an unguessable marker precedes each.
 */
export async function readBlobs(root: string, wanted: ReadonlyMap<string, string>): Promise<Map<string, Uint8Array>> {
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

/** Files whose bytes are known: unchanged ones of the work tree. */
export interface KnownFiles {
  readonly listing: FilesThen
  readonly files: Files
  readonly dirty: ReadonlySet<string>
}

/** The files of a listing. Asks git only for those that the work tree does not have. */
export async function readListing(root: string, { prefix, blobs }: FilesThen, known: KnownFiles): Promise<Files> {
  const isAtHand = (path: string): boolean => !known.dirty.has(path) && known.files.has(path)
  const isHere = ([path, id]: readonly [string, string]): boolean =>
    known.listing.blobs.get(path) === id && isAtHand(path)
  const others = [...blobs].filter((entry) => !isHere(entry))
  const places = placesOf(new Set(others.map(([, id]) => id)), known.listing, isAtHand)
  const wanted = new Map(others.filter(([, id]) => !places.has(id)).map(([path, id]) => [prefix + path, id]))
  const read = await readBlobs(root, wanted)
  const reads = [...blobs].flatMap(([path, id]): [string, () => Uint8Array][] => {
    const here = isHere([path, id]) ? path : places.get(id)
    if (here !== undefined) return [[path, readOf(known.files, here)]]
    const bytes = read.get(prefix + path)
    return bytes ? [[path, () => bytes]] : []
  })
  return new UnreadFiles(new Map(reads.sort(([a], [b]) => (a < b ? -1 : 1))))
}

/** The places of these blobs in the work tree, under any name. */
function placesOf(
  ids: ReadonlySet<string>,
  { blobs }: FilesThen,
  isAtHand: (path: string) => boolean,
): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  for (const [path, id] of ids.size === 0 ? [] : blobs) if (ids.has(id) && isAtHand(path)) places.set(id, path)
  return places
}
