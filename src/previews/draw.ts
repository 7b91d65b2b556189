import { join } from 'node:path'
import { askIfMeant, BoardwrightError, nearestPath } from '@boardwright/common'
import type { PreviewEntry, Scene } from '@boardwright/pictures'
import {
  asOpened,
  createPainter,
  type Job,
  type Limits,
  type Picture,
  sketchDashboard,
  thumbnailJob,
} from '@boardwright/pictures/draw'
import { isBelowAny } from '../config/scope.ts'
import { isKind } from '../content/kinds.ts'
import { reportKey } from '../content/model.ts'
import { pathsMeant } from '../project/find-object.ts'
import { findRoot } from '../project/local/root.ts'
import { CONTENT, withoutEnding } from '../serialize/layout.ts'
import { readNews } from './page/news.ts'
import { type LiveOptions, openRows, rowsOf } from './page/rows.ts'
import { type PreviewTree, readPreviewTree } from './page/tree.ts'

export interface DrawOptions extends LiveOptions {
  readonly width: Job['width']
  readonly isDark: Job['isDark']
  readonly format: Job['format']
  readonly scale: Job['scale']
  readonly data: 'sample' | 'live'
  readonly limits?: Partial<Limits> | undefined
}

/** A drawn page, or the reason why it could not be drawn. */
export interface DrawnPage {
  readonly page: string
  /** A file name that no other page has. */
  readonly file: string
  readonly title: string
  /** Names from the root. */
  readonly folder: readonly string[]
  readonly kind: PreviewEntry['kind']
  /** Whether the branch changes it, or it is not committed. */
  readonly isChanged: boolean
  readonly picture: Picture | BoardwrightError
  /** In the shape of a card, if all are drawn: there is a wall of them then. */
  readonly cards: readonly Card[]
}

/** A small picture in the colours of a light page, or of a dark one. */
export interface Card {
  readonly file: string
  readonly bytes: Uint8Array
}

/**
 * Draws pages and yields each when it is ready, in the order in which they were named. If none are named, draws all
 * dashboards, and the reports that are in no workbook: first what changes.
 */
export async function* drawPages(
  start: string,
  named: readonly string[],
  { data, limits, ...options }: DrawOptions,
): AsyncGenerator<DrawnPage> {
  const root = await findRoot(start)
  const tree = await readPreviewTree(root, options)
  const isWhole = named.length === 0
  const { changed } = isWhole ? await readNews(root, tree, options) : { changed: [] }
  const rank = (page: string): number => (changed.includes(page) ? 0 : 1)
  const pages = isWhole
    ? pagesIn(tree).toSorted((a, b) => rank(a) - rank(b))
    : choosePages(tree, { root, from: start, named })
  const reader = data === 'live' ? await openRows(root, options) : undefined
  const painter = createPainter(limits)
  const draw = async (page: string): Promise<DrawnPage> => {
    const found = tree.scene(page)
    const place = tree.places.get(page) ?? page
    const entry = tree.entries.find(({ slug }) => slug === page)
    const name = fileNameOf(place)
    const about = {
      page,
      file: `${name}.${options.format}`,
      title: entry?.name ?? page,
      folder: entry?.folder ?? [],
      kind: entry?.kind ?? 'CLASSIC',
      isChanged: changed.includes(page),
    }
    try {
      if (!found) throw brokenPage(tree, page)
      const scene = asOpened(found)
      const { width, isDark, format, scale } = options
      const rows = reader && (await liveRows(scene, (widget) => rowsOf(scene, { widget }, reader)))
      const picture = await painter.draw({ scene, width, isDark, format, scale, rows })
      const cards = isWhole ? await Promise.all([false, true].map((each) => card(found, name, each, rows))) : []
      return { ...about, picture, cards }
    } catch (cause) {
      return { ...about, picture: BoardwrightError.from(cause), cards: [] }
    }
  }
  const card = async (found: Scene, name: string, isDark: boolean, rows: Job['rows']): Promise<Card> => {
    const file = `${CARDS}/${name}.${isDark ? 'dark' : 'light'}`
    // What an app shows, only a browser knows.
    if (found.dashboard.kind === 'APP')
      return { file: `${file}.svg`, bytes: Buffer.from(sketchDashboard(found, isDark)) }
    return { file: `${file}.png`, bytes: (await painter.draw({ ...thumbnailJob(found, isDark), rows })).bytes }
  }
  try {
    // Start all of them at once: the painter queues them.
    for (const drawing of pages.map(draw)) yield await drawing
  } finally {
    await Promise.all([painter.close(), reader?.close()])
  }
}

/** Where small pictures are, beside the others. */
const CARDS = 'small'

/** In the order of the list: what there is to see. */
const pagesIn = ({ entries, places }: PreviewTree): string[] =>
  entries.filter(({ slug }) => places.has(slug)).map(({ slug }) => slug)

/** Rows for each widget that shows a report. */
async function liveRows(scene: Scene, read: (id: string) => Promise<unknown>): Promise<Record<string, unknown>> {
  const shown = (scene.dashboard.widgets ?? []).filter(({ report }) => report !== undefined)
  return Object.fromEntries(await Promise.all(shown.map(async ({ id }) => [id, await read(id)] as const)))
}

function brokenPage(tree: PreviewTree, page: string): BoardwrightError {
  const broken = tree.broken(page)
  if (!broken) return new BoardwrightError('OBJECT_UNKNOWN', `${page} has no dashboard`)
  return new BoardwrightError(broken.kind, broken.message, { at: broken.at, hint: broken.hint })
}

interface Chosen {
  readonly root: string
  readonly from: string
  readonly named: readonly string[]
}

/** Pages are named by slug, id or path. The path of a folder means all dashboards below it. */
function choosePages(tree: PreviewTree, { root, from, named }: Chosen): string[] {
  const all = [...tree.places.keys()]
  const dashboards = all.filter((page) => !isKind(page, 'report'))
  const pagesFor = (name: string): string[] => {
    const own = [name, reportKey(name)].find((each) => tree.places.has(each))
    if (own !== undefined) return [own]
    for (const path of pathsMeant({ root }, from, name)) {
      const exact = all.filter((page) => isAt(tree.places.get(page) ?? '', path))
      if (exact.length > 0) return exact
      const below = dashboards.filter((page) => isBelowAny([path], tree.places.get(page) ?? ''))
      if (below.length > 0) return below
    }
    const broken = tree.broken(name)
    if (broken) return [name]
    throw unknownPage(tree, name)
  }
  return [...new Set(named.flatMap(pagesFor))]
}

/** A dashboard may be named by its own file, a report without its ending. */
const isAt = (place: string, path: string): boolean =>
  [place, withoutEnding(place), join(place, 'dashboard.yaml')].includes(path) ||
  withoutEnding(place).replace('/reports/', '/') === path

function unknownPage(tree: PreviewTree, name: string): BoardwrightError {
  const names = [...tree.places].flatMap(([page, place]) => [page, withoutEnding(place).slice(CONTENT.length + 1)])
  return new BoardwrightError('OBJECT_UNKNOWN', `there is no dashboard or report ${name}`, {
    hint: askIfMeant(nearestPath(name, names), 'Name it by its slug, its id or its path.'),
  })
}

const LONGEST = 120

/** The path below `content/`, turned into a file name. */
const fileNameOf = (place: string): string =>
  withoutEnding(place.startsWith(`${CONTENT}/`) ? place.slice(CONTENT.length + 1) : place)
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '.')
    .slice(-LONGEST)
