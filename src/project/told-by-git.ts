import { join } from 'node:path'
import type { Problem } from '../content/problem.ts'
import { REPORT_SIDES } from '../serialize/layout.ts'
import { factsOf } from '../workspace/disk.ts'
import { type RepositoryStart, startRepository } from '../workspace/history.ts'
import { askGit } from '../workspace/run-git.ts'

/** Problems of which git knows more: which of two is the copy, and where what is missing was last. */
export async function toldByGit(
  root: string,
  problems: readonly Problem[],
  started?: RepositoryStart,
): Promise<readonly Problem[]> {
  if (!problems.some(({ twin, gone }) => twin ?? gone)) return problems
  const listing = await (started ?? startRepository(root)).listing
  if (!listing) return problems
  const isCommitted = (file: string): boolean => listing.blobs.has(file)
  return Promise.all(
    problems.map(async (problem): Promise<Problem> => {
      const { at, twin, gone } = problem
      if (twin && isCommitted(at.file) && !isCommitted(twin.at.file)) return { ...problem, ...twin }
      const back = gone && (await wayBack(root, gone, [...listing.blobs.keys()]))
      return back === undefined
        ? problem
        : { ...problem, hint: `Take the widget out, or bring the report back: ${back}` }
    }),
  )
}

const BESIDE = ['.yaml', ...Object.keys(REPORT_SIDES)]
const withoutEnding = (file: string): string => file.replace(/\.yaml$/, '')

/** The command that brings back the first of these files that was there, with what stood beside it. */
async function wayBack(
  root: string,
  files: readonly string[],
  committed: readonly string[],
): Promise<string | undefined> {
  for (const file of files) {
    const stem = withoutEnding(file)
    const here = committed.filter((each) => each.startsWith(`${stem}.`) && factsOf(join(root, each)) === undefined)
    if (here.length > 0) return `git restore --staged --worktree -- ${here.join(' ')}`
    const log = ['log', '-1', '--diff-filter=D', '--relative', '--name-only', '--format=%h', '--']
    const [commit = '', ...deleted] = (await askGit(root, [...log, ...BESIDE.map((ending) => stem + ending)]))
      .split('\n')
      .filter((line) => line !== '')
    if (commit !== '') return `git checkout ${commit}~1 -- ${deleted.join(' ')}`
  }
  return undefined
}
