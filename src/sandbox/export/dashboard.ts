import type { DashboardConfig, DashboardWidget } from '../../api/dashboards.ts'
import { box, line, type Shape, type Sheet } from '../../picture/shapes.ts'
import type { Room } from '../../picture/sketches.ts'
import { fitText } from '../../picture/text/fit.ts'
import { drawPanel, type Panel, writeLines } from './charts.ts'
import { type Colours, coloursOf } from './colours.ts'

/** A dashboard with the data of its charts: everything that a picture of it needs. */
export interface Drawing {
  readonly config: DashboardConfig
  readonly title: string
  /** Under the title: the values that the controls were given, and for whom it is. */
  readonly notes: readonly string[]
  readonly panels: ReadonlyMap<string, Panel>
}

const WIDTH = 1200
const MOST_HEIGHT = 6000
const HEADER = 64
const TITLE = 26
const PADDING = 10

/** Pure: the same drawing gives the same picture. */
export function drawDashboard(drawing: Drawing): Sheet {
  const { config, title, notes } = drawing
  const colours = coloursOf(config)
  const widgets = config.widgets ?? []
  const root = widgets.filter((widget) => parentOf(widget, widgets) === undefined)
  const rowHeight = config.layout?.rowHeight ?? 40
  const [gapX = 12, gapY = 12] = config.layout?.margin ?? []
  const rows = Math.max(1, ...root.map(({ position }) => position.y + position.h))
  const height = Math.min(MOST_HEIGHT, HEADER + rows * (rowHeight + gapY) + gapY)
  const cell = { w: (WIDTH - gapX) / (config.layout?.cols?.lg ?? 12), h: rowHeight + gapY }
  const room = WIDTH - 2 * gapX
  return {
    ...{ width: WIDTH, height, title, background: colours.page },
    shapes: [
      line([gapX, 34], fitText(title, room, { size: 24, bold: true }), 24, colours.text, { bold: true }),
      line([gapX, 54], fitText(notes.join('  |  '), room, { size: 13 }), 13, colours.faint),
      ...root.flatMap((widget) => {
        const { x, y, w, h } = widget.position
        const place = { x: gapX + x * cell.w, y: HEADER + y * cell.h, w: w * cell.w - gapX, h: h * cell.h - gapY }
        return place.y > height ? [] : drawWidget(drawing, widget, place, colours)
      }),
    ],
  }
}

const textAt = (config: DashboardWidget['config'], ...keys: string[]): string | undefined =>
  keys.map((key) => config?.[key]).find((value): value is string => typeof value === 'string' && value !== '')

const parentOf = ({ config, id }: DashboardWidget, widgets: readonly DashboardWidget[]): string | undefined => {
  const parent = config?.['parentId']
  return typeof parent === 'string' && parent !== id && widgets.some((widget) => widget.id === parent)
    ? parent
    : undefined
}

function drawWidget(drawing: Drawing, widget: DashboardWidget, room: Room, colours: Colours): Shape[] {
  const { type, config } = widget
  if (type === 'SPACER') return []
  if (type === 'DIVIDER') return [box([room.x, room.y + room.h / 2, room.w, 1], { fill: colours.border })]
  const panel = drawing.panels.get(widget.id)
  const title = textAt(config, 'title') ?? panel?.title
  const inner = { x: room.x + PADDING, y: room.y + PADDING, w: room.w - 2 * PADDING, h: room.h - 2 * PADDING }
  const body = title === undefined ? inner : { ...inner, y: inner.y + TITLE, h: inner.h - TITLE }
  const face = { size: 15, bold: true }
  return [
    box([room.x, room.y, room.w, room.h], { fill: colours.widget, stroke: colours.border, radius: 4 }),
    ...(title === undefined
      ? []
      : [line([inner.x, inner.y + 14], fitText(title, inner.w, face), face.size, colours.text, { bold: true })]),
    ...drawBody(drawing, widget, panel, body, colours),
  ]
}

function drawBody(
  drawing: Drawing,
  widget: DashboardWidget,
  panel: Panel | undefined,
  room: Room,
  colours: Colours,
): Shape[] {
  const { type, config } = widget
  if (panel) return drawPanel(panel, room, colours)
  if (type === 'TEXT') return writeLines(readText(config), room, colours.text)
  if (type === 'PARENT' || type === 'CONTAINER') return drawInside(drawing, widget, room, colours)
  return writeLines([textAt(config, 'member', 'instructions') ?? type.toLowerCase()], room, colours.faint)
}

/** The widgets of a container share its room. Of tabs only the open one shows. */
function drawInside(drawing: Drawing, { id, config }: DashboardWidget, room: Room, colours: Colours): Shape[] {
  const widgets = drawing.config.widgets ?? []
  const open = textAt(config, 'activeTab')
  const inside = widgets
    .filter((widget) => parentOf(widget, widgets) === id)
    .filter(({ config: own }) => open === undefined || (textAt(own, 'tabId', 'tab') ?? open) === open)
    // A container in itself has no inside.
    .filter(({ type }) => type !== 'PARENT' && type !== 'CONTAINER')
  const cols = Math.max(1, ...inside.map(({ position }) => position.x + position.w))
  const rows = Math.max(1, ...inside.map(({ position }) => position.y + position.h))
  const cell = { w: room.w / cols, h: room.h / rows }
  return inside.flatMap((widget) => {
    const { x, y, w, h } = widget.position
    const place = { x: room.x + x * cell.w, y: room.y + y * cell.h, w: w * cell.w - 4, h: h * cell.h - 4 }
    return drawWidget(drawing, widget, place, colours)
  })
}

/** Markdown without its signs. */
const readText = (config: DashboardWidget['config']): string[] =>
  (textAt(config, 'markdown', 'text', 'content') ?? '').split('\n').map((text) => text.replace(/^#+\s*|[*_`]/g, ''))
