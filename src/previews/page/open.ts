import { BoardwrightError, lazy } from '@boardwright/common'
import type {
  Comparison,
  PageCommit,
  PreviewBadges,
  PreviewNews,
  PreviewOverview,
  PreviewPlan,
  Scene,
  WidgetCode,
} from '@boardwright/pictures'
import { createThumbnails, sketchDashboard } from '@boardwright/pictures/draw'
import { pictureAlbum } from '../../cache/pictures.ts'
import { selectTarget } from '../../config/targets.ts'
import { openProject, openProjectOnDemand } from '../../project/local/project.ts'
import { findRoot } from '../../project/local/root.ts'
import type { Planned } from '../../project/plan.ts'
import type { DrawnDashboard } from '../../words/html/charts.ts'
import { renderHtml } from '../../words/html.ts'
import { ROOTS } from '../../workspace/parts.ts'
import { watchTree } from '../../workspace/watch.ts'
import { CHART_BUDGET, drawPlan } from '../plan-pictures.ts'
import { badgesOf, sayInAll } from './badges.ts'
import { compareDashboard, contentsIn, liveModelFacts, planForPreview, withRepo } from './compare.ts'
import { readNews } from './news.ts'
import { openPast } from './past.ts'
import { type LiveOptions, openRows, type Question, type RowsOrError, rowsOf } from './rows.ts'
import { readShown } from './shown.ts'
import { type PreviewTree, readPreviewTree } from './tree.ts'

export interface PreviewServerOptions extends LiveOptions {
  readonly data: 'sample' | 'live'
  readonly onChange: () => void
}

export interface OpenPreview {
  readonly overview: () => Promise<PreviewOverview>
  readonly scene: (slug: string) => Promise<Scene | undefined>
  readonly rows?: ((slug: string, widget: string, query?: Question) => Promise<RowsOrError>) | undefined
  readonly news: () => Promise<PreviewNews>
  readonly planned: () => Promise<PreviewPlan>
  readonly planPage: () => Promise<string | undefined>
  readonly thumbnail: (slug: string, isDark: boolean) => Promise<Uint8Array | undefined>
  readonly sketch: (slug: string, isDark: boolean) => Promise<string | undefined>
  readonly compare: (slug: string) => Promise<Comparison>
  readonly commits: (slug: string) => Promise<readonly PageCommit[]>
  readonly sceneAt: (slug: string, commit: string) => Promise<Scene | undefined>
  readonly code: (slug: string, widget: string) => Promise<WidgetCode | undefined>
  readonly close: () => Promise<void>
}

/** A tree that is read again after each change. Pages that cannot be read keep showing their last good state. */
export async function openPreview(start: string, options: PreviewServerOptions): Promise<OpenPreview> {
  const root = await findRoot(start)
  const { env, data, target } = options
  if (target !== undefined) await requireTarget(root, target, options)
  const reader = data === 'live' ? await openRows(root, options) : undefined
  const lastGood = new Map<string, Scene>()
  let lastBadges: PreviewBadges | undefined
  /** Draws the last plan, once. */
  let lastPage: { readonly fingerprint: string; readonly html: () => Promise<string> } | undefined
  let reading: Promise<PreviewTree> | undefined
  const tree = (): Promise<PreviewTree> => {
    reading ??= readPreviewTree(root, options)
    return reading
  }
  const watch = watchTree(root, ROOTS, () => {
    reading = undefined
    lastPage = undefined
    options.onChange()
  })
  const scene = async (slug: string): Promise<Scene | undefined> => {
    const now = await tree()
    const [found, broken] = [now.scene(slug), now.broken(slug)]
    if (found && !broken) lastGood.set(slug, found)
    if ((found && !broken) || now.problems.every(({ isWarning }) => isWarning)) return found
    const good = lastGood.get(slug)
    if (good) return { ...good, isOld: true }
    if (found || !broken) return found
    const { file, line } = broken.at
    const place = [file, line].filter((part) => part !== undefined).join(':')
    throw new BoardwrightError(broken.kind, `${place} cannot be read: ${broken.message}`, { hint: broken.hint })
  }
  const thumbnails = lazy(() => createThumbnails({}, pictureAlbum(root)))
  const past = lazy(() => openPast(root, options))
  const plan = async ({ target: name }: PreviewTree) => {
    const planned = await planForPreview(root, { ...options, target: target ?? name })
    lastBadges = badgesOf(planned.plan, contentsIn(planned))
    const { fingerprint } = planned.plan
    if (lastPage?.fingerprint !== fingerprint)
      lastPage = { fingerprint, html: lazy(() => drawnPage(root, options.today, planned)) }
    return { ...planned, badges: lastBadges }
  }
  return {
    async overview() {
      const { project, target: name, entries, problems, tokenNames } = await tree()
      return {
        ...{ project, root, target: name, entries, problems, data },
        canCompare: tokenNames.some((each) => Boolean(env[each])),
      }
    },
    scene,
    rows: reader && (async (slug, widget, query) => rowsOf(await scene(slug), { widget, query }, reader)),
    news: async () => ({ ...(await readNews(root, await tree(), { env })), badges: lastBadges }),
    async planned() {
      const planned = await plan(await tree())
      const { plan: now, badges } = planned
      return { says: sayInAll(now, contentsIn(planned), badges), badges }
    },
    async planPage() {
      if (!lastPage) await plan(await tree())
      return lastPage?.html()
    },
    async thumbnail(slug, isDark) {
      const found = (await tree()).scene(slug)
      return found && thumbnails().draw(slug, found, isDark)
    },
    async sketch(slug, isDark) {
      const found = (await tree()).scene(slug)
      return found && sketchDashboard(found, isDark)
    },
    commits: async (slug) => past().commits(await tree(), slug),
    sceneAt: async (slug, commit) => past().scene(await tree(), slug, commit),
    code: async (slug, widget) => (await tree()).code(slug, widget),
    async compare(slug) {
      const now = await tree()
      const { members, model } = now
      const planned = await plan(now)
      const comparison = compareDashboard(
        planned,
        slug,
        members,
        model,
        liveModelFacts(planned, now),
        await readShown(planned),
      )
      return withRepo(comparison, now.scene(slug))
    },
    async close() {
      watch.close()
      await thumbnails().close()
      await reader?.close()
    },
  }
}

/** Somebody waits for it: what takes longer stays a sketch. */
const PAGE_BUDGET = { ...CHART_BUDGET, seconds: 20 }

async function drawnPage(root: string, today: string, planned: Planned): Promise<string> {
  const drawn: DrawnDashboard[] = []
  for await (const each of drawPlan(planned, await openProject(root, today), {
    budget: PAGE_BUDGET,
    isLightAlone: true,
  }))
    drawn.push(each)
  return renderHtml(planned.plan, drawn)
}

/**
 * Throws only if the configuration can be read. Errors in it are shown on the page, and may get fixed while it is open.
 */
async function requireTarget(root: string, name: string, { today }: PreviewServerOptions): Promise<void> {
  const { config } = await openProjectOnDemand(root, today)
  if (config) selectTarget(config, name)
}
