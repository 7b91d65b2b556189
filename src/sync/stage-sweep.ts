import type { Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import { type FolderPath, folderKey, type Key } from '../content/model.ts'
import { NO_CONTENT, PREVIEWS, type Preview, previewFolder, previewNamed } from '../content/preview.ts'
import { BoardwrightError } from '../errors.ts'
import type { LiveContent } from '../live/index.ts'
import type { SoundProject } from '../project/project.ts'
import type { ApplyOptions } from './apply/options.ts'
import { dropCheck } from './check-model.ts'
import { planTarget } from './plan.ts'
import { applyPreview, keptIn, previewProject } from './stage/preview-project.ts'
import { findExpired, isMadeByCaller } from './stage-expired.ts'
import { withWriter } from './target/writer.ts'

export type SweepOptions = Omit<ApplyOptions, 'confirm' | 'saved' | 'approve' | 'asApproved'>

/** What became of one preview. */
export interface Dropped {
  readonly preview: Preview
  readonly deleted: number
  readonly branch: boolean
  /** What people made of it, and stays. */
  readonly kept: readonly string[]
  readonly exit: number
  /** What stopped it halfway. */
  readonly error?: BoardwrightError
}

const NO_COMMIT = '0'.repeat(40)

/** Removes a preview, but for what people edited: its dashboards and reports, its folder, its branch. */
export async function dropPreview(project: SoundProject, name: string, options: SweepOptions): Promise<Dropped> {
  const target = selectTarget(project.config, options.target)
  return dropWhole(project, target, previewNamed(target.projectId, name), options)
}

/** Removes every preview of this project that has expired, and what interrupted runs left of others. */
export async function sweepPreviews(project: SoundProject, options: SweepOptions): Promise<readonly Dropped[]> {
  const target = selectTarget(project.config, options.target)
  const dropped: Dropped[] = []
  const { expired, isFolderLeft } = await findExpired(project, target, options)
  for (const preview of expired) {
    if (options.stop?.aborted) break
    dropped.push(await dropWhole(project, target, preview, options).catch((cause: unknown) => failed(preview, cause)))
  }
  if (isFolderLeft) await dropFolders(project, target, [[PREVIEWS]], options)
  return dropped
}

/** One that cannot be removed is no reason to leave the others. */
function failed(preview: Preview, cause: unknown): Dropped {
  const error = BoardwrightError.from(cause)
  if (error.kind === 'INTERRUPTED' || error.kind === 'INTERNAL') throw cause
  return { preview, deleted: 0, branch: false, kept: [], exit: error.exit, error }
}

export async function dropWhole(
  project: SoundProject,
  target: Target,
  preview: Preview,
  options: SweepOptions,
): Promise<Dropped> {
  const wanted = { preview, commit: NO_COMMIT, content: NO_CONTENT, prune: true }
  const { plan, exit, result } = await applyPreview(project, target, wanted, options)
  const deleted = result?.counts.deletes.done ?? 0
  await dropFolders(project, target, [previewFolder(preview), [PREVIEWS]], options, deleted > 0)
  const branch = await dropModel(project, target, preview, options)
  return {
    ...{ preview, exit, deleted, branch: branch === true },
    kept: [...keptIn(plan), ...(typeof branch === 'string' ? [branch] : [])],
  }
}

/** The branch of its data model. Whether there was one; or why it stays. */
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

/**
 * Removes folders that a preview was in, the inner one first, where nothing is in them any more. A folder carries no
 * stamp: it is ours if this caller made it. Where nobody may know who that is, if something was just deleted from it.
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
