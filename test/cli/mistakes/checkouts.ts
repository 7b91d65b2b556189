import { join } from 'node:path'
import { commitAll, git, writeFiles } from '../../support/directory.ts'
import { admin, around, FOLDER, type Mistakes, reaching, SQL, validate } from './mistake.ts'

/** Two branches gave one folder two names, and a git command stops at the conflict. */
const meeting =
  (...command: readonly string[]) =>
  async (root: string) => {
    git(root, 'switch', '--quiet', '--create', 'other')
    await writeFiles(root, { [FOLDER]: 'name: Sales, theirs\n' })
    commitAll(root, 'theirs')
    git(root, 'switch', '--quiet', 'main')
    await writeFiles(root, { [FOLDER]: 'name: Sales, ours\n' })
    commitAll(root, 'ours')
    stopped(root, command)
  }

function stopped(root: string, command: readonly string[]): void {
  try {
    git(root, ...command)
  } catch {
    return
  }
  throw new Error(`git ${command.join(' ')} left no conflict`)
}

const unfinished = (what: string, command: string) => ({
  files: () => reaching(() => around.sandbox.url)(),
  env: admin,
  run: ['apply', '--yes'],
  exit: 1,
  what: `${what} is not finished: `,
  where: FOLDER,
  next: `mend them and finish: git add --all && git ${command} --continue`,
})

/** A submodule that the clone did not fetch, made without the network. */
async function addSubmodule(root: string): Promise<void> {
  const commit = git(root, 'rev-parse', 'HEAD').trim()
  await writeFiles(root, {
    '.gitmodules': '[submodule "t"]\n\tpath = content/team\n\turl = https://acme.example/t.git\n',
  })
  git(root, 'update-index', '--add', '--cacheinfo', `160000,${commit},content/team`)
  git(root, 'add', '.gitmodules')
  git(root, 'commit', '--quiet', '--message', 'a submodule')
}

const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 1234\n'

/** Git is in the middle of something, or has not checked everything out. */
export const CHECKOUTS: Mistakes = {
  'an apply in the middle of a merge': {
    files: reaching(() => around.sandbox.url),
    env: admin,
    before: meeting('merge', '--quiet', 'other'),
    run: ['apply', '--yes'],
    exit: 1,
    what: 'a merge is not finished: ',
    where: FOLDER,
    next: 'Leave the merge with `git merge --abort`, or mend them and finish: git add --all && git merge --continue',
  },
  'an apply in the middle of a rebase': {
    ...unfinished('a rebase', 'rebase'),
    before: meeting('rebase', 'other'),
  },
  'an apply in the middle of a cherry-pick': {
    ...unfinished('a cherry-pick', 'cherry-pick'),
    before: meeting('cherry-pick', 'other'),
  },
  'an apply where a rebase stopped between two commits': {
    ...unfinished('a rebase', 'rebase'),
    async before(root) {
      await meeting('rebase', 'other')(root)
      git(root, 'checkout', '--quiet', '--ours', FOLDER)
      git(root, 'add', '--all')
    },
    what: 'a rebase is not finished',
    where: 'BW-E1412',
    next: 'Leave the rebase with `git rebase --abort`, or finish it: git rebase --continue',
  },
  'an apply with the conflicts of a stash': {
    ...unfinished('a stash', ''),
    async before(root) {
      await writeFiles(root, { [FOLDER]: 'name: Sales\n' })
      commitAll(root)
      await writeFiles(root, { [FOLDER]: 'name: Sales, mine\n' })
      git(root, 'stash', '--quiet')
      await writeFiles(root, { [FOLDER]: 'name: Sales, theirs\n' })
      commitAll(root, 'theirs')
      stopped(root, ['stash', 'pop'])
    },
    what: `${FOLDER} has conflicts that git left`,
    next: `Mend them, and commit: git add ${FOLDER} && git commit`,
  },
  'a submodule that was not checked out': {
    before: addSubmodule,
    run: validate,
    exit: 1,
    what: 'is a submodule that is not checked out',
    where: 'content/team',
    next: 'Check it out: git submodule update --init content/team',
  },
  'a submodule that was not checked out, planned': {
    files: reaching(() => around.sandbox.url),
    before: addSubmodule,
    env: admin,
    run: ['plan', '--prune'],
    exit: 1,
    what: 'is a submodule that is not checked out',
    where: 'content/team',
    next: 'Check it out: git submodule update --init content/team',
  },
  'a sparse checkout': {
    before(root) {
      // Git leaves files in place that it has not looked at yet.
      git(root, 'update-index', '--refresh')
      git(root, 'sparse-checkout', 'set', 'content/finance')
    },
    run: validate,
    exit: 1,
    what: "is left out by git's sparse checkout, and 5 more files too",
    where: 'content/sales/board/dashboard.yaml',
    next: 'Bring all files back: git sparse-checkout disable.',
  },
  'what uses a member, in a sparse checkout': {
    before(root) {
      git(root, 'update-index', '--refresh')
      git(root, 'sparse-checkout', 'set', 'content/finance')
    },
    run: ['impact', 'content/finance'],
    exit: 1,
    what: "is left out by git's sparse checkout, and 5 more files too",
    where: 'content/sales/board/dashboard.yaml',
    next: 'Bring all files back: git sparse-checkout disable.',
  },
  'a sparse checkout in a worktree': {
    before(root) {
      git(root, 'worktree', 'add', '--quiet', 'linked')
      git(join(root, 'linked'), 'sparse-checkout', 'set', 'content/finance')
    },
    run: ['validate', '-C', 'linked'],
    exit: 1,
    what: "is left out by git's sparse checkout",
    where: 'content/sales/board/dashboard.yaml',
    next: 'Bring all files back: git sparse-checkout disable.',
  },
  'a pointer of Git LFS': {
    files: { [SQL]: POINTER },
    run: validate,
    exit: 1,
    what: 'is a pointer of Git LFS, not the file',
    where: `${SQL}:1:1`,
    next: 'Here, fetch it: git lfs install && git lfs pull',
  },
}
