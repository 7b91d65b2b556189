import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Copy, readCopy, writeCopy } from './copy.ts'
import { GitFailed, git } from './git.ts'
import { memo } from './hashes.ts'
import { blobId, treesOf, writeObjects } from './objects.ts'

/** Path -> id of the blob. */
export type Tree = ReadonlyMap<string, string>

export interface Person {
  readonly name: string
  readonly email: string
}

export interface NewCommit {
  readonly tree: string
  readonly parents: readonly string[]
  readonly message: string
  readonly when: Date
  readonly author: Person
}

/** A ref to move: where it must be now (null: it must not exist), and where it goes (null: deleted). */
export interface RefMove {
  readonly ref: string
  readonly from: string | null
  readonly to: string | null
}

export type Merge =
  | { readonly clean: true; readonly tree: string }
  | { readonly clean: false; readonly tree: string; readonly conflicts: readonly string[] }

const COMMITTER: Person = { name: 'Boardwright sandbox', email: 'sandbox@boardwright.invalid' }
const NO_OBJECT = '0'.repeat(40)

const trees = memo<Tree>(200)
const contained = memo<boolean>(2_000)
const pairOf = (commit: string, ancestor: string): string => `${ancestor} ${commit}`

/** Empty repositories made by git, by the ref that their HEAD names. */
const empty = new Map<string, Copy>()

/** Made by git once, and copied from then on. */
export async function initRepository(repository: string, headRef: string): Promise<void> {
  const known = empty.get(headRef)
  if (known) {
    writeCopy(repository, known)
    return
  }
  await mkdir(repository, { recursive: true })
  const branch = headRef.slice('refs/heads/'.length)
  const options = ['--quiet', '--bare', '--template=', '--object-format=sha1', `--initial-branch=${branch}`]
  await git(repository, ['init', ...options, repository])
  empty.set(headRef, readCopy(repository))
}

/** The files of a commit or a tree, by its full id. */
export async function readTree(repository: string, id: string): Promise<Tree> {
  const known = trees.get(id)
  if (known) return known
  const { stdout } = await git(repository, ['ls-tree', '-r', '-z', '--full-tree', id])
  const tree = new Map(
    fields(stdout).flatMap((entry): [string, string][] => {
      const [facts, path] = splitOnce(entry, '\t')
      const [, type, blob = ''] = facts.split(' ')
      return type === 'blob' ? [[path, blob]] : []
    }),
  )
  trees.set(id, tree)
  return tree
}

/** The id of a commit's tree. */
export async function treeOf(repository: string, commit: string): Promise<string> {
  const { stdout } = await git(repository, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`])
  return line(stdout)
}

/** The bytes of blobs, read by one process. */
export async function readBlobs(repository: string, ids: Iterable<string>): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(ids)]
  const blobs = new Map<string, Buffer>()
  if (wanted.length === 0) return blobs
  const { stdout } = await git(repository, ['cat-file', '--batch'], { input: `${wanted.join('\n')}\n` })
  let at = 0
  for (const id of wanted) {
    const end = stdout.indexOf('\n', at)
    const header = stdout.toString('latin1', at, end)
    const size = Number(header.split(' ')[2])
    if (!Number.isInteger(size)) throw new Error(`git has no blob ${id}: ${header}`)
    blobs.set(id, stdout.subarray(end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return blobs
}

/** From this many on, git packs them into one file, which is faster on disk. */
const MANY = 100

/** Stores bytes that no ref leads to yet, and returns their ids. */
export async function writeBlobs(repository: string, contents: readonly Uint8Array[]): Promise<string[]> {
  if (contents.length < MANY) {
    return writeObjects(
      repository,
      contents.map((bytes) => ({ type: 'blob', bytes })),
    )
  }
  const stream = contents.flatMap((bytes) => [Buffer.from(`blob\ndata ${bytes.length}\n`), bytes, Buffer.from('\n')])
  const input = Buffer.concat([Buffer.from('feature done\n'), ...stream, Buffer.from('done\n')])
  await git(repository, ['fast-import', '--quiet'], { input })
  return contents.map(blobId)
}

/** Makes a tree of blobs that are already stored. */
export async function writeTree(repository: string, files: Tree): Promise<string> {
  const id = (await writeObjects(repository, treesOf(files))).at(-1) ?? ''
  // In git's order.
  trees.set(id, new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))))
  return id
}

/** Makes a commit that no ref leads to yet. */
export async function writeCommit(repository: string, commit: NewCommit): Promise<string> {
  const date = `${Math.max(0, Math.floor(commit.when.getTime() / 1000))} +0000`
  const { name, email } = commit.author
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${plain(name) || COMMITTER.name} <${plain(email)}> ${date}`,
    `committer ${COMMITTER.name} <${COMMITTER.email}> ${date}`,
  ]
  const message = commit.message.endsWith('\n') ? commit.message : `${commit.message}\n`
  const bytes = Buffer.from(`${lines.join('\n')}\n\n${message}`)
  const [id = ''] = await writeObjects(repository, [{ type: 'commit', bytes }])
  const files = trees.get(commit.tree)
  if (files) trees.set(id, files)
  for (const parent of commit.parents) contained.set(pairOf(id, parent), true)
  return id
}

/** Git refuses these characters in names, and names made of nothing else. */
const plain = (text: string): string =>
  text.replace(/[\x00-\x1f<>\x7f]/g, '').replace(/^[\s.,:;"'\\]+|(?<![\s.,:;"'\\])[\s.,:;"'\\]+$/g, '')

/** Moves all refs or none. False: one was not where it should have been. */
export async function moveRefs(repository: string, moves: readonly RefMove[]): Promise<boolean> {
  const real = moves.filter(({ from, to }) => from !== to)
  if (real.length === 0) return true
  const input = real.map(({ ref, from, to }) => `update ${ref}\0${to ?? NO_OBJECT}\0${from ?? NO_OBJECT}\0`).join('')
  try {
    await git(repository, ['update-ref', '--no-deref', '--stdin', '-z'], { input })
    return true
  } catch (cause) {
    if (cause instanceof GitFailed && /cannot lock ref/.test(cause.message)) return false
    throw cause
  }
}

/** Merges two commits without touching a ref. If the merge is not clean, the tree still contains the conflicts. */
export async function mergeTrees(repository: string, ours: string, theirs: string): Promise<Merge> {
  const args = ['merge-tree', '--write-tree', '--allow-unrelated-histories', '--name-only', '--no-messages', '-z']
  const { status, stdout } = await git(repository, [...args, ours, theirs], { accept: [1] })
  const [tree = '', ...conflicts] = fields(stdout)
  if (status === 0) return { clean: true, tree }
  // If one side has a file and the other a folder of the same name, git sets the file aside as `name~<commit>`.
  return {
    clean: false,
    tree,
    conflicts: [...new Set(conflicts.map((path) => path.replace(/~[0-9a-f]{40}(_\d+)?$/, '')))],
  }
}

/** Whether `commit` contains everything in `ancestor`. */
export async function contains(repository: string, commit: string, ancestor: string): Promise<boolean> {
  if (commit === ancestor) return true
  const pair = pairOf(commit, ancestor)
  const known = contained.get(pair)
  if (known !== undefined) return known
  const { status } = await git(repository, ['merge-base', '--is-ancestor', ancestor, commit], { accept: [1] })
  contained.set(pair, status === 0)
  return status === 0
}

/** Removes what no ref leads to: objects written for a change that did not happen. */
export async function prune(repository: string): Promise<void> {
  await git(repository, ['prune', '--expire=now'])
}

/**
 * Removes what a killed process may have left: locks of refs, and half-written objects. Only for a repository that
 * nobody is using.
 */
export async function clearLeftovers(repository: string): Promise<void> {
  const entries = await readdir(repository, { recursive: true, withFileTypes: true })
  const stale = entries.filter((entry) => entry.isFile() && STALE.test(entry.name))
  await Promise.all(stale.map((entry) => rm(join(entry.parentPath, entry.name), { force: true })))
}

const STALE = /(\.lock|^tmp_(obj|pack|idx)_\w+|^fast_import_crash_\d+)$/

const line = (output: Buffer): string => output.toString().trim()
const fields = (output: Buffer): string[] => output.toString().split('\0').filter(Boolean)

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + separator.length)]
}
