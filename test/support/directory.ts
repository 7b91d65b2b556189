import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import { onTestFinished } from 'vitest'

/** A directory that goes with the test that made it. */
export function temporaryDirectory(name = 'boardwright-test-'): string {
  const directory = mkdtempSync(join(tmpdir(), name))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

export async function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
}

/** Every file below a directory but those of git and of the cache, by its path. */
export function readFiles(root: string): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/^(\.git|\.boardwright)\//.test(path))
    .sort()
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

export const git = (root: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

const COMMIT_ALL = `{ [ -d .git ] || git init --quiet --template= --initial-branch main; } &&
git add --all &&
git -c user.name=Test -c user.email=test@example.com -c maintenance.auto=false \\
  commit --quiet --allow-empty --message "$1" &&
git rev-parse HEAD`

/** Makes the directory a repository with everything in it committed. A large process takes long to start another one. */
export const commitAll = (root: string, message = 'all of it'): string =>
  execFileSync('sh', ['-c', COMMIT_ALL, 'sh', message], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
