import { join } from 'node:path'
import type { Problem } from '../content/problem.ts'
import { baseOf, CONTENT, directoryOf, REPORT_SIDES, reportAddress, stemOf } from '../serialize/layout.ts'
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
  const pairs = problems.flatMap(({ at, twin }) => (twin ? [at.file, twin.at.file] : []))
  const ages = await agesOf(
    root,
    pairs.filter((file) => listing.blobs.has(file)),
  )
  const isNewer = (one: string, other: string): boolean => (ages.get(one) ?? 0) < (ages.get(other) ?? 0)
  return Promise.all(
    problems.map(async (problem): Promise<Problem> => {
      const { at, twin, gone } = problem
      if (twin && isNewer(twin.at.file, at.file)) return { ...problem, ...twin }
      const lost = gone && (await lostIn(root, gone, [...listing.blobs.keys()]))
      return lost === undefined ? problem : { ...problem, hint: await hintFor(root, lost) }
    }),
  )
}

/** By how many commits ago files came, counted in those that brought any of them: what is in no commit has no age. */
async function agesOf(root: string, files: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (files.length === 0) return new Map()
  const log = ['log', '--diff-filter=A', '--no-renames', '--relative', '--name-only', '-z', '--format=%x01', '--']
  const commits = (await askGit(root, [...log, ...files])).split('\u0001').slice(1)
  return new Map(
    commits.flatMap((names, index) =>
      names.split('\0').map((name): [string, number] => [name.replace(/^\n/, ''), index + 1]),
    ),
  )
}

const BESIDE = ['.yaml', ...Object.keys(REPORT_SIDES)]
const withoutEnding = (file: string): string => file.replace(/\.yaml$/, '')

/** A file that is no more, and how it comes back. */
interface Lost {
  readonly file: string
  readonly text: string
  readonly wayBack: string
}

/** What was renamed has its id still. */
async function hintFor(root: string, { file, text, wayBack }: Lost): Promise<string> {
  const [, id] = /^id: *(\w+)/m.exec(text) ?? []
  const search = ['grep', '--untracked', '--files-with-matches', '--extended-regexp', `^id: *${id}$`, '--', CONTENT]
  const found = id === undefined ? '' : await askGit(root, search).catch(() => '')
  const renamed = found.split('\n').find((each) => each.endsWith('.yaml'))
  if (renamed === undefined) return `Take the widget out, or bring the report back: ${wayBack}`
  const name = directoryOf(renamed) === directoryOf(file) ? stemOf(baseOf(renamed)) : reportAddress(renamed)
  return `did you mean "${name}"? That is the same report, by its id.`
}

/** The first of these files that was there once, with what stood beside it. */
async function lostIn(root: string, files: readonly string[], committed: readonly string[]): Promise<Lost | undefined> {
  const textAt = (revision: string, file: string): Promise<string> => askGit(root, ['show', `${revision}:./${file}`])
  for (const file of files) {
    const stem = withoutEnding(file)
    const here = committed.filter((each) => each.startsWith(`${stem}.`) && factsOf(join(root, each)) === undefined)
    if (here.includes(file)) {
      return { file, text: await textAt('HEAD', file), wayBack: `git restore --staged --worktree -- ${here.join(' ')}` }
    }
    const log = ['log', '-1', '--diff-filter=D', '--relative', '--name-only', '--format=%h', '--']
    const [commit = '', ...deleted] = (await askGit(root, [...log, ...BESIDE.map((ending) => stem + ending)]))
      .split('\n')
      .filter((line) => line !== '')
    if (commit !== '' && deleted.includes(file)) {
      return {
        file,
        text: await textAt(`${commit}~1`, file),
        wayBack: `git checkout ${commit}~1 -- ${deleted.join(' ')}`,
      }
    }
  }
  return undefined
}
