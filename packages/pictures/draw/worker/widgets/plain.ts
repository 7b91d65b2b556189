import { textAt } from '../../../viewer/data/free.ts'
import type { Given, Paint } from '../context.ts'
import { el, type Markup } from '../svg.ts'

const DASHES: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  solid: {},
  dashed: { 'stroke-dasharray': '4 3' },
  dotted: { 'stroke-width': 2, 'stroke-dasharray': '0 4', 'stroke-linecap': 'round' },
}

export const paintDivider: Paint = (given, { width, height }) => {
  const { looks, on, widget } = given
  const label = textAt(widget.config, 'label')
  const type = { size: 12, fill: looks.faintOnPage }
  if (label === undefined) return rule(given, 0, width, height / 2)
  const wide = on.letters.widthOf(label, type)
  const side = (width - wide) / 2 - 12
  return [
    rule(given, 0, side, height / 2),
    on.letters.line(side + 12, height / 2 - 9, 18, label, type),
    rule(given, width - side, width, height / 2),
  ].join('')
}

function rule({ looks, widget }: Given, x1: number, x2: number, y: number): Markup {
  const kind = textAt(widget.config, 'line') ?? 'solid'
  const line = (shift: number): Markup =>
    el('line', { x1, x2, y1: y + shift, y2: y + shift, stroke: looks.strongLine, ...(DASHES[kind] ?? {}) })
  return kind === 'double' ? line(-1) + line(1) : line(0)
}

/** An AI summary. The platform writes it, so here a note says that. */
export const paintAi: Paint = ({ looks, on, stage, widget }, { width, height }) => {
  const { scene } = stage
  const isAllowed = scene.showAi !== false
  const reports = (widget.reports ?? []).map((each) => scene.reports[each]?.name ?? each)
  const instructions = textAt(widget.config, 'instructions')
  const faint = { size: 13, fill: looks.faint }
  const said = isAllowed ? 'Written when it is opened.' : 'Summaries are switched off here.'
  const texts = [
    { text: said, type: faint, x: 13, isQuote: false },
    ...(instructions !== undefined && isAllowed
      ? [{ text: instructions, type: { size: 13, fill: looks.text }, x: 26, isQuote: true }]
      : []),
    ...(reports.length > 0 && isAllowed
      ? [{ text: `Reads: ${reports.join(', ')}`, type: faint, x: 13, isQuote: false }]
      : []),
  ]
  const badge = { size: 12, weight: 600, fill: looks.accent }
  const wide = on.letters.widthOf('AI summary', badge) + 20
  let y = 13 + 20
  const lines = texts.flatMap(({ text, type, x, isQuote }) => {
    const top = y + 8
    const own = on.letters.wrap(text, width - 2 * x, type).map((line) => {
      y += 19.5
      return on.letters.line(x, y - 11.5, 19.5, line, type)
    })
    const bar = { x: 13, y: top, width: 3, height: y + 8 - top, fill: looks.accent }
    y += 8
    return isQuote ? [el('rect', bar), ...own] : own
  })
  return [
    el('rect', {
      ...{ x: 0.5, y: 0.5, width: width - 1, height: Math.max(y + 5, height) - 1, rx: 8, fill: 'none' },
      ...{ stroke: looks.strongLine, 'stroke-dasharray': '4 4' },
    }),
    el('rect', { x: 13, y: 13, width: wide, height: 20, rx: 10, fill: looks.tint }),
    on.letters.line(23, 14, 18, 'AI summary', badge),
    ...lines,
  ].join('')
}
