import type { Target } from '../../config/model.ts'
import { idIn, isKind, type Key } from '../../content/kinds.ts'
import { type Content, reportKey, workbookKey } from '../../content/model.ts'
import { isPreviewSlug, type Preview, previewSlug } from '../../content/preview.ts'
import { titleText } from '../../content/printable.ts'
import { wholeIn } from '../../content/readable.ts'
import { BoardwrightError } from '../../errors.ts'
import { EXIT, worstOf } from '../../exits.ts'
import { type LiveContent, unrecordedCopies } from '../../live/index.ts'
import type { HeldReason, LeftReason } from '../../plan/plan-file.ts'
import type { SoundProject } from '../../project/project.ts'
import { printTree } from '../../serialize/print.ts'
import type { ApplyOptions } from '../apply/options.ts'
import { type Applied, applyPlanned, type Result } from '../apply.ts'
import { type Planned, planTarget } from '../plan.ts'

export interface PreviewContent {
  readonly preview: Preview
  readonly commit: string
  readonly content: Content
  /** Whether to remove what the preview no longer contains. */
  readonly prune?: boolean
  /** Whether to remove also what a run that may still be going on has written. */
  readonly endsRuns?: boolean | undefined
}

export type PreviewOptions = Pick<
  ApplyOptions,
  'env' | 'signal' | 'traffic' | 'stop' | 'onEvent' | 'say' | 'concurrency'
>

/** A preview is a small separate project, planned and applied like any other, with its own ledgers. */
export function previewProject(
  project: SoundProject,
  target: Target,
  { preview, commit, content }: PreviewContent,
): SoundProject {
  const own: Target = {
    ...target,
    ...{ projectId: preview.projectId, home: true, content: true, dataModel: undefined },
    ...{ protected: false, variables: {} },
    ...{ scope: EVERYTHING, limits: NO_LIMITS, ignore: [], uiEdits: 'hold', prune: false },
  }
  const files = new Map([...printTree(content)].map(([file, text]) => [file, Buffer.from(text)]))
  return {
    ...{ root: project.root, files, problems: [], madeAt: commit },
    config: {
      ...project.config,
      projectId: preview.projectId,
      home: target.name,
      targets: [own],
      interpolate: [],
      rules: [],
    },
  }
}

const NOTHING = { paths: [], kinds: [] }
export const EVERYTHING = { include: NOTHING, exclude: NOTHING }
const NO_LIMITS = { deletePercent: 100, changePercent: 100, fromCount: Number.MAX_SAFE_INTEGER }

export interface PreviewRun extends Applied {
  /** Parts that people changed and that are kept, each with the reason. */
  readonly kept: readonly string[]
  readonly failed: Result['failed']
  /** Whether there may be parts that this key cannot see. */
  readonly isPart: boolean
}

export async function applyPreview(
  project: SoundProject,
  target: Target,
  wanted: PreviewContent,
  options: PreviewOptions,
): Promise<PreviewRun> {
  const alone = previewProject(project, target, wanted)
  const { env, signal, traffic, stop, onEvent, say, concurrency } = options
  const reach = { env, signal, traffic, stop, onEvent, say, concurrency, target: target.name }
  const shaping = { prune: wanted.prune === true, firstApply: true }
  const planned = await planTarget(alone, { ...reach, shaping, endsRuns: wanted.endsRuns })
  requireCopies(wanted.preview, planned)
  const applied = await applyPlanned(alone, planned, { ...reach, shaping, confirm: async () => true })
  const stays = staysOf(wanted.preview, planned)
  const failed = applied.result?.failed ?? []
  const isOnlyHeld = failed.length === 0 && applied.exit === EXIT.held
  return {
    ...{
      ...applied,
      failed,
      isPart: isPartlySeen(wanted.preview, planned.live),
      kept: [...new Set(stays.map(lineOf))],
    },
    // Parts that people edited may stay: only those that should show this commit count as held.
    exit: worstOf([!isOnlyHeld && applied.exit, stays.some(({ isBehind }) => isBehind) && EXIT.held]),
  }
}

/** The index is written first. If a key that does not see everything sees none, others may have staged the rest. */
const isPartlySeen = (preview: Preview, { caller, content }: LiveContent): boolean =>
  !caller.isAdmin && !content.workbooks.some(({ slug }) => slug === previewSlug(preview))

const EDITED = 'edited in the UI since it was staged'
const MOVED = 'renamed or moved in the UI since it was staged'
const DELETED = 'deleted in the UI since it was staged'
const UNRECORDED = 'its record was removed in the UI, so nothing says whether people edited it'

/**
 * Anyone who may edit a single workbook can write a record that names everything. So a preview deletes only workbooks
 * that are named like its copies, and what is in them. A copy gets its slug before its content, so one without a slug
 * is empty.
 */
function requireCopies(preview: Preview, { plan, live }: Planned): void {
  const isEmpty = (slug: string): boolean => {
    const workbook = live.content.workbooks.find((each) => each.slug === slug)
    return (
      workbook !== undefined &&
      wholeIn(live, 'workbook', workbook).dashboard === undefined &&
      !live.content.reports.some(({ place }) => place.workbook === slug)
    )
  }
  const isCopy = (slug: string | undefined): boolean => {
    if (slug === undefined || !isPreviewSlug(preview, slug)) return false
    const name = live.facts.get(workbookKey(slug))?.name
    return name === slug || (name === undefined && isEmpty(slug))
  }
  const workbookOf = (key: Key): string | undefined =>
    live.content.reports.find(({ id }) => reportKey(id) === key)?.place.workbook
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

const AS_PLANNED = undefined

/** Reasons reworded for previews: nothing in them was removed from a repo, and nobody adopts them. */
const WORDS: Readonly<Record<HeldReason | LeftReason, string | undefined>> = {
  'edited-orphan': EDITED,
  'ui-edit': EDITED,
  conflict: EDITED,
  overlap: EDITED,
  'deleted-live': DELETED,
  unclaimed: UNRECORDED,
  'still-used': 'a dashboard that stays shows it',
  'holds-others': 'it holds what stays',
  draft: 'it has an unpublished draft in progress',
  ...{ 'held-report': AS_PLANNED, 'absent-report': AS_PLANNED, 'held-workbook': AS_PLANNED, 'held-folder': AS_PLANNED },
  ...{ 'edited-report': AS_PLANNED, 'adopted-edit': AS_PLANNED, 'unmanaged-report': AS_PLANNED },
  ...{ orphan: AS_PLANNED, unseen: AS_PLANNED, running: AS_PLANNED, review: AS_PLANNED, 'newer-ledger': AS_PLANNED },
  ...{ 'other-project': AS_PLANNED, 'cannot-unpublish': AS_PLANNED, ignored: AS_PLANNED },
  // Never said of a preview: it has no history, no data model, no scope, and no names that people gave.
  ...{ behind: AS_PLANNED, 'commit-unknown': AS_PLANNED, 'older-branch': AS_PLANNED },
  ...{ 'model-unclaimed': AS_PLANNED, renamed: AS_PLANNED, 'left-out': AS_PLANNED },
}

interface Stay {
  readonly title: readonly string[]
  readonly why: string
  /** Whether it is part of what is staged now but does not show this commit. */
  readonly isBehind: boolean
}

/**
 * What people changed in a preview: objects that the plan holds, leaves alone, writes around, or does not recognise as
 * part of it.
 */
function staysOf(preview: Preview, { plan, live, work }: Planned): Stay[] {
  const { objects, held, left, inputs } = plan
  const named = new Set([...held, ...left].map(({ key }) => key))
  const unrecorded = unrecordedCopies(live.content, live, (slug) => isPreviewSlug(preview, slug))
    .map(({ slug }) => workbookKey(slug))
    .filter((key) => !named.has(key))
  return [
    ...objects.flatMap(({ title, keeps }) => (keeps.length > 0 ? [{ title, why: EDITED, isBehind: false }] : [])),
    ...held.map(({ title, reason, message, what }) => ({
      ...{ title, why: WORDS[reason] ?? message, isBehind: what !== 'delete' },
    })),
    ...left
      .filter(({ reason }) => reason !== 'orphan' || inputs.prune)
      .map(({ key, title, reason, message }) =>
        isKind(key, 'folder')
          ? { title, why: MOVED, isBehind: false }
          : { title, why: WORDS[reason] ?? message, isBehind: reason === 'unclaimed' },
      ),
    ...unrecorded.map((key) => ({ title: work.titleOf(key), why: UNRECORDED, isBehind: false })),
  ]
}

const lineOf = ({ title, why, isBehind }: Stay): string =>
  `${titleText(title)}: ${why}${isBehind ? ', so it does not show this commit' : ''}`
