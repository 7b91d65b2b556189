import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const HERE = resolve(import.meta.dirname, '../../..')

/** The program as of a commit, built in its own work tree with the packages that are installed now. */
export async function withBuildAt(commit, work) {
  const root = await mkdtemp(join(tmpdir(), 'boardwright-before-'))
  const git = (...args) => execFileSync('git', ['-C', HERE, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  git('worktree', 'add', '--quiet', '--detach', root, commit)
  try {
    await symlink(join(HERE, 'node_modules'), join(root, 'node_modules'))
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    return await work(root)
  } finally {
    git('worktree', 'remove', '--force', root)
    await rm(root, { recursive: true, force: true })
  }
}
