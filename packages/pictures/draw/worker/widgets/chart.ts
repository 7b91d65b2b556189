import { textMetrics } from 'vega'
import type { Rows } from '../../../viewer/data/rows.ts'
import { Told } from '../../../viewer/told.ts'
import { chartOf, openChart } from '../../../viewer/vega/view.ts'
import type { Given, Size } from '../context.ts'
import { at, clipped, escapeXml, type Markup } from '../svg.ts'
import type { Letters } from '../text.ts'
import { noticeHeight, paintEmpty, paintNotice } from './notice.ts'

declare module 'vega' {
  /** Measures the width of texts. Vega's types lack it. */
  export const textMetrics: { width: (item: Letter, text: string) => number }
}

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
  const { view, refused } = await openChart(
    {
      ...{ report, spec, rows, size, theme: stage.theme, locale: stage.formats.locale, config: widget.config },
      widthOf: (text) => on.letters.widthOf(text, { size: 11 }),
    },
    { renderer: 'none' },
  )
  try {
    const drawn = plain(await view.toSVG(), widget.id, looks.font)
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

interface Letter {
  readonly fontSize?: number
  readonly fontWeight?: string | number
}

const NAMED: Readonly<Record<string, number>> = { bold: 700, bolder: 700, normal: 400, lighter: 400 }

function measureWith({ widthOf }: Letters): void {
  textMetrics.width = ({ fontSize, fontWeight }: Letter, text: string): number =>
    widthOf(String(text), {
      size: Number(fontSize ?? 11),
      weight: NAMED[String(fontWeight)] ?? (Number(fontWeight ?? 400) || 400),
    })
}

/** Removes what only a page needs, and makes ids unique among the charts of a picture. */
const plain = (svg: string, id: string, font: string): Markup => {
  const own = [...id].map((letter) => letter.codePointAt(0)?.toString(36)).join('')
  return svg
    .replaceAll(/ (role|aria-[a-z]+|aria-hidden|tabindex|pointer-events)="[^"]*"/g, '')
    .replaceAll(` font-family="${escapeXml(font)}"`, '')
    .replaceAll(/ id="([^"]+)"/g, ` id="${own}-$1"`)
    .replaceAll(/url\(#([^()]+)\)/g, `url(#${own}-$1)`)
}
