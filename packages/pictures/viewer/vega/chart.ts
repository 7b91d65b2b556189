import { showDrawing } from '../charts/drawing.ts'
import { watchHand } from '../charts/hand.ts'
import { openRemote } from '../charts/host.ts'
import { isCrossFiltered } from '../data/choices.ts'
import { drillsOf } from '../data/details.ts'
import { isMap } from '../data/free.ts'
import type { Row } from '../data/rows.ts'
import { make } from '../dom.ts'
import { whyNoCross } from '../facts/missed.ts'
import { hideTooltip } from '../tooltip-box.ts'
import type { Draw, Ended } from '../widgets/context.ts'
import { type Cross, createCross } from '../widgets/cross.ts'
import { tellBeside } from '../widgets/hints.ts'
import { rowsFor } from '../widgets/rows-for.ts'
import { createTooltip } from './tooltip.ts'

/** With this many marks or more, they are drawn as pixels: as elements they would freeze the page. */
const MANY = 1_500
/** A chart says what was picked when somebody clicks on it, and at no other time. */
const CLICK_MS = 2_000
const MOST_PICKED = 10_000

/** A chart. A frame without power draws it; the page shows the drawing, and tells the frame what people do with it. */
export const drawChart: Draw = async (body, given): Promise<Ended> => {
  const { stage, widget, report, name } = given
  if (!report) return undefined
  const { theme, formats, scene } = stage
  const rows = await rowsFor(given)
  const holder = make('div', { class: 'bw-vega' })
  let tell = (_: MouseEvent, __: unknown): void => undefined
  let pick = (_: readonly Row[]): void => undefined
  let said = ''
  /** The click that was told why it filters nothing. */
  let answered: MouseEvent | undefined
  const { looked, chart } = await openRemote(scene.frameAt, report, rows, (heard) => {
    const event = hand.last()
    if (heard.say === 'drawn') show(() => showDrawing(holder, heard.drawing))
    else if (heard.say === 'holds') hand.keep(String(heard.type))
    else if (heard.say === 'tip') event && !isBeside(event, answered) && tell(event, heard.value)
    else if (event?.type === 'click' && performance.now() - event.timeStamp < CLICK_MS) pick(rowsIn(heard.rows))
  })
  const hand = watchHand(holder, chart.hand)
  const show = (draw: () => void): void => {
    try {
      draw()
      describe(holder, said)
    } catch (cause) {
      holder.replaceChildren(make('p', { class: 'bw-notice', role: 'alert' }, `This cannot be drawn: ${String(cause)}`))
    }
  }
  let cross: Cross | undefined
  const end = (): void => {
    cross?.element.remove()
    hand.end()
    hideTooltip()
    chart.close()
  }
  if (looked.isEmpty) {
    end()
    body.append(make('p', { class: 'bw-empty' }, 'No rows.'))
    return undefined
  }
  body.classList.add('bw-filled')
  if (looked.fault !== undefined) body.append(make('p', { class: 'bw-notice', role: 'alert' }, looked.fault))
  cross = createCross(given, rows.rows, chart.pick)
  const isDrilled = !cross && drillsOf(report, scene).length > 0
  if (cross || isDrilled) holder.classList.add('bw-crossing')
  const isIdle = !cross && !isDrilled && isCrossFiltered(scene)
  // Beside the title, where it moves nothing when it appears.
  const tools = body.closest('.bw-widget')?.querySelector(':scope > .bw-head > .bw-tools')
  if (cross) (tools ?? body).prepend(cross.element)
  body.append(holder)
  said = `${name}: ${looked.kind} of ${looked.count} rows`
  const tooltip = createTooltip(theme.mode)
  tell = (event, value) => tooltip(undefined as never, event as never, undefined as never, value)
  pick = (about) => {
    cross?.pick(about)
    const event = hand.last()
    if (isIdle && event && about.length > 0) {
      answered = event
      tellBeside(event, whyNoCross(report), theme.mode)
    }
    if (isDrilled && about.some((row) => Object.keys(row).length > 0)) void given.show('details', inCommon(about))
  }
  const size = { width: Math.max(60, holder.clientWidth), height: Math.max(60, holder.clientHeight) }
  try {
    const wanted = { size, theme, locale: formats.locale, config: widget.config, isMany: looked.count > MANY }
    if (cross) chart.pick(cross.picked())
    await chart.draw(wanted)
  } catch (cause) {
    end()
    throw cause
  }
  const watch = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = holder
    if (width >= 60 && height >= 60) chart.resize({ width, height })
  })
  watch.observe(holder)
  return () => {
    watch.disconnect()
    end()
  }
}

/** What a click was told stays until the pointer goes on. */
const STAYS = 16
const isBeside = (event: MouseEvent, before: MouseEvent | undefined): boolean =>
  before !== undefined && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < STAYS

const rowsIn = (given: unknown): readonly Row[] =>
  Array.isArray(given) ? given.slice(0, MOST_PICKED).map((row: unknown) => (isMap(row) ? row : {})) : []

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
