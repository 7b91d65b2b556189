import { drillsOf } from '../data/details.ts'
import { hidden, make, style } from '../dom.ts'
import { ALONE, besideFigure, type Kpi, kpiOf } from '../facts/kpi.ts'
import type { Draw } from './context.ts'
import { rowsFor } from './rows-for.ts'
import { sparkline } from './sparkline.ts'

/** One number, with what it is compared to. */
export const drawKpi: Draw = async (body, given) => {
  if (!given.report) return undefined
  const kpi = kpiOf(given, await rowsFor(given))
  if (typeof kpi === 'string') {
    body.append(make('p', { class: 'bw-empty' }, kpi))
    return undefined
  }
  const { figure, colour, course, note } = kpi
  body.classList.add('bw-kpi')
  const isDrilled = drillsOf(given.report, given.stage.scene).length > 0
  const lead = make('button', { type: 'button', class: 'bw-drill', title: 'Details' }, figure)
  lead.addEventListener('click', () => void given.show('details'))
  const room = `min(${100 / (ALONE.sign * figure.length)}cqi, (100cqb - ${besideFigure(kpi)}px) / ${ALONE.line})`
  const size = course ? undefined : `clamp(${ALONE.least}px, ${room}, ${ALONE.most}px)`
  body.append(
    style(make('p', { class: 'bw-figure' }, isDrilled ? lead : figure), { color: colour, 'font-size': size }),
    ...comparison(kpi),
    ...target(kpi),
    ...(course ? [sparkline(course, `${given.name}, its course`)] : []),
    ...(note === undefined ? [] : [make('p', { class: 'bw-faint bw-note' }, note)]),
  )
  return undefined
}

function comparison({ delta }: Kpi): HTMLElement[] {
  if (!delta) return []
  const { isUp, isGood, text, against } = delta
  return [
    make(
      'p',
      { class: `bw-delta ${isGood ? 'bw-good' : 'bw-bad'}` },
      make('span', { 'aria-hidden': 'true' }, isUp ? '▲ ' : '▼ '),
      hidden(isUp ? 'Up ' : 'Down '),
      text,
      make('span', { class: 'bw-faint' }, ` ${against}`),
    ),
  ]
}

function target({ target }: Kpi): HTMLElement[] {
  if (!target) return []
  const { part, wanted, text } = target
  const meter = make(
    'div',
    {
      class: 'bw-meter',
      role: 'meter',
      'aria-valuenow': Math.round(part * 100),
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-label': `Target ${wanted}`,
      'aria-valuetext': text,
    },
    style(make('i'), { width: `${Math.max(0, Math.min(100, part * 100))}%` }),
  )
  return [make('div', { class: 'bw-target' }, meter, make('p', { class: 'bw-faint' }, text))]
}
