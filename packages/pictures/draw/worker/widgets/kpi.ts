import type { Rows } from '../../../viewer/data/rows.ts'
import { ALONE, besideFigure, type Kpi, kpiOf } from '../../../viewer/facts/kpi.ts'
import { SPARK, sparkPaths } from '../../../viewer/facts/sparkline.ts'
import type { Given, Size } from '../context.ts'
import { at, clipped, el, type Markup } from '../svg.ts'
import { paintEmpty } from './notice.ts'

const GAP = 2

interface Row {
  readonly height: number
  readonly before?: number
  readonly markup: Markup
}

/** Draws a single number, with the values it is compared to. */
export function paintKpi(given: Given, room: Size, rows: Rows): Markup {
  const kpi = kpiOf(given, rows)
  if (typeof kpi === 'string') return paintEmpty(given, room, kpi)
  const { looks, on } = given
  const faint = { size: 12, fill: looks.faint }
  const above = [...figure(given, kpi, room), ...delta(given, kpi, room), ...target(given, kpi, room)]
  const below = kpi.note === undefined ? [] : on.letters.wrap(kpi.note, room.width, faint)
  const noteLine = (text: string, index: number): Markup => on.letters.line(0, 18 * index, 18, text, faint)
  const spark = 8 + Math.min(72, Math.max(0, room.height - heightOf(above) - below.length * 18 - 8 - GAP))
  const parts: Row[] = [
    ...above,
    ...(kpi.course && spark > 12
      ? [{ before: 8, height: spark - 8, markup: line(given, kpi.course, room.width, spark - 8) }]
      : []),
    ...(below.length > 0 ? [{ height: 18 * below.length, markup: below.map(noteLine).join('') }] : []),
  ]
  let y = Math.max(0, (room.height - heightOf(parts) + GAP) / 2)
  return parts
    .map(({ height, before = 0, markup }) => {
      const placed = at(0, y + before, markup)
      y += before + height + GAP
      return placed
    })
    .join('')
}

const heightOf = (rows: readonly Row[]): number =>
  rows.reduce((sum, { height, before = 0 }) => sum + height + before + GAP, 0)

function figure({ looks, on }: Given, kpi: Kpi, { width, height }: Size): Row[] {
  const { figure: text, colour, course } = kpi
  const room = Math.min(width / (ALONE.sign * text.length), (height - besideFigure(kpi)) / ALONE.line)
  const size = course ? Math.min(34, Math.max(20, width * 0.11)) : Math.min(ALONE.most, Math.max(ALONE.least, room))
  const type = { size, weight: 650, fill: colour ?? looks.text, spacing: -0.02 }
  return on.letters
    .wrap(text, width, type)
    .map((each) => ({ height: size * 1.2, markup: on.letters.line(0, 0, size * 1.2, each, type) }))
}

function delta({ looks, on, stage }: Given, { delta: change }: Kpi, { width: room }: Size): Row[] {
  if (!change) return []
  const { isUp, isGood, text, against } = change
  const fill = isGood ? stage.theme.good : stage.theme.bad
  const bold = { size: 12.5, weight: 600, fill }
  const sign = el('path', { d: isUp ? 'M0 13 L4.5 5 L9 13 Z' : 'M0 5 L4.5 13 L9 5 Z', fill })
  const from = 9 + on.letters.widthOf(' ', bold)
  const behind = from + on.letters.widthOf(`${text} `, bold)
  const faint = { size: 12.5, fill: looks.faint }
  const words = on.letters.fit(against, room - behind, faint)
  return [
    {
      height: 18.75,
      markup: sign + on.letters.line(from, 0, 18.75, text, bold) + on.letters.line(behind, 0, 18.75, words, faint),
    },
  ]
}

function target({ looks, on }: Given, { target: wanted }: Kpi, { width }: Size): Row[] {
  if (!wanted) return []
  const filled = Math.max(0, Math.min(1, wanted.part)) * width
  return [
    {
      before: 6,
      height: 24,
      markup: [
        el('rect', { width, height: 6, rx: 3, fill: looks.line }),
        el('rect', { width: filled, height: 6, rx: 3, fill: looks.accent }),
        on.letters.line(0, 6, 18, wanted.text, { size: 12, fill: looks.faint }),
      ].join(''),
    },
  ]
}

function line({ looks }: Given, course: readonly number[], width: number, height: number): Markup {
  const { area, line: path } = sparkPaths(course)
  const scale = { x: width / SPARK.width, y: height / SPARK.height }
  const stretched = (d: string): string =>
    d.replaceAll(
      /(-?(?<![\d.])[\d.]+),(-?[\d.]+)/g,
      (_, x: string, y: string) => `${(Number(x) * scale.x).toFixed(1)},${(Number(y) * scale.y).toFixed(1)}`,
    )
  return clipped(
    { x: 0, y: 0, width, height },
    el('path', { d: stretched(area), fill: looks.accent, opacity: 0.1 }),
    el('path', {
      d: stretched(path),
      fill: 'none',
      stroke: looks.accent,
      'stroke-width': 1.75,
      'stroke-linejoin': 'round',
    }),
  )
}
