import { specOf } from '@boardwright/common'
import { isLite } from '@boardwright/platform/query'
import { type Bounds, loader, parse, type View, type ViewOptions } from 'vega'
import type { SceneReport } from '../../scene.ts'
import { isMap } from '../data/free.ts'
import type { Rows } from '../data/rows.ts'
import { writtenAt } from '../data/written.ts'
import type { Theme } from '../look/look.ts'
import { Told } from '../told.ts'
import { compileSpec } from './compile.ts'
import { chartConfig, LEGENDS, PADDING } from './config.ts'
import { drawableRows } from './drawable.ts'
import { refuseEndless } from './endless.ts'
import { explain } from './explain.ts'
import { ChartView } from './expression/chart-view.ts'
import { interpreter } from './expression/interpreter.ts'
import { sealRealm } from './expression/realm.ts'
import { type Fault, faultIn } from './faults.ts'
import { type WidthOf, wrapLegends } from './legends.ts'
import { areNamesLevel } from './level.ts'
import { chartLocale, timeFormatFor } from './locale.ts'
import { quietly } from './quiet.ts'
import { usualChart } from './usual.ts'

export type ChartSpec = Readonly<Record<string, unknown>>

/**
 * The specification to draw for a report, with the rows that it can show, and what is wrong with either. Undefined if
 * there are no rows to draw.
 */
export function chartOf(
  report: SceneReport,
  rows: Rows,
): { readonly spec: ChartSpec; readonly rows: Rows; readonly fault: string | undefined } | undefined {
  const written = specOf(report)
  if (typeof written === 'string') throw new Told('The specification of this chart is not JSON.')
  const spec = isMap(written) ? written : usualChart(rows)
  if (!spec) throw new Told('This chart has no specification, and its rows have nothing to draw.')
  if (rows.rows.length === 0 && !hasOwnData(spec)) return undefined
  refuseEndless(spec)
  // The chart library ignores what has no meaning, and draws the rest.
  const fault = isLite(spec) ? faultIn(spec) : undefined
  const { rows: shown, note } = isLite(spec) ? drawableRows(spec, rows) : { rows, note: undefined }
  return { spec, rows: shown, fault: fault ? told(fault, report) : note }
}

const told = ({ text, path }: Fault, report: SceneReport): string => `${text}${writtenAt(report, path)}`

interface Size {
  readonly width: number
  readonly height: number
}

interface Wanted {
  readonly report: SceneReport
  readonly spec: ChartSpec
  readonly rows: Rows
  readonly size: Size
  readonly theme: Theme
  readonly locale: string | undefined
  readonly config: unknown
  readonly widthOf: WidthOf
}

interface OpenChart {
  readonly view: View
  /** What it has tried to load since: it asks for images only when it is drawn. */
  readonly refused: () => string | undefined
  /** Whether it takes the room that it gets. Else it has a size of its own. */
  readonly isFitting: boolean
  /** Does nothing if the chart has a size of its own. */
  readonly resize: (room: Size) => Promise<void>
}

/** A chart ready to draw, on a page or without one. It loads nothing and evaluates no code. */
export async function openChart(
  { report, spec, rows, size, theme, locale, config: wish, widthOf }: Wanted,
  options: ViewOptions,
): Promise<OpenChart> {
  sealRealm()
  const words = chartLocale(locale, rows.columns)
  const timeFormat = timeFormatFor(rows.columns)
  const isLevel = areNamesLevel(spec, rows.rows, { widthOf, font: theme.font })
  const config = {
    ...chartConfig(theme, { ...size, count: rows.rows.length, isLevel }),
    ...(words && { locale: words }),
    ...(timeFormat !== undefined && { timeFormat }),
  }
  const prepare = (each: ChartSpec) => {
    const { vega, isFitting } = compileSpec(each, rows, config, size, wish)
    const legends = wrapLegends(vega, LEGENDS, widthOf)
    return { isFitting, arrange: legends.arrange, runtime: parse(legends.spec, undefined, { ast: true }) }
  }
  const { isFitting, arrange, runtime } = explained(spec, prepare, report)
  const troubles: string[] = []
  const remote: string[] = []
  const view = new ChartView(runtime, {
    ...options,
    expr: interpreter,
    loader: nothingRemote(remote),
    logger: quietly(troubles),
  })
  await view.runAsync()
  if (arrange(view, size, theme)) await view.resize().runAsync()
  if (isFitting) await uncut(view, size)
  const [trouble] = troubles
  if (remote.length > 0 || trouble !== undefined) {
    view.finalize()
    throw new Told(remote[0] ?? told(explain(spec, trouble ?? ''), report))
  }
  const resize = async (room: Size): Promise<void> => {
    if (!isFitting) return
    arrange(view, room, theme)
    await view.width(room.width).height(room.height).resize().runAsync()
    await uncut(view, room)
  }
  return { view, refused: () => remote[0], isFitting, resize }
}

/**
 * More names fit below a chart that has become wider, and the last one may reach beyond it; names that were level may
 * stand upright in a plot that their axis has made narrower; and an axis of another height may end at a longer number:
 * then they need that room.
 */
async function uncut(view: View, { width, height }: Size): Promise<void> {
  const { bounds } = (view.scenegraph() as unknown as { readonly root: { readonly bounds: Bounds } }).root
  const [left = 0, top = 0] = view.origin()
  const room = SLACK - 2 * PADDING
  const isCut = left + bounds.x1 < -SLACK || left + bounds.x2 > width + room || top + bounds.y2 > height + room
  if (isCut) await view.resize().runAsync()
}
const SLACK = 0.5

function explained<T>(spec: ChartSpec, prepare: (spec: ChartSpec) => T, report: SceneReport): T {
  try {
    return prepare(spec)
  } catch (cause) {
    const canDraw = (each: unknown): boolean => {
      try {
        prepare(each as ChartSpec)
        return true
      } catch {
        return false
      }
    }
    throw cause instanceof Told
      ? cause
      : new Told(told(explain(spec, String(cause instanceof Error ? cause.message : cause), canDraw), report))
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
