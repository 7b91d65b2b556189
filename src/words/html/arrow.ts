import { h, type Markup } from '@boardwright/pictures'
import { withArrow } from '../arrow.ts'

/** On a page, a colour is also seen. */
export const withArrows = (text: string): (string | Markup)[] =>
  withArrow(text)
    .split(COLOUR)
    .flatMap((part) => (COLOUR.test(part) ? [swatch(part), part] : [part]))

const COLOUR = /(?<![\w&])(#[0-9a-f]{6})\b/i

const swatch = (fill: string): Markup =>
  h(
    'svg',
    { class: 'swatch', width: 12, height: 12, 'aria-hidden': 'true' },
    h('rect', { width: 12, height: 12, fill }),
  )
