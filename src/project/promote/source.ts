import { BoardwrightError } from '@boardwright/common'
import type { Client } from '@boardwright/platform'
import { commitsInModel } from '../../base/model.ts'
import { isPast } from '../../content/commit-relation.ts'
import { someOf } from '../../content/counted.ts'
import { keysIn } from '../../content/entity.ts'
import { shortCommit } from '../../content/printable.ts'
import type { LiveNote } from '../../live/index.ts'
import { commitMeant, commitsBetween, recentCommits } from '../../workspace/git.ts'
import { openRepository, type RepositoryStart, startRepository } from '../../workspace/history.ts'
import { type Carried, leftOut, readPromoted } from '../carry.ts'
import { requireWhole } from '../local/history.ts'
import { projectIdIn } from '../local/id.ts'
import type { SoundProject } from '../local/project.ts'
import { readTreeFor } from '../local/render.ts'
import { leftOutOf } from '../local/scope.ts'
import { type Planned, type PlanOptions, planWith } from '../plan.ts'
import { connect } from '../target/connect.ts'
import { readLiveSide } from '../target/live-side.ts'
import { newestAlike } from './since.ts'
import { stateIn } from './target-state.ts'

export interface PromotionOptions extends Omit<PlanOptions, 'target' | 'slugs' | 'promotion'> {
  readonly from: string
  readonly to: string
  /** A commit to promote instead of the applied one. */
  readonly at?: string | undefined
  /** Called with the source before planning. */
  readonly onSource?: ((source: PromotionSource) => void) | undefined
}

/** The content of one target, on its way to another. */
export interface PromotionSource extends Carried {
  readonly commit: string
  /** The newest commit that left a record there. Those since change nothing that it manages. Undefined if one was named. */
  readonly applied: string | undefined
  /** How many commits the work tree is ahead of it; null if they cannot be counted. */
  readonly behindBy: number | null
  /** Visible parts that the API cannot write, so they are not promoted. */
  readonly stays: readonly LiveNote[]
  /** UI edits that are not promoted, because the commit was named. */
  readonly edits: readonly string[]
  /** What only one of the two targets manages. */
  readonly leftOut: readonly string[]
  readonly reading: Planned
}

/** Reads a target, and finds the commit that was applied to it. */
export async function readSource(
  project: SoundProject,
  carried: Carried,
  options: PromotionOptions,
): Promise<{ readonly source: PromotionSource; readonly project: SoundProject }> {
  const { from } = carried
  const started = startRepository(project.root)
  const client = connect(from, { ...options, readOnly: true })
  try {
    const applied = await appliedCommits(client, project, from.name, options)
    const own = options.at === undefined ? await newestOf(project, from, applied, { ...options, started }) : undefined
    const commit = own === undefined ? await meant(project, options.at ?? '') : await newestAlike(project, from, own)
    const then = await readPromoted(project, carried, commit, started)
    const looked = { ...from, accept: [], prune: false }
    const reading = await planWith(client, then, looked, { ...options, onlyLooks: true })
    const state = stateIn(reading.plan, leftOutOf(carried.to, reading.local.tree))
    if (options.at === undefined) requireSettled(from, commit, state)
    const promoted = new Set(keysIn(reading.inputs.desired))
    return {
      project: then,
      source: {
        ...carried,
        commit,
        applied: own,
        reading,
        edits: state.edits,
        leftOut: leftOut(project.config, carried),
        behindBy: await commitsBetween(project.root, commit),
        stays: reading.live.notes.filter(
          ({ kind, key }) => kind === 'read-only' && key !== undefined && promoted.has(key),
        ),
      },
    }
  } finally {
    await client.close()
  }
}

async function appliedCommits(
  client: Client,
  project: SoundProject,
  name: string,
  { say }: PromotionOptions,
): Promise<readonly string[]> {
  const target = project.config.targets.find((each) => each.name === name)
  if (!target) throw new Error(`${name} is not a target`)
  const commits = target.dataModel ? await recentCommits(project.root) : []
  const { live } = await readLiveSide(client, target, readTreeFor(project, project.config, target), { commits, say })
  const named = [...new Set([...live.commits, ...commitsInModel(live.modelRecord)])]
  if (named.length > 0) return named
  const [owner] = live.owners.values()
  const others = owner === undefined ? '' : `: what is there is owned by project ${owner}`
  throw new BoardwrightError('PROMOTE_UNAPPLIED', `nothing was ever applied to ${name}${others}`)
}

/** The commit that descends from all others. Throws if there is none. */
async function newestOf(
  project: SoundProject,
  target: Carried['from'],
  named: readonly string[],
  { started }: PromotionOptions & { readonly started: RepositoryStart },
): Promise<string> {
  const about = {
    files: project.files,
    commits: named,
    isOurs: (config: Uint8Array) => projectIdIn(config) === target.projectId,
    started,
  }
  const repository = await openRepository(project.root, about)
  if (repository.head === undefined) {
    throw new BoardwrightError(
      'NO_REPOSITORY',
      `the commits that were applied to ${target.name} cannot be read without git`,
    )
  }
  requireWhole(repository, target)
  const { found, newest } = repository.commits
  const missing = named.find((name) => !found.has(name))
  if (missing !== undefined) {
    throw new BoardwrightError(
      'COMMIT_MISSING',
      `commit ${shortCommit(missing)}, which was applied to ${target.name}, is not in this clone`,
    )
  }
  const at = found.get(newest ?? '') ?? ''
  if (named.length === 1) return at
  const seen = await openRepository(project.root, { ...about, at })
  const beside = seen.head === undefined ? [] : [...seen.commits.relations]
  const [parted] = beside.find(([, relation]) => !isPast(relation)) ?? []
  if (parted === undefined) return at
  throw new BoardwrightError(
    'PROMOTE_UNSETTLED',
    `${target.name} has objects of commit ${shortCommit(at)} and of ${shortCommit(parted)}, and neither descends from the other`,
  )
}

async function meant({ root }: SoundProject, revision: string): Promise<string> {
  const commit = await commitMeant(root, revision)
  if (commit !== undefined) return commit
  throw new BoardwrightError('COMMIT_MISSING', `"${revision}" is not a commit in this clone`, {
    hint: 'Name a branch, a tag or a commit that `git log` shows.',
  })
}

function requireSettled(
  { name, home }: Carried['from'],
  commit: string,
  { edits, unsettled, drafts }: ReturnType<typeof stateIn>,
): void {
  if (edits.length > 0) {
    throw new BoardwrightError('PROMOTE_UI_EDITS', `${name} was edited in the UI: ${someOf(edits)}`, {
      hint: `Take the edits into git: boardwright export --target ${name}${home ? '' : notHome(name)}, commit, apply, and promote again. To leave them where they are, name the commit: --at ${shortCommit(commit)}.`,
    })
  }
  if (unsettled.length > 0) {
    throw new BoardwrightError(
      'PROMOTE_UNSETTLED',
      `not all of commit ${shortCommit(commit)} is applied to ${name}: ${someOf(unsettled)}`,
      { hint: waysOut(name, drafts, commit) },
    )
  }
}

/** A draft is somebody's work: no apply settles it. */
const waysOut = (name: string, drafts: readonly string[], commit: string): string => {
  const first =
    drafts.length === 0
      ? 'Apply it there first.'
      : `Publish or discard the draft of ${someOf(drafts)} in the UI, or take it into git with boardwright export --target ${name} --drafts, commit and apply.`
  return `${first} Or promote what was applied, whatever is there, with --at ${shortCommit(commit)}.`
}

/** Keys of base files apply to all targets, so an export from a target other than home does not write them. */
const notHome = (name: string): string =>
  ` (it is not home: lines for all targets are named, not written; change them by hand as \`boardwright status --ui-edits --target ${name}\` shows them)`
