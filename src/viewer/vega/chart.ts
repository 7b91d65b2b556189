import { type Item, loader, parse, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { isMap, textAt } from '../data/free.ts'
import { isLite } from '../data/missing.ts'
import type { Row } from '../data/rows.ts'
import { specOf } from '../data/spec.ts'
import { make } from '../dom.ts'
import { type Draw, type Ended, Told } from '../widgets/context.ts'
import { createCross } from '../widgets/cross.ts'
import { rowsFor } from '../widgets/rows-for.ts'
import { compileSpec } from './compile.ts'
import { chartConfig, LEGENDS } from './config.ts'
import { refuseEndless } from './endless.ts'
import { explain } from './explain.ts'
import { faultIn } from './faults.ts'
import { wrapLegends } from './legends.ts'
import { chartLocale } from './locale.ts'
import { quietly } from './quiet.ts'
import { createTooltip, hideTooltip } from './tooltip.ts'
import { usualChart } from './usual.ts'

/** From this many marks on, they are drawn as pixels: as elements they would freeze the page. */
const MANY = 1_500

export const drawChart: Draw = async (body, given): Promise<Ended> => {
  const { stage, widget, report, name } = given
  if (!report) return undefined
  const rows = await rowsFor(given)
  const written = specOf(report)
  if (typeof written === 'string') throw new Told('The specification of this chart is not JSON.')
  const spec = isMap(written) ? written : usualChart(rows)
  if (!spec) throw new Told('This chart has no specification, and its rows have nothing to draw.')
  if (rows.rows.length === 0 && !hasOwnData(spec)) {
    body.append(make('p', { class: 'bw-empty' }, 'No rows.'))
    return undefined
  }
  refuseEndless(spec)
  body.classList.add('bw-filled')
  // The chart library leaves out what has no meaning, and draws the rest.
  const fault = isLite(spec) ? faultIn(spec) : undefined
  if (fault !== undefined) body.append(make('p', { class: 'bw-notice', role: 'alert' }, fault))
  const cross = createCross(given, rows.rows)
  const holder = make('div', { class: `bw-vega${cross ? ' bw-crossing' : ''}` })
  body.append(...(cross ? [cross.element] : []), holder)
  await document.fonts?.ready
  const size = { width: Math.max(60, holder.clientWidth), height: Math.max(60, holder.clientHeight) }
  const locale = chartLocale(stage.formats.locale)
  const config = { ...chartConfig(stage.theme, size), ...(locale && { locale }) }
  const prepare = (each: Spec) => {
    const { vega, isFitting } = compileSpec(each, rows, config, size, widget.config)
    const legends = wrapLegends(vega, LEGENDS)
    return { isFitting, arrange: legends.arrange, runtime: parse(legends.spec, undefined, { ast: true }) }
  }
  const { isFitting, arrange, runtime } = explained(spec, prepare)
  const troubles: string[] = []
  const remote: string[] = []
  const view = new View(runtime, {
    ...{
      expr: expressionInterpreter,
      renderer: rows.rows.length > MANY ? 'canvas' : 'svg',
      container: holder,
      hover: true,
    },
    loader: nothingRemote(remote),
    logger: quietly(troubles),
    tooltip: createTooltip(stage.theme.mode),
  })
  await view.runAsync()
  const room = () => ({ width: holder.clientWidth, height: holder.clientHeight })
  if (arrange(view, room(), stage.theme)) await view.resize().runAsync()
  const [trouble] = troubles
  if (remote.length > 0 || trouble !== undefined) {
    view.finalize()
    throw new Told(remote[0] ?? explain(spec, trouble ?? ''))
  }
  view.addEventListener('click', (_, item) => {
    if (item) cross?.pick(rowsOf(item))
  })
  describe(holder, `${name}: ${describeMarks(spec)} of ${rows.rows.length} rows`)
  const watch = new ResizeObserver(() => {
    if (!isFitting || holder.clientWidth < 60 || holder.clientHeight < 60) return
    arrange(view, room(), stage.theme)
    view
      .width(holder.clientWidth)
      .height(holder.clientHeight)
      .resize()
      .runAsync()
      .catch(() => undefined)
  })
  watch.observe(holder)
  return () => {
    watch.disconnect()
    hideTooltip()
    view.finalize()
  }
}

/** A line or an area is about all of its points. */
const rowsOf = (item: Item): readonly Row[] =>
  (/^(line|area|trail)$/.test(item.mark.marktype) ? item.mark.items : [item]).map(({ datum }) =>
    isMap(datum) ? (datum as Row) : {},
  )

type Spec = Readonly<Record<string, unknown>>

function explained<T>(spec: Spec, prepare: (spec: Spec) => T): T {
  try {
    return prepare(spec)
  } catch (cause) {
    const canDraw = (each: unknown): boolean => {
      try {
        prepare(each as Spec)
        return true
      } catch {
        return false
      }
    }
    throw cause instanceof Told
      ? cause
      : new Told(explain(spec, String(cause instanceof Error ? cause.message : cause), canDraw))
  }
}

const hasOwnData = (spec: unknown): boolean =>
  isMap(spec) &&
  (isMap(spec['data'])
    ? 'values' in spec['data'] || 'url' in spec['data'] || 'sequence' in spec['data']
    : Array.isArray(spec['data']))

function nothingRemote(troubles: string[]) {
  const refuse = (uri: string): Promise<never> => {
    const text = `It wants to load ${uri}, and nothing is loaded here.`
    if (!troubles.includes(text)) troubles.push(text)
    return Promise.reject(new Told(text))
  }
  return { ...loader(), load: refuse, http: refuse, file: refuse, sanitize: refuse }
}

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
