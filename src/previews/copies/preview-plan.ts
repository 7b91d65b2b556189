import { BoardwrightError, EXIT, worstOf } from '@boardwright/common'
import type { Target } from '../../config/model.ts'
import { ofKind } from '../../content/entity.ts'
import { idIn, isKind, type Key } from '../../content/kinds.ts'
import { workbookKey } from '../../content/model.ts'
import { isPreviewSlug, type Preview, previewSlug } from '../../content/preview.ts'
import { titleText } from '../../content/printable.ts'
import type { LiveContent } from '../../live/index.ts'
import type { RunningOptions } from '../../project/apply/options.ts'
import { type Applied, applyPlanned, type Result } from '../../project/apply.ts'
import type { SoundProject } from '../../project/local/project.ts'
import { type Planned, type PlanOptions, planTarget } from '../../project/plan.ts'
import { type PreviewContent, previewProject } from './preview-project.ts'
import { lineOf, staysOf } from './stays.ts'

export interface WantedPreview extends PreviewContent {
  /** Whether to remove what the preview no longer contains. */
  readonly prune?: boolean
  /** Whether to remove also what a run that may still be going on has written. */
  readonly endsRuns?: boolean | undefined
}

export interface PreviewRun extends Applied {
  /** Parts that people changed and that are kept, each with the reason. */
  readonly kept: readonly string[]
  readonly failed: Result['failed']
  /** Parts that somebody put on a dashboard so late that they were deleted all the same, each with that dashboard. */
  readonly shown: readonly string[]
  /** Whether there may be parts that this key cannot see. */
  readonly isPart: boolean
}

/** The plan for a preview, with what carries it out. */
export interface PlannedPreview {
  readonly live: LiveContent
  readonly now: number
  readonly apply: () => Promise<PreviewRun>
}

export async function planPreview(
  project: SoundProject,
  target: Target,
  wanted: WantedPreview,
  options: RunningOptions,
): Promise<PlannedPreview> {
  const alone = previewProject(project, target, wanted)
  const { env, signal, traffic, stop, onEvent, say, concurrency } = options
  const reach = { env, signal, traffic, stop, onEvent, say, concurrency, target: target.name }
  const shaping: PlanOptions['shaping'] = { prune: wanted.prune === true, accept: ['first-apply'] }
  const planned = await planTarget(alone, { ...reach, shaping, endsRuns: wanted.endsRuns })
  requireCopies(wanted.preview, planned)
  const apply = async (): Promise<PreviewRun> =>
    runOf(wanted.preview, planned, await applyPlanned(alone, planned, { ...reach, shaping, confirm: async () => true }))
  return { live: planned.live, now: planned.inputs.live.now, apply }
}

export const applyPreview = async (...asked: Parameters<typeof planPreview>): Promise<PreviewRun> =>
  (await planPreview(...asked)).apply()

function runOf(preview: Preview, planned: Planned, applied: Applied): PreviewRun {
  const stays = staysOf(preview, planned)
  const { failed = [], shown = [] } = applied.result ?? {}
  const isOnlyHeld = failed.length === 0 && applied.exit === EXIT.held
  return {
    ...{
      ...applied,
      failed,
      shown: shown.map(
        ({ title, where }) => `${titleText(title)} was deleted right after somebody put it on "${titleText([where])}"`,
      ),
      isPart: isPartlySeen(preview, planned.live),
      kept: [...new Set(stays.map(lineOf))],
    },
    // Parts that people edited may stay: only those that should show this commit count as held.
    exit: worstOf([!isOnlyHeld && applied.exit, stays.some(({ isBehind }) => isBehind) && EXIT.held]),
  }
}

/** The index is written first. If a key that does not see everything sees none, others may have made the rest. */
const isPartlySeen = (preview: Preview, { caller, content }: LiveContent): boolean =>
  !caller.isAdmin && !content.has(workbookKey(previewSlug(preview)))

/**
 * Anyone who may edit a single workbook can write a record that names everything. So a preview deletes only workbooks
 * that are named like its copies, and what is in them. A copy gets its slug before its content, so one without a slug
 * is empty.
 */
function requireCopies(preview: Preview, { plan, live }: Planned): void {
  const isEmpty = (slug: string): boolean => {
    const workbook = live.content.get(workbookKey(slug))
    return (
      workbook !== undefined &&
      workbook.whole().dashboard === undefined &&
      !ofKind(live.content, 'report').some(({ place }) => place.workbook === slug)
    )
  }
  const isCopy = (slug: string | undefined): boolean => {
    if (slug === undefined || !isPreviewSlug(preview, slug)) return false
    const name = live.facts.get(workbookKey(slug))?.name
    return name === slug || (name === undefined && isEmpty(slug))
  }
  const workbookOf = (key: Key): string | undefined => live.content.get(key)?.place.workbook
  const foreign = plan.objects.find(
    ({ key, action }) => action === 'delete' && !isCopy(isKind(key, 'workbook') ? idIn(key) : workbookOf(key)),
  )
  if (!foreign) return
  throw new BoardwrightError(
    'CONFLICT',
    `${titleText(foreign.title)} is recorded as part of the preview ${preview.label}, and is not a copy: somebody wrote that record`,
    {
      hint: 'Nothing of this preview was removed. Look for the workbook with its record, and delete its copies by hand.',
    },
  )
}
