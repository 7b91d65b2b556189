import { BoardwrightError } from '@boardwright/common'
import type { ComparedWith } from '../content/compared.ts'
import { mergeBases } from './commits.ts'
import { commitMeant, stepFor, whyNoRepository } from './git.ts'
import { type Checkout, repositoryAt, shallowCommits } from './repository.ts'
import { askGit } from './run-git.ts'

/** What a commit is compared with, to tell what is new in it. The same in every clone, or not known. */
export type BaseCommit = KnownBase | UnknownBase

export interface KnownBase {
  readonly known: true
  /** The branch that HEAD is merged into, or the revision that was asked for. */
  readonly branch: string
  /** Where HEAD left it: HEAD itself if the branch has this commit. */
  readonly commit: string
  readonly head: string
}

export interface UnknownBase {
  readonly known: false
  readonly because: string
  readonly hint: string
  /** Undefined without a repository, or before the first commit. */
  readonly head: string | undefined
}

export interface AskedBase {
  /** A branch or commit, from a flag (or BOARDWRIGHT_BASE), and what to say if it is neither. */
  readonly asked?: string | undefined
  readonly askedHint?: string
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface BaseOptions extends AskedBase {
  /** The branch that boardwright.yaml names. */
  readonly mergeInto?: string | undefined
}

/** Where pipelines say which branch a pull request is merged into. */
const OF_PIPELINES = [
  'GITHUB_BASE_REF',
  'CI_MERGE_REQUEST_TARGET_BRANCH_NAME',
  'BITBUCKET_PR_DESTINATION_BRANCH',
  'SYSTEM_PULLREQUEST_TARGETBRANCH',
  'BUILDKITE_PULL_REQUEST_BASE_BRANCH',
  'CHANGE_TARGET',
]

const NAME_IT = 'Name it: `mergeInto: main` in boardwright.yaml, or --base.'
const FETCH_IT =
  'Fetch the whole history: `fetch-depth: 0` for actions/checkout, `GIT_DEPTH: 0` in GitLab, `git fetch` by hand.'

/** The branch that a pull request is merged into, as its pipeline says. */
export const branchOfPipeline = (env: AskedBase['env'] = {}): string | undefined =>
  OF_PIPELINES.map((name) => env[name]?.replace(/^refs\/heads\//, '')).find(Boolean)

/** A branch of this clone: as the remote has it, or else its own. */
export const commitOfBranch = async (root: string, branch: string): Promise<string | undefined> =>
  (await commitMeant(root, `refs/remotes/origin/${branch}`)) ?? (await commitMeant(root, `refs/heads/${branch}`))

export const fetchOf = (branch: string): string =>
  `Fetch it: git fetch origin ${branch}:refs/remotes/origin/${branch}. In a pipeline: \`fetch-depth: 0\` for actions/checkout, \`GIT_DEPTH: 0\` in GitLab.`

/**
 * Where HEAD left the branch that it is merged into. A flag says which branch that is, or else the pipeline,
 * boardwright.yaml, or the remote's HEAD. What only this clone knows, such as what it applied last, does not count.
 */
export async function findBase(root: string, options: BaseOptions = {}): Promise<BaseCommit> {
  const repository = await repositoryAt(root).catch(() => undefined)
  if (!repository) return withoutRepository(await whyNoRepository(root))
  const [head, found] = await Promise.all([commitMeant(root, 'HEAD'), branchMeant(root, options)])
  if (head === undefined) return unknown(head, 'nothing is committed yet', 'Commit it.')
  if (found === undefined) return unknown(head, 'nothing says which branch this one is merged into', NAME_IT)
  const { branch, commit } = found
  if (commit === undefined) return unknown(head, `this clone has no branch ${branch}`, fetchOf(branch))
  if (commit === head) return { known: true, branch, commit, head }
  const fork = await forkOf(root, repository, [head, commit])
  if (fork === 'cut')
    return unknown(head, `this clone is shallow, and lacks the commit where HEAD left ${branch}`, FETCH_IT)
  if (fork === undefined)
    return unknown(head, `HEAD and ${branch} have no history in common`, 'Name another branch, with --base.')
  return { known: true, branch, commit: fork, head }
}

const unknown = (head: string | undefined, because: string, hint: string): UnknownBase => ({
  ...{ known: false, because, hint, head },
})

const withoutRepository = (refused: string | undefined): UnknownBase =>
  refused === undefined
    ? unknown(undefined, 'this project is not in a git repository', 'Put it under git, and commit it.')
    : unknown(undefined, `git cannot open this repository: ${refused}`, stepFor(refused))

/** The branch that HEAD is merged into, with its commit if this clone has it. */
async function branchMeant(
  root: string,
  { asked: given, askedHint, env = {}, mergeInto }: BaseOptions,
): Promise<{ readonly branch: string; readonly commit: string | undefined } | undefined> {
  const asked = given ?? (env['BOARDWRIGHT_BASE'] || undefined)
  if (asked !== undefined) {
    const commit = (await commitMeant(root, `refs/remotes/origin/${asked}`)) ?? (await commitMeant(root, asked))
    if (commit !== undefined) return { branch: asked, commit }
    throw new BoardwrightError(
      'USAGE',
      `${given === undefined ? 'BOARDWRIGHT_BASE' : '--base'} ${asked} is no branch or commit of this repository`,
      {
        hint: askedHint ?? 'Name a branch or a commit.',
      },
    )
  }
  const named = branchOfPipeline(env) ?? mergeInto
  const origin = 'refs/remotes/origin'
  const wanted = named === undefined ? [`${origin}/HEAD`] : [`${origin}/${named}`, `refs/heads/${named}`]
  const answer = await askGit(root, ['for-each-ref', '--format=%(refname) %(objectname) %(symref)', ...wanted])
  const refs = new Map(answer.split('\n').map((line): [string, string[]] => splitFirst(line.split(' '))))
  const [name, ref] = wanted.map((each) => [each, refs.get(each)] as const).find(([, found]) => found) ?? []
  if (name === undefined || !ref) return named === undefined ? undefined : { branch: named, commit: undefined }
  const [commit, target = ''] = ref
  return { branch: (target || name).replace(/^refs\/(heads|remotes)\//, ''), commit }
}

/** The branch that others are probably merged into: the remote's main one, or else the one that is checked out. */
export async function mainBranch(root: string): Promise<string | undefined> {
  if (!(await repositoryAt(root).catch(() => undefined))) return undefined
  return (await symbolic(root, 'refs/remotes/origin/HEAD'))?.replace(/^origin\//, '') ?? branchHere(root)
}

/** The branch that is checked out. */
export const branchHere = (root: string): Promise<string | undefined> => symbolic(root, 'HEAD')

const symbolic = (root: string, ref: string): Promise<string | undefined> =>
  askGit(root, ['symbolic-ref', '--quiet', '--short', ref]).then(
    (text) => text.trim(),
    () => undefined,
  )

const splitFirst = ([first = '', ...rest]: readonly string[]): [string, string[]] => [first, rest]

/**
 * Where two commits parted. In a shallow clone it is `cut` if a commit whose parents are missing lies on the way there,
 * because the place may be beyond it.
 */
async function forkOf(
  root: string,
  repository: Checkout,
  [head, other]: readonly [string, string],
): Promise<string | 'cut' | undefined> {
  const bases = await mergeBases(root, head, other)
  const edge = shallowCommits(repository)
  if (edge.size > 0) {
    const own = await askGit(root, ['rev-list', head, other, '--not', ...bases])
    if (own.split('\n').some((commit) => edge.has(commit))) return 'cut'
  }
  return bases.toSorted()[0]
}

/** `isEmpty`: the project had no content there yet. */
export function comparedWith(base: BaseCommit, isEmpty = false): ComparedWith {
  if (!base.known) return { known: false, because: base.because, hint: base.hint }
  const { branch, commit, head } = base
  return {
    ...{ known: true, branch, commit },
    ...(commit === head ? { isSame: true } : {}),
    ...(isEmpty ? { isEmpty: true } : {}),
  }
}
