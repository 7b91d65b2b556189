import { BoardwrightError, EXIT, worstOf } from '@boardwright/common'
import { type Checked, checkModel, type ModelEvent } from '../check/check-model.ts'
import type { Target } from '../config/model.ts'
import { type Content, contentOf, type Entity, ofKind } from '../content/entity.ts'
import { isKind } from '../content/kinds.ts'
import type { Key } from '../content/model.ts'
import { type Preview, previewContent, previewIndex, previewNamed, type Stamp } from '../content/preview.ts'
import type { Plan } from '../plan/plan-file.ts'
import type { RunningOptions } from '../project/apply/options.ts'
import { requireCommitted } from '../project/apply.ts'
import type { SoundProject } from '../project/local/project.ts'
import { planTarget } from '../project/plan.ts'
import { connect } from '../project/target/connect.ts'
import { type CopiedDashboard, linked } from './copies/links.ts'
import { applyPreview, type PreviewRun } from './copies/preview-plan.ts'
import { type Dropped, dropEmptyFolders, dropModel, dropWhole } from './drop.ts'

export interface CopiesOptions extends RunningOptions {
  readonly name: string
  /** How long to keep them, if not as long as the settings say. */
  readonly ttlMs?: number | undefined
  readonly onModel?: ((event: ModelEvent) => void) | undefined
}

const HOUR = 3_600_000

export interface Copied {
  readonly target: Target
  readonly preview: Preview
  /** Whether this key sees everything. */
  readonly isAdmin: boolean
  readonly stamp: Stamp
  /** The data model on its branch, if this tree changes it. */
  readonly model: Checked | undefined
  /** What was removed of an earlier preview, if this tree changes nothing that people could look at. */
  readonly dropped: Dropped | undefined
  readonly dashboards: readonly CopiedDashboard[]
  /** Parts of an earlier copy that people edited, which are left alone. */
  readonly kept: readonly string[]
  /** Parts of an earlier copy that were removed although somebody had just put them on a dashboard. */
  readonly shown: readonly string[]
  /** Parts that could not be written, and what stopped the rest. The next run tries again. */
  readonly failed: readonly { readonly title: readonly string[]; readonly error: BoardwrightError }[]
  readonly exit: number
}

/**
 * Puts the changes of this tree where people can look at them: changed dashboards as copies, and the data model on a
 * branch.
 */
export async function makeCopies(project: SoundProject, options: CopiesOptions): Promise<Copied> {
  const { ttlMs } = project.config.try
  const commit = await requireCommitted(project, options)
  const { plan, target, local, inputs } = await planTarget(project, options)
  const { content } = local.tree
  const changed = changedDashboards(plan, content)
  const preview = previewNamed(target.projectId, options.name)
  // Rounded to the hour, so that a second run has nothing to write.
  const expires = new Date(Math.ceil((inputs.live.now + (options.ttlMs ?? ttlMs)) / HOUR) * HOUR).toISOString()
  const stamp: Stamp = { name: options.name, commit, expires }
  const isModelChanged = [...plan.objects, ...plan.held].some(({ key }) => isKind(key, 'model'))
  if (isModelChanged) await requireStaging(target, options)

  const shown = ofKind(content, 'workbook').filter(({ key }) => changed.has(key))
  const lines = [
    `Commit \`${commit.slice(0, 12)}\` of ${project.config.project}, until ${expires.slice(0, 10)}. These are copies that nobody works with.`,
    ...(isModelChanged
      ? ['', `To see the changed data model, open development mode and choose the branch \`${preview.branch}\`.`]
      : []),
    '',
    ...shown.map(({ name, whole }) => `- ${whole().dashboard?.title ?? name}`),
  ]
  const index = previewIndex(preview, stamp, lines)
  const copies = previewContent(content, changed, {
    ...{ preview, stamp, deployment: target.deployment },
  })
  const whole = contentOf([...index.values(), ...copies.values()])

  const { isAdmin } = inputs.live
  const about = { target, preview, stamp, isAdmin, dashboards: [], model: undefined, dropped: undefined, shown: [] }
  if (!isModelChanged && copies.size === 0) {
    const dropped = await dropWhole({ project, target }, preview, options)
    const { kept, failed, shown, exit } = dropped
    return { ...about, kept, failed, shown, exit, dropped }
  }
  let copied: PreviewRun | undefined
  const writes = options.traffic?.writes ?? 0
  try {
    return await write()
  } catch (cause) {
    const error = BoardwrightError.from(cause)
    const isWritten = (options.traffic?.writes ?? 0) > writes
    if (!isWritten || error.http === undefined || error.kind === 'INTERRUPTED') throw cause
    const { kept = [], failed = [] } = copied ?? {}
    return { ...about, kept, failed: [...failed, { title: [options.name], error }], exit: EXIT.partly }
  }

  async function write(): Promise<Copied> {
    // Write the index first: with it, a sweep finds everything else, and a key that does not see everything finds out
    // whether others made something under this name.
    const begun: PreviewRun | undefined =
      isModelChanged || !isAdmin
        ? await applyPreview(project, target, { preview, commit, content: index }, options)
        : undefined
    // Without a result nothing was written, but an index that people edited exists all the same.
    if (begun?.result && begun.result.exit !== EXIT.done) {
      await dropEmptyFolders(project, target, preview, options)
      return { ...about, ...outcomeOf(begun) }
    }
    const model = isModelChanged
      ? await checkModel(project, {
          ...options,
          target: target.name,
          branch: preview.branch,
          serve: true,
          onEvent: options.onModel,
        })
      : undefined
    if (model && (model.error ?? model.problems[0])) {
      const { kept = [], failed = [], exit = EXIT.done } = begun ?? {}
      return { ...about, model, kept, failed, exit: worstOf([exit, EXIT.error]) }
    }
    copied = await applyPreview(project, target, { preview, commit, content: whole, prune: true }, options)
    const dashboards = await linked(
      target,
      ofKind(copies, 'workbook').map(({ name, own, whole }) => ({
        slug: own.slug,
        name: whole().dashboard?.title ?? name,
      })),
      options,
    )
    // Remove the branch of an earlier commit: it would show model changes that no longer exist.
    const branch = isModelChanged ? false : await dropModel(project, target, preview, options)
    const outcome = outcomeOf(copied)
    const kept = [...outcome.kept, ...(typeof branch === 'string' ? [branch] : [])]
    return { ...about, ...outcome, model, dashboards, kept }
  }
}

const outcomeOf = ({
  kept,
  failed,
  shown,
  exit,
}: PreviewRun): Pick<PreviewRun, 'kept' | 'failed' | 'shown' | 'exit'> => ({
  ...{ kept, failed, shown, exit },
})

/** Dashboards that this tree changes, directly or through their reports. Includes held changes. */
function changedDashboards({ objects, held }: Plan, content: Content): ReadonlySet<Key> {
  const changed = new Set<string>(
    [...objects.filter(({ action }) => action !== 'delete'), ...held].map(({ key }) => key),
  )
  const isChanged = ({ key, references }: Entity): boolean =>
    changed.has(key) || references.some((report) => changed.has(report))
  return new Set(
    ofKind(content, 'workbook')
      .filter((each) => isChanged(each) && each.whole().dashboard !== undefined)
      .map(({ key }) => key),
  )
}

/** Without a staging environment a branch cannot be served. Find out before anything is written. */
async function requireStaging(target: Target, options: RunningOptions): Promise<void> {
  const client = connect(target, { ...options, readOnly: true })
  try {
    const path = { deploymentId: target.deployment }
    await client.environments.getDeploymentEnvironments({ path, query: { type: 'staging' } })
  } catch (cause) {
    const { kind, message } = BoardwrightError.from(cause)
    throw new BoardwrightError(kind, `branches of ${target.name} cannot be served: ${message}`)
  } finally {
    await client.close()
  }
}
