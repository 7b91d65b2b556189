import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

/** What a forge does with commits that are given to it as data: in a real bare repository. */
export interface GitSide {
  readonly head: (branch: string) => string | undefined
  readonly commit: (sha: string) => { readonly tree: string; readonly message: string; readonly email: string }
  readonly emailsSince: (base: string, commit: string) => string[]
  readonly blob: (bytes: Buffer) => string
  readonly content: (sha: string) => Buffer
  readonly files: (commit: string) => { readonly path: string; readonly mode: string; readonly sha: string }[]
  /** `null` removes. */
  readonly tree: (base: string, entries: readonly { readonly path: string; readonly sha: string | null }[]) => string
  readonly make: (tree: string, parents: readonly string[], message: string, email: string) => string
  /** Refuses what is not a descendant, as forges do without force. */
  readonly move: (branch: string, sha: string, force?: boolean) => boolean
  readonly remove: (branch: string) => void
}

export function gitSide(repository: string): GitSide {
  const index = join(repository, 'index-of-the-forge')
  const git = (args: readonly string[], input: Buffer | string = '', env: Record<string, string> = {}): string =>
    execFileSync('git', ['-C', repository, ...args], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, GIT_INDEX_FILE: index, ...env },
    }).trim()
  const known = (args: readonly string[]): boolean => {
    try {
      git(args)
      return true
    } catch {
      return false
    }
  }
  const head = (branch: string): string | undefined =>
    known(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`])
      ? git(['rev-parse', `refs/heads/${branch}`])
      : undefined
  return {
    head,
    commit(sha) {
      const [tree = '', email = '', ...message] = git(['show', '-s', '--format=%T%n%ae%n%B', sha]).split('\n')
      return { tree, email, message: message.join('\n') }
    },
    emailsSince: (base, commit) =>
      git(['log', '--format=%ae', `${base}..${commit}`])
        .split('\n')
        .filter(Boolean),
    blob: (bytes) => git(['hash-object', '-w', '--stdin'], bytes),
    content: (sha) => execFileSync('git', ['-C', repository, 'cat-file', 'blob', sha]),
    files: (commit) =>
      git(['ls-tree', '-r', '-z', commit])
        .split('\0')
        .flatMap((line) => {
          const [, mode, sha, path] = /^(\d+) blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
          return mode && sha && path ? [{ path, mode, sha }] : []
        }),
    tree(base, entries) {
      rmSync(index, { force: true })
      git(['read-tree', base])
      const lines = entries.map(
        ({ path, sha }) => `${sha === null ? '0' : '100644'} ${sha ?? '0'.repeat(40)}\t${path}\0`,
      )
      git(['update-index', '-z', '--index-info'], lines.join(''))
      return git(['write-tree'])
    },
    make: (tree, parents, message, email) =>
      git(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])], message, {
        ...{ GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: email },
      }),
    move(branch, sha, force = false) {
      const old = head(branch)
      if (old !== undefined && !force && !known(['merge-base', '--is-ancestor', old, sha])) return false
      git(['update-ref', `refs/heads/${branch}`, sha])
      return true
    },
    remove: (branch) => void git(['update-ref', '-d', `refs/heads/${branch}`]),
  }
}
