import { BoardwrightError } from '@boardwright/common'
import { dropCheck } from '../check/check-model.ts'
import type { Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import type { FolderPath } from '../content/model.ts'
import { PREVIEWS, type Preview, previewFolder, previewNamed, previewOnBranch } from '../content/preview.ts'
import { titleText } from '../content/printable.ts'
import type { RunningOptions } from '../project/apply/options.ts'
import type { Result } from '../project/apply.ts'
import type { SoundProject } from '../project/local/project.ts'
import { planTarget } from '../project/plan.ts'
import { withWriter } from '../project/target/writer.ts'
import { emptyFolders } from './copies/empty-folders.ts'
import { type CopiesPlace, readPlaces } from './copies/places.ts'
import { type PlannedPreview, planPreview } from './copies/preview-plan.ts'
import { emptyPreview, previewProject } from './copies/preview-project.ts'
import { findExpired, isLasting } from './expired.ts'

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
  /** Parts that were removed although somebody had just put them on a dashboard. */
  readonly shown: readonly string[]
  /** The error that stopped it halfway. */
  readonly error?: BoardwrightError
}

/** Removes a preview from every deployment: its dashboards, reports, folder and branch, except what people edited. */
export async function dropPreview(
  project: SoundProject,
  name: string,
  options: RunningOptions,
): Promise<readonly Dropped[]> {
  const target = selectTarget(project.config, options.target)
  const preview = previewNamed(target.projectId, name)
  const [own, ...others] = await readPlaces(project, target, options)
  const dropped: Dropped[] = own ? [await dropWhole(own, preview, options)] : []
  for (const place of others) {
    if (!place.folders?.includes(preview.label) && !place.branches.includes(preview.branch)) continue
    const there = await orError(place, preview, () => dropWhole(place, preview, options))
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
export async function sweepPreviews(project: SoundProject, options: RunningOptions): Promise<Swept> {
  const [own, ...others] = await readPlaces(project, selectTarget(project.config, options.target), options)
  const dropped: Dropped[] = []
  let isWhole = true
  for (const place of [...(own ? [own] : []), ...others.filter(isUsed)]) {
    const { expired, isFolderLeft, ...found } = await findExpired(place, options)
    isWhole &&= found.isWhole
    for (const preview of expired) {
      if (options.stop?.aborted) return { dropped, isWhole }
      const there = await orError(place, preview, () => dropExpired(place, preview, options))
      if (there) dropped.push(there)
    }
    if (isFolderLeft) await dropFolders(place.project, place.target, [[PREVIEWS]], options)
  }
  return { dropped, isWhole }
}

const isUsed = ({ folders, branches, target }: CopiesPlace): boolean =>
  folders !== undefined || branches.some((branch) => previewOnBranch(branch, target.projectId) !== undefined)

/** Returns an error instead of throwing, so that other previews still get removed. */
async function orError<T>({ target }: CopiesPlace, preview: Preview, drop: () => Promise<T>): Promise<T | Dropped> {
  try {
    return await drop()
  } catch (cause) {
    const error = BoardwrightError.from(cause)
    if (error.kind === 'INTERRUPTED' || error.kind === 'INTERNAL') throw cause
    const nothing = { deleted: 0, branch: false, kept: [], failed: [], shown: [], isPart: false }
    return { preview, deployment: target.deployment, ...nothing, exit: error.exit, error }
  }
}

type Where = Pick<CopiesPlace, 'project' | 'target'>

/** Whoever names a preview wants it gone, also if a run that was killed says that it is still going on. */
export async function dropWhole(where: Where, preview: Preview, options: RunningOptions): Promise<Dropped> {
  return dropPlanned(where, preview, await planDrop(where, preview, options, { endsRuns: true }), options)
}

/** Undefined if somebody made it again since the sweep found that it has expired. */
async function dropExpired(where: Where, preview: Preview, options: RunningOptions): Promise<Dropped | undefined> {
  const planned = await planDrop(where, preview, options, { endsRuns: false })
  return isLasting(planned.live, planned.now, preview) ? undefined : dropPlanned(where, preview, planned, options)
}

const planDrop = (
  { project, target }: Where,
  preview: Preview,
  options: RunningOptions,
  how: { readonly endsRuns: boolean },
): Promise<PlannedPreview> => planPreview(project, target, { ...emptyPreview(preview), prune: true, ...how }, options)

async function dropPlanned(
  { project, target }: Where,
  preview: Preview,
  planned: PlannedPreview,
  options: RunningOptions,
): Promise<Dropped> {
  const { exit, result, kept, failed, shown, isPart } = await planned.apply()
  const deleted = result?.counts.deleted.done ?? 0
  const folders = await dropFolders(project, target, [previewFolder(preview), [PREVIEWS]], options, deleted > 0)
  const branch = await dropModel(project, target, preview, options)
  return {
    ...{ preview, deployment: target.deployment, deleted, branch: branch === true, failed, shown, isPart, exit },
    kept: [...kept, ...folders, ...(typeof branch === 'string' ? [branch] : [])],
  }
}

/** Removes the branch of a preview's data model. Returns whether there was one, or why it is kept. */
export async function dropModel(
  project: SoundProject,
  { name: target, dataModel }: Target,
  { branch }: Preview,
  options: RunningOptions,
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
  options: RunningOptions,
): Promise<readonly string[]> => dropFolders(project, target, [previewFolder(preview), [PREVIEWS]], options)

/** Removes the empty folders of a preview, innermost first, and says which one somebody began to use meanwhile. */
async function dropFolders(
  project: SoundProject,
  target: Target,
  paths: readonly FolderPath[],
  options: RunningOptions,
  isJustEmptied = false,
): Promise<readonly string[]> {
  const alone = previewProject(project, target, emptyPreview(previewNamed(target.projectId, '-')))
  const planned = await planTarget(alone, { ...options, target: target.name })
  const gone = emptyFolders(planned.live, paths, isJustEmptied)
  if (gone.size === 0) return []
  return withWriter(planned, options, async (writer) => {
    for (const [key, path] of gone) {
      try {
        await writer.remove(key, { leaving: new Set(), people: 0 })
      } catch (cause) {
        if (!(cause instanceof BoardwrightError) || cause.kind !== 'CONFLICT') throw cause
        return [`${titleText(path)}: somebody began to use it meanwhile`]
      }
    }
    return []
  })
}
