import type { LedgerFacts } from '../base/facts.ts'
import { type Content, type Entity, ofKind } from '../content/entity.ts'
import { isKind, type Key } from '../content/kinds.ts'
import { workbookKey } from '../content/model.ts'
import { isPreviewId, PREVIEWS, previewIn, previewOfSlug } from '../content/preview.ts'
import type { Caller } from './caller.ts'
import type { Scope } from './scope.ts'

interface Records {
  readonly owners: LedgerFacts['owners']
  readonly entries: LedgerFacts['entries']
  readonly newer: LedgerFacts['newer']
}

/** Copies for previews that no longer carry a ledger: saving in the UI can remove it. */
export const unrecordedCopies = (
  content: Content,
  { owners, entries, newer }: Records,
  isCopy: (slug: string) => boolean,
): readonly Entity<'workbook'>[] =>
  ofKind(content, 'workbook').filter(({ key, own }) => {
    return isCopy(own.slug) && !owners.has(key) && !entries.has(key) && !newer.has(key)
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
    }: { readonly records: Records; readonly projectId: string; readonly declared: Content },
  ): Scope =>
  (everything) => {
    const isIn = scope?.(everything) ?? (() => true)
    if (isPreviewId(projectId)) return isIn
    const folders = ofKind(everything, 'folder').flatMap(({ key, own: { path } }) =>
      path[0] === PREVIEWS && path.length <= 2 ? [key] : [],
    )
    const owned = [...records.owners].flatMap(([key, owner]) =>
      previewIn(owner, projectId) === undefined ? [] : [key],
    )
    const unrecorded = unrecordedCopies(
      everything,
      records,
      (slug) => !declared.has(workbookKey(slug)) && previewOfSlug(slug, projectId) !== undefined,
    )
    const ofPreviews = new Set<Key>([
      ...folders.filter((key) => !declared.has(key)),
      ...owned.filter((key) => !isKind(key, 'folder')),
      ...unrecorded.map(({ key }) => key),
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
