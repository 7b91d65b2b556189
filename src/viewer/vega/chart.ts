import { Error as ErrorLevel, loader, parse, type Spec, View } from 'vega'
import { expressionInterpreter } from 'vega-interpreter'
import { compile, type TopLevelSpec } from 'vega-lite'
import { titleOf } from '../data/format.ts'
import { isMap, textAt } from '../data/free.ts'
import type { Rows } from '../data/rows.ts'
import { make } from '../dom.ts'
import { specOf } from '../sample/rows.ts'
import { type Draw, type Ended, Told } from '../widgets/context.ts'
import { chartConfig } from './config.ts'
import { refuseEndless } from './endless.ts'
import { chartLocale } from './locale.ts'
import { usualChart } from './usual.ts'

/** From this many marks on, they are drawn as pixels: as elements they would freeze the page. */
const MANY = 1_500

export const drawChart: Draw = async (body, given): Promise<Ended> => {
  const { stage, widget, report, name } = given
  if (!report) return undefined
  const rows = await stage.rowsOf(widget, report)
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
  const holder = make('div', { class: 'bw-vega' })
  body.append(holder)
  await document.fonts?.ready
  const size = { width: Math.max(60, holder.clientWidth), height: Math.max(60, holder.clientHeight) }
  const locale = chartLocale(stage.formats.locale)
  const config = { ...chartConfig(stage.theme), ...(locale && { locale }) }
  const { vega, isFitting } = compileSpec(spec, rows, config, size, widget.config)
  const troubles: string[] = []
  const view = new View(parse(vega, undefined, { ast: true }), {
    ...{
      expr: expressionInterpreter,
      renderer: rows.rows.length > MANY ? 'canvas' : 'svg',
      container: holder,
      hover: true,
    },
    loader: nothingRemote(troubles),
    logger: quietly(troubles),
    tooltip: (_: unknown, __: unknown, item: unknown, value: unknown) => tell(holder, item, value),
  })
  await view.runAsync()
  if (troubles.length > 0) {
    view.finalize()
    throw new Told(troubles[0] ?? '')
  }
  describe(holder, `${name}: ${describeMarks(spec)} of ${rows.rows.length} rows`)
  const watch = new ResizeObserver(() => {
    if (!isFitting || holder.clientWidth < 60 || holder.clientHeight < 60) return
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
    view.finalize()
  }
}

const hasOwnData = (spec: unknown): boolean =>
  isMap(spec) &&
  (isMap(spec['data'])
    ? 'values' in spec['data'] || 'url' in spec['data'] || 'sequence' in spec['data']
    : Array.isArray(spec['data']))

interface Compiled {
  readonly vega: Spec
  /** Whether it fills the room that it is given. */
  readonly isFitting: boolean
}

function compileSpec(
  given: Readonly<Record<string, unknown>>,
  { rows }: Rows,
  config: object,
  size: { width: number; height: number },
  wish: unknown,
): Compiled {
  const values = rows.map((row) => ({ ...row }))
  const schema = textAt(given, '$schema') ?? ''
  try {
    if (schema.includes('/vega/') || (schema === '' && Array.isArray(given['marks']))) {
      return {
        vega: {
          ...size,
          autosize: { type: 'fit', contains: 'padding' },
          ...given,
          config: { ...config, ...(isMap(given['config']) ? given['config'] : {}) },
          data: fillData(given['data'], values),
        } as Spec,
        isFitting: !('width' in given),
      }
    }
    const isWhole =
      ['hconcat', 'vconcat', 'concat', 'facet', 'repeat'].every((key) => !(key in given)) && !isFaceted(given)
    const hasSize = 'width' in given || 'height' in given
    const isFitting = isWhole && !hasSize
    const own =
      isMap(given['data']) && ('values' in given['data'] || 'url' in given['data'] || 'sequence' in given['data'])
    const lite = {
      ...(isFitting ? { ...size, autosize: { type: 'fit', contains: 'padding' } } : {}),
      ...given,
      ...(own ? {} : { data: { ...(isMap(given['data']) ? given['data'] : {}), name: 'query', values } }),
      config: {
        ...config,
        ...(isMap(given['config']) ? given['config'] : {}),
        ...(isMap(wish) && wish['showLegend'] === false ? { legend: { disable: true } } : {}),
      },
    }
    return {
      vega: compile(lite as unknown as TopLevelSpec, {
        logger: quietly([]) as never,
        fieldTitle: ({ field }) => titleOf(String(field ?? '').replaceAll('\\', '')),
      }).spec,
      isFitting,
    }
  } catch (cause) {
    throw new Told(`The specification does not compile: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

const isFaceted = ({ encoding }: Readonly<Record<string, unknown>>): boolean =>
  isMap(encoding) && ['row', 'column', 'facet'].some((channel) => channel in encoding)

/** A Vega specification that names the query's rows gets them there; otherwise they become its first data. */
function fillData(data: unknown, values: readonly object[]): unknown[] {
  const list = (Array.isArray(data) ? data : isMap(data) ? [data] : []).filter(isMap)
  const isEmpty = (each: Readonly<Record<string, unknown>>): boolean =>
    !('values' in each) && !('url' in each) && !('source' in each)
  const named = list.find((each) => each['name'] === 'query') ?? list.find(isEmpty)
  if (!named) return [{ name: 'query', values }, ...list]
  return list.map((each) => (each === named ? { ...each, values } : each))
}

function nothingRemote(troubles: string[]) {
  const refuse = (uri: string): Promise<never> => {
    const text = `It wants to load ${uri}, and nothing is loaded here.`
    if (!troubles.includes(text)) troubles.push(text)
    return Promise.reject(new Told(text))
  }
  return { ...loader(), load: refuse, http: refuse, file: refuse, sanitize: refuse }
}

function quietly(troubles: string[]) {
  const logger = {
    level: () => ErrorLevel,
    error: (...args: readonly unknown[]) => {
      const [first] = args
      if (troubles.length === 0)
        troubles.push(`The chart cannot be drawn: ${first instanceof Error ? first.message : String(first)}`)
      return logger
    },
    warn: () => logger,
    info: () => logger,
    debug: () => logger,
  }
  return logger as never
}

function tell(holder: HTMLElement, item: unknown, value: unknown): void {
  const text =
    value === null || value === undefined || item === null
      ? ''
      : isMap(value)
        ? Object.entries(value)
            .map(([key, each]) => `${key}: ${String(each)}`)
            .join('\n')
        : String(value)
  holder.title = text
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
