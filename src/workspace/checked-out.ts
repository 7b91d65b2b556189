import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { plural } from '../content/counted.ts'
import type { Problem } from '../content/problem.ts'
import { shellWord } from '../content/shell-word.ts'
import { factsOf, isOnDisk } from './disk.ts'
import { ROOTS } from './parts.ts'
import { topAbove } from './repository.ts'
import { askGit } from './run-git.ts'

/**
 * Reports parts of a project that its commit has and its directory lacks: submodules that were never fetched, and files
 * that a sparse checkout leaves out. Otherwise they would look removed, and be deleted from live.
 */
export async function notCheckedOut(root: string): Promise<Problem[]> {
  const top = topAbove(root)
  if (top === undefined || !mayLackFiles(top)) return []
  const listed = await askGit(root, ['ls-files', '-t', '--stage', '-z', '--', 'boardwright.yaml', ...ROOTS])
  const entries = listed.split('\0').flatMap((line) => {
    const [, tag, mode, path] = /^(\S) (\d+) \S+ \d\t(.*)$/s.exec(line) ?? []
    return tag === undefined || mode === undefined || path === undefined ? [] : [{ tag, mode, path }]
  })
  const modules = entries.filter(({ mode, path }) => mode === SUBMODULE && isEmpty(join(root, path)))
  const [first, ...others] = entries.filter(({ tag, mode }) => tag === LEFT_OUT && mode !== SUBMODULE)
  return [
    ...modules.map(({ path }) => problem(path, 'is a submodule that is not checked out', stepForModule(path))),
    ...(first ? [problem(first.path, sparse(others.length), STEP_FOR_SPARSE)] : []),
  ]
}

const SUBMODULE = '160000'
const LEFT_OUT = 'S'

/** Whether to ask git at all. Submodules and sparse checkouts need one of these files. */
const mayLackFiles = (top: string): boolean =>
  isOnDisk(join(top, '.gitmodules')) || isOnDisk(join(directoryOf(top), 'info/sparse-checkout'))

/** Git's directory. A linked worktree has a `.git` file that names it. */
function directoryOf(top: string): string {
  const place = join(top, '.git')
  if (!factsOf(place)?.isFile()) return place
  return resolve(
    top,
    readFileSync(place, 'utf8')
      .replace(/^gitdir: /, '')
      .trim(),
  )
}

const isEmpty = (place: string): boolean => !isOnDisk(place) || readdirSync(place).length === 0

const problem = (file: string, message: string, hint: string): Problem => ({
  ...{ kind: 'NOT_CHECKED_OUT', at: { file }, message, hint },
})

const stepForModule = (path: string): string =>
  `Check it out: git submodule update --init ${shellWord(path)}. In CI: \`submodules: true\` for actions/checkout, \`GIT_SUBMODULE_STRATEGY: normal\` in GitLab.`

const sparse = (others: number): string =>
  `is left out by git's sparse checkout${others === 0 ? '' : `, and ${plural(others, 'more file')} too`}`

const STEP_FOR_SPARSE =
  'Bring all files back: git sparse-checkout disable. In CI: take `sparse-checkout` out of the step that checks out.'
