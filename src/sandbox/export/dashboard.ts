import type { DashboardConfig, DashboardWidget } from '../../api/dashboards.ts'
import { type Box, type Canvas, createCanvas, type Picture } from './canvas.ts'
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
const TITLE = 24
const PADDING = 10

/** Pure: the same drawing gives the same picture. */
export function drawDashboard(drawing: Drawing): Picture {
  const { config, title, notes } = drawing
  const colours = coloursOf(config)
  const widgets = config.widgets ?? []
  const root = widgets.filter((widget) => parentOf(widget, widgets) === undefined)
  const rowHeight = config.layout?.rowHeight ?? 40
  const [gapX = 12, gapY = 12] = config.layout?.margin ?? []
  const rows = Math.max(1, ...root.map(({ position }) => position.y + position.h))
  const height = Math.min(MOST_HEIGHT, HEADER + rows * (rowHeight + gapY) + gapY)
  const canvas = createCanvas(WIDTH, height, colours.page)

  canvas.write(title, { x: gapX, y: 12, w: WIDTH - 2 * gapX }, colours.text, 3)
  canvas.write(notes.join('  |  '), { x: gapX, y: 44, w: WIDTH - 2 * gapX }, colours.faint)
  const cell = { w: (WIDTH - gapX) / (config.layout?.cols?.lg ?? 12), h: rowHeight + gapY }
  for (const widget of root) {
    const { x, y, w, h } = widget.position
    const box = { x: gapX + x * cell.w, y: HEADER + y * cell.h, w: w * cell.w - gapX, h: h * cell.h - gapY }
    drawWidget(canvas, drawing, widget, box, colours)
  }
  return canvas
}

const textAt = (config: DashboardWidget['config'], ...keys: string[]): string | undefined =>
  keys.map((key) => config?.[key]).find((value): value is string => typeof value === 'string' && value !== '')

const parentOf = ({ config, id }: DashboardWidget, widgets: readonly DashboardWidget[]): string | undefined => {
  const parent = config?.['parentId']
  return typeof parent === 'string' && parent !== id && widgets.some((widget) => widget.id === parent)
    ? parent
    : undefined
}

function drawWidget(canvas: Canvas, drawing: Drawing, widget: DashboardWidget, box: Box, colours: Colours): void {
  const { type, config } = widget
  if (type === 'SPACER') return
  if (type === 'DIVIDER') {
    canvas.fill({ ...box, y: box.y + box.h / 2, h: 1 }, colours.border)
    return
  }
  canvas.fill(box, colours.widget)
  canvas.outline(box, colours.border)
  const panel = drawing.panels.get(widget.id)
  const title = textAt(config, 'title') ?? panel?.title
  const inner = { x: box.x + PADDING, y: box.y + PADDING, w: box.w - 2 * PADDING, h: box.h - 2 * PADDING }
  if (title !== undefined) canvas.write(title, inner, colours.text, 2)
  const body = title === undefined ? inner : { ...inner, y: inner.y + TITLE, h: inner.h - TITLE }
  if (panel) drawPanel(canvas, panel, body, colours)
  else if (type === 'TEXT') writeLines(canvas, readText(config), body, colours.text)
  else if (type === 'PARENT' || type === 'CONTAINER' || type === 'TABS_CONTAINER')
    drawInside(canvas, drawing, widget, body, colours)
  else writeLines(canvas, [textAt(config, 'member', 'instructions') ?? type.toLowerCase()], body, colours.faint)
}

/** The widgets of a container share its room. Of tabs only the open one shows. */
function drawInside(
  canvas: Canvas,
  drawing: Drawing,
  { id, config }: DashboardWidget,
  box: Box,
  colours: Colours,
): void {
  const widgets = drawing.config.widgets ?? []
  const open = textAt(config, 'activeTab')
  const inside = widgets
    .filter((widget) => parentOf(widget, widgets) === id)
    .filter(({ config: own }) => open === undefined || (textAt(own, 'tabId', 'tab') ?? open) === open)
  const cols = Math.max(1, ...inside.map(({ position }) => position.x + position.w))
  const rows = Math.max(1, ...inside.map(({ position }) => position.y + position.h))
  for (const widget of inside) {
    // A container in itself has no inside.
    if (widget.type === 'PARENT' || widget.type === 'CONTAINER') continue
    const { x, y, w, h } = widget.position
    const cell = { w: box.w / cols, h: box.h / rows }
    drawWidget(
      canvas,
      drawing,
      widget,
      { x: box.x + x * cell.w, y: box.y + y * cell.h, w: w * cell.w - 4, h: h * cell.h - 4 },
      colours,
    )
  }
}

/** Markdown without its signs. */
const readText = (config: DashboardWidget['config']): string[] =>
  (textAt(config, 'markdown', 'text', 'content') ?? '').split('\n').map((line) => line.replace(/^#+\s*|[*_`]/g, ''))
