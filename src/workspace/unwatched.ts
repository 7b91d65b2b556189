import { join } from 'node:path'
import { shellWord } from '../content/shell-word.ts'
import { gitFacts } from './git.ts'
import { ROOTS } from './parts.ts'
import { askGit } from './run-git.ts'

/** Why a file may differ from the commit although `git status` says nothing of it. */
export interface Unwatched {
  readonly message: string
  readonly hint: string
}

type IsWanted = (path: string) => boolean

/** Finds the first such file: people told git not to look at it, or it is in a submodule. */
export async function findUnwatched(root: string, isWanted: IsWanted): Promise<Unwatched | undefined> {
  const listed = await askGit(root, ['ls-files', '-v', '--stage', '-z', '--', 'boardwright.yaml', ...ROOTS])
  for (const line of listed.split('\0')) {
    const [, tag = '', mode = '', commit = '', path = ''] = /^(\S) (\d+) (\S+) \d\t(.*)$/s.exec(line) ?? []
    if (path === '' || !isWanted(path)) continue
    const found = mode === SUBMODULE ? await inSubmodule(root, path, commit, isWanted) : marked(tag, path)
    if (found) return found
  }
  return undefined
}

const SUBMODULE = '160000'
const SKIPPED = 'S'

/** Git prints the tag in lower case for what it assumes to be unchanged. */
function marked(tag: string, path: string): Unwatched | undefined {
  const isSkipped = tag.toUpperCase() === SKIPPED
  if (!isSkipped && tag === tag.toUpperCase()) return undefined
  const mark = isSkipped ? 'skip-worktree' : 'assume-unchanged'
  return {
    message: `${path} is marked as ${mark}: git does not say whether it differs from the commit`,
    hint: `Remove the mark: git update-index --no-${mark} ${shellWord(path)}`,
  }
}

async function inSubmodule(
  root: string,
  path: string,
  commit: string,
  isWanted: IsWanted,
): Promise<Unwatched | undefined> {
  const facts = await gitFacts(join(root, path))
  const changed = [...(facts?.dirty ?? [])].map((file) => `${path}/${file}`).find(isWanted)
  const commitHere = `git add ${shellWord(path)} && git commit`
  if (changed !== undefined)
    return {
      message: `${changed} differs from the commit of its submodule`,
      hint: `Commit it in the submodule, then commit that here: ${commitHere}`,
    }
  if (facts?.commit === commit) return undefined
  return {
    message: `the submodule ${path} is not at the commit recorded for it here`,
    hint: `Go back with \`git submodule update ${shellWord(path)}\`, or commit that: ${commitHere}`,
  }
}
