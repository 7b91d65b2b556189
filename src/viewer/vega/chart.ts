import type { Item } from 'vega'
import { drillsOf } from '../data/details.ts'
import { isMap, textAt } from '../data/free.ts'
import type { Row } from '../data/rows.ts'
import { make } from '../dom.ts'
import { makeLegible } from '../glyphs.ts'
import { hideTooltip } from '../tooltip-box.ts'
import type { Draw, Ended } from '../widgets/context.ts'
import { createCross } from '../widgets/cross.ts'
import { rowsFor } from '../widgets/rows-for.ts'
import { widthOnPage } from './pen.ts'
import { createTooltip } from './tooltip.ts'
import { chartOf, openChart } from './view.ts'

/** With this many marks or more, they are drawn as pixels: as elements they would freeze the page. */
const MANY = 1_500

export const drawChart: Draw = async (body, given): Promise<Ended> => {
  const { stage, widget, report, name } = given
  if (!report) return undefined
  const chart = chartOf(report, await rowsFor(given))
  if (!chart) {
    body.append(make('p', { class: 'bw-empty' }, 'No rows.'))
    return undefined
  }
  const { spec, rows, fault } = chart
  body.classList.add('bw-filled')
  if (fault !== undefined) body.append(make('p', { class: 'bw-notice', role: 'alert' }, fault))
  const cross = createCross(given, rows.rows)
  const holder = make('div', { class: `bw-vega${cross ? ' bw-crossing' : ''}` })
  body.append(...(cross ? [cross.element] : []), holder)
  await document.fonts?.ready
  const room = () => ({ width: holder.clientWidth, height: holder.clientHeight })
  const size = { width: Math.max(60, holder.clientWidth), height: Math.max(60, holder.clientHeight) }
  const { theme, formats } = stage
  const { view, isFitting, arrange } = await openChart(
    { report, spec, rows, size, theme, locale: formats.locale, config: widget.config, widthOf: widthOnPage },
    {
      renderer: rows.rows.length > MANY ? 'canvas' : 'svg',
      container: holder,
      hover: true,
      tooltip: createTooltip(theme.mode),
    },
  )
  const isDrilled = !cross && drillsOf(report, stage.scene).length > 0
  if (isDrilled) holder.classList.add('bw-crossing')
  view.addEventListener('click', (_, item) => {
    const about = item ? rowsOf(item) : []
    cross?.pick(about)
    if (isDrilled && about.some((row) => Object.keys(row).length > 0)) void given.show('details', inCommon(about))
  })
  makeLegible(holder)
  describe(holder, `${name}: ${describeMarks(spec)} of ${rows.rows.length} rows`)
  const watch = new ResizeObserver(() => {
    if (!isFitting || holder.clientWidth < 60 || holder.clientHeight < 60) return
    arrange(room())
    view
      .width(holder.clientWidth)
      .height(holder.clientHeight)
      .resize()
      .runAsync()
      .then(() => makeLegible(holder))
      .catch(() => undefined)
  })
  watch.observe(holder)
  return () => {
    watch.disconnect()
    hideTooltip()
    view.finalize()
  }
}

/** A line or an area stands for all of its points. */
const rowsOf = (item: Item): readonly Row[] =>
  (/^(line|area|trail)$/.test(item.mark.marktype) ? item.mark.items : [item]).map(({ datum }) =>
    isMap(datum) ? (datum as Row) : {},
  )

/** The values that all rows of a mark share. */
const inCommon = ([first = {}, ...others]: readonly Row[]): Row =>
  Object.fromEntries(Object.entries(first).filter(([name, value]) => others.every((row) => row[name] === value)))

function describe(holder: HTMLElement, text: string): void {
  const drawing = holder.querySelector('svg, canvas')
  drawing?.setAttribute('role', 'img')
  drawing?.setAttribute('aria-label', text)
  drawing?.removeAttribute('aria-roledescription')
  for (const child of drawing?.children ?? []) child.setAttribute('aria-hidden', 'true')
}

const MARKS: Readonly<Record<string, string>> = {
  bar: 'bar chart',
  line: 'line chart',
  area: 'area chart',
  point: 'points',
  circle: 'points',
  rect: 'heat map',
  arc: 'pie chart',
  tick: 'ticks',
  rule: 'rules',
}

function describeMarks(spec: Readonly<Record<string, unknown>>): string {
  const layers = Array.isArray(spec['layer']) ? spec['layer'].filter(isMap) : [spec]
  const names = layers.map(
    ({ mark }) => MARKS[(isMap(mark) ? textAt(mark, 'type') : typeof mark === 'string' ? mark : '') ?? ''],
  )
  return names.find((each) => each !== undefined) ?? 'chart'
}
