import { join } from 'node:path'
import { pattern } from '@boardwright/common'
import { DOCUMENTS } from '../../content/files.ts'
import type { Problem } from '../../content/problem.ts'
import { shellWord } from '../../content/shell-word.ts'
import {
  baseOf,
  CONTENT,
  directoryOf,
  inFolder,
  OVERLAYS,
  REPORT_SIDES,
  reportAddress,
  stemOf,
  workbookOf,
} from '../../serialize/layout.ts'
import { factsOf } from '../../workspace/disk.ts'
import { type RepositoryStart, startRepository } from '../../workspace/history.ts'
import { askGit } from '../../workspace/run-git.ts'
import { type ModelBefore, renamedInModel } from './renamed-in-model.ts'

/** People read the first problems, and answers about the rest would take git minutes. */
const MOST_ASKED = 20

/**
 * Adds what git knows to problems: which of two files is the copy, how to bring back a missing one, what was renamed.
 * Asks about the first ones.
 */
export async function withAdviceOfGit(
  root: string,
  problems: readonly Problem[],
  { modelBefore, started }: ToldOptions,
): Promise<readonly Problem[]> {
  const asked = new Set(problems.filter(isForGit).slice(0, MOST_ASKED))
  if (asked.size === 0 && !problems.some(mayBeRenamed)) return problems
  const repository = started ?? startRepository(root)
  const listing = await repository.listing
  if (!listing) return problems
  const renamed = problems.some(mayBeRenamed) ? await renamedInModel(root, repository, modelBefore) : undefined
  const pairs = [...asked].flatMap(({ at, twin }) => (twin ? [at.file, twin.at.file] : []))
  const ages = await agesOf(
    root,
    pairs.filter((file) => listing.blobs.has(file)),
  )
  const isNewer = (one: string, other: string): boolean => (ages.get(one) ?? 0) < (ages.get(other) ?? 0)
  const askAbout = async (problem: Problem): Promise<string | undefined> => {
    const { at, gone, lost, lostKey } = problem
    return (
      (gone && (await stepForGone(root, gone, [...listing.blobs.keys()]))) ??
      (mayBeLeftBehind(problem) ? await alongWithMoved(root, at.file, [...listing.blobs.keys()]) : undefined) ??
      (lost && (await wayBackTo(root, at.file, lost, listing.blobs))) ??
      (lostKey !== undefined && listing.blobs.has(at.file) ? await keyBack(root, at.file, lostKey) : undefined)
    )
  }
  return Promise.all(
    problems.map(async (problem): Promise<Problem> => {
      const { at, twin } = problem
      if (twin && isNewer(twin.at.file, at.file)) return { ...problem, ...twin }
      const hint =
        (asked.has(problem) ? await askAbout(problem) : stepUnasked(problem, listing.blobs)) ??
        (mayBeRenamed(problem) ? renamed?.stepFor(problem.lacks) : undefined)
      return hint === undefined ? problem : { ...problem, hint }
    }),
  )
}

/** Whether a question about this one problem starts a git of its own. */
const isForGit = (each: Problem): boolean =>
  [each.twin, each.gone, each.lost, each.lostKey].some((known) => known !== undefined) || mayBeLeftBehind(each)

export interface ToldOptions {
  readonly modelBefore: ModelBefore
  readonly started?: RepositoryStart | undefined
}

const mayBeRenamed = ({ lacks, before }: Problem): boolean => lacks !== undefined && !before

/** How to bring back lost files. Writing new ones would make other objects, or lose content. */
async function wayBackTo(
  root: string,
  at: string,
  lost: readonly string[],
  committed: ReadonlyMap<string, unknown>,
): Promise<string | undefined> {
  const misnamed = stepForMisnamed(root, lost)
  if (misnamed !== undefined) return misnamed
  const here = lost.filter((file) => committed.has(file) && factsOf(join(root, file)) === undefined)
  const back = here.length > 0 ? `Bring it back: ${restoring(here)}` : await wayBackBefore(root, lost)
  return back && [back, ...lost.flatMap((file) => withTheRest(file, at))].join('. ')
}

const mayBeLeftBehind = ({ at }: Problem): boolean => at.file.startsWith(`${OVERLAYS}/`)

/** Moves overlays to where their workbook or report is now, if that was moved without them. */
async function alongWithMoved(root: string, file: string, committed: readonly string[]): Promise<string | undefined> {
  const [, overlays = '', base = ''] = /^(overlays\/[^/]+)\/(content\/.*)$/.exec(file) ?? []
  if (base === '') return undefined
  const workbook = workbookOf('report', base) ?? directoryOf(base)
  const to = await placeNow(root, `${workbook}/${DOCUMENTS.workbook.file}`, 'slug', committed)
  const [from, now] =
    to === undefined ? [base, await placeNow(root, base, 'id', committed)] : [workbook, directoryOf(to)]
  if (now === undefined || factsOf(join(root, overlays, now))) return undefined
  const parent = directoryOf(`${overlays}/${now}`)
  const first = factsOf(join(root, parent)) ? '' : `mkdir -p ${shellWord(parent)} && `
  return `Move it along: ${first}mv ${wordsOf([`${overlays}/${from}`, `${overlays}/${now}`])}`
}

/** The one file that has the identity which this lost file had. */
async function placeNow(root: string, file: string, key: 'slug' | 'id', committed: readonly string[]) {
  const was = factsOf(join(root, file)) ? undefined : await lostIn(root, [file], committed)
  const [, identity] = pattern('m')`^${key}: *([\w-]+) *$`.exec(was?.text ?? '') ?? []
  const [now, another] = identity === undefined ? [] : await filesWith(root, `^(${key}|was): *${identity} *$`)
  return another === undefined ? now : undefined
}

/** The YAML files of the content that have a line like this. */
async function filesWith(root: string, line: string): Promise<string[]> {
  const search = ['grep', '--untracked', '--files-with-matches', '--extended-regexp', line, '--', CONTENT]
  // `git grep` fails if it finds nothing.
  const found = await askGit(root, search).catch(() => '')
  return found.split('\n').filter((each) => each.endsWith('.yaml'))
}

async function wayBackBefore(root: string, lost: readonly string[]): Promise<string | undefined> {
  const { commit, deleted } = await lastDeletion(root, lost)
  if (commit === '') return undefined
  return `Bring back what commit ${commit} deleted: git checkout ${commit}~1 -- ${wordsOf(deleted)}`
}

/** Without their document, the other files of a workbook or a report are useless. */
function withTheRest(file: string, at: string): string[] {
  if (baseOf(file) === DOCUMENTS.workbook.file)
    return [`If the workbook is to go, remove the rest of it: git rm -r ${shellWord(directoryOf(file))}`]
  const isBeside = at !== file && at.startsWith(file.replace(/yaml$/, ''))
  return isBeside ? [`If the report is to go, remove the rest of it: rm ${shellWord(at)}`] : []
}

/** The last commit that deleted any of these files. */
async function lastDeletion(root: string, files: readonly string[]) {
  const log = ['log', '-1', '--diff-filter=D', '--relative', '--name-only', '--format=%h', '--']
  const [commit = '', ...deleted] = (await askGit(root, [...log, ...files])).split('\n').filter((line) => line !== '')
  return { commit, deleted }
}

const restoring = (files: readonly string[]): string => `git restore --staged --worktree -- ${wordsOf(files)}`

async function stepForGone(
  root: string,
  files: readonly string[],
  committed: readonly string[],
): Promise<string | undefined> {
  const misnamed = stepForMisnamed(root, files)
  if (misnamed !== undefined) return misnamed
  const lost = await lostIn(root, files, committed)
  return lost && hintFor(root, lost)
}

function stepForMisnamed(root: string, files: readonly string[]): string | undefined {
  const file = files.find((each) => each !== shortEnding(each) && factsOf(join(root, shortEnding(each))))
  return file === undefined ? undefined : `Write the ending out: mv ${wordsOf([shortEnding(file), file])}`
}

const shortEnding = (file: string): string => file.replace(/\.yaml$/, '.yml')

/** A new value would make it another object, so the hint must not ask for one. */
const stepUnasked = ({ at, lostKey }: Problem, committed: ReadonlyMap<string, unknown>): string | undefined =>
  lostKey !== undefined && committed.has(at.file)
    ? `Write back what it was: git show ${shellWord(`HEAD:./${at.file}`)}`
    : undefined

/** How to bring back the value of a key. A new value would make it another object. */
async function keyBack(root: string, file: string, key: string): Promise<string | undefined> {
  const [, value] = pattern('m')`^${key}: *(\S.*)$`.exec(await textAt(root, 'HEAD', file)) ?? []
  return value === undefined ? undefined : `Write it back: ${key}: ${value.trim()}`
}

const textAt = (root: string, revision: string, file: string): Promise<string> =>
  askGit(root, ['show', `${revision}:./${file}`])

/** How many commits ago each file was added, counting only commits that added one of them. Uncommitted files have no age. */
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

const ENDINGS = ['.yaml', ...Object.keys(REPORT_SIDES)]
const withoutEnding = (file: string): string => file.replace(/\.yaml$/, '')

const wordsOf = (files: readonly string[]): string => files.map(shellWord).join(' ')

/** A file that was removed, and the command that brings it back. */
interface Lost {
  readonly file: string
  readonly text: string
  readonly wayBack: string
}

const isReport = (file: string): boolean =>
  workbookOf('report', file) !== undefined || file.endsWith(inFolder('report', '').ending)

/** A report that was only renamed still has its id. */
async function hintFor(root: string, { file, text, wayBack }: Lost): Promise<string> {
  const [, id] = /^id: *(\w+)/m.exec(text) ?? []
  const [renamed] = id === undefined ? [] : await filesWith(root, `^id: *${id}$`)
  if (renamed === undefined) return `Take the widget out, or bring the report back: ${wayBack}`
  if (!isReport(renamed)) {
    const directory = directoryOf(file)
    const first = factsOf(join(root, directory)) ? '' : `mkdir ${shellWord(directory)} && `
    return `Move it back to where reports are: ${first}mv ${wordsOf([renamed, file])}`
  }
  const name = directoryOf(renamed) === directoryOf(file) ? stemOf(baseOf(renamed)) : reportAddress(renamed)
  return `did you mean "${name}"? That is the same report, by its id.`
}

/** The first of these files that git has or had, with its side files. */
async function lostIn(root: string, files: readonly string[], committed: readonly string[]): Promise<Lost | undefined> {
  for (const file of files) {
    const stem = withoutEnding(file)
    const here = committed.filter((each) => each.startsWith(`${stem}.`) && factsOf(join(root, each)) === undefined)
    if (here.includes(file)) {
      return {
        file,
        text: await textAt(root, 'HEAD', file),
        wayBack: restoring(here),
      }
    }
    const besides = ENDINGS.map((ending) => stem + ending)
    const { commit, deleted } = await lastDeletion(root, besides)
    if (commit !== '' && deleted.includes(file)) {
      return {
        file,
        text: await textAt(root, `${commit}~1`, file),
        wayBack: `git checkout ${commit}~1 -- ${wordsOf(deleted)}`,
      }
    }
  }
  return undefined
}
