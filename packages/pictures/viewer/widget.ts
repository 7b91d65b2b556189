import type { SceneMark, SceneWidget, TextDifference } from '../scene.ts'
import { GUESSED, type Row } from './data/rows.ts'
import { freshId, make, makeSvg } from './dom.ts'
import { missedBy } from './facts/missed.ts'
import { headingOf, isBare, nameOf, reportOf } from './facts/named.ts'
import { HOLDERS, type Nested } from './layout/nest.ts'
import { applyWidgetStyle } from './look/theme.ts'
import { mark, wordsOf } from './marks.ts'
import { Told } from './told.ts'
import { canShowRows, drawRowsOf } from './widgets/chart.ts'
import { type Contained, fillContainer } from './widgets/container.ts'
import type { Draw, Ended, Given, Show, Shows, Stage, View } from './widgets/context.ts'
import { drawDetails } from './widgets/details.ts'
import { KINDS } from './widgets/index.ts'
import { createMenu } from './widgets/menu.ts'
import { drawQuestion } from './widgets/question.ts'

interface Compared {
  readonly marks: readonly SceneMark[] | undefined
  readonly differences: readonly TextDifference[] | undefined
}

/** A widget: its box, title and contents. Errors in the contents stay inside it. */
export function buildWidget(nested: Nested, stage: Stage, { marks = [], differences = [] }: Compared): View {
  const { widget, problem } = nested
  const report = reportOf(widget, stage.scene)
  const name = nameOf(widget, report)
  const marked = wordsOf(marks)
  const shown: Readonly<Record<Shows, (mark?: Row) => Draw>> = {
    report: () => KINDS[widget.type] ?? unknownType(widget),
    rows: () => drawRowsOf,
    question: () => drawQuestion,
    details: drawDetails,
  }
  const isHolder = HOLDERS.has(widget.type)
  const isSilent = widget.type === 'SPACER' || widget.type === 'DIVIDER'
  const body = make('div', { class: 'bw-body' })
  const element = make('section', {
    class: `bw-widget${isBare(widget) ? ' bw-bare' : ''}${isHolder ? ' bw-holder' : ''}`,
    'data-widget': widget.id,
    'data-type': widget.type,
    ...(isSilent
      ? { role: 'none' }
      : { role: 'group', 'aria-label': marked === '' ? name : `${name} (${marked.toLowerCase()})` }),
    'aria-hidden': widget.type === 'SPACER' && marked === '' ? 'true' : undefined,
  })
  applyWidgetStyle(element, widget.style, stage.theme.mode)
  mark(element, marks)
  const missed = missedBy(report)
  if (missed) element.append(make('p', { class: 'bw-missed', title: missed.why }, missed.text))
  const state: { ended: Ended; contained?: Contained; isGone: boolean } = { ended: undefined, isGone: false }
  const show: Show = async (what, row) => {
    const draw = shown[what](row)
    state.ended?.()
    state.ended = undefined
    element.dataset['shows'] = what
    element.querySelector('[data-rows]')?.setAttribute('aria-pressed', what === 'rows' ? 'true' : 'false')
    body.replaceChildren()
    body.className = 'bw-body'
    try {
      const ended = await draw(body, given)
      if (state.isGone) ended?.()
      else state.ended = ended
    } catch (cause) {
      body.className = 'bw-body'
      body.replaceChildren(notice(cause))
    }
    element.dataset['drawn'] = 'true'
  }
  const guessed = make('p', { class: 'bw-problem', role: 'note' }, GUESSED)
  guessed.hidden = true
  const rowsOf: Stage['rowsOf'] = async (of, asked) => {
    const rows = await stage.rowsOf(of, asked)
    guessed.hidden = rows.isGuessed !== true
    return rows
  }
  const given: Given = { stage: { ...stage, rowsOf }, widget, nested, name, report, show }
  element.append(
    ...header(given, element),
    ...(problem === undefined ? [] : [make('p', { class: 'bw-problem', role: 'note' }, problem)]),
    ...differences.map(showDifference),
    guessed,
    body,
  )
  if (isHolder) {
    state.contained = fillContainer(body, given)
    element.dataset['drawn'] = 'true'
  } else {
    body.append(make('div', { class: 'bw-waiting', 'aria-hidden': 'true' }))
    const drawSoon = (): void => stage.soon(element, () => show('report'))
    if (report && stage.isAsked) void stage.rowsOf(widget, report).then(drawSoon, drawSoon)
    else drawSoon()
  }
  return {
    element,
    arrange: state.contained?.arrange,
    destroy: () => {
      state.isGone = true
      state.ended?.()
      state.contained?.destroy()
    },
  }
}

export function showDifference({ name, lines }: TextDifference): HTMLElement {
  const count = (sign: string): number => lines.filter((line) => line.sign === sign).length
  const text = make(
    'pre',
    { class: 'bw-diff-lines', tabindex: 0 },
    ...lines.map((line) =>
      make(
        'span',
        { class: line.sign === '+' ? 'bw-plus' : line.sign === '-' ? 'bw-minus' : undefined },
        `${line.sign} ${line.text}\n`,
      ),
    ),
  )
  return make(
    'details',
    { class: 'bw-diff' },
    make('summary', {}, `${name} differs (+${count('+')} −${count('-')})`),
    text,
  )
}

function notice(cause: unknown): HTMLElement {
  const text = cause instanceof Error ? cause.message : String(cause)
  const isTold = cause instanceof Told
  return make(
    'div',
    { class: 'bw-notice', role: 'alert' },
    make('p', {}, isTold ? text : `This cannot be drawn: ${text}`),
  )
}

const unknownType =
  ({ type }: SceneWidget): Draw =>
  () => {
    throw new Told(`This viewer does not know widgets of the type “${type}”.`)
  }

function header(given: Given, element: HTMLElement): HTMLElement[] {
  const { stage, name, nested } = given
  const heading = headingOf(nested)
  if (!heading) return []
  const { subtitle } = heading
  const title = make(
    'div',
    { class: 'bw-title', role: 'heading', 'aria-level': stage.heading, id: freshId('title') },
    name,
  )
  return [
    make(
      'header',
      { class: 'bw-head' },
      make('div', {}, title, subtitle !== undefined && make('p', { class: 'bw-subtitle' }, subtitle)),
      given.report !== undefined &&
        make('div', { class: 'bw-tools' }, canShowRows(given) && rowsButton(given), createMenu(given, element)),
    ),
  ]
}

let icon: SVGElement | undefined

function rowsIcon(): Node {
  icon ??= makeSvg(
    'svg',
    { viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
    makeSvg('path', { d: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 6.5v6', fill: 'none', stroke: 'currentColor' }),
  )
  return icon.cloneNode(true)
}

function rowsButton({ name, show }: Given): HTMLElement {
  const button = make(
    'button',
    {
      ...{ type: 'button', class: 'bw-rows', 'data-rows': true, 'aria-pressed': 'false' },
      ...{ 'aria-label': `Rows of ${name}`, title: 'Rows' },
    },
    rowsIcon(),
  )
  button.addEventListener('click', () => void show(button.getAttribute('aria-pressed') === 'true' ? 'report' : 'rows'))
  return button
}
