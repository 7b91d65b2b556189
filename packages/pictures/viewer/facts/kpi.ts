import { specOf } from '@boardwright/common'
import { columnFor } from '../data/columns.ts'
import { formatCell, formatNumber } from '../data/format.ts'
import { isMap, mapsAt, numberAt, textAt } from '../data/free.ts'
import { numberIn, type Rows } from '../data/rows.ts'
import { readable, readColour, writeColour } from '../look/colour.ts'
import { Told } from '../told.ts'
import type { About } from './about.ts'

/** One number, with what it is compared to. */
export interface Kpi {
  readonly figure: string
  readonly colour: string | undefined
  readonly delta?: { readonly isUp: boolean; readonly isGood: boolean; readonly text: string; readonly against: string }
  readonly target?: { readonly part: number; readonly wanted: string; readonly text: string }
  /** The values of the sparkline. */
  readonly course?: readonly number[]
  readonly note: string | undefined
}

/** Returns a text if there is no number: the reason. */
export function kpiOf(about: About, data: Rows): Kpi | string {
  const { stage, report } = about
  const spec = specOf(report ?? { name: '' })
  const measure = textAt(spec, 'value') ?? data.columns.findLast(({ type }) => type === 'number')?.name
  if (measure === undefined) throw new Told('This number names no measure.')
  const isSeries = data.rows.length > 1
  const course = isSeries ? data.rows.flatMap((row) => numberIn(row, measure) ?? []) : (data.course ?? [])
  const value = numberIn(data.rows.at(-1), measure)
  if (value === undefined) return data.rows.length === 0 ? 'No rows.' : `The rows have no number “${measure}”.`
  const show = printerFor(about, measure)
  return {
    figure: show(value),
    colour: thresholdColour(spec, value, stage.theme.ground),
    ...comparison(about, spec, value, isSeries ? course : [], data.before?.[measure]),
    ...target(about, spec, value, show),
    ...sparkline(spec, course),
    note: textAt(spec, 'note'),
  }
}

function printerFor({ stage, widget, report }: About, measure: string): (value: number) => string {
  const wanted = textAt(widget.config, 'numberFormat') ?? textAt(specOf(report ?? { name: '' }), 'format')
  const column = report ? columnFor(measure, report, stage.scene, 'number') : undefined
  return (value) =>
    wanted !== undefined || !column
      ? formatNumber(value, wanted, stage.formats, column?.currency)
      : formatCell(value, column, stage.formats)
}

/** The colour of the highest threshold up to the number. */
function thresholdColour(spec: unknown, value: number, ground: string): string | undefined {
  const steps = mapsAt(spec, 'thresholds')
    .flatMap((step) => {
      const [at, color] = [numberAt(step, 'at'), textAt(step, 'color')]
      return at === undefined || color === undefined ? [] : [{ at, color }]
    })
    .sort((a, b) => a.at - b.at)
  const step = steps.find(({ at }) => value < at) ?? steps.at(-1)
  const [colour, behind] = [step && readColour(step.color), readColour(ground)]
  return colour && behind ? writeColour(readable(colour, behind)) : undefined
}

const UNITS: Readonly<Record<string, string>> = {
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
}

function comparison(
  { stage, report }: About,
  spec: unknown,
  value: number,
  course: readonly number[],
  was: number | undefined,
): Pick<Kpi, 'delta'> {
  const [wish] = mapsAt({ list: report?.periodComparisons }, 'list')
  if (!wish) return {}
  const offset = isMap(wish['offset']) ? wish['offset'] : {}
  const amount = numberAt(offset, 'amount') ?? 1
  const unit = UNITS[textAt(offset, 'unit') ?? ''] ?? 'period'
  const before = course.at(-1 - amount) ?? was
  if (before === undefined || before === 0) return {}
  const change = value / before - 1
  const isUp = change >= 0
  const isGood = isMap(spec) && spec['goodIsUp'] === false ? !isUp : isUp
  const text = formatNumber(Math.abs(change), '.1%', stage.formats)
  const span = amount === 1 ? `the ${unit} before` : `${amount} ${unit}s before`
  return { delta: { isUp, isGood, text, against: `against ${span}` } }
}

function target({ stage }: About, spec: unknown, value: number, show: (value: number) => string): Pick<Kpi, 'target'> {
  const wanted = numberAt(spec, 'target')
  if (wanted === undefined || wanted === 0) return {}
  const part = value / wanted
  const reached = formatNumber(part, '.0%', stage.formats)
  return { target: { part, wanted: show(wanted), text: `${reached} of ${show(wanted)}` } }
}

function sparkline(spec: unknown, course: readonly number[]): Pick<Kpi, 'course'> {
  const wish = isMap(spec) ? spec['sparkline'] : undefined
  return wish && course.length > 1 ? { course: course.slice(-(numberAt(wish, 'points') ?? 60)) } : {}
}

/**
 * A number with nothing drawn below it takes the room: the widths of its signs as parts of its height, how tall its line
 * is, and in pixels how tall it gets at most and what else there is.
 */
export const ALONE = { sign: 0.62, line: 1.25, least: 20, most: 60 } as const

export const besideFigure = ({ delta, target, note }: Kpi): number =>
  (delta ? 21 : 0) + (target ? 32 : 0) + (note === undefined ? 0 : 20)
