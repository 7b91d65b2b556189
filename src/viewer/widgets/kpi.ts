import { columnFor } from '../data/columns.ts'
import { formatCell, formatNumber } from '../data/format.ts'
import { isMap, mapsAt, numberAt, textAt } from '../data/free.ts'
import { numberIn } from '../data/rows.ts'
import { specOf } from '../data/spec.ts'
import { hidden, make, style } from '../dom.ts'
import { readable, readColour, writeColour } from '../look/colour.ts'
import { type Draw, type Given, Told } from './context.ts'
import { rowsFor } from './rows-for.ts'
import { sparkline } from './sparkline.ts'

/** One number, with what it is compared with. */
export const drawKpi: Draw = async (body, given) => {
  const { stage, report } = given
  if (!report) return undefined
  const data = await rowsFor(given)
  const spec = specOf(report)
  const measure = textAt(spec, 'value') ?? data.columns.findLast(({ type }) => type === 'number')?.name
  if (measure === undefined) throw new Told('This number names no measure.')
  const course = data.rows.length > 1 ? data.rows.flatMap((row) => numberIn(row, measure) ?? []) : (data.course ?? [])
  const value = numberIn(data.rows.at(-1), measure)
  if (value === undefined) {
    body.append(
      make('p', { class: 'bw-empty' }, data.rows.length === 0 ? 'No rows.' : `The rows have no number “${measure}”.`),
    )
    return undefined
  }
  const show = printerFor(given, measure)
  body.classList.add('bw-kpi')
  const figure = make('p', { class: 'bw-figure' }, show(value))
  const colour = thresholdColour(spec, value, stage.theme.ground)
  if (colour !== undefined) style(figure, { color: colour })
  body.append(
    figure,
    ...comparison(given, spec, value, data.rows.length > 1 ? course : [], data.before?.[measure]),
    ...target(given, spec, value, show),
    ...line(spec, course, given),
    ...note(spec),
  )
  return undefined
}

function printerFor({ stage, widget, report }: Given, measure: string): (value: number) => string {
  const wanted = textAt(widget.config, 'numberFormat') ?? textAt(specOf(report ?? { name: '' }), 'format')
  const column = report ? columnFor(measure, report, stage.scene, 'number') : undefined
  return (value) =>
    wanted !== undefined || !column
      ? formatNumber(value, wanted, stage.formats)
      : formatCell(value, column, stage.formats)
}

/** The colour of the highest step that the number has not passed. */
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
  { stage, report }: Given,
  spec: unknown,
  value: number,
  course: readonly number[],
  factor: number | undefined,
): HTMLElement[] {
  const [wish] = mapsAt({ list: report?.periodComparisons }, 'list')
  if (!wish) return []
  const offset = isMap(wish['offset']) ? wish['offset'] : {}
  const amount = numberAt(offset, 'amount') ?? 1
  const unit = UNITS[textAt(offset, 'unit') ?? ''] ?? 'period'
  const before = course.at(-1 - amount) ?? (factor === undefined ? undefined : value * factor)
  if (before === undefined || before === 0) return []
  const change = value / before - 1
  const isUp = change >= 0
  const isGood = isMap(spec) && spec['goodIsUp'] === false ? !isUp : isUp
  const text = formatNumber(Math.abs(change), '.1%', stage.formats)
  const span = amount === 1 ? `the ${unit} before` : `${amount} ${unit}s before`
  return [
    make(
      'p',
      { class: `bw-delta ${isGood ? 'bw-good' : 'bw-bad'}` },
      make('span', { 'aria-hidden': 'true' }, isUp ? '▲ ' : '▼ '),
      hidden(isUp ? 'Up ' : 'Down '),
      text,
      make('span', { class: 'bw-faint' }, ` against ${span}`),
    ),
  ]
}

function target({ stage }: Given, spec: unknown, value: number, show: (value: number) => string): HTMLElement[] {
  const wanted = numberAt(spec, 'target')
  if (wanted === undefined || wanted === 0) return []
  const part = value / wanted
  const reached = formatNumber(part, '.0%', stage.formats)
  const meter = make(
    'div',
    {
      class: 'bw-meter',
      role: 'meter',
      'aria-valuenow': Math.round(part * 100),
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-label': `Target ${show(wanted)}`,
      'aria-valuetext': `${reached} of ${show(wanted)}`,
    },
    style(make('i'), { width: `${Math.max(0, Math.min(100, part * 100))}%` }),
  )
  return [make('div', { class: 'bw-target' }, meter, make('p', { class: 'bw-faint' }, `${reached} of ${show(wanted)}`))]
}

function line(spec: unknown, course: readonly number[], { name }: Given): Node[] {
  const wish = isMap(spec) ? spec['sparkline'] : undefined
  if (!wish || course.length < 2) return []
  return [sparkline(course.slice(-(numberAt(wish, 'points') ?? 60)), `${name}, its course`)]
}

const note = (spec: unknown): HTMLElement[] => {
  const text = textAt(spec, 'note')
  return text === undefined ? [] : [make('p', { class: 'bw-faint bw-note' }, text)]
}
