import type { Client } from '@boardwright/platform'
import type { Model } from '@boardwright/platform/model'
import { commitsInModel } from '../../base/model.ts'
import type { Target } from '../../config/model.ts'
import { weighed } from '../../config/severity.ts'
import { waive } from '../../config/waivers.ts'
import { derivedId } from '../../content/identity.ts'
import { reportKey } from '../../content/model.ts'
import type { Problem } from '../../content/problem.ts'
import { checkTree } from '../../lint/check.ts'
import { type Members, readMembers } from '../../lint/members.ts'
import { modelFaults } from '../../lint/model/faults.ts'
import { type LiveContent, type ModelRead, readPeople, type Started } from '../../live/index.ts'
import { readTreeModel } from '../../serialize/model/read.ts'
import { type GitFacts, recentCommits } from '../../workspace/git.ts'
import type { RepositoryStart } from '../../workspace/history.ts'
import { withAdviceOfGit } from '../local/advice-of-git.ts'
import { type HistoryReader, openHistory } from '../local/history.ts'
import { ProblemsFound, repositoryOf, type SoundProject } from '../local/project.ts'
import { readTreeFor, type TargetTree } from '../local/render.ts'
import { madeOnce } from '../local/shared.ts'
import { type LiveRead, readLiveSide, startModelSide } from '../target/live-side.ts'
import { deploymentsRefused } from './deployments.ts'
import { peopleRefused } from './people.ts'

export interface LocalSide {
  readonly tree: TargetTree
  /** Reports whose SQL cannot be read. */
  readonly unread: ReadonlySet<string>
  /** Mistakes in what it asks for, which only matter where they are written. */
  readonly faults: readonly Problem[]
  readonly ignored: GitFacts['ignored']
  readonly repository: RepositoryStart
  /** The platform's data model, limited to what the tree needs. */
  readonly model: Promise<ModelRead>
}

type Environment = Readonly<Record<string, string | undefined>>

export async function readLocalSide(
  client: Client,
  project: SoundProject,
  target: Target,
  {
    hashes,
    repository: asked,
  }: { readonly hashes?: Started['hashes']; readonly repository?: RepositoryStart | undefined },
): Promise<LocalSide> {
  const repository = asked ?? repositoryOf(project)
  const [commits, ignored] = target.dataModel
    ? await Promise.all([recentCommits(project.root, project.at?.commit), ignoredIn(repository)])
    : [[], new Set<string>()]
  const { tree, unread, faults } = await readSoundTree(project, target, repository)
  return { tree, unread, faults, ignored, repository, model: startModelSide(client, target, tree, commits, hashes) }
}

const ignoredIn = async ({ facts }: RepositoryStart): Promise<GitFacts['ignored']> =>
  (await facts)?.ignored ?? new Set()

export interface BothSides extends Pick<LocalSide, 'ignored' | 'faults'> {
  readonly local: TargetTree
  readonly read: LiveRead
  readonly history: HistoryReader
}

export interface BothSidesOptions {
  readonly answers: Started['answers']
  readonly env: Environment
  readonly slugs?: ReadonlyMap<string, string> | undefined
  readonly say?: ((text: string) => void) | undefined
  readonly local: LocalSide
}

/** Reads the tree, the platform, and the history that relates them. */
export async function readBothSides(
  client: Client,
  project: SoundProject,
  target: Target,
  options: BothSidesOptions,
): Promise<BothSides> {
  const { ignored, repository, model, tree: first, faults } = options.local
  const seen = await readLiveSide(client, target, first, { ...options, model })
  const { live } = seen
  const local =
    project.config.interpolate.length > 0
      ? (await readSoundTree(project, target, repository, live.publicIds)).tree
      : first
  const commits = [...live.commits, ...commitsInModel(live.modelRecord)]
  const history = await openHistory(project, target, {
    ...{ commits, current: local, env: options.env, started: repository },
  })
  const people = await readPeople(client, live, { deployment: target.deployment, declared: local.tree.content })
  return {
    local,
    read: { ...seen, live: people.live },
    ignored,
    faults: [...faults, ...peopleRefused(local.tree, people), ...deploymentsRefused(local.tree, live)],
    history,
  }
}

/** The tree rendered for the target. Throws if it has errors. */
async function readSoundTree(
  project: SoundProject,
  target: Target,
  repository: RepositoryStart,
  publicIds?: LiveContent['publicIds'],
): Promise<Pick<LocalSide, 'tree' | 'unread' | 'faults'>> {
  const local = readTreeFor(project, project.config, target, (id) => {
    const declared = project.config.home === target.name ? id : derivedId(target.projectId, target.deployment, id)
    return publicIds?.get(reportKey(id)) ?? declared
  })
  const { files } = project
  const modelOf = (): Model => madeOnce(project, files, 'model', () => readTreeModel(files))
  const membersOf = (): Members => madeOnce(project, files, 'members', () => readMembers(modelOf()))
  const ofModel = (): readonly Problem[] => madeOnce(project, files, 'faults', () => modelFaults(modelOf()))
  const found = [
    ...local.problems,
    ...checkTree(local.tree, files, membersOf),
    ...(target.dataModel && project.memory?.isModelSound(target) !== true ? ofModel() : []),
  ]
  // Content made from another project was checked there.
  const { weights, waivers } = project.config.rules
  const { problems: judged } = waive(weighed(found, weights), waivers, target.name)
  const problems = judged.filter(({ fault }) => !project.madeAt || fault === undefined)
  const isFault = ({ fault, warning, isLoss }: Problem): boolean => fault !== undefined && (!warning || isLoss === true)
  const broken = problems.filter((problem) => !problem.warning && !isFault(problem))
  if (broken.length > 0) {
    const modelBefore = async (): Promise<undefined> => undefined
    throw new ProblemsFound(
      await withAdviceOfGit(project.root, broken, { modelBefore, started: repository }),
      project.files,
    )
  }
  const faults = problems.filter(isFault)
  project.memory?.keep(target, local, faults)
  const unread = problems.flatMap(({ of, doubt }) =>
    of !== undefined && doubt !== undefined && doubt !== 'outside' ? reportKey(of) : [],
  )
  return { tree: local, unread: new Set(unread), faults }
}
