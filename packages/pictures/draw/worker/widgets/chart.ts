import type { Bounds, View } from 'vega'
import type { Rows } from '../../../viewer/data/rows.ts'
import { Told } from '../../../viewer/told.ts'
import { chartOf, openChart } from '../../../viewer/vega/view.ts'
import type { Sizes } from '../../job.ts'
import type { Given, Size } from '../context.ts'
import { measureWith, weightOf } from '../measuring-canvas.ts'
import { at, clipped, el, escapeXml, type Markup, unescapeXml } from '../svg.ts'
import type { Letters } from '../text.ts'
import { noticeHeight, paintEmpty, paintNotice } from './notice.ts'

/** Draws a chart with the chart library, using the widths of our letters. */
export async function paintChart(given: Given, room: Size, all: Rows): Promise<Markup> {
  const { report, widget, stage, on, looks } = given
  const chart = report && chartOf(report, all)
  if (!chart) return paintEmpty(given, room, 'No rows.')
  const { spec, rows, fault } = chart
  const top = fault === undefined ? 0 : noticeHeight(given, room, fault)
  const holder = { width: room.width, height: room.height - top }
  const size = { width: Math.max(60, holder.width), height: Math.max(60, holder.height) }
  measureWith(on.letters)
  const { view, refused, isFitting } = await openChart(
    {
      ...{ report, spec, rows, size, theme: stage.theme, locale: stage.formats.locale, config: widget.config },
      widthOf: (text) => on.letters.widthOf(text, { size: 11 }),
    },
    { renderer: 'none' },
  )
  try {
    if (isFitting) await levelled(view, given)
    const drawn = plain(stretched(await view.toSVG(), on.letters), widget.id, looks.font)
    const away = refused()
    if (away !== undefined) throw new Told(away)
    return (
      (fault === undefined ? '' : paintNotice(given, room, fault)) +
      at(0, top, clipped({ x: 0, y: 0, ...holder }, drawn))
    )
  } finally {
    view.finalize()
  }
}

/** The plot has the same place on both sides of a comparison, unless what is around it is something else. */
async function levelled(view: View, { widget, on }: Given): Promise<void> {
  const own = roomAround(view)
  const padding = view.padding() as Readonly<Record<string, number>>
  const more = Object.entries(on.level(widget.id, own)).map(([side, size]): readonly [string, number] => {
    const missing = size - (own[side] ?? 0)
    return [side, (padding[side] ?? 0) + (missing > MOST_LEVELLED ? 0 : missing)]
  })
  if (more.some(([side, size]) => size !== padding[side])) {
    await view.padding(Object.fromEntries(more)).resize().runAsync()
  }
}

/** A legend is larger, and is seen to come or go. */
const MOST_LEVELLED = 48

/** What axes, titles and legends take. */
function roomAround(view: View): Sizes {
  const [left = 0, top = 0] = view.origin()
  const { bounds } = (view.scenegraph() as unknown as { readonly root: { readonly bounds: Bounds } }).root
  const over = (most: number, inner: number): number => Math.max(0, Math.ceil(most - inner))
  return { left, top, right: over(bounds.x2, view.width()), bottom: over(bounds.y2, view.height()) }
}

const TEXT = /<text([^<>]*)>([^<]*)<\/text>/g
const ATTRIBUTE = / ([\w-]+)="([^"]*)"/g

/** Texts of a chart as wide as the chart was laid out for. */
const stretched = (svg: string, letters: Letters): Markup =>
  svg.replaceAll(TEXT, (whole, attributes: string, text: string) => {
    if (text.trim() === '') return whole
    const written = new Map([...attributes.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]))
    const size = Number.parseFloat(written.get('font-size') ?? '11')
    const weight = weightOf(written.get('font-weight'))
    const fill = written.get('fill') ?? ''
    const anchor = ANCHORS.find((each) => each === written.get('text-anchor')) ?? 'start'
    const type = { size, weight, fill, anchor }
    const { attributes: own, inner } = letters.spread(unescapeXml(text), type, 0)
    const kept = attributes.replaceAll(/ (text-anchor|font-weight)="[^"]*"/g, '')
    return el('text', { ...own, ...letters.inWeight(type) }, inner).replace('<text', `<text${kept}`)
  })

const ANCHORS = ['start', 'middle', 'end'] as const

/** Removes what only a page needs, and makes ids unique among the charts of a picture. */
const plain = (svg: string, id: string, font: string): Markup => {
  const own = [...id].map((letter) => letter.codePointAt(0)?.toString(36)).join('')
  return svg
    .replaceAll(/ (role|aria-[a-z]+|aria-hidden|tabindex|pointer-events)="[^"]*"/g, '')
    .replaceAll(` font-family="${escapeXml(font)}"`, '')
    .replaceAll(/ id="([^"]+)"/g, ` id="${own}-$1"`)
    .replaceAll(/url\(#([^()]+)\)/g, `url(#${own}-$1)`)
}
