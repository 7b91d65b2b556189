/** A commit that a branch shall have, made of data: nobody needs the files for it. */
export interface BranchCommit {
  readonly branch: string
  /** The commit that it is a change of. */
  readonly base: string
  readonly message: string
  readonly author: { readonly name: string; readonly email: string }
  readonly files: readonly BranchFile[]
}

export interface BranchFile {
  /** From the top of the repository. */
  readonly path: string
  readonly action: 'create' | 'update' | 'delete'
  /** In base64. */
  readonly content?: string | undefined
}

export interface BranchApi {
  /** The newest commit of a branch; undefined where there is no such branch. */
  readonly find: (branch: string) => Promise<{ readonly commit: string; readonly message: string } | undefined>
  /** Who committed what a commit has and another branch has not, by their addresses. */
  readonly authorsSince: (other: string, commit: string) => Promise<readonly string[]>
  /** `on` is what the branch holds now. */
  readonly write: (commit: BranchCommit, on: string | undefined) => Promise<void>
  readonly remove: (branch: string) => Promise<void>
}

export type Kept = 'written' | 'unchanged' | 'removed' | 'left to others' | 'nothing'

export interface KeptBranch extends Omit<BranchCommit, 'base'> {
  /** The branch that it shall be merged into. */
  readonly into: string
  /** Undefined where there is nothing to commit. */
  readonly base: string | undefined
  /** Tells whether the branch has the change already. */
  readonly digest: string
}

/**
 * Keeps a branch that holds one change, and removes it when there is none any more. As long as nobody else commits to it:
 * then it is theirs.
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
