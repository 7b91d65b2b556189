import { largest } from '@boardwright/common'
import { fieldOf, valuesOf } from '../../../viewer/data/choices.ts'
import { memberOf } from '../../../viewer/data/columns.ts'
import { titleOf } from '../../../viewer/data/format.ts'
import { isMap, textAt, textsAt } from '../../../viewer/data/free.ts'
import { valuesFor } from '../../../viewer/sample/company.ts'
import type { Given, Paint, Size } from '../context.ts'
import type { Looks } from '../looks.ts'
import { at, el, type Markup } from '../svg.ts'

const MOST_VALUES = 12
const FIELD = 34
const CHIP = 24

/** A filter as it looks when the page opens. */
export const paintFilter: Paint = (given, { width, height }) => {
  const { config } = given.widget
  const member = textAt(config, 'member') ?? ''
  const about = memberOf(member, given.stage.scene)
  const preset = valuesOf(isMap(config) ? config['value'] : undefined)
  if (about?.type === 'time') {
    const side = (width - 26) / 2
    const [from = 'from', to = 'to'] = preset
    return (
      field(given, 0, side, from) +
      given.on.letters.line(side + 9, 8, 21, '–', faint(given)) +
      field(given, side + 26, side, to)
    )
  }
  if (about?.type === 'number' || about?.kind === 'measure') return field(given, 0, width, preset[0] ?? '')
  const all = [...new Set([...preset, ...valuesFor(member, given.stage.scene)])]
  const values = all.slice(0, MOST_VALUES)
  if (textAt(config, 'display') === 'list') return checks(given, { width, height }, all, preset)
  if (preset.length > 1 || (isMap(config) && config['multiple'] === true)) return chips(given, width, values, preset)
  return field(given, 0, width, preset[0] ?? 'All', true)
}

const GRAINS = ['day', 'week', 'month', 'quarter', 'year']

export const paintGrain: Paint = (given) => {
  const { looks, on, widget } = given
  const listed = textsAt(widget.config, 'grains')
  const grains = listed.length > 0 ? listed : GRAINS
  const chosen = textAt(widget.config, 'grain') ?? grains[0]
  let x = 3
  const parts = grains.map((grain) => {
    const isOn = grain === chosen
    const type = { size: 14, weight: isOn ? 600 : 400, fill: looks.text }
    const wide = on.letters.widthOf(titleOf(grain), type) + 24
    const part =
      (isOn
        ? el('rect', { x, y: 3, width: wide, height: 27, rx: 7, fill: looks.card === 'none' ? looks.page : looks.card })
        : '') + on.letters.line(x + 12, 6, 21, titleOf(grain), type)
    x += wide
    return part
  })
  return el('rect', { width: x + 3, height: 33, rx: 9, fill: looks.tint }) + parts.join('')
}

/** The control that chooses which member charts show. */
export const paintField: Paint = (given, { width }) => {
  const chosen = fieldOf(given.widget.config)
  if (chosen === undefined) return given.on.letters.line(0, 6, 21, 'No fields to choose from.', faint(given))
  return field(given, 0, width, memberOf(chosen, given.stage.scene)?.title ?? titleOf(chosen), true)
}

const faint = ({ looks }: Given) => ({ size: 14, fill: looks.faint })

function field({ looks, on }: Given, x: number, width: number, text: string, isMenu = false): Markup {
  const type = { size: 14, fill: looks.text }
  const room = width - 20 - (isMenu ? 18 : 0)
  return [
    el('rect', {
      ...{ x: x + 0.5, y: 0.5, width: width - 1, height: FIELD - 1, rx: 8 },
      ...{ fill: looks.card, stroke: looks.strongLine },
    }),
    on.letters.line(x + 11, 6.5, 21, on.letters.fit(text, room, type), type),
    isMenu
      ? el('path', {
          d: `M${x + width - 19} 15 l4.5 4.5 l4.5 -4.5`,
          fill: 'none',
          stroke: looks.faint,
          'stroke-width': 1.5,
        })
      : '',
  ].join('')
}

function chips({ looks, on }: Given, width: number, values: readonly string[], chosen: readonly string[]): Markup {
  let [x, y] = [0, 0]
  return values
    .map((value) => {
      const isOn = chosen.includes(value)
      const type = { size: 13, fill: isOn ? looks.onAccent : looks.text }
      const wide = on.letters.widthOf(value, type) + 24
      if (x > 0 && x + wide > width) [x, y] = [0, y + CHIP + 4]
      const chip =
        el('rect', {
          ...{ x: x + 0.5, y: y + 0.5, width: wide - 1, height: CHIP - 1, rx: (CHIP - 1) / 2 },
          ...{ fill: isOn ? looks.accent : looks.card, stroke: isOn ? looks.accent : looks.strongLine },
        }) + on.letters.line(x + 12, y + (CHIP - 19.5) / 2, 19.5, value, type)
      x += wide + 6
      return chip
    })
    .join('')
}

const CHECK = { row: 29, around: 37, gap: 12 } as const

/** In whole rows, and in as many columns as there is room for. What is left is counted. */
function checks({ looks, on }: Given, room: Size, values: readonly string[], chosen: readonly string[]): Markup {
  const type = { size: 14, fill: looks.text }
  const rows = Math.max(1, Math.floor((room.height - 4) / CHECK.row))
  const columns: { readonly x: number; readonly names: readonly string[] }[] = []
  let x = 0
  for (let from = 0; from < values.length; from += rows) {
    const names = values.slice(from, from + rows)
    const wide = CHECK.around + largest(names.map((name) => on.letters.widthOf(name, type)))
    if (x > 0 && x + wide > room.width) break
    columns.push({ x, names })
    x += wide + CHECK.gap
  }
  const places = columns.flatMap((column) =>
    column.names.map((name, row) => ({ name, x: column.x, y: row * CHECK.row })),
  )
  const left = values.length - places.length
  return places
    .map(({ name, x, y }, index) =>
      left > 0 && index === places.length - 1
        ? on.letters.line(x + 6, y + 4, 21, `and ${left + 1} more`, { size: 14, fill: looks.faint })
        : at(x, y, check(looks, chosen.includes(name)), on.letters.line(31, 4, 21, name, type)),
    )
    .join('')
}

const check = (looks: Looks, isOn: boolean): Markup =>
  el('rect', {
    ...{ x: 6.5, y: 6.5, width: 15, height: 15, rx: 3 },
    ...{ fill: isOn ? looks.accent : looks.card, stroke: isOn ? looks.accent : looks.strongLine },
  }) + (isOn ? el('path', { d: 'M10 14 l3 3 l5 -6', fill: 'none', stroke: looks.onAccent, 'stroke-width': 2 }) : '')
