import { make } from './dom.ts'

export const TOOLTIP = 'bw-tooltip'

/** The page's one tooltip box, placed so that it is also visible in full screen. */
export function tooltipBox(): HTMLElement {
  const place = document.fullscreenElement ?? document.querySelector('main') ?? document.body
  const box = document.getElementById(TOOLTIP) ?? make('div', { id: TOOLTIP, class: 'vg-tooltip' })
  if (box.parentElement !== place) place.append(box)
  return box
}

export const hideTooltip = (): void => document.getElementById(TOOLTIP)?.classList.remove('visible')
