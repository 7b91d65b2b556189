import type { Target } from '../config/model.ts'
import { selectTarget } from '../config/targets.ts'
import { type FolderPath, folderKey, type Key, workbookKey } from '../content/model.ts'
import {
  beside,
  NO_CONTENT,
  PREVIEWS,
  type Preview,
  previewFolder,
  previewIn,
  previewNamed,
  previewOnBranch,
  stampIn,
} from '../content/preview.ts'
import { wholeIn } from '../content/readable.ts'
import { BoardwrightError } from '../errors.ts'
import { type LiveContent, loadWriting } from '../live/index.ts'
import type { SoundProject } from '../project/project.ts'
import { readTreeFor } from '../project/render.ts'
import type { ApplyOptions } from './apply-options.ts'
import { beginReading } from './begin.ts'
import { dropCheck } from './check-model.ts'
import { readLiveSide } from './live-side.ts'
import { planTarget } from './plan.ts'
import { applyPreview, EVERYTHING, keptIn, previewProject } from './preview-project.ts'
import { withWriter } from './writer.ts'

export type SweepOptions = Omit<ApplyOptions, 'confirm' | 'saved' | 'approve' | 'asApproved'>

/** What became of one preview. */
export interface Dropped {
  readonly preview: Preview
  readonly deleted: number
  readonly branch: boolean
  /** What people made of it, and stays. */
  readonly kept: readonly string[]
  readonly exit: number
}

const NO_COMMIT = '0'.repeat(40)

/** Removes a preview, but for what people edited: its dashboards and reports, its folder, its branch. */
export async function dropPreview(project: SoundProject, name: string, options: SweepOptions): Promise<Dropped> {
  const target = selectTarget(project.config, options.target)
  return drop(project, target, previewNamed(target.projectId, name), options)
}

/** Removes every preview of this project that has expired, and what interrupted runs left of others. */
export async function sweepPreviews(project: SoundProject, options: SweepOptions): Promise<readonly Dropped[]> {
  const target = selectTarget(project.config, options.target)
  const dropped: Dropped[] = []
  const { expired, hasFolder } = await findExpired(project, target, options)
  for (const preview of expired) {
    if (options.stop?.aborted) break
    dropped.push(await drop(project, target, preview, options))
  }
  // A run that made this folder, and was cut off before it made one in it.
  if (hasFolder && expired.length === 0)
    await dropFolders(project, target, previewNamed(target.projectId, '-'), options)
  return dropped
}

async function drop(project: SoundProject, target: Target, preview: Preview, options: SweepOptions): Promise<Dropped> {
  const wanted = { preview, commit: NO_COMMIT, content: NO_CONTENT, prune: true }
  const { plan, exit, result } = await applyPreview(project, target, wanted, options)
  await dropFolders(project, target, preview, options)
  return {
    ...{ preview, exit, kept: keptIn(plan), deleted: result?.counts.deletes.done ?? 0 },
    branch: target.dataModel ? await dropBranch(project, target, preview, options) : false,
  }
}

async function dropBranch(
  project: SoundProject,
  { name: target }: Target,
  { branch }: Preview,
  options: SweepOptions,
): Promise<boolean> {
  try {
    return (await dropCheck(project, { ...options, target, branch })).dropped
  } catch (cause) {
    // Somebody else has a branch of that name.
    if (cause instanceof BoardwrightError && cause.kind === 'MODEL_BRANCH_FOREIGN') return false
    throw cause
  }
}

/** Its folder, and the one of all previews, where nothing is in them. */
async function dropFolders(
  project: SoundProject,
  target: Target,
  preview: Preview,
  options: SweepOptions,
): Promise<void> {
  const alone = previewProject(project, target, { preview, commit: NO_COMMIT, content: NO_CONTENT })
  const planned = await planTarget(alone, { ...options, target: target.name })
  const { content, ids } = planned.live
  const gone = new Set<Key>()
  const isEmpty = (path: FolderPath): boolean =>
    ids.has(folderKey(path)) &&
    !content.workbooks.some(({ folder }) => isIn(folder, path)) &&
    !content.reports.some(({ place }) => isIn(place.folder ?? [], path)) &&
    !content.folders.some((each) => isIn(each.path.slice(0, -1), path) && !gone.has(folderKey(each.path)))
  for (const path of [previewFolder(preview), [PREVIEWS]]) if (isEmpty(path)) gone.add(folderKey(path))
  if (gone.size === 0) return
  await withWriter(planned, options, async (writer) => {
    for (const key of gone) await writer.remove(key, new Set())
  })
}

const isIn = (path: FolderPath, within: FolderPath): boolean =>
  path.length >= within.length && within.every((name, index) => path[index] === name)

/** A preview without a stamp was cut off, or its stamp was deleted by somebody: nothing says that it is to stay. */
async function findExpired(
  project: SoundProject,
  target: Target,
  options: SweepOptions,
): Promise<{ readonly expired: readonly Preview[]; readonly hasFolder: boolean }> {
  const { client, started, abandon } = beginReading(project.config, { ...options, target: target.name })
  try {
    const tree = readTreeFor(project, project.config, target)
    // A project does not see its own previews: somebody else does.
    const everything = { ...target, projectId: beside(target.projectId), scope: EVERYTHING, dataModel: undefined }
    const { live } = await readLiveSide(client, everything, tree, { answers: started.answers })
    const branches = target.dataModel ? await (await loadWriting()).readBranchNames(client, target.deployment) : []
    const now = new Date(client.serverNow() ?? Date.now()).toISOString()
    const stamped = [...live.owners].flatMap(([key, owner]) => {
      const preview = previewIn(owner, target.projectId)
      return preview ? [{ preview, expires: expiryOf(live, key) }] : []
    })
    const lasting = new Set(stamped.filter(({ expires }) => expires > now).map(({ preview }) => preview.label))
    const folders = live.content.folders.flatMap(({ path: [first, label, ...below] }) =>
      first === PREVIEWS && label !== undefined && below.length === 0 ? [previewNamed(target.projectId, label)] : [],
    )
    const all = [
      ...stamped.map(({ preview }) => preview),
      ...branches.flatMap((name) => previewOnBranch(name, target.projectId) ?? []),
      // An empty one is left over; what has anything in it is left alone when it comes to that.
      ...folders,
    ]
    const expired = [...new Map(all.map((preview) => [preview.label, preview])).values()]
    return {
      expired: expired.filter(({ label }) => !lasting.has(label)),
      hasFolder: live.content.folders.some(({ path }) => path[0] === PREVIEWS),
    }
  } finally {
    await abandon()
  }
}

function expiryOf(live: LiveContent, key: Key): string {
  const workbook = live.content.workbooks.find(({ slug }) => workbookKey(slug) === key)
  return (workbook && stampIn(wholeIn(live, 'workbook', workbook))?.expires) ?? ''
}
