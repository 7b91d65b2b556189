import { fieldOf, fieldsOf, hasEffect, valuesOf } from '../data/choices.ts'
import { memberOf } from '../data/columns.ts'
import { titleOf } from '../data/format.ts'
import { isMap, textAt, textsAt } from '../data/free.ts'
import { freshId, make } from '../dom.ts'
import { valuesFor } from '../sample/company.ts'
import type { Draw, Ended, Given } from './context.ts'
import { fadeAtEdges } from './edges.ts'

const MOST_VALUES = 12

const member = ({ widget }: Given): string => textAt(widget.config, 'member') ?? ''

const labelOf = (name: string, { stage }: Given): string => memberOf(name, stage.scene)?.title ?? titleOf(name)

/** What was chosen here, kept while the page is open. */
function choice<T>({ stage, widget }: Given, first: T): { get: () => T; set: (value: T) => void } {
  return {
    get: () => (stage.chosen(widget.id) as T | undefined) ?? first,
    set: (value) => stage.choose(widget.id, value),
  }
}

/** A control, with a note if it changes nothing. */
const told =
  (draw: Draw): Draw =>
  (body, given) => {
    const ended = draw(body, given)
    if (!hasEffect(given.stage.scene, given.widget))
      body.append(make('p', { class: 'bw-faint bw-no-effect' }, 'No report of this dashboard is changed by it.'))
    return ended
  }

/** A filter, as the dashboard shows it. */
export const drawFilter: Draw = told((body, given) => {
  const { config } = given.widget
  const about = memberOf(member(given), given.stage.scene)
  const chosen = choice(given, valuesOf(isMap(config) ? config['value'] : undefined))
  const preset = chosen.get()
  body.classList.add('bw-control')
  if (about?.type === 'time') return drawDates(body, given)
  if (about?.type === 'number' || about?.kind === 'measure') {
    const input = make('input', { type: 'number', class: 'bw-input', value: preset[0], 'aria-label': given.name })
    input.addEventListener('change', () => chosen.set(input.value === '' ? [] : [input.value]))
    body.append(field(given, input))
    return undefined
  }
  const all = new Set([...preset, ...valuesFor(member(given), given.stage.scene)])
  const values = [...all].slice(0, MOST_VALUES)
  let ended: Ended
  if (textAt(config, 'display') === 'list') {
    const list = checks(given, values, chosen)
    body.append(list)
    body.classList.add('bw-filled')
    ended = fadeAtEdges(list)
  } else if (preset.length > 1 || (isMap(config) && config['multiple'] === true))
    body.append(chips(given, values, chosen))
  else
    body.append(
      field(
        given,
        select(
          given.name,
          [['', 'All'], ...values.map((each) => [each, each] as const)],
          chosen.get()[0] ?? '',
          (next) => chosen.set(next === '' ? [] : [next]),
        ),
      ),
    )
  const more = all.size - values.length
  if (more > 0) body.append(make('p', { class: 'bw-faint' }, `and ${more.toLocaleString('en')} more values`))
  return ended
})

const OPERATORS: Readonly<Record<string, string>> = {
  notEquals: 'is not',
  contains: 'contains',
  notContains: 'does not contain',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  set: 'is there',
  notSet: 'is not there',
}

function field({ widget }: Given, control: HTMLElement): HTMLElement {
  const operator = OPERATORS[textAt(widget.config, 'operator') ?? '']
  return make(
    'div',
    { class: 'bw-field' },
    operator !== undefined && make('span', { class: 'bw-faint' }, operator),
    control,
  )
}

function drawDates(body: HTMLElement, given: Given): undefined {
  const { config } = given.widget
  const chosen = choice(given, valuesOf(isMap(config) ? config['value'] : undefined))
  const input = (label: string, value: string | undefined) =>
    make('input', { type: 'date', class: 'bw-input', value, 'aria-label': `${given.name}, ${label}` })
  const [from, to] = [input('from', chosen.get()[0]), input('to', chosen.get()[1])]
  for (const each of [from, to]) each.addEventListener('change', () => chosen.set([from.value, to.value]))
  body.append(make('div', { class: 'bw-field' }, from, make('span', { class: 'bw-faint' }, '–'), to))
}

interface Choice {
  readonly get: () => string[]
  readonly set: (value: string[]) => void
}

function checks({ name }: Given, values: readonly string[], chosen: Choice): HTMLElement {
  const boxes = values.map((value) => {
    const box = make('input', { type: 'checkbox', checked: chosen.get().includes(value) })
    box.addEventListener('change', () =>
      chosen.set(box.checked ? [...chosen.get(), value] : chosen.get().filter((each) => each !== value)),
    )
    return make('label', { class: 'bw-check' }, box, make('span', {}, value))
  })
  return make('fieldset', { class: 'bw-scroll bw-checks' }, make('legend', { class: 'bw-sr' }, name), ...boxes)
}

function chips({ name }: Given, values: readonly string[], chosen: Choice): HTMLElement {
  const buttons = values.map((value) => {
    const button = make(
      'button',
      { type: 'button', class: 'bw-chip', 'aria-pressed': chosen.get().includes(value) ? 'true' : 'false' },
      value,
    )
    button.addEventListener('click', () => {
      const isOn = chosen.get().includes(value)
      chosen.set(isOn ? chosen.get().filter((each) => each !== value) : [...chosen.get(), value])
      button.setAttribute('aria-pressed', isOn ? 'false' : 'true')
    })
    return button
  })
  return make('div', { class: 'bw-chips', role: 'group', 'aria-label': name }, ...buttons)
}

export function select(
  name: string,
  options: readonly (readonly [value: string, label: string])[],
  value: string,
  set: (value: string) => void,
): HTMLSelectElement {
  const element = make(
    'select',
    { class: 'bw-input', 'aria-label': name },
    ...options.map(([each, label]) => make('option', { value: each, selected: each === value }, label)),
  )
  element.addEventListener('change', () => set(element.value))
  return element
}

const GRAINS = ['day', 'week', 'month', 'quarter', 'year']

/** Radio buttons: the arrow keys go from one to the next. */
export const drawGrain: Draw = told((body, given) => {
  const { config } = given.widget
  const listed = textsAt(config, 'grains')
  const grains = listed.length > 0 ? listed : GRAINS
  const chosen = choice(given, textAt(config, 'grain') ?? grains[0] ?? '')
  const group = freshId('grain')
  const buttons = grains.map((grain) => {
    const radio = make('input', { type: 'radio', name: group, value: grain, checked: grain === chosen.get() })
    radio.addEventListener('change', () => chosen.set(grain))
    return make('label', { class: 'bw-segment' }, radio, make('span', {}, titleOf(grain)))
  })
  body.classList.add('bw-control')
  body.append(make('fieldset', { class: 'bw-segments' }, make('legend', { class: 'bw-sr' }, given.name), ...buttons))
  return undefined
})

/** Chooses the member that charts show. */
export const drawField: Draw = told((body, given) => {
  const { config } = given.widget
  const all = fieldsOf(config)
  const first = fieldOf(config) ?? ''
  const chosen = choice(given, first)
  body.classList.add('bw-control')
  if (all.length === 0) body.append(make('p', { class: 'bw-empty' }, 'No fields to choose from.'))
  else
    body.append(
      make(
        'div',
        { class: 'bw-field' },
        select(
          given.name,
          all.map((each) => [each, labelOf(each, given)] as const),
          chosen.get(),
          chosen.set,
        ),
      ),
    )
  return undefined
})
