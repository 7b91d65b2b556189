import { textAt } from '../data/free.ts'
import { make } from '../dom.ts'
import type { Draw } from './context.ts'

const LINES = new Set(['solid', 'dashed', 'dotted', 'double'])

export const drawDivider: Draw = (body, { widget }) => {
  const label = textAt(widget.config, 'label')
  const line = textAt(widget.config, 'line') ?? 'solid'
  const rule = (): HTMLElement => make('span', { class: `bw-rule bw-rule-${LINES.has(line) ? line : 'solid'}` })
  const parts = label === undefined ? [rule()] : [rule(), make('span', {}, label), rule()]
  body.append(make('div', { class: 'bw-divider', role: 'separator', 'aria-label': label }, ...parts))
  return undefined
}

export const drawSpacer: Draw = () => undefined

/** Shows the instructions only: no machine writes a summary here. */
export const drawAi: Draw = (body, { stage, widget }) => {
  const instructions = textAt(widget.config, 'instructions')
  const reports = (widget.reports ?? []).map((each) => stage.scene.reports[each]?.name ?? each)
  const isAllowed = stage.scene.showAi !== false
  body.classList.add('bw-ai')
  body.append(
    make('p', { class: 'bw-badge' }, 'AI summary'),
    make('p', { class: 'bw-faint' }, isAllowed ? 'Written when it is opened.' : 'Summaries are switched off here.'),
    ...(instructions !== undefined && isAllowed ? [make('blockquote', {}, instructions)] : []),
    ...(reports.length > 0 && isAllowed ? [make('p', { class: 'bw-faint' }, `Reads: ${reports.join(', ')}`)] : []),
  )
  return undefined
}
