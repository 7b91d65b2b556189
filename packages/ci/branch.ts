/** A commit for a branch, as data, so that making it needs no checkout. */
export interface BranchCommit {
  readonly branch: string
  /** The parent commit. */
  readonly base: string
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  readonly files: readonly BranchFile[]
}

export interface BranchFile {
  readonly path: string
  readonly action: 'create' | 'update' | 'delete'
  readonly content?: string | undefined
}

export interface BranchApi {
  /** The newest commit of a branch; undefined if there is no such branch. */
  readonly find: (branch: string) => Promise<{ readonly commit: string; readonly message: string } | undefined>
  /** The authors' email addresses of commits that `other` does not have. */
  readonly authorsSince: (other: string, commit: string) => Promise<readonly string[]>
  /** `on` is the branch's newest commit. Undefined if there is no branch yet. */
  readonly write: (commit: BranchCommit, on: string | undefined) => Promise<void>
  readonly remove: (branch: string) => Promise<void>
}

export type Kept = 'written' | 'unchanged' | 'removed' | 'left to others' | 'nothing'

export interface KeptBranch extends Omit<BranchCommit, 'base'> {
  /** The branch to merge into. */
  readonly into: string
  /** Undefined if there is nothing to commit. */
  readonly base: string | undefined
  /** Identifies the change, to tell whether the branch already has it. */
  readonly digest: string
}

/**
 * Keeps a branch that holds one change, and removes it when there is none. If somebody else has committed to it, it is
 * left alone.
 */
export async function keepBranch(api: BranchApi, { into, digest, base, ...wanted }: KeptBranch): Promise<Kept> {
  const { branch, author } = wanted
  const isEmpty = base === undefined || wanted.files.length === 0
  const found = await api.find(branch)
  if (!found && isEmpty) return 'nothing'
  const authors = found ? await api.authorsSince(into, found.commit) : []
  if (authors.some((email) => email !== author.email)) return 'left to others'
  if (isEmpty) {
    await api.remove(branch)
    return 'removed'
  }
  const mark = `Boardwright-Changes: ${digest}`
  if (found?.message.split('\n').includes(mark)) return 'unchanged'
  await api.write({ ...wanted, base, message: `${wanted.message}\n\n${mark}\n` }, found?.commit)
  return 'written'
}
