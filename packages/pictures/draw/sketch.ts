import { lazy } from '@boardwright/common'
import { kindOf } from '@boardwright/platform/query'
import { box, type Shape } from '../picture/shapes.ts'
import { drawSketch, type Room } from '../picture/sketches.ts'
import { renderSvg } from '../picture/svg.ts'
import { wrapText } from '../picture/text/fit.ts'
import type { Scene, SceneWidget } from '../scene.ts'
import { headingOf, reportOf } from '../viewer/facts/named.ts'
import { breakpointAt } from '../viewer/layout/breakpoint.ts'
import { type Nested, nestWidgets, tabsOf, underTab } from '../viewer/layout/nest.ts'
import { mix, type Rgb, readColour, writeColour } from '../viewer/look/colour.ts'
import { layOut } from './worker/grid.ts'
import { isBoxed, type Looks, looksOf, looksOfWidget } from './worker/looks.ts'

const WIDEST = 1280
const NARROWEST = 720
const ASPECT = 1.6

/**
 * How wide a dashboard is in a small picture of the shape of a card: narrower if it is short, as it then fills its card
 * and can be read better.
 */
export function thumbnailWidth(scene: Scene): number {
  const { padding, below, tallAt } = measured(scene, looksOf(scene.dashboard.theme, 'light'))
  if (scene.dashboard.kind === 'APP') return WIDEST
  const tall = (width: number): number => below + tallAt(width - padding) + 8
  for (let width = WIDEST; width > NARROWEST; width -= 40) if (tall(width) * ASPECT >= width) return width
  return NARROWEST
}

function measured({ description, dashboard }: Scene, { pagePadding: [top, right, , left] }: Looks) {
  const about = wrapText(dashboard.description ?? description ?? '', () => 500, { size: 14 }, 9).length
  const nested = lazy(() => nestWidgets(dashboard.widgets ?? []))
  const { layout } = dashboard
  return {
    ...{ about, nested, padding: left + right },
    below: top + 14 + 27.5 + (about > 0 ? 3 + about * 21 : 0) + 6,
    tallAt: (width: number): number =>
      layOut(nested(), { layout, breakpoint: breakpointAt(width, layout), width, isInner: false }).height,
  }
}

/** The upper part of a dashboard without its contents, where they will be drawn: made at once, to be seen until then. */
export function sketchDashboard(scene: Scene, isDark: boolean): string {
  const { title, dashboard } = scene
  const looks = looksOf(dashboard.theme, isDark ? 'dark' : 'light')
  const [top, , , left] = looks.pagePadding
  const wide = thumbnailWidth(scene)
  const whole = { width: wide, height: wide / ASPECT }
  const { about: lines, nested, padding, below } = measured(scene, looks)
  const width = whole.width - padding
  const tall = whole.height - below
  return renderSvg(
    {
      ...{ ...whole, title: dashboard.title ?? title, background: 'page' },
      shapes: [
        bar({ x: left + 18, y: top + 20, w: 260, h: 14 }, 'sketchStrong'),
        ...Array.from({ length: lines }, (_, index) => bar({ x: left + 18, y: top + 50 + index * 21, w: 420, h: 8 })),
        ...(dashboard.kind === 'APP'
          ? sketchApp({ x: left + 18, y: below, w: width - 36, h: tall })
          : paintAll(
              nested(),
              { scene, looks, breakpoint: breakpointAt(width, dashboard.layout) },
              { x: left, y: below, w: width, h: tall },
              false,
            )),
      ],
    },
    { colours: coloursOf(looks) },
  )
}

/** What an app shows, only a browser knows: a window, with something in it. */
const sketchApp = ({ x, y, w, h }: Room): Shape[] => [
  box([x, y, w, h + 40], { fill: 'card', stroke: 'edge', radius: 12 }),
  ...[0, 1, 2].map((index) => box([x + 24 + index * 28, y + 24, 14, 14], { fill: 'sketchStrong', radius: 7 })),
  box([x, y + 62, w, 1], { fill: 'edge' }),
  box([x + 32, y + 96, w * 0.26, h - 140], { fill: 'sketch', radius: 10 }),
  bar({ x: x + w * 0.26 + 72, y: y + 104, w: w * 0.3, h: 16 }, 'sketchStrong'),
  ...[0, 1, 2, 3].map((row) => bar({ x: x + w * 0.26 + 72, y: y + 150 + row * 34, w: w * (0.6 - row * 0.09), h: 12 })),
]

interface About {
  readonly scene: Scene
  readonly looks: Looks
  readonly breakpoint: ReturnType<typeof breakpointAt>
}

const paintAll = (nested: readonly Nested[], about: About, room: Room, isInner: boolean): Shape[] =>
  layOut(nested, { ...about, layout: about.scene.dashboard.layout, width: room.w, isInner }).boxes.flatMap(
    ({ nested: each, box: { x, y, width, height } }) =>
      y > room.h ? [] : paintWidget(each, about, { x: room.x + x, y: room.y + y, w: width, h: height }, isInner),
  )

function paintWidget(nested: Nested, about: About, room: Room, isInner: boolean): Shape[] {
  const { widget } = nested
  const { padding, border, radius, titleSize } = looksOfWidget(about.looks, widget, { isInner })
  const [top, right, bottom, left] = padding
  const heading = headingOf(nested) ? titleSize * 1.35 + 8 : 0
  const tabs = tabsOf(widget)
  const head = heading + (tabs.length > 0 ? TABS : 0)
  const inner: Room = {
    ...{ x: room.x + left + border, y: room.y + top + border + head },
    ...{ w: room.w - left - right - 2 * border, h: room.h - top - bottom - 2 * border - head },
  }
  const open = tabs.find(({ id }) => id === widget.config?.['activeTab']) ?? tabs[0]
  return [
    ...(isBoxed(widget, { isInner })
      ? [box([room.x, room.y, room.w, room.h], { fill: 'card', stroke: 'edge', radius })]
      : []),
    ...(heading > 0
      ? [bar({ x: inner.x, y: room.y + top + 5, w: Math.min(160, inner.w * 0.6), h: 10 }, 'sketchStrong')]
      : []),
    ...tabs.map((_, index) => bar({ x: inner.x + index * 84, y: inner.y - TABS + 12, w: 60, h: 8 })),
    ...(nested.children.length > 0
      ? paintAll(open ? underTab(nested, open.id) : nested.children, about, inner, true)
      : drawSketch(widget.type, kindShown(widget, about.scene), inner, 'sketch', 'sketchStrong')),
  ]
}

const kindShown = (widget: SceneWidget, scene: Scene): string | undefined => {
  const report = reportOf(widget, scene)
  return report && kindOf(report)
}

const TABS = 44

const bar = ({ x, y, w, h }: Room, fill: 'sketch' | 'sketchStrong' = 'sketch'): Shape =>
  box([x, y, w, h], { fill, radius: h / 2 })

/** Those of the dashboard, so that little changes when it is drawn. */
function coloursOf({ page, card, line, accent }: Looks) {
  const [ground, ink] = [readColour(card) ?? GREY, readColour(accent) ?? GREY]
  const part = (share: number): string => writeColour(mix(ground, ink, share))
  return { page, card, edge: line, sketch: part(0.14), sketchStrong: part(0.26) }
}

const GREY: Rgb = [128, 128, 128]
