import type { Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import { type FolderPath, folderKey, type Key } from '../content/model.ts'
import { NO_CONTENT, PREVIEWS, type Preview, previewFolder, previewNamed, previewOnBranch } from '../content/preview.ts'
import { BoardwrightError } from '../errors.ts'
import { isMadeByCaller, type LiveContent } from '../live/index.ts'
import type { SoundProject } from '../project/project.ts'
import type { ApplyOptions } from './apply/options.ts'
import type { Result } from './apply.ts'
import { dropCheck } from './check-model.ts'
import { planTarget } from './plan.ts'
import { type Place, readPlaces } from './stage/places.ts'
import { applyPreview, type PreviewContent, previewProject } from './stage/preview-project.ts'
import { findExpired } from './stage-expired.ts'
import { withWriter } from './target/writer.ts'

export type SweepOptions = Omit<ApplyOptions, 'confirm' | 'saved' | 'approve' | 'asApproved'>

/** The outcome for one preview in one deployment. */
export interface Dropped {
  readonly preview: Preview
  readonly deployment: number
  readonly deleted: number
  readonly branch: boolean
  /** Parts that people edited, which are kept. That is not a failure. */
  readonly kept: readonly string[]
  readonly exit: number
  /** Whether there may be parts that this key cannot see, and which stay. */
  readonly isPart: boolean
  /** Parts that could not be removed. The next run tries again. */
  readonly failed: Result['failed']
  /** The error that stopped it halfway. */
  readonly error?: BoardwrightError
}

const NO_COMMIT = '0'.repeat(40)

/** Removes a preview from every deployment: its dashboards, reports, folder and branch, except what people edited. */
export async function dropPreview(
  project: SoundProject,
  name: string,
  options: SweepOptions,
): Promise<readonly Dropped[]> {
  const target = selectTarget(project.config, options.target)
  const preview = previewNamed(target.projectId, name)
  const [own, ...others] = await readPlaces(project, target, options)
  const dropped: Dropped[] = own ? [await dropWhole(own, preview, options, { endsRuns: true })] : []
  for (const place of others) {
    if (!place.folders?.includes(preview.label) && !place.branches.includes(preview.branch)) continue
    const there = await dropOrFail(place, preview, options, { endsRuns: true })
    if (there.error ?? (there.deleted > 0 || there.branch || there.kept.length + there.failed.length > 0))
      dropped.push(there)
  }
  return dropped
}

export interface Swept {
  readonly dropped: readonly Dropped[]
  /** Whether this key sees everything in the places that were looked at. */
  readonly isWhole: boolean
}

/** Removes every preview of this project that has expired, and the remains of interrupted runs. */
export async function sweepPreviews(project: SoundProject, options: SweepOptions): Promise<Swept> {
  const [own, ...others] = await readPlaces(project, selectTarget(project.config, options.target), options)
  const dropped: Dropped[] = []
  let isWhole = true
  for (const place of [...(own ? [own] : []), ...others.filter(isUsed)]) {
    const { expired, isFolderLeft, ...found } = await findExpired(place, options)
    isWhole &&= found.isWhole
    for (const preview of expired) {
      if (options.stop?.aborted) return { dropped, isWhole }
      dropped.push(await dropOrFail(place, preview, options, { endsRuns: false }))
    }
    if (isFolderLeft) await dropFolders(place.project, place.target, [[PREVIEWS]], options)
  }
  return { dropped, isWhole }
}

const isUsed = ({ folders, branches, target }: Place): boolean =>
  folders !== undefined || branches.some((branch) => previewOnBranch(branch, target.projectId) !== undefined)

/** Returns an error instead of throwing, so that other previews still get removed. */
async function dropOrFail(
  place: Where,
  preview: Preview,
  options: SweepOptions,
  how: Pick<PreviewContent, 'endsRuns'>,
): Promise<Dropped> {
  try {
    return await dropWhole(place, preview, options, how)
  } catch (cause) {
    const error = BoardwrightError.from(cause)
    if (error.kind === 'INTERRUPTED' || error.kind === 'INTERNAL') throw cause
    const { deployment } = place.target
    return {
      preview,
      deployment,
      deleted: 0,
      branch: false,
      kept: [],
      failed: [],
      isPart: false,
      exit: error.exit,
      error,
    }
  }
}

type Where = Pick<Place, 'project' | 'target'>

/** `endsRuns`: whoever names a preview wants it gone, also if a run that was killed says that it is still going on. */
export async function dropWhole(
  { project, target }: Where,
  preview: Preview,
  options: SweepOptions,
  { endsRuns }: Pick<PreviewContent, 'endsRuns'>,
): Promise<Dropped> {
  const wanted = { preview, commit: NO_COMMIT, content: NO_CONTENT, prune: true, endsRuns }
  const { exit, result, kept, failed, isPart } = await applyPreview(project, target, wanted, options)
  const deleted = result?.counts.deletes.done ?? 0
  await dropFolders(project, target, [previewFolder(preview), [PREVIEWS]], options, deleted > 0)
  const branch = await dropModel(project, target, preview, options)
  return {
    ...{ preview, deployment: target.deployment, deleted, branch: branch === true, failed, isPart, exit },
    kept: [...kept, ...(typeof branch === 'string' ? [branch] : [])],
  }
}

/** Removes the branch of a preview's data model. Returns whether there was one, or why it is kept. */
export async function dropModel(
  project: SoundProject,
  { name: target, dataModel }: Target,
  { branch }: Preview,
  options: SweepOptions,
): Promise<boolean | string> {
  if (!dataModel) return false
  try {
    return (await dropCheck(project, { ...options, target, branch })).dropped
  } catch (cause) {
    if (cause instanceof BoardwrightError && cause.kind === 'MODEL_BRANCH_FOREIGN') return cause.message
    throw cause
  }
}

/** Removes what a run made before it found out that it cannot go on. */
export const dropEmptyFolders = (
  project: SoundProject,
  target: Target,
  preview: Preview,
  options: SweepOptions,
): Promise<void> => dropFolders(project, target, [previewFolder(preview), [PREVIEWS]], options)

/**
 * Removes the empty folders of a preview, innermost first. Folders carry no stamp: one is ours if this caller made it.
 * If the key may not know that, it is ours if something was just deleted from it.
 */
async function dropFolders(
  project: SoundProject,
  target: Target,
  paths: readonly FolderPath[],
  options: SweepOptions,
  isJustEmptied = false,
): Promise<void> {
  const alone = previewProject(project, target, {
    ...{ preview: previewNamed(target.projectId, '-'), commit: NO_COMMIT, content: NO_CONTENT },
  })
  const planned = await planTarget(alone, { ...options, target: target.name })
  const { live } = planned
  const gone = new Set<Key>()
  for (const path of paths) {
    const isOurs = live.caller.email === undefined ? isJustEmptied : isMadeByCaller(live, folderKey(path))
    if (isOurs && isEmpty(live, path, gone)) gone.add(folderKey(path))
  }
  if (gone.size === 0) return
  await withWriter(planned, options, async (writer) => {
    for (const key of gone) await writer.remove(key, new Set())
  })
}

const isEmpty = ({ content, ids }: LiveContent, path: FolderPath, gone: ReadonlySet<Key>): boolean =>
  ids.has(folderKey(path)) &&
  !content.workbooks.some(({ folder }) => isIn(folder, path)) &&
  !content.reports.some(({ place }) => isIn(place.folder ?? [], path)) &&
  !content.folders.some((each) => isIn(each.path.slice(0, -1), path) && !gone.has(folderKey(each.path)))

const isIn = (path: FolderPath, within: FolderPath): boolean =>
  path.length >= within.length && within.every((name, index) => path[index] === name)
