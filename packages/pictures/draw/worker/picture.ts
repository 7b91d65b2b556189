import { largest } from '@boardwright/common'
import type { Scene, SceneReport, SceneWidget } from '../../scene.ts'
import { isMap, textAt } from '../../viewer/data/free.ts'
import { rowsIn } from '../../viewer/data/real-rows.ts'
import { breakpointAt } from '../../viewer/layout/breakpoint.ts'
import { nestWidgets } from '../../viewer/layout/nest.ts'
import { sampleRows } from '../../viewer/sample/rows.ts'
import { Told } from '../../viewer/told.ts'
import type { Heading, Job, Place, Sizes } from '../job.ts'
import { moved, type Stage } from './context.ts'
import { drawGrid } from './grid.ts'
import { type Looks, looksOf } from './looks.ts'
import { at, el, escapeXml, type Markup } from './svg.ts'
import type { Letters } from './text.ts'
import { drawWidget } from './widget.ts'
import { paintElsewhere, paintEmpty } from './widgets/notice.ts'

const APP = 480
/** Above a heading, outside its frame. */
const ABOVE = 4
const MOST_HEIGHT = 20_000

interface Drawn {
  readonly svg: string
  readonly width: number
  readonly height: number
  readonly notices: Readonly<Record<string, string>>
  readonly places: Readonly<Record<string, Place>>
  readonly sizes: Readonly<Record<string, Sizes>>
  readonly heading: Heading
}

export interface Tools extends Pick<Stage, 'begin' | 'outline'> {
  readonly lettersIn: (font: string) => Letters
}

/** Draws a dashboard as one SVG, from the same scene that the viewer draws. */
export async function drawPicture(job: Job, { lettersIn, ...tools }: Tools): Promise<Drawn> {
  const { width, scene } = job
  const looks = looksOf(scene.dashboard.theme, job.isDark ? 'dark' : 'light')
  const letters = lettersIn(looks.font)
  const [top, right, bottom, left] =
    width <= 560 ? [looks.pagePadding[0], 0, looks.pagePadding[2], 0] : looks.pagePadding
  const room = width - left - right
  const notices: Record<string, string> = {}
  const places = new Map<string, Place>()
  const sizes = new Map<string, Sizes>()
  const levels = new Map(Object.entries(job.level ?? {}))
  const stage: Stage = {
    about: { scene, theme: looks.theme, formats: { locale: scene.locale ?? 'en', timezone: scene.timezone } },
    ...{ ...tools, looks, letters, breakpoint: breakpointAt(room, scene.dashboard.layout) },
    warn: (id, text) => {
      notices[id] = notices[id] === undefined ? text : `${notices[id]} ${text}`
    },
    corner: { x: 0, y: 0 },
    place: (id, place) => places.set(id, place),
    level: (id, own) => {
      sizes.set(id, { ...sizes.get(id), ...own })
      const other = new Map(Object.entries(levels.get(id) ?? {}))
      return Object.fromEntries(Object.entries(own).map(([name, size]) => [name, Math.max(size, other.get(name) ?? 0)]))
    },
    rowsOf: rowsBy(job, scene),
    hasAllColumns: job.hasAllColumns ?? false,
    stopped: job.stopped ?? {},
    draw: drawWidget,
  }
  const head = drawHead(scene, looks, letters, room)
  const body = await drawBody(scene, moved(stage, left, top + head.height), room)
  const height = Math.min(MOST_HEIGHT, Math.ceil(top + head.height + body.height + bottom))
  const svg = el(
    'svg',
    {
      ...{ xmlns: 'http://www.w3.org/2000/svg', 'xmlns:xlink': 'http://www.w3.org/1999/xlink' },
      ...{ width, height, viewBox: `0 0 ${width} ${height}`, 'font-family': looks.font },
      // Digits are all as wide as each other, as on the page.
      style: 'font-variant-numeric:tabular-nums',
    },
    el('title', {}, escapeXml(scene.dashboard.title ?? scene.title)),
    el('rect', { width, height, fill: looks.page }),
    at(left, top + ABOVE, el('g', { 'data-heading': 'yes' }, at(0, -ABOVE, head.markup))),
    at(left, top + head.height, body.markup),
  )
  const heading = { x: left, y: top + ABOVE, width: head.width, height: head.height - ABOVE, text: head.text }
  return { svg, width, height, notices, places: Object.fromEntries(places), sizes: Object.fromEntries(sizes), heading }
}

function rowsBy({ rows }: Job, scene: Scene): Stage['rowsOf'] {
  if (!rows) return (_: SceneWidget, report: SceneReport) => sampleRows(report, scene)
  return ({ id }, report) => {
    const answer = rows[id]
    const error = textAt(answer, 'error')
    if (!isMap(answer) || error !== undefined) throw new Told(error ?? 'The rows were not read.')
    return rowsIn(answer, report, scene)
  }
}

interface Part {
  readonly markup: Markup
  readonly height: number
}

const MOST_TOLD = 10_000

function drawHead(
  { title, description, dashboard }: Scene,
  looks: Looks,
  letters: Letters,
  width: number,
): Part & { readonly text: string; readonly width: number } {
  const name = { size: 22, weight: 650, fill: looks.onPage, spacing: -0.012 }
  const about = { size: 14, fill: looks.faintOnPage }
  const [x, room] = [18, width - 36]
  const titles = letters.wrap(dashboard.title ?? title, room, name)
  const text = dashboard.description ?? description
  const lines = text ? letters.wrap(text, Math.min(room, 72 * letters.zeroOf(about)), about) : []
  const widest = largest([
    0,
    ...titles.map((line) => letters.widthOf(line, name)),
    ...lines.map((line) => letters.widthOf(line, about)),
  ])
  const below = 14 + titles.length * 27.5 + (lines.length > 0 ? 3 : 0)
  return {
    markup: [
      ...titles.map((line, index) => letters.line(x, 14 + index * 27.5, 27.5, line, name)),
      ...lines.map((line, index) => letters.line(x, below + index * 21, 21, line, about)),
    ].join(''),
    ...{ height: below + lines.length * 21 + 6, width: Math.min(width, widest + 2 * x) },
    text: [...titles, ...lines].join('\n').slice(0, MOST_TOLD),
  }
}

async function drawBody(scene: Scene, stage: Stage, width: number): Promise<Part> {
  const { dashboard } = scene
  const given = { looks: { ...stage.looks, faint: stage.looks.faintOnPage, text: stage.looks.onPage }, on: stage }
  if (dashboard.kind === 'APP') {
    const box = { width: width - 32, height: APP }
    const why = 'An app is code for a browser: see it in `preview`.'
    return { height: APP + 24, markup: at(16, 12, paintElsewhere(given, box, 'App', why)) }
  }
  const widgets = dashboard.widgets ?? []
  if (widgets.length === 0) {
    return { height: 320, markup: paintEmpty(given, { width, height: 320 }, 'This dashboard has no widgets yet.') }
  }
  return drawGrid(nestWidgets(widgets), stage, width, false)
}
