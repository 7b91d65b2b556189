import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Copy, readCopy, writeCopy } from '../../packages/sandbox/models/copy.ts'

/** A directory that is removed when its test ends. */
export function temporaryDirectory(name = 'boardwright-test-'): string {
  const directory = mkdtempSync(join(tmpdir(), name))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export async function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const places = Object.entries(files).map(([path, content]) => [join(root, path), content] as const)
  // Synchronously, because for small files the thread pool takes longer than the work itself.
  for (const directory of new Set(places.map(([place]) => dirname(place)))) mkdirSync(directory, { recursive: true })
  for (const [place, content] of places) writeFileSync(place, content)
}

/** Every file below a directory, except those of git and the cache, by path. */
export function readFiles(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/^(\.git|\.boardwright)\//.test(path))
    .sort()
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

export const git = (root: string, ...args: string[]): string => gitWith({}, root, ...args)

/** What git has of the clone that the tests run in, which may belong to somebody else. */
export const filesOfClone = (...args: readonly string[]): string[] =>
  git('.', '-c', 'safe.directory=*', 'ls-files', '-z', ...args)
    .split('\0')
    .slice(0, -1)

export const gitWith = (env: Readonly<Record<string, string>>, root: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const COMMIT_ALL = `git add --all &&
git -c user.name=Test -c user.email=test@example.com -c maintenance.auto=false \\
  commit --quiet --allow-empty --message "$1"`

/** Makes the directory a repository, commits everything in it, and returns the commit. */
export function commitAll(root: string, message = 'all of it'): string {
  const place = join(root, '.git')
  if (!existsSync(place)) writeCopy(place, emptyRepository())
  execFileSync('sh', ['-c', COMMIT_ALL, 'sh', message], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  if (!statSync(place).isDirectory()) return git(root, 'rev-parse', 'HEAD').trim()
  // A branch that was just committed to has its own file, even if other branches are packed.
  const head = readFileSync(join(place, 'HEAD'), 'utf8').trim()
  return head.startsWith('ref: ') ? readFileSync(join(place, head.slice('ref: '.length)), 'utf8').trim() : head
}

const made = new Map<string, { readonly copy: Copy; readonly commit: string }>()

/** `commitAll` for a directory without history. Runs git only once for the same files. */
export function commitFirst(root: string): string {
  const place = join(root, '.git')
  const key = everythingIn(root)
  const known = made.get(key)
  if (known) writeCopy(place, known.copy)
  const commit = known?.commit ?? commitAll(root)
  if (!known) made.set(key, { copy: readCopy(place), commit })
  return commit
}

/** Each file with its bytes, as a text. What git keeps of a link or a program is more than its bytes. */
function everythingIn(root: string): string {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory())
  const files = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || statSync(path).mode & 0o111) throw new Error(`${path} is not a plain file: use commitAll`)
    return [relative(root, path), readFileSync(path, 'latin1')] as const
  })
  return JSON.stringify(files.sort(([a], [b]) => (a < b ? -1 : 1)))
}

let empty: Copy | undefined

/** The repository that git creates in an empty directory, made once in each process. */
function emptyRepository(): Copy {
  if (empty) return empty
  const root = mkdtempSync(join(tmpdir(), 'boardwright-test-empty-'))
  git(root, 'init', '--quiet', '--template=', '--initial-branch', 'main')
  empty = readCopy(join(root, '.git'))
  rmSync(root, { recursive: true })
  return empty
}
