import { EVERYTHING } from '../config/scope.ts'
import { ofKind } from '../content/entity.ts'
import { isKind } from '../content/kinds.ts'
import { folderKey, type Key } from '../content/model.ts'
import {
  isPreviewSlug,
  PREVIEWS,
  type Preview,
  previewIn,
  previewOfFolder,
  previewOfSlug,
  previewOnBranch,
  previewsOf,
  stampIn,
} from '../content/preview.ts'
import { isMadeByCaller, type LiveContent, unrecordedCopies } from '../live/index.ts'
import { readTreeFor } from '../project/local/render.ts'
import { type BeginOptions, beginReading } from '../project/target/begin.ts'
import { readLiveSide } from '../project/target/live-side.ts'
import type { CopiesPlace } from './copies/places.ts'

export interface Expired {
  readonly expired: readonly Preview[]
  /** Whether a run was interrupted after it made the folder for all previews and before it put one in. */
  readonly isFolderLeft: boolean
  /** Whether this key sees everything there. */
  readonly isWhole: boolean
}

/** A run that is still staging has not stamped everything yet. No run takes longer than this. */
const LONGEST_RUN_MS = 3_600_000

/**
 * Finds previews that have expired or have no stamp. A stamp is missing if a run was interrupted or somebody deleted
 * it, and then nothing says how long to keep the preview.
 */
export async function findExpired({ project, target, branches }: CopiesPlace, options: BeginOptions): Promise<Expired> {
  const { projectId } = target
  const { client, started, abandon } = beginReading(project.config, { ...options, target: target.name })
  try {
    const tree = readTreeFor(project, project.config, target)
    // A project ignores its own previews, so read them as another project would.
    const everything = { ...target, projectId: previewsOf(projectId), scope: EVERYTHING, dataModel: undefined }
    const { live } = await readLiveSide(client, everything, tree, { answers: started.answers })
    const now = client.serverNow() ?? Date.now()
    const isCopy = (slug: string): boolean => previewOfSlug(slug, projectId) !== undefined
    const found: [Key, Preview | undefined][] = [
      ...[...live.owners].map(([key, owner]): [Key, Preview | undefined] => [key, previewIn(owner, projectId)]),
      ...unrecordedCopies(live.content, live, isCopy).map(({ key, own }): [Key, Preview | undefined] => [
        key,
        previewOfSlug(own.slug, projectId),
      ]),
    ]
    const owned = found.flatMap(([key, preview]) => (preview ? [{ preview, until: lastsUntil(live, key) }] : []))
    const lasting = new Set(owned.filter(({ until }) => until > iso(now)).map(({ preview }) => preview.label))
    const isLeft = (key: Key): boolean =>
      isMadeByCaller(live, key) && (live.facts.get(key)?.updatedAt ?? '') < iso(now - LONGEST_RUN_MS)
    const all = [
      ...owned.map(({ preview }) => preview),
      ...branches.flatMap((name) => previewOnBranch(name, projectId) ?? []),
      ...ofKind(live.content, 'folder').flatMap(({ key, own: { path } }) =>
        isLeft(key) && !isUsed(live, path) ? (previewOfFolder(path, projectId) ?? []) : [],
      ),
    ]
    const expired = [...new Map(all.map((preview) => [preview.label, preview])).values()]
    const isEmpty = !ofKind(live.content, 'folder').some(({ own: { path } }) => path[0] === PREVIEWS && path.length > 1)
    return {
      expired: expired.filter(({ label }) => !lasting.has(label)),
      isWhole: live.caller.isAdmin,
      isFolderLeft: expired.length === 0 && isEmpty && isLeft(folderKey([PREVIEWS])),
    }
  } finally {
    await abandon()
  }
}

const isUsed = ({ content }: LiveContent, path: readonly string[]): boolean =>
  [...ofKind(content, 'workbook'), ...ofKind(content, 'report')].some(
    ({ place }) => folderKey(place.folder ?? []) === folderKey(path),
  )

/** Whether a preview is not to be swept, by what is live now. */
export const isLasting = (live: LiveContent, now: number, preview: Preview): boolean =>
  ofKind(live.content, 'workbook').some(
    ({ key, own }) => isPreviewSlug(preview, own.slug) && lastsUntil(live, key) > iso(now),
  )

function lastsUntil(live: LiveContent, key: Key): string {
  const workbook = isKind(key, 'workbook') ? live.content.get(key) : undefined
  if (!workbook) return ''
  const stamp = stampIn(workbook.whole())
  if (stamp) return stamp.expires
  const written = Date.parse(live.facts.get(key)?.updatedAt ?? '')
  return Number.isNaN(written) ? '' : iso(written + LONGEST_RUN_MS)
}

const iso = (time: number): string => new Date(time).toISOString()
