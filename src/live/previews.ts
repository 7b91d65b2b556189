import type { LedgerFacts } from '../base/facts.ts'
import { isKind, type Key } from '../content/kinds.ts'
import { folderKey, workbookKey } from '../content/model.ts'
import { isPreviewId, PREVIEWS, previewIn, previewOfSlug } from '../content/preview.ts'
import type { KnownContent } from '../content/summary.ts'
import type { Caller } from './caller.ts'
import type { Scope } from './scope.ts'

type Records = Pick<LedgerFacts, 'owners' | 'known' | 'newer'>

/** Copies for previews that no longer carry a ledger: saving in the UI can remove it. */
export const unrecordedCopies = (
  { workbooks }: Pick<KnownContent, 'workbooks'>,
  { owners, known, newer }: Records,
  isCopy: (slug: string) => boolean,
): KnownContent['workbooks'] =>
  workbooks.filter(({ slug }) => {
    const key = workbookKey(slug)
    return isCopy(slug) && !owners.has(key) && !known.has(key) && !newer.has(key)
  })

/**
 * Narrows a scope to the project's own content. Copies for its previews are left out: whatever a preview owns,
 * unmanaged workbooks with the slug of a copy, and the previews' folders.
 */
export const withoutPreviews =
  (
    scope: Scope | undefined,
    {
      records,
      projectId,
      declared,
    }: { readonly records: Records; readonly projectId: string; readonly declared: KnownContent },
  ): Scope =>
  (everything) => {
    const isIn = scope?.(everything) ?? (() => true)
    if (isPreviewId(projectId)) return isIn
    const declaredFolders = new Set(declared.folders.map(({ path }) => folderKey(path)))
    const folders = new Set(
      everything.folders.flatMap(({ path }) => (path[0] === PREVIEWS && path.length <= 2 ? [folderKey(path)] : [])),
    )
    const owned = [...records.owners].flatMap(([key, owner]) =>
      previewIn(owner, projectId) === undefined ? [] : [key],
    )
    const declaredSlugs = new Set(declared.workbooks.map(({ slug }) => slug))
    const unrecorded = unrecordedCopies(
      everything,
      records,
      (slug) => !declaredSlugs.has(slug) && previewOfSlug(slug, projectId) !== undefined,
    )
    const ofPreviews = new Set<Key>([
      ...[...folders].filter((key) => !declaredFolders.has(key)),
      ...owned.filter((key) => !isKind(key, 'folder')),
      ...unrecorded.map(({ slug }) => workbookKey(slug)),
    ])
    return ofPreviews.size === 0 ? isIn : (key) => isIn(key) && !ofPreviews.has(key)
  }

interface Seen {
  readonly caller: Caller
  readonly facts: ReadonlyMap<Key, { readonly owner?: string | undefined }>
}

/** Whether the user behind this key made the object. False if the key may not know its user. */
export const isMadeByCaller = ({ caller, facts }: Seen, key: Key): boolean =>
  caller.email !== undefined && facts.get(key)?.owner === caller.email
