import { isKind } from '../../content/kinds.ts'
import { isPreviewSlug, type Preview } from '../../content/preview.ts'
import { titleText } from '../../content/printable.ts'
import { unrecordedCopies } from '../../live/index.ts'
import type { HeldReason, LeftReason } from '../../plan/plan-file.ts'
import type { Planned } from '../../project/plan.ts'

const EDITED = 'edited in the UI since it was copied'
const MOVED = 'renamed or moved in the UI since it was copied'
const DELETED = 'deleted in the UI since it was copied'
const UNRECORDED = 'its record was removed in the UI, so nothing says whether people edited it'

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
  ...{ 'other-project': AS_PLANNED, 'cannot-unpublish': AS_PLANNED, 'cannot-change': AS_PLANNED, ignored: AS_PLANNED },
  // Never said of a preview: it has no history, no data model, no scope, and no names that people gave.
  ...{ behind: AS_PLANNED, 'no-record': AS_PLANNED, 'commit-unknown': AS_PLANNED, 'older-branch': AS_PLANNED },
  ...{ 'held-before': AS_PLANNED, 'model-unclaimed': AS_PLANNED, renamed: AS_PLANNED, 'left-out': AS_PLANNED },
  ...{ 'read-only': AS_PLANNED, 'has-members': AS_PLANNED, taken: AS_PLANNED, namesake: AS_PLANNED },
  ...{ 'absent-tenant': AS_PLANNED, 'absent-deployment': AS_PLANNED },
}

interface Stay {
  readonly title: readonly string[]
  readonly why: string
  /** Whether it is part of what is copied now but does not show this commit. */
  readonly isBehind: boolean
}

/**
 * What people changed in a preview: objects that the plan holds, leaves alone, writes around, or does not recognise as
 * part of it.
 */
export function staysOf(preview: Preview, { plan, live, work }: Planned): Stay[] {
  const { objects, held, left, inputs } = plan
  const named = new Set([...held, ...left].map(({ key }) => key))
  const unrecorded = unrecordedCopies(live.content, live, (slug) => isPreviewSlug(preview, slug))
    .map(({ key }) => key)
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

export const lineOf = ({ title, why, isBehind }: Stay): string =>
  `${titleText(title)}: ${why}${isBehind ? ', so it does not show this commit' : ''}`
