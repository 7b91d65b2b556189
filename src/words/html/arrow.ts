import { h, type Markup } from '@boardwright/pictures'

const ARROW = '->'

/** Browsers would end a line between the two signs of an arrow. */
export const withArrows = (text: string): (Markup | string)[] =>
  text.split(ARROW).flatMap((part, index) => (index === 0 ? [part] : [h('span', { class: 'arrow' }, ARROW), part]))
