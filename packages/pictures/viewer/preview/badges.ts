import type { PreviewBadges, PreviewEntry, PreviewNews, PreviewProblem } from '../../scene.ts'

/** How a dashboard is told that viewers do not see, and one that was edited since they see it: on the wall and beside it. */
export const [NEVER, EDITS] = ['never published', 'unpublished edits'] as const

const NO_BADGE = { changes: 0, held: 0, hasDraft: false, isNew: false }

/** Of a page that cannot be read only that is told. */
export const badgeOf = (badges: PreviewBadges, { slug, isBroken }: PreviewEntry) =>
  (!isBroken && Object.hasOwn(badges, slug) ? badges[slug] : undefined) ?? NO_BADGE

/** Whether there is something of it to see. */
export const isPage = ({ kind }: PreviewEntry): boolean => kind !== 'none'

/** Whether it is in one of a page's own files. */
export const isIn = ({ file }: PreviewEntry, problem: PreviewProblem): boolean =>
  problem.file === file || problem.file.startsWith(`${file}/`)

export const isWaiting = (entry: PreviewEntry, badges: PreviewBadges): boolean =>
  entry.isBroken === true || badgeOf(badges, entry).held > 0

export const isChanged = (entry: PreviewEntry, { changed }: PreviewNews, badges: PreviewBadges): boolean =>
  changed.includes(entry.slug) || badgeOf(badges, entry).changes > 0
